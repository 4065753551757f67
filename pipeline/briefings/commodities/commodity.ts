import type { BriefingId } from '../../../data/briefings.ts'
import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { differsFromZero } from '../../analysis/correlation-interval.ts'
import type { Section } from '../../documents/briefing.ts'
import type { ChangeUnit } from '../../documents/reading.ts'
import type { Briefer, Day } from '../day.ts'
import { signalOf } from '../states/signals.ts'
import { inWords } from '../story/amounts.ts'
import { nameOf } from '../story/names.ts'
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
  /** Its futures market, by the name its series have. */
  readonly market: FundMarket
  readonly exchange: string
  /** What it is read against, each with its correlation with the fund. */
  readonly drivers: readonly MetricName[]
  readonly notes: readonly string[]
}

/** What is said of a fund that holds futures. */
export const rolled = (fund: string, commodity: string): string =>
  `${fund} holds futures and rolls them: its drift against ${commodity} is roll yield, not an error of the price.`

const labels = { bullish: 'rising', bearish: 'falling', neutral: 'steady' } as const

/** The briefing on one commodity: the fund, the month, positions, and drivers with their measured relationship. */
export function commodityBriefer(parts: CommodityParts): Briefer {
  const { briefing, name, fund, months, market, exchange, notes } = parts
  const [month] = months
  return {
    id: briefing,
    state: signalOf(fund, labels, { fallback: month }),
    tell: (day) => {
      return {
        nothing: `No price of ${name} is on record for this day.`,
        ranked: [fund, month, `${market}-managed-money-net`],
        also: driverSentences(parts, day),
        sections: [
          ...monthSection(day, months),
          ...positionSection(day, [{ market, name: exchange }]),
          ...driverSection(parts, day),
        ],
        notes: [
          ...(day.column(fund) === null ? ['No close of the fund is on record: the state follows the price of the month.'] : []),
          ...notes,
        ],
      }
    },
  }
}

/** Every driver with its own month and its correlation with the fund. */
function driverSection({ fund, drivers }: CommodityParts, day: Day): Section[] {
  const price = day.column(fund)
  if (price === null || (day.reading(fund)?.freshness.status ?? 'stale') === 'stale') return []
  const rows = drivers.flatMap((driver) => {
    const reading = day.reading(driver)
    if (reading === null || reading.freshness.status === 'stale') return []
    const month = reading.trend['30d']
    return [
      {
        metric: driver,
        driver: metricByName.get(driver)!.title,
        period: reading.period,
        change: month?.change ?? null,
        change_unit: month === null ? null : unitOf(month.change_unit, reading.unit),
        ...linkCells(linkTo(price, driver, day)),
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'drivers',
      title: 'What it moves with',
      note: `Pearson correlation of the last ${linkedChanges} daily changes of the fund's share and of each driver, on days both have: it describes, and does not forecast.`,
      columns: [
        { key: 'driver', label: 'Driver', unit: null },
        { key: 'period', label: 'As of', unit: null },
        { key: 'change', label: 'A month', unit: null },
        ...linkColumns,
      ],
      rows,
    },
  ]
}

/** The unit of a change in a table. */
function unitOf(kind: ChangeUnit, unit: string): string {
  if (kind === 'percent') return 'percent'
  if (kind === 'basis_points') return 'bp'
  return unit === 'percent' ? 'pp' : unit
}

/** The clearest link of the fund. */
function driverSentences({ fund, drivers }: CommodityParts, day: Day): string[] {
  const price = day.column(fund)
  if (price === null || (day.reading(fund)?.freshness.status ?? 'stale') === 'stale') return []
  const links = drivers.flatMap((driver) => {
    const link = day.reading(driver)?.freshness.status === 'stale' ? null : linkTo(price, driver, day)
    return link === null ? [] : [{ driver, link }]
  })
  const clear = links.filter(({ link }) => differsFromZero(link)).sort((a, b) => Math.abs(b.link.value) - Math.abs(a.link.value))
  const [first] = clear
  if (links.length === 0) return []
  if (!first)
    return [`None of its ${inWords(links.length)} drivers has clearly moved with the fund over ${linkedChanges} sessions.`]
  const { name } = nameOf({ metric: first.driver, title: metricByName.get(first.driver)!.title })
  const way = first.link.value < 0 ? 'against' : 'with'
  return [
    `Over ${linkedChanges} sessions the fund moved most clearly ${way} ${name}: correlation ${first.link.value.toFixed(2)}.`,
  ]
}
