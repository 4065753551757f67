import type { MetricName } from '../../../data/metrics.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { columnDaysUpTo, valueOn } from '../../values/column.ts'
import { twelveDigits } from '../../values/rounding.ts'
import { currentOf, percentRankOfLast, roundedChange } from '../readings.ts'
import { listing } from '../table.ts'

type MarketOf<Metric> = Metric extends `${infer Market}-managed-money-net` ? Market : never

/** A futures market whose managed money has a metric, by the name its series have, and its name in a table. */
export interface FundMarket {
  readonly market: MarketOf<MetricName>
  readonly name: string
}

/** Days in which a net position is ranked. */
const rankedDays = 3 * 365

/** Long, short and net positions of managed money on the newest Tuesday of each market, futures only, with its place in three years. */
export const managedMoneySection = (day: Day, markets: readonly FundMarket[]): Section[] =>
  listing('positions', 'Positions of managed money', {
    note: 'Contracts on the Tuesday, futures only, from the disaggregated report; contracts of different markets do not add up. Rank is the share of the weeks of three years with no larger a net position.',
    things: markets.flatMap(({ market, name }) =>
      currentOf(day, [`${market}-managed-money-net`], ({ metric, reading: { value: net }, column }) => {
        const tuesday = column.period.at(-1)!
        const contracts = (kind: string) => valueOn(day.series(`cftc.${market}.${kind}`), tuesday)
        return { metric, name, net, column, tuesday, contracts, open: contracts('open-interest') }
      }),
    ),
    columns: {
      metric: [null, ({ metric }) => metric],
      market: ['Market', ({ name }) => name],
      period: ['Tuesday', ({ tuesday }) => isoDay(tuesday)],
      long: ['Long | contracts', ({ contracts }) => contracts('managed-money-long')],
      short: ['Short | contracts', ({ contracts }) => contracts('managed-money-short')],
      net: ['Net | contracts', ({ net }) => net],
      week_change: ['Change in a week | contracts', ({ net, column }) => roundedChange(column.value.at(-2) ?? null, net, 0)],
      share: ['Of open interest | percent', ({ net, open }) => (open ? twelveDigits((100 * net) / open) : null)],
      rank: ['Rank | percent', ({ column, tuesday }) => percentRankOfLast(columnDaysUpTo(column, tuesday, rankedDays).value)],
    },
  })
