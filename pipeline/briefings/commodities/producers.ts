import type { BriefingId } from '../../../data/briefings.ts'
import type { MetricName } from '../../../data/metrics.ts'
import { commodityProducers, type Producer } from '../../../data/series/closes.ts'
import type { SeriesName } from '../../../data/series.ts'
import { upstreamOf } from '../../analysis/series-source.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { splitAdjusted } from '../../formulas/split-adjusted.ts'
import { isoDay } from '../../time/day.ts'
import { dayInWords, figure, inWords } from '../../values/amounts.ts'
import { type Column, columnDaysUpTo, valueOn } from '../../values/column.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { metricSignalState } from '../states/signals.ts'
import { longestFittingClause } from '../story/headline.ts'
import { capitalised, nameOf } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { listing } from '../table.ts'
import { correlationChangeCount, correlationColumns, correlationWithMetric } from './measured-links.ts'
import { monthSection, percentBetween } from './month-prices.ts'

/** A listed company beside what it sells or buys. */
interface CoveredCompany {
  readonly series: SeriesName
  readonly name: string
  /** The daily price its changes are correlated with. */
  readonly beside: MetricName
}

/** Companies beside one price. */
export const companiesComparedWith = (beside: MetricName, ...tickers: readonly Producer[]): CoveredCompany[] =>
  tickers.map((ticker) => ({ series: `${ticker}.close`, name: commodityProducers[ticker], beside }))

/** What a briefing on producers has. */
interface ProducerGroup {
  readonly briefing: BriefingId
  /** `oil companies`. */
  readonly name: string
  /** What the states call the commodity: `oil rising`. */
  readonly subject: string
  /** The daily price the group is set against, and how a sentence calls it. */
  readonly commodity: MetricName
  readonly called: string
  /** Prices of the month of what the companies sell and buy. */
  readonly months: readonly MetricName[]
  readonly companies: readonly CoveredCompany[]
  readonly notes: readonly string[]
}

/** A close older than so many days is left out, and a day both have is looked for so many days back. */
const oldestDays = 10

/** A company with its closes in the shares of the newest of them. */
interface PricedProducer {
  readonly company: CoveredCompany
  readonly column: Column
}

/** The companies that have a recent close. */
function standingsOf({ companies }: ProducerGroup, day: Day): PricedProducer[] {
  return companies.flatMap((company) => {
    const name = company.series
    const column = day.series(name)
    if (column === null || day.asOf - column.period.at(-1)! > oldestDays) return []
    const read = { column, words: null, dependsOn: [name], parts: () => [], notes: () => [] }
    const adjusted = splitAdjusted([read], { name, unit: column.unit })
    return adjusted ? [{ company, column: adjusted.column }] : []
  })
}

/** The newest day at or before `day` on which both have a price, when it is near. */
const commonDay = (a: Column, b: Column, day: number): number | null =>
  columnDaysUpTo(a, day, oldestDays + 1).period.findLast((each) => valueOn(b, each) !== null) ?? null

/** Percent of a share, and of the price next to it, to a day (day number) both have. */
interface Compared {
  readonly to: number
  readonly own: number | null
  readonly beside: number | null
}

/** Both from one day that both have to the newest such day; the share alone where the price is missing or does not go back so far. */
function compare(share: Column, price: Column | null, days: number): Compared | null {
  const other = price ?? share
  const to = commonDay(share, other, Math.min(share.period.at(-1)!, other.period.at(-1)!))
  if (to === null) return null
  const from = commonDay(share, other, to - days)
  const own = percentBetween(share, from ?? commonDay(share, share, to - days), to)
  return { to, own, beside: price && percentBetween(price, from, to) }
}

/** The briefing that sets companies beside their commodity. */
export function producerBriefer(group: ProducerGroup): BriefingDefinition {
  const { briefing, subject, commodity, months, notes } = group
  const labels = { bullish: `${subject} rising`, bearish: `${subject} falling`, neutral: `${subject} steady` }
  const [month] = months
  return {
    id: briefing,
    state: metricSignalState(commodity, labels, month === undefined ? {} : { fallback: month }),
    about: group.companies.map(({ series }) => series),
    tell: (day) => {
      const standings = standingsOf(group, day)
      return {
        nothing: 'No price of the commodity is on record for this day.',
        facts: groupFacts(group, standings, day),
        sections: [...companySection(standings, day), ...monthSection(day, months)],
        rests: standings.map(({ company: { series }, column }) => ({
          upstream: upstreamOf(series, day.series(series)),
          period: isoDay(column.period.at(-1)!),
        })),
        notes: [...missingNotes(group, standings), ...notes, ...commonNotes],
      }
    },
  }
}

