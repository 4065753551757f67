import type { HoldingDocument, TreasuryDocument, TreasuryList } from '../treasuries/document.ts'
import type { Financing } from '../treasuries/financing.ts'
import { addressOrText, escapeText } from './escape.ts'
import { formatNumber, plainNumber } from './format-number.ts'
import { table } from './table.ts'

interface Stamped {
  readonly computed_at: string
  readonly fingerprint: string
}

/** Two decimals at most. */
const plain = (value: number): string => plainNumber(value, Number.isInteger(value) ? 0 : 2)
const coins = (btc: number): string => formatNumber(btc, Number.isInteger(btc) ? 0 : 2)
const dollars = (usd: number | null): string => (usd === null ? 'not stated' : formatNumber(usd, 0))

/** GET /api/treasuries as Markdown: the same rows, with the links. */
export function treasuryListMarkdown(document: TreasuryList & Stamped): string {
  const { holdings, withheld, total_btc_exact, financing, mnav, notices } = document
  const rows = holdings.map(
    ({ ticker, company_name, btc_display, btc_exact, as_of, source, mnav_summary, financing_summary }) => [
      escapeText(ticker),
      escapeText(company_name),
      btc_exact === null ? `about ${coins(btc_display)}` : coins(btc_exact),
      as_of,
      source.url === null ? escapeText(source.name) : `[${escapeText(source.name)}](${addressOrText(source.url)})`,
      mnav_summary === null ? '' : `${plain(mnav_summary.value)} ${mnav_summary.basis} ${mnav_summary.as_of}`,
      financing_summary === null ? '' : dollars(financing_summary.senior_claims_usd),
    ],
  )
  const gone = withheld.map(({ ticker, company_name, reason, evidence_filing }) => [
    escapeText(ticker),
    escapeText(company_name),
    escapeText(reason),
    `[${escapeText(evidence_filing.form)} ${evidence_filing.filed}](${addressOrText(evidence_filing.url)})`,
  ])
  return [
    '# Bitcoin treasuries of listed companies',
    ...(document.sample ? ['**SAMPLE DATA: invented values and issuers, not market data.**'] : []),
    `Exact total ${coins(total_btc_exact)} BTC; estimates are left out of it. ${financing.companies_with_filed_financing} with filed financing, ${mnav.companies_with_mnav} with mNAV. A curated roster: the total understates the market.`,
    table(['Ticker', 'Company', 'BTC', 'As of', 'Source', 'mNAV', 'Senior claims USD'], rows),
    ...(gone.length === 0 ? [] : ['## Withheld', table(['Ticker', 'Company', 'Why', 'Filing'], gone)]),
    ...(notices.length === 0 ? [] : [notices.map((notice) => `- ${escapeText(notice)}`).join('\n')]),
    foot(document),
  ].join('\n\n')
}

/** GET /api/treasuries/{ticker} as Markdown. */
export function treasuryMarkdown(document: TreasuryDocument & Stamped): string {
  const { ticker, company_name, holding, withheld, financing, financing_note, mnav, mnav_note, notices } = document
  return [
    `# ${escapeText(company_name)} (${escapeText(ticker)})`,
    ...(document.sample ? ['**SAMPLE DATA: invented values and issuers, not market data.**'] : []),
    ...(holding === null ? [] : [holdingLines(holding).join('\n')]),
    ...(withheld === undefined
      ? []
      : [
          `- Withheld: ${escapeText(withheld.reason)} [${escapeText(withheld.evidence_filing.form)} ${withheld.evidence_filing.filed}](${addressOrText(withheld.evidence_filing.url)})`,
        ]),
    ...(mnav === undefined ? [] : [mnav === null ? `- mNAV: none. ${escapeText(mnav_note ?? '')}` : mnavLines(mnav).join('\n')]),
    '## Financing',
    ...(financing === null ? [escapeText(financing_note ?? '')] : financingBlocks(financing)),
    ...(notices.length === 0 ? [] : [notices.map((notice) => `- ${escapeText(notice)}`).join('\n')]),
    foot(document),
  ].join('\n\n')
}

function holdingLines({ precision, btc_exact, btc_display, as_of, source, reading, adjudication }: HoldingDocument): string[] {
  const count = btc_exact === null ? `about ${coins(btc_display)}` : coins(btc_exact)
  const lines = [
    `- **${count} BTC** as of ${as_of}, ${precision}`,
    `- Source: ${source.url === null ? escapeText(source.name) : `[${escapeText(source.name)}](${addressOrText(source.url)})`}`,
  ]
  if (reading !== null)
    lines.push(
      `- Read from a ${escapeText(reading.how)} at ${escapeText(reading.place)}; checks passed: ${reading.checks.map(({ name }) => name).join(', ')}`,
    )
  if (adjudication !== null) {
    const [stands, other] = adjudication.evidence
    lines.push(
      `- Adjudicated ${adjudication.decided_on}: ${escapeText(adjudication.rule)} ${escapeText(other?.source ?? '')} says ${coins(other?.btc ?? 0)} BTC, ${escapeText(stands?.source ?? '')} ${coins(stands?.btc ?? 0)} (${plain(adjudication.difference_percent)} %).`,
    )
  }
  return lines
}

function mnavLines({
  value,
  basis,
  as_of,
  enterprise_value,
  inputs,
  source,
  why_not_in_house,
}: NonNullable<TreasuryDocument['mnav']>): string[] {
  const more = enterprise_value === null ? '' : `, ${plain(enterprise_value)} on enterprise value`
  return [
    `- mNAV **${plain(value)}** (${basis}) as of ${as_of}${more}`,
    ...(source === null ? [] : [`- By ${escapeText(source)}. ${escapeText(why_not_in_house ?? '')}`]),
    ...inputs.map(
      ({ what, value: figure, unit, as_of: on, source: from }) =>
        `- ${escapeText(what)}: ${plain(figure)} ${escapeText(unit)}, ${on}, ${escapeText(from)}`,
    ),
  ]
}

function financingBlocks(financing: Financing): string[] {
  const { as_of, senior_claims_usd, senior_claims_per_btc_usd, due_within_24_months_usd, filing, debt, preferred, missing } =
    financing
  return [
    [
      `- As of ${as_of}, [${escapeText(filing.form)} filed ${filing.filed}](${addressOrText(filing.url)})`,
      `- Senior claims: ${dollars(senior_claims_usd)} USD; per BTC ${dollars(senior_claims_per_btc_usd)}; due within 24 months ${dollars(due_within_24_months_usd)}`,
      ...(missing.length === 0 ? [] : [`- Not stated: ${missing.map(escapeText).join(', ')}`]),
    ].join('\n'),
    ...(debt === null || debt.length === 0
      ? []
      : [
          table(
            ['Debt', 'Principal USD', 'Maturity'],
            debt.map((row) => [escapeText(row.name), dollars(row.principal_usd), row.maturity ?? '']),
          ),
        ]),
    ...(preferred === null || preferred.length === 0
      ? []
      : [
          table(
            ['Preferred', 'Liquidation preference USD'],
            preferred.map((row) => [escapeText(row.name), dollars(row.liquidation_preference_usd)]),
          ),
        ]),
  ]
}

function foot({ computed_at, fingerprint }: Stamped): string {
  return `Computed ${computed_at}, ${fingerprint}\n`
}
