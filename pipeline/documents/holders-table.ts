import {
  asideBlock,
  type Block,
  heading,
  joined,
  number,
  type OutputMedium,
  phrase,
  type Span,
  type TableColumnHead,
  type Text,
  tableOf,
} from './blocks.ts'
import type { TreasuryHolder } from './charts.ts'
import type { Adjudication, FiledCurrency, FilingReference, HoldingDocument } from './holding.ts'
import { counted } from './tones.ts'

/** A count of bitcoins, to its last filed digit. */
export const coinCountSpan = (count: number): Span => number(count, 'BTC', Number.isInteger(count) ? 0 : 8)
export const filingLink = ({ form, filed: day, url }: FilingReference): Span => ({ name: [form, ' of ', { day }], url })

/** `640,808 BTC`, `about 1,230 BTC` where it is an estimate. */
export const holdingCountSpans = ({ btc_exact, btc_display }: Pick<HoldingDocument, 'btc_exact' | 'btc_display'>): Span[] =>
  btc_exact === null ? ['about ', coinCountSpan(btc_display)] : [coinCountSpan(btc_exact)]

/** Verdict, rule and both readings. */
export function adjudicationText({ rule, difference_percent, decided_on, evidence }: Adjudication): Text {
  const readings = evidence.map(
    ({ source, url, btc, as_of }) => phrase`${{ name: source, url }}: ${coinCountSpan(btc)} on ${{ day: as_of }}`,
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

/** Days after which a count is old, and at which its bar is full. */
const oldAfter = 90
const fullAge = 240

/** Companies by how much they hold: on a page a solid bar is a filed count, an outlined one an estimate. */
export function holdersBlocks(holders: readonly TreasuryHolder[], asOf: string, form: OutputMedium): Block[] {
  if (holders.length === 0) return []
  const most = Math.max(...holders.map(({ btc_display }) => btc_display))
  const columns: (readonly [TableColumnHead, (row: TreasuryHolder) => Text])[] = [
    ['Company', ({ company_name, ticker }) => ({ name: company_name, page: `/api/treasuries/${encodeURIComponent(ticker)}` })],
    ['Ticker', ({ ticker }) => ticker],
    [
      'Share of the largest',
      ({ btc_display, btc_exact }) => ({ bar: btc_display / most, fill: btc_exact === null ? 'open' : 'solid' }),
    ],
    [['BTC'], holdingCountSpans],
    ['As of', ageText],
    ['Source', ({ source: { name, url } }) => ({ name, url })],
    ...(form === 'page' ? ratioColumns(holders) : [['mNAV', ratioText] as const]),
  ]
  return [
    heading('Holders, largest first', phrase`Bitcoins by the newest accepted statement of each, on ${{ day: asOf }}.`),
    tableOf(holders, columns),
    ...(form === 'page' ? [totalBlock(holders)] : []),
  ]
}

const ageText = ({ as_of, age_days, freshness }: TreasuryHolder): Text => [
  ...phrase`${{ day: as_of, short: true }}, ${counted(age_days, 'day')} old, ${freshness.status}`,
  { bar: Math.min(1, age_days / fullAge), fill: age_days > oldAfter ? 'down' : 'solid', full: true },
]

const ratioText = ({ mnav_summary: mnav }: TreasuryHolder): Text =>
  mnav === null ? '' : phrase`${number(mnav.value)} ${mnav.basis}, ${{ day: mnav.as_of }}`

/** Ratios of the two bases are not comparable: each basis has its column. */
function ratioColumns(holders: readonly TreasuryHolder[]) {
  const bases = (['in house', 'third party'] as const).filter((basis) =>
    holders.some(({ mnav_summary }) => mnav_summary?.basis === basis),
  )
  return bases.map((basis) => {
    const cell = (holder: TreasuryHolder) => (holder.mnav_summary?.basis === basis ? ratioText(holder) : '')
    return [`mNAV, ${basis}`, cell] as const
  })
}

function totalBlock(holders: readonly TreasuryHolder[]): Block {
  const exact = holders.flatMap(({ btc_exact }) => (btc_exact === null ? [] : [btc_exact]))
  const total = coinCountSpan(Number(exact.reduce((sum, btc) => sum + btc, 0).toFixed(8)))
  const estimates = counted(holders.length - exact.length, 'estimate')
  return asideBlock(
    'Solid: exact, from a filing; outlined: an estimate, three significant digits. ',
    ...phrase`${counted(exact.length, 'exact count')}, together ${total}; ${estimates}, rounded and left out of it. `,
    'The roster is curated and understates the market.',
  )
}
