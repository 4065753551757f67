import { aside, type Block, type Column, type Form, heading, number, phrase, type Text, tableOf } from './blocks.ts'
import type { Holder } from './charts.ts'
import { coins, countOf } from './holding-text.ts'

/** Days after which a count is old, and at which its bar is full. */
const oldAfter = 90
const fullAge = 240

/** Companies by how much they hold: on a page a solid bar is a filed count, an outlined one an estimate. */
export function holdersBlocks(holders: readonly Holder[], asOf: string, form: Form): Block[] {
  if (holders.length === 0) return []
  const most = Math.max(...holders.map(({ btc_display }) => btc_display))
  const columns: (readonly [Column, (row: Holder) => Text])[] = [
    ['Company', ({ company_name, ticker }) => ({ name: company_name, page: `/api/treasuries/${encodeURIComponent(ticker)}` })],
    ['Ticker', ({ ticker }) => ticker],
    [
      'Share of the largest',
      ({ btc_display, btc_exact }) => ({ bar: btc_display / most, fill: btc_exact === null ? 'open' : 'solid' }),
    ],
    [['BTC'], countOf],
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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const ageText = ({ as_of, age_days, freshness }: Holder): Text => [
  ...phrase`${{ day: as_of, short: true }}, ${counted(age_days, 'day')} old, ${freshness.status}`,
  { bar: Math.min(1, age_days / fullAge), fill: age_days > oldAfter ? 'down' : 'solid', full: true },
]

const ratioText = ({ mnav_summary: mnav }: Holder): Text =>
  mnav === null ? '' : phrase`${number(mnav.value)} ${mnav.basis}, ${{ day: mnav.as_of }}`

/** Ratios of the two bases are not comparable: each basis has its column. */
function ratioColumns(holders: readonly Holder[]) {
  const bases = (['in house', 'third party'] as const).filter((basis) =>
    holders.some(({ mnav_summary }) => mnav_summary?.basis === basis),
  )
  return bases.map((basis) => {
    const cell = (holder: Holder) => (holder.mnav_summary?.basis === basis ? ratioText(holder) : '')
    return [`mNAV, ${basis}`, cell] as const
  })
}

function totalBlock(holders: readonly Holder[]): Block {
  const exact = holders.flatMap(({ btc_exact }) => (btc_exact === null ? [] : [btc_exact]))
  const total = coins(Number(exact.reduce((sum, btc) => sum + btc, 0).toFixed(8)))
  const estimates = counted(holders.length - exact.length, 'estimate')
  return aside(
    'Solid: exact, from a filing; outlined: an estimate, three significant digits. ',
    ...phrase`${counted(exact.length, 'exact count')}, together ${total}; ${estimates}, rounded and left out of it. `,
    'The roster is curated and understates the market.',
  )
}
