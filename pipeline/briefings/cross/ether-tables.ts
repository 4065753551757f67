import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Day } from '../day.ts'
import { dayInWords } from '../story/amounts.ts'

const holders = [
  { holder: 'Leveraged funds', group: 'leveraged-funds' },
  { holder: 'Asset managers', group: 'asset-managers' },
  { holder: 'Dealers', group: 'dealers' },
] as const

/** The value of exactly this period, or null. */
function valueOn(column: Column | null, period: number): number | null {
  const i = column === null ? -1 : indexAtOrBefore(column, period)
  return i >= 0 && column!.period[i] === period ? column!.value[i]! : null
}

/** Who holds ether futures on the CME, in contracts of 50 ether, with the change of the net position in a week and its share of the market. */
export function holderSection(day: Day): Section[] {
  const open = day.series('cftc.ether.open-interest')
  const period = open?.period.at(-1)
  if (!open || period === undefined || day.reading('ether-futures-open-interest')?.freshness.status === 'stale') return []
  const total = open.value.at(-1)!
  const before = open.period.at(-2)
  const rows = holders.flatMap(({ holder, group }) => {
    const [longs, shorts] = [day.series(`cftc.ether.${group}-long`), day.series(`cftc.ether.${group}-short`)]
    const [long, short] = [valueOn(longs, period), valueOn(shorts, period)]
    if (long === null || short === null) return []
    const [longThen, shortThen] = before === undefined ? [null, null] : [valueOn(longs, before), valueOn(shorts, before)]
    const net = long - short
    const change = longThen === null || shortThen === null ? null : net - (longThen - shortThen)
    return [{ holder, long, short, net, change, share: total > 0 ? rounded((100 * net) / total, 1) : null }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'holders',
      title: 'Positions in CME ether futures',
      note: `Contracts on ${dayInWords(isoDay(period), isoDay(day.asOf))}. Leveraged funds are short mostly against ether or shares of its funds that they hold. Small traders and others make up the rest.`,
      columns: [
        { key: 'holder', label: 'Holder', unit: null },
        { key: 'long', label: 'Long', unit: 'contracts' },
        { key: 'short', label: 'Short', unit: 'contracts' },
        { key: 'net', label: 'Net', unit: 'contracts' },
        { key: 'change', label: 'Net, change in a week', unit: 'contracts' },
        { key: 'share', label: 'Net, of open interest', unit: 'percent' },
      ],
      rows,
    },
  ]
}

const rates = [
  { metric: 'ether-staking-rate', what: 'Staking at Lido, after its fee' },
  { metric: 'ether-funding', what: 'Funding of the OKX swap, paid by longs' },
] as const
const weekDays = 7

/** What holding ether pays and what a bet on it costs, percent a year: the newest day, and the mean of seven days. */
export function carrySection(day: Day): Section[] {
  const rows = rates.flatMap(({ metric, what }) => {
    const reading = day.reading(metric)
    const column = day.column(metric)
    if (!reading || !column || reading.freshness.status === 'stale') return []
    const newest = column.period.at(-1)!
    const week = column.value.filter((_, i) => column.period[i]! > newest - weekDays)
    const mean = week.reduce((sum, value) => sum + value, 0) / week.length
    return [
      {
        metric,
        what,
        period: reading.period,
        rate: reading.value,
        week: week.length === weekDays ? rounded(mean, 3) : null,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'carry',
      title: 'What ether pays and what a bet on it costs',
      note: null,
      columns: [
        { key: 'what', label: 'Rate', unit: null },
        { key: 'period', label: 'Day', unit: null },
        { key: 'rate', label: 'A year', unit: 'percent' },
        { key: 'week', label: 'Mean of seven days', unit: 'percent' },
      ],
      rows,
    },
  ]
}