const commonNotes = [
  'Changes are of closes adjusted for splits, not for dividends: they are not total returns.',
  `Correlations are of the last ${correlationChangeCount} daily changes on days both have a price: they describe, and do not forecast.`,
]

function missingNotes({ companies }: ProducerGroup, standings: readonly PricedProducer[]): string[] {
  const absent = companies.filter((company) => !standings.some((each) => each.company === company))
  return absent.length === 0 ? [] : [`No recent share prices for ${absent.map(({ name }) => name).join(', ')}.`]
}

const companySection = (standings: readonly PricedProducer[], day: Day): Section[] =>
  listing('companies', 'Companies beside the commodity', {
    note: 'Percent over 30 days, 90 days and a year, of the share and of its commodity, both to the newest day that both have.',
    things: standings.map(({ company: { series, name, beside }, column }) => {
      const [month, quarter, year] = [30, 90, 365].map((days) => compare(column, day.column(beside), days))
      return { series, name, beside, column, month, quarter, year, link: correlationWithMetric(column, beside, day) }
    }),
    columns: {
      ticker: [null, ({ series }) => series.split('.')[0]],
      company: ['Company', ({ name }) => name],
      close: ['Close | USD', ({ column }) => column.value.at(-1)],
      period: ['Day', ({ column }) => isoDay(column.period.at(-1)!)],
      compared_to: ['Compared to', ({ month }) => month && isoDay(month.to)],
      '30d': ['30 days | percent', ({ month }) => month?.own],
      '90d': ['90 days | percent', ({ quarter }) => quarter?.own],
      '365d': ['a year | percent', ({ year }) => year?.own],
      beside: ['Beside', ({ beside }) => nameOf({ metric: beside }).name],
      beside_30d: ['its 30 days | percent', ({ month }) => month?.beside],
      beside_90d: ['its 90 days | percent', ({ quarter }) => quarter?.beside],
      beside_365d: ['its a year | percent', ({ year }) => year?.beside],
      ...correlationColumns,
    },
  })

/** How many of the companies did better than the commodity over 90 days. */
function groupFacts({ commodity, called, name }: ProducerGroup, standings: readonly PricedProducer[], day: Day): Fact[] {
  const price = day.column(commodity)
  if (price === null) return []
  const compared = standings.flatMap(({ company, column }) => {
    const { to, own = null, beside = null } = compare(column, price, 90) ?? {}
    const isKnown = to !== undefined && own !== null && beside !== null && day.asOf - to <= oldestDays
    return isKnown ? [{ name: company.name, to, own, beside }] : []
  })
  const to = Math.max(...compared.map((each) => each.to))
  const alike = compared.filter((each) => each.to === to).sort((a, b) => b.own - a.own)
  const [best, worst] = [alike[0], alike.at(-1)]
  if (!best || !worst) return []
  const ahead = alike.filter(({ own, beside }) => own > beside).length
  const isAll = ahead === alike.length && ahead > 1
  const count = `${isAll ? 'all' : `${ahead === 0 ? 'none' : inWords(ahead)} of`} ${inWords(alike.length)} ${name}`
  // the fund by its ticker alone where there is no room for what it holds
  const shortly = (clause: (named: string) => string) => [clause(called), clause(called.split(' ').at(-1)!)] as const
  const signed = (change: number) => `(${change > 0 ? '+' : ''}${figure(change, 1)}%)`
  return [
    subjectFact({
      metric: commodity,
      about: called,
      way: Math.sign(ahead * 2 - alike.length) as -1 | 0 | 1,
      text: `Over the 90 days to ${dayInWords(isoDay(to), isoDay(day.asOf))} ${count} did better than ${called} ${signed(best.beside)}: ${best.name} did best ${signed(best.own)}, ${worst.name} worst ${signed(worst.own)}.`,
      clauses: [
        [
          longestFittingClause(
            ...shortly((named) => `${capitalised(count)} did better than ${named} ${signed(best.beside)} over 90 days`),
          ),
        ],
        [
          longestFittingClause(
            ...shortly((named) => `Over 90 days ${count} ${ahead < 2 ? 'is' : 'are'} ahead of ${named} ${signed(best.beside)}`),
          ),
        ],
      ],
    }),
  ]
}
