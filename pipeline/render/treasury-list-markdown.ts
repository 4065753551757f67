import type { TreasuryList, TreasuryRow } from '../documents/treasury-list.ts'
import { escapeNotice, escapeText } from './escape.ts'
import { table } from './table.ts'
import { coins, countText, figure, filingLink, link, statedOr } from './treasury-figures.ts'
import { adjudicationText, filedCurrencyText, type Stamped } from './treasury-markdown.ts'
import { footBlocks, sampleLines } from './wording.ts'

/** GET /api/treasuries as Markdown: the same rows, with the links. */
export function treasuryListMarkdown(document: TreasuryList & Stamped): string {
  const { holdings, withheld, total_btc_exact, financing, mnav } = document
  const financed = holdings.flatMap((row) => financingCells(row))
  const adjudicated = holdings.flatMap(({ ticker, adjudication }) =>
    adjudication === null ? [] : [`- ${escapeText(ticker)}: ${adjudicationText(adjudication)}`],
  )
  const aged = holdings.flatMap(({ ticker, age_note }) =>
    age_note === null ? [] : [`- ${escapeText(ticker)}: ${escapeText(age_note)}`],
  )
  const asFiled = holdings.flatMap(({ ticker, financing_summary: summary }) => {
    const notes = [
      ...(summary?.filed_currency == null ? [] : [filedCurrencyText(summary.filed_currency)]),
      ...(summary?.citation == null ? [] : [escapeNotice(summary.citation)]),
    ]
    return notes.length === 0 ? [] : [`- ${escapeText(ticker)}: ${notes.join(' ')}`]
  })
  return [
    '# Bitcoin treasuries of listed companies',
    ...sampleLines(document),
    `Filed counts together: ${coins(total_btc_exact)} BTC. Estimates are rounded and left out of it. The roster is curated: the total understates the market. Rows with filed financing: ${financing.companies_with_filed_financing}; with mNAV: ${mnav.companies_with_mnav}.`,
    table(['Ticker', 'Company', 'BTC', 'As of', 'Source', 'mNAV'], holdings.map(holdingCells)),
    ...(aged.length === 0 ? [] : ['## Where a count is old', aged.join('\n')]),
    ...(adjudicated.length === 0 ? [] : ['## Where sources disagreed', adjudicated.join('\n')]),
    ...(financed.length === 0
      ? []
      : [
          '## Financing, of the balance sheet day',
          table(
            ['Ticker', 'Day', 'Filing', 'Senior claims USD', 'USD per BTC', 'BTC % of assets', 'Due in 24 months USD'],
            financed,
          ),
        ]),
    ...(asFiled.length === 0 ? [] : [asFiled.join('\n')]),
    ...(withheld.length === 0
      ? []
      : [
          '## Withheld: no count is shown',
          table(
            ['Ticker', 'Company', 'Why', 'Filing'],
            withheld.map(({ ticker, company_name, reason, evidence_filing }) => [
              escapeText(ticker),
              escapeText(company_name),
              escapeText(reason),
              filingLink(evidence_filing),
            ]),
          ),
        ]),
    ...footBlocks(document),
  ]
    .join('\n\n')
    .concat('\n')
}

function holdingCells(row: TreasuryRow): string[] {
  const { ticker, company_name, as_of, age_days, freshness, source, mnav_summary } = row
  return [
    escapeText(ticker),
    escapeText(company_name),
    countText(row),
    `${as_of}, ${age_days} ${age_days === 1 ? 'day' : 'days'} old, ${freshness.status}`,
    link(source.name, source.url),
    mnav_summary === null ? '' : `${figure(mnav_summary.value)} ${mnav_summary.basis} ${mnav_summary.as_of}`,
  ]
}

function financingCells({ ticker, financing_summary: summary }: TreasuryRow): string[][] {
  if (summary === null) return []
  return [
    [
      escapeText(ticker),
      summary.as_of,
      link('filing', summary.filing_url),
      statedOr(summary.senior_claims_usd),
      statedOr(summary.senior_claims_per_btc_usd),
      statedOr(summary.btc_share_of_total_assets_percent),
      statedOr(summary.due_within_24_months_usd),
    ],
  ]
}
