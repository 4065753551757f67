import type { Adjudication, FiledCurrency, HoldingDocument } from '../documents/holding.ts'
import type { Financing, Mnav, MnavInput, TreasuryDocument } from '../documents/treasury.ts'
import { escapeNotice, escapeText } from './escape.ts'
import { formatNumber } from './format-number.ts'
import { table } from './table.ts'
import { coins, countText, dollars, figure, filingLink, link, statedOr } from './treasury-figures.ts'
import { sinceReportBlocks } from './treasury-since-report.ts'
import { footBlocks, sampleLines } from './wording.ts'

export interface Stamped {
  readonly computed_at: string
  readonly fingerprint: string
}

/** GET /api/treasuries/{ticker} as Markdown. */
export function treasuryMarkdown(document: TreasuryDocument & Stamped): string {
  const { ticker, company_name, holding, withheld, financing, financing_note, mnav, mnav_note } = document
  return [
    `# ${escapeText(company_name)} (${escapeText(ticker)})`,
    ...sampleLines(document),
    ...(holding === null ? [] : [holdingLines(holding).join('\n')]),
    ...(withheld === undefined
      ? []
      : [`Withheld, no holding is shown: ${escapeText(withheld.reason)} ${filingLink(withheld.evidence_filing)}`]),
    ...(mnav === undefined ? [] : ['## mNAV', mnav === null ? escapeText(mnav_note ?? '') : mnavLines(mnav).join('\n')]),
    '## Financing',
    ...(financing === null ? [escapeText(financing_note ?? '')] : financingBlocks(financing)),
    ...sinceReportBlocks(document),
    ...footBlocks(document),
  ]
    .join('\n\n')
    .concat('\n')
}

function holdingLines(holding: HoldingDocument): string[] {
  const { precision, as_of, age_days, freshness, known_at, source, reading, adjudication, age_note } = holding
  return [
    `- **${countText(holding)} BTC** as of ${as_of} (${age_days} ${age_days === 1 ? 'day' : 'days'} old, ${freshness.status}), ${precision}`,
    `- Source: ${link(source.name, source.url)}, known ${known_at}`,
    ...(reading === null ? [] : [`- Read from a ${escapeText(reading.how)} at ${escapeText(reading.place)}; its checks passed`]),
    ...(adjudication === null ? [] : [`- ${adjudicationText(adjudication)}`]),
    ...(age_note === null ? [] : [`- ${escapeText(age_note)}`]),
  ]
}

/** Verdict, rule and both readings in one line. */
export function adjudicationText({ rule, difference_percent, decided_on, evidence }: Adjudication): string {
  const [stands, other] = evidence.map(
    ({ source, url, btc, as_of }) => `${link(source, url)} says ${coins(btc)} BTC as of ${as_of}`,
  )
  const off = difference_percent === null ? '' : ` (${figure(difference_percent)} %)`
  return `Adjudicated ${decided_on}: ${escapeText(rule)} ${stands}, ${other}${off}.`
}

function mnavLines(mnav: Mnav): string[] {
  const { value, basis, as_of, valid_until, enterprise_value, inputs, source, source_url } = mnav
  if (source !== null) {
    const entity = escapeText(mnav.provider_entity ?? '')
    return [
      `- **${figure(value)}**, ${basis}: ${link(source, source_url)} for ${entity}, read ${mnav.read_at}, shown until ${valid_until}`,
      `- ${escapeText(mnav.why_not_in_house ?? '')}`,
    ]
  }
  const wider = enterprise_value === null ? '' : `; **${figure(enterprise_value)}** with debt and preferred stock, less cash`
  return [`- **${figure(value)}**, ${basis}, session ${as_of}, stands until ${valid_until}${wider}`, ...inputLines(inputs)]
}

/** One line a source, so that its link stands once. */
function inputLines(inputs: readonly MnavInput[]): string[] {
  const lines = new Map<string, string[]>()
  for (const { what, value, unit, as_of, source, url } of inputs) {
    const from = link(source, url)
    lines.set(from, [...(lines.get(from) ?? []), `${escapeText(what)} ${figure(value)} ${escapeText(unit)} (${as_of})`])
  }
  return [...lines].map(([from, figures]) => `- ${from}: ${figures.join('; ')}`)
}

function financingBlocks(financing: Financing): string[] {
  const { as_of, filing, debt, preferred, maturities, btc, missing, filed_currency, citation } = financing
  const counted =
    btc === null ? '' : ` of the ${coins(btc)} BTC in that filing${financing.count_basis === null ? '' : ', read from its text'}`
  return [
    [
      `- As of ${as_of}: ${filingLink(filing)}`,
      `- Senior claims ${dollars(financing.senior_claims_usd)}: debt principal ${dollars(financing.debt_principal_usd)}, preferred stock at liquidation preference ${dollars(financing.preferred_usd)}; per BTC${counted} ${dollars(financing.senior_claims_per_btc_usd)}`,
      `- Due within 24 months: ${dollars(financing.due_within_24_months_usd)}. Cash ${dollars(financing.cash_usd)}; total assets ${dollars(financing.total_assets_usd)}${bitcoinAmong(financing)}`,
      ...(filed_currency === null ? [] : [`- ${filedCurrencyText(filed_currency)}`]),
      ...(missing.length === 0 ? [] : [`- Not stated: ${missing.map(escapeText).join(', ')}`]),
      ...(citation === null ? [] : [`- ${escapeNotice(citation)}`]),
    ].join('\n'),
    ...(debt === null || debt.length === 0 ? [] : [debtTable(debt)]),
    ...(preferred === null || preferred.length === 0
      ? []
      : [
          table(
            ['Preferred', 'Shares', 'Liquidation preference USD'],
            preferred.map(({ name, shares, liquidation_preference_usd }) => [
              escapeText(name),
              statedOr(shares, ''),
              figure(liquidation_preference_usd),
            ]),
          ),
        ]),
    ...(maturities.length === 0
      ? []
      : [
          table(
            ['Due', 'Until', 'USD'],
            maturities.map(({ label, to, amount_usd }) => [escapeText(label), to ?? '', figure(amount_usd)]),
          ),
        ]),
  ]
}

/** Senior claims as filed, and the rate they were put into dollars at. */
export function filedCurrencyText({ currency, senior_claims, rate }: FiledCurrency): string {
  return `Senior claims as filed: ${figure(senior_claims)} ${currency}, at ${figure(rate.jpy_per_usd)} yen for a dollar of ${rate.date} (${link(rate.source, rate.url)}).`
}

/** Instruments; a column that would be empty is left out. */
function debtTable(debt: NonNullable<Financing['debt']>): string {
  const puts = debt.some(({ put }) => put !== null)
  return table(
    ['Debt', 'Principal USD', 'Coupon %', 'Maturity', ...(puts ? ['Put from'] : [])],
    debt.map(({ name, principal_usd, coupon_percent, maturity, put }) => [
      escapeText(name),
      figure(principal_usd),
      coupon_percent === null ? '' : formatNumber(coupon_percent, 4),
      maturity ?? '',
      ...(puts ? [put ?? ''] : []),
    ]),
  )
}

function bitcoinAmong({
  btc_fair_value_usd: value,
  btc_cost_usd: cost,
  btc_share_of_total_assets_percent: share,
}: Financing): string {
  if (value === null) return ''
  return `, of them bitcoin ${figure(value)} USD${share === null ? '' : `, ${figure(share)} %`}${cost === null ? '' : ` (cost ${figure(cost)} USD)`}`
}
