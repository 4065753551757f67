import { joined, number, phrase, type Span, type Text } from './blocks.ts'
import type { Adjudication, FiledCurrency, FilingReference, HoldingDocument } from './holding.ts'

/** A count of bitcoins, to its last filed digit. */
export const coins = (count: number): Span => number(count, 'BTC', Number.isInteger(count) ? 0 : 8)
export const filed = ({ form, filed: day, url }: FilingReference): Span => ({ name: [form, ' of ', { day }], url })

/** `640,808 BTC`, `about 1,230 BTC` where it is an estimate. */
export const countOf = ({ btc_exact, btc_display }: Pick<HoldingDocument, 'btc_exact' | 'btc_display'>): Span[] =>
  btc_exact === null ? ['about ', coins(btc_display)] : [coins(btc_exact)]

/** Verdict, rule and both readings. */
export function adjudicationText({ rule, difference_percent, decided_on, evidence }: Adjudication): Text {
  const readings = evidence.map(
    ({ source, url, btc, as_of }) => phrase`${{ name: source, url }}: ${coins(btc)} on ${{ day: as_of }}`,
  )
  const apart = difference_percent === null ? [] : phrase` (${number(difference_percent, 'percent')})`
  return phrase`Decided on ${{ day: decided_on }}: ${rule} ${joined(readings, '; ')}${apart}.`
}

/** Senior claims as filed, and the rate they were put into dollars at. */
export function filedCurrencyText({ currency, senior_claims, rate }: FiledCurrency): Text {
  const claims = number(senior_claims, currency)
  const source = { name: rate.source, url: rate.url }
  return phrase`senior claims of ${claims}, at ${number(rate.jpy_per_usd)} yen for a dollar of ${{ day: rate.date }} (${source})`
}
