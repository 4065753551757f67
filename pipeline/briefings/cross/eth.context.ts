import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { dayInWords } from '../../values/amounts.ts'
import { columnDaysUpTo, valueOn } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import { averageSection, etherAverage, momentumFacts } from '../average.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentReading, mapCurrentRows } from '../readings.ts'
import { levelState } from '../states/level.ts'
import { listing, table } from '../table.ts'

/** What surrounds ether. */
export const etherContext: BriefingDefinition = {
  id: 'eth.context',
  state: levelState('ether-gap-200d', { enter: 5, leave: 2, labels: ['below average', 'near average', 'above average'] }),
  tell: (day) => ({
    nothing: 'Nothing about ether is on record for this day.',
    facts: momentumFacts(day, etherAverage),
    // the month of the price is in the first fact
    ranked: ['ether-bitcoin-ratio', 'ether-leveraged-net', 'ether-asset-managers-net', 'ether-funding', 'ether-fees'],
    sections: [...averageSection(day, etherAverage), ...holderSection(day), ...carrySection(day)],
    notes: [
      'Positions are those of the CME futures of 50 ether, futures only: neither options nor the smaller contracts are in them.',
      'The staking rate is Lido’s and after its fee; other validators earn another. Funding is that of one swap on OKX.',
      'Transactions and fees are those of the main chain; what happens on chains built on it is not counted. No free source gives the validators’ queue.',
    ],
  }),
}

const holders = [
  { holder: 'Leveraged funds', group: 'leveraged-funds' },
  { holder: 'Asset managers', group: 'asset-managers' },
  { holder: 'Dealers', group: 'dealers' },
] as const

/** Contracts of a group on a Tuesday; null unless both sides are on record. */
function positionsOf(group: string, day: Day, tuesday: number) {
  const long = valueOn(day.series(`cftc.ether.${group}-long`), tuesday)
  const short = valueOn(day.series(`cftc.ether.${group}-short`), tuesday)
  return long === null || short === null ? null : { long, short, net: long - short }
}

/** Holders of ether futures on the CME, in contracts of 50 ether, with the change of the net position in a week and its share of the market. */
function holderSection(day: Day): Section[] {
  const open = currentReading(day, 'ether-futures-open-interest') && day.series('cftc.ether.open-interest')
  if (!open) return []
  const total = open.value.at(-1)!
  const tuesday = open.period.at(-1)!
  const weekBefore = open.period.at(-2)
  return listing('holders', 'Positions in CME ether futures', {
    note: `Contracts on ${dayInWords(isoDay(tuesday), isoDay(day.asOf))}. Leveraged funds are short mostly against ether or shares of its funds that they hold. Small traders and others make up the rest.`,
    things: holders.flatMap(({ holder, group }) => {
      const now = positionsOf(group, day, tuesday)
      return now ? [{ holder, ...now, before: weekBefore === undefined ? null : positionsOf(group, day, weekBefore) }] : []
    }),
    columns: {
      holder: ['Holder', ({ holder }) => holder],
      long: ['Long | contracts', ({ long }) => long],
      short: ['Short | contracts', ({ short }) => short],
      net: ['Net | contracts', ({ net }) => net],
      change: ['Net, change in a week | contracts', ({ net, before }) => before && net - before.net],
      share: ['Net, of open interest | percent', ({ net }) => (total > 0 ? rounded((100 * net) / total, 1) : null)],
    },
  })
}

const rates = [
  { metric: 'ether-staking-rate', what: 'Staking at Lido, after its fee' },
  { metric: 'ether-funding', what: 'Funding of the OKX swap, paid by longs' },
] as const

/** What holding ether pays and what a bet on it costs, percent a year: the newest day, and the mean of seven days. */
const carrySection = (day: Day): Section[] =>
  table('carry', 'What ether pays and what a bet on it costs', {
    columns: { what: 'Rate', period: 'Day', rate: 'A year | percent', week: 'Mean of seven days | percent' },
    rows: mapCurrentRows(day, rates, ({ metric, what, reading: { period, value: rate }, column }) => {
      const week = columnDaysUpTo(column, column.period.at(-1)!, 7).value
      const mean = week.reduce((sum, value) => sum + value, 0) / week.length
      return { metric, what, period, rate, week: week.length === 7 ? rounded(mean, 3) : null }
    }),
  })
