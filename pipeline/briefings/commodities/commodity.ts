import type { BriefingId } from '../../../data/briefings.ts'
import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { differsFromZero } from '../../analysis/correlation.ts'
import { moveBetween } from '../../analysis/trend.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { ChangeUnit } from '../../documents/reading.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { amountOf, dayInWords, inWords, monthInWords } from '../../values/amounts.ts'
import { indexAtOrBefore } from '../../values/column.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading } from '../readings.ts'
import { metricSignalState } from '../states/signals.ts'
import { fitsHeadline } from '../story/headline.ts'
import { capitalised, nameOf } from '../story/names.ts'
import { directionSigns, type Fact, subjectFact } from '../story/ranking.ts'
import { listing } from '../table.ts'
import { type FundMarket, managedMoneySection } from './fund-positions.ts'
import { correlationChangeCount, correlationColumns, correlationWithMetric } from './measured-links.ts'
import { monthSection } from './month-prices.ts'

/** What a briefing on one commodity has. */
interface CommodityParts {
  readonly briefing: BriefingId
  /** As it stands inside a sentence. */
  readonly name: string
  /** A share of the fund that holds it: the daily gauge, never the price of the commodity. */
  readonly fund: MetricName
  /** Prices of the month, the one of the fund and the futures first. */
  readonly months: readonly [MetricName, ...MetricName[]]
  readonly futures: FundMarket
  /** What it is read against, each with its correlation with the fund. */
  readonly drivers: readonly MetricName[]
  /** The driver that opens the briefing while no price is fresh. */
  readonly driver: MetricName
  readonly notes: readonly string[]
}

/** The note on a fund that holds futures. */
export const futuresRollNote = (fund: string, commodity: string): string =>
  `${fund} holds futures and rolls them: its drift against ${commodity} is roll yield, not an error of the price.`

const labels = { bullish: 'rising', bearish: 'falling', neutral: 'steady' } as const

/** The briefing on one commodity: the fund, the month, positions, and drivers with their measured relationship. */
export function commodityBriefing(parts: CommodityParts): BriefingDefinition {
  const { briefing, name, fund, months, futures, notes } = parts
  const [month] = months
  const state = metricSignalState(fund, labels, { fallback: month })
  return {
    id: briefing,
    state,
    tell: (day) => ({
      nothing: `No price of ${name} is on record for this day.`,
      facts: driverFacts(parts, day),
      ranked: [fund, month, `${futures.market}-managed-money-net`],
      also: driverSentences(parts, day),
      sections: [...monthSection(day, months), ...managedMoneySection(day, [futures]), ...driverSection(parts, day)],
      notes: [...fallbackNotes(day, fund, state.inputs(day)), ...notes],
    }),
  }
}

/** `Gold’s newest price is May’s average, $4,587 an ounce; the 10-year real yield has since risen to 2.32% on 15 July.` */
function driverFacts({ name, fund, months: [month], driver }: CommodityParts, day: Day): Fact[] {
  const price = day.reading(month)
  if (currentReading(day, fund) !== null || price === null || price.freshness.status === 'fresh') return []
  return currentOf(day, [driver], ({ metric, reading: { value, unit, period }, column }) => {
    const then = indexAtOrBefore(column, dayNumber(price.period)!)
    if (then < 0) return null
    const kind = metricByName.get(metric)!.change
    const { direction } = moveBetween(column.value[then]!, value, kind, unit)
    const way = directionSigns[direction]
    const spoken = nameOf({ metric })
    const have = spoken.plural ? 'have' : 'has'
    const to = amountOf(metric, value, unit)
    const moved = way === 0 ? `${have} not moved since, at ${to}` : `${have} since ${way > 0 ? 'risen' : 'fallen'} to ${to}`
    const newest = monthInWords(price.period, isoDay(day.asOf))
    const driven = `${spoken.name} ${moved}`
    const clausesOf = (opening: string) => [[`${opening}; ${driven}`].find(fitsHeadline) ?? opening]
    return subjectFact({
      ...{ metric, about: spoken.name, way, isSplit: true },
      text: `${capitalised(name)}’s newest price is ${newest}’s average, ${amountOf(month, price.value, price.unit)}; ${driven} on ${dayInWords(period, isoDay(day.asOf))}.`,
      clauses: [clausesOf(`No ${name} price since ${newest}`), clausesOf(`${capitalised(name)}’s newest price is for ${newest}`)],
    })
  })
}

/** That the state does not follow the fund, and why. */
function fallbackNotes(day: Day, fund: MetricName, inputs: readonly string[]): string[] {
  const isAbsent = day.column(fund) === null
  if (!isAbsent && inputs.includes(fund)) return []
  return [`${isAbsent ? 'No close' : 'No current close'} of the fund is on record: the state follows the price of the month.`]
}

/** Every driver that is current, with its correlation with the fund; none where the fund is not current itself. */
function linksOf({ fund, drivers }: CommodityParts, day: Day) {
  const price = currentReading(day, fund) && day.column(fund)
  return price
    ? currentOf(day, drivers, ({ metric, reading }) => ({ reading, link: correlationWithMetric(price, metric, day) }))
    : []
}

/** Every driver with its own month and its correlation with the fund. */
const driverSection = (parts: CommodityParts, day: Day): Section[] =>
  listing('drivers', 'What it moves with', {
    note: `Pearson correlation of the last ${correlationChangeCount} daily changes of the fund’s share and of each driver, on days both have: it describes, and does not forecast.`,
    things: linksOf(parts, day),
    columns: {
      metric: [null, ({ reading }) => reading.metric],
      driver: ['Driver', ({ reading }) => reading.title],
      period: ['As of', ({ reading }) => reading.period],
      change: ['A month', ({ reading }) => reading.trend['30d']?.change],
      change_unit: [null, ({ reading: { trend, unit } }) => trend['30d'] && unitOf(trend['30d'].change_unit, unit)],
      ...correlationColumns,
    },
  })

/** The unit of a change in a table. */
function unitOf(kind: ChangeUnit, unit: string): string {
  if (kind === 'percent') return 'percent'
  if (kind === 'basis_points') return 'bp'
  return unit === 'percent' ? 'pp' : unit
}

/** The clearest link of the fund. */
function driverSentences(parts: CommodityParts, day: Day): string[] {
  const links = linksOf(parts, day).flatMap(({ reading, link }) => (link ? [{ reading, link }] : []))
  if (links.length === 0) return []
  const clear = links.filter(({ link }) => differsFromZero(link)).sort((a, b) => Math.abs(b.link.value) - Math.abs(a.link.value))
  if (!clear[0])
    return [
      `None of its ${inWords(links.length)} drivers has clearly moved with the fund over ${correlationChangeCount} sessions.`,
    ]
  const { reading, link } = clear[0]
  const way = link.value < 0 ? 'against' : 'with'
  return [
    `Over ${correlationChangeCount} sessions the fund moved most clearly ${way} ${nameOf(reading).name}: correlation ${link.value.toFixed(2)}.`,
  ]
}
