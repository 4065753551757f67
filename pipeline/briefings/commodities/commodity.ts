import { type BriefingId, briefingById } from '../../../data/briefings.ts'
import type { MetricName } from '../../../data/metrics.ts'
import { inWords, monthInWords } from '../../analysis/amounts.ts'
import { differsFromZero } from '../../analysis/correlation.ts'
import type { Day } from '../../analysis/days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { ChangeUnit } from '../../documents/reading.ts'
import { isoDay } from '../../time/day.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading } from '../readings.ts'
import { signalOf } from '../states/signals.ts'
import { fits } from '../story/headline.ts'
import { nameOf } from '../story/names.ts'
import type { Fact } from '../story/ranking.ts'
import { factOf } from '../story/sentences.ts'
import { subjectOf } from '../story/subject.ts'
import { table } from '../table.ts'
import { type FundMarket, positionSection } from './fund-positions.ts'
import { linkCells, linkColumns, linkedChanges, linkTo } from './measured-links.ts'
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
  readonly notes: readonly string[]
}

/** The note on a fund that holds futures. */
export const rolled = (fund: string, commodity: string): string =>
  `${fund} holds futures and rolls them: its drift against ${commodity} is roll yield, not an error of the price.`

const labels = { bullish: 'rising', bearish: 'falling', neutral: 'steady' } as const

/** The briefing on one commodity: the fund, the month, positions, and drivers with their measured relationship. */
export function commodityBriefer(parts: CommodityParts): BriefingDefinition {
  const { briefing, name, fund, months, futures, notes } = parts
  const [month] = months
  const state = signalOf(fund, labels, { fallback: month })
  return {
    id: briefing,
    state,
    tell: (day) => ({
      nothing: `No price of ${name} is on record for this day.`,
      facts: driverFacts(parts, day),
      ranked: [fund, month, `${futures.market}-managed-money-net`],
      also: driverSentences(parts, day),
      sections: [...monthSection(day, months), ...positionSection(day, [futures]), ...driverSection(parts, day)],
      notes: [...fallbackNotes(day, fund, state.inputs(day)), ...notes],
    }),
  }
}

/** Where no price is fresh the strongest of what it is read against, and how old the newest price is. */
function driverFacts({ briefing, name, fund, months: [month], drivers }: CommodityParts, day: Day): Fact[] {
  const price = day.reading(month)
  if (currentReading(day, fund) !== null || price === null || price.freshness.status === 'fresh') return []
  const shown = drivers.filter((metric) => briefingById.get(briefing)!.metrics.includes(metric))
  const [strongest] = currentOf(day, shown, ({ reading, column }) => {
    const subject = subjectOf(reading, column, isoDay(day.asOf))
    const { asides } = factOf({ ...subject, record: null, near: null })
    const fact = factOf(subject)
    return { ...fact, asides: [...fact.asides, ...asides] }
  })
    .filter(({ isNews }) => isNews)
    .sort((a, b) => b.weight - a.weight)
  if (strongest === undefined) return []
  const { asides, text } = strongest
  const newest = monthInWords(price.period, isoDay(day.asOf))
  const clausesOf = (opening: string) => [[...asides.map((aside) => `${opening}; ${aside}`)].find(fits) ?? opening]
  return [
    {
      ...strongest,
      kind: 'subject',
      text: `The latest ${name} price on record is for ${newest}. ${text}`,
      clauses: [clausesOf(`No ${name} price since ${newest}`), clausesOf(`The latest ${name} price is for ${newest}`)],
      isSplit: true,
    },
  ]
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
  return price ? currentOf(day, drivers, ({ metric, reading }) => ({ reading, link: linkTo(price, metric, day) })) : []
}

/** Every driver with its own month and its correlation with the fund. */
const driverSection = (parts: CommodityParts, day: Day): Section[] =>
  table('drivers', 'What it moves with', {
    note: `Pearson correlation of the last ${linkedChanges} daily changes of the fund's share and of each driver, on days both have: it describes, and does not forecast.`,
    columns: { driver: 'Driver', period: 'As of', change: 'A month', ...linkColumns },
    rows: linksOf(parts, day).map(({ reading: { metric, title, period, unit, trend }, link }) => ({
      metric,
      driver: title,
      period,
      change: trend['30d']?.change ?? null,
      change_unit: trend['30d'] && unitOf(trend['30d'].change_unit, unit),
      ...linkCells(link),
    })),
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
    return [`None of its ${inWords(links.length)} drivers has clearly moved with the fund over ${linkedChanges} sessions.`]
  const { reading, link } = clear[0]
  const way = link.value < 0 ? 'against' : 'with'
  return [
    `Over ${linkedChanges} sessions the fund moved most clearly ${way} ${nameOf(reading).name}: correlation ${link.value.toFixed(2)}.`,
  ]
}
