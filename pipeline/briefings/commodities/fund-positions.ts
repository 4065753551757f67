import type { MetricName } from '../../../data/metrics.ts'
import { isoDay } from '../../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Day } from '../day.ts'

/** A market whose managed money has a metric. */
export type FundMarket = MetricName extends infer Name
  ? Name extends `${infer Market}-managed-money-net`
    ? Market
    : never
  : never

/** A futures market by the name its series have, and its name in a table. */
interface Market {
  readonly market: FundMarket
  readonly name: string
}

const yearDays = 365
/** Years in which a net position is ranked, in days. */
const rankedDays = 3 * yearDays

/** The value of exactly a period. */
function on(column: Column | null, period: number): number | null {
  const i = column === null ? -1 : indexAtOrBefore(column, period)
  return i >= 0 && column!.period[i] === period ? column!.value[i]! : null
}

/** Long, short and net positions of managed money on the newest Tuesday of each market, futures only, with its place in three years. */
export function positionSection(day: Day, markets: readonly Market[]): Section[] {
  const rows = markets.flatMap(({ market, name }) => {
    const net = day.reading(`${market}-managed-money-net`)
    const column = day.column(`${market}-managed-money-net`)
    if (net === null || column === null || net.freshness.status === 'stale') return []
    const period = column.period.at(-1)!
    const from = indexAtOrBefore(column, period - rankedDays) + 1
    const ranked = column.value.subarray(from)
    const [long, short, open] = ['managed-money-long', 'managed-money-short', 'open-interest'].map((kind) =>
      on(day.series(`cftc.${market}.${kind}`), period),
    )
    const before = column.value.at(-2)
    return [
      {
        metric: net.metric,
        market: name,
        period: isoDay(period),
        long: long ?? null,
        short: short ?? null,
        net: net.value,
        week_change: before === undefined ? null : net.value - before,
        share: open ? Number(((100 * net.value) / open).toPrecision(12)) : null,
        rank: Math.round((100 * ranked.filter((each) => each <= net.value).length) / ranked.length),
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'positions',
      title: 'Positions of managed money',
      note: 'Contracts on the Tuesday, futures only, from the disaggregated report; contracts of different markets do not add up. Rank is the share of the weeks of three years with no larger a net position.',
      columns: [
        { key: 'market', label: 'Market', unit: null },
        { key: 'period', label: 'Tuesday', unit: null },
        { key: 'long', label: 'Long', unit: 'contracts' },
        { key: 'short', label: 'Short', unit: 'contracts' },
        { key: 'net', label: 'Net', unit: 'contracts' },
        { key: 'week_change', label: 'Change in a week', unit: 'contracts' },
        { key: 'share', label: 'Of open interest', unit: 'percent' },
        { key: 'rank', label: 'Rank', unit: 'percent' },
      ],
      rows,
    },
  ]
}
