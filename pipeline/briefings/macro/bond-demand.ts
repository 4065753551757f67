import { briefingById } from '../../../data/briefings.ts'
import type { MetricName } from '../../../data/metrics.ts'
import { isoDay } from '../../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import type { Day } from '../day.ts'
import { currentReading, ownHistoryOf } from '../own-history.ts'
import { amount, dayInWords } from '../story/amounts.ts'
import { nameOf } from '../story/names.ts'
import { type Fact, weightOf } from '../story/ranking.ts'
import { monthOf, subjectOf } from '../story/subject.ts'
import { withoutTwins } from '../tell.ts'
import { figure } from '../words.ts'

const quarter = 91
/** Percentage points from the median at which a level within its own history weighs as much as one unit of strength. */
const usualDistance = 30

/** The value 13 weeks before a period (day number), of the same weekday; NaN where there is none. */
export function quarterBefore(column: Column, period: number): number {
  const at = indexAtOrBefore(column, period - quarter)
  return at >= 0 && column.period[at] === period - quarter ? column.value[at]! : Number.NaN
}

/** `, more than in 84% of months since January 2020`. Empty where there is no history. */
function against(column: Column | null, today: string): string {
  const history = ownHistoryOf(column)
  return history === null ? '' : `, more than in ${figure(history.above, 0)}% of months since ${monthOf(history.since, today)}`
}

/** How a fact on a level is ranked: by how far the level is from the middle of its history, and by its moves. */
function standingOf(reading: Reading, day: Day) {
  const subject = subjectOf(reading, day.column(reading.metric), isoDay(day.asOf))
  const above = ownHistoryOf(day.column(reading.metric))?.above ?? 50
  const distance = Math.abs(above - 50) / usualDistance
  return {
    metric: reading.metric,
    about: subject.name.name,
    kind: 'move',
    weight: Math.max(weightOf(subject), distance * (subject.isNews ? 1 : 0.5)),
    isNews: subject.isNews,
    strength: subject.moves[0]?.strength ?? 0,
    asides: [],
    isSplit: true,
  } as const satisfies Partial<Fact>
}

const size = (value: number): string => amount(Math.abs(value), 'USD bn')

/** What foreigners bought of long-term Treasuries in the newest month. */
function foreignFact(day: Day): Fact[] {
  const reading = currentReading(day, 'foreign-treasury-purchases')
  if (reading === null) return []
  const today = isoDay(day.asOf)
  const month = monthOf(reading.period, today)
  const bought = reading.value < 0 ? 'sold' : 'bought'
  const way = reading.value < 0 ? -1 : 1
  return [
    {
      ...standingOf(reading, day),
      way,
      meaning: way,
      text: `Foreign net purchases of long-term Treasuries came to ${amount(reading.value, 'USD bn')} in ${month}${against(day.column(reading.metric), today)}.`,
      clauses: [
        [`Foreigners ${bought} a net ${size(reading.value)} of long-term Treasuries in ${month}`],
        [`Foreign net purchases of long-term Treasuries came to ${amount(reading.value, 'USD bn')} in ${month}`],
      ],
    },
  ]
}

/** What primary dealers took onto their books in 13 weeks, with and without inflation-linked securities. */
function dealerFact(day: Day): Fact[] {
  const reading = currentReading(day, 'dealer-treasuries')
  const change = currentReading(day, 'dealer-treasuries-13w')
  const nominal = currentReading(day, 'dealer-nominal-13w')
  if (!reading || !change || !nominal || change.period !== reading.period) return []
  const grew = change.value < 0 ? 'shrank' : 'grew'
  const way = change.value < 0 ? -1 : 1
  const on = dayInWords(reading.period, isoDay(day.asOf))
  const without = nominal.value < 0 === change.value < 0 ? 'by' : nominal.value < 0 ? 'they shrank' : 'they grew'
  return [
    {
      ...standingOf(reading, day),
      way,
      meaning: 0,
      text: `Dealers' Treasury positions ${grew} ${size(change.value)} in the 13 weeks to ${on}, to ${amount(reading.value, 'USD bn')}; without inflation-linked securities ${without} ${size(nominal.value)}.`,
      clauses: [
        [
          `Dealers' Treasury positions ${grew} ${size(change.value)} in 13 weeks, to ${amount(reading.value, 'USD bn')}`,
          `Dealers' Treasury positions ${grew} ${size(change.value)} in 13 weeks`,
        ],
        [`In 13 weeks dealers' Treasury positions ${grew} ${size(change.value)}`],
      ],
    },
  ]
}

/** How far leveraged funds are long or short the 10-year note. */
function speculatorFact(day: Day): Fact[] {
  const reading = currentReading(day, 'leveraged-net-10y')
  if (reading === null) return []
  const today = isoDay(day.asOf)
  const side = reading.value < 0 ? 'short' : 'long'
  const contracts = figure(Math.abs(reading.value), 0)
  const name = nameOf(reading).name
  return [
    {
      ...standingOf(reading, day),
      way: reading.value < 0 ? -1 : 1,
      meaning: 0,
      text: `Leveraged funds' position in 10-year futures was ${contracts} contracts net ${side} on ${dayInWords(reading.period, today)}${longerShare(day, reading)}.`,
      clauses: [
        [`Leveraged funds are net ${side} ${contracts} contracts of 10-year futures`],
        [`${name.charAt(0).toUpperCase()}${name.slice(1)} is net ${side} ${contracts} contracts`],
      ],
    },
  ]
}

/** `; it was further short in 29% of weeks since June 2006`: the share of earlier weeks with a lower position. */
function longerShare(day: Day, { metric, value }: Reading): string {
  const history = ownHistoryOf(day.column(metric))
  if (history === null) return ''
  const share = figure(history.above, 0)
  const since = monthOf(history.since, isoDay(day.asOf))
  return value < 0
    ? `; it was further short in ${share}% of weeks since ${since}`
    : `, further long than in ${share}% of weeks since ${since}`
}

/** What the facts below tell: it is not told again as a reading. */
const leadingApart: readonly string[] = ['foreign-treasury-purchases', 'dealer-treasuries', 'leveraged-net-10y']

/** The readings of a briefing on bonds that may lead beside its facts. */
export function rankedBeside(briefing: string): MetricName[] {
  return withoutTwins(briefingById.get(briefing)!.metrics).filter((metric) => !leadingApart.includes(metric))
}

/** Who buys, who warehouses and who bets: in this order where they are equally unusual. */
export const demandFacts = (day: Day): Fact[] => [...foreignFact(day), ...dealerFact(day), ...speculatorFact(day)]

const measures = [
  'foreign-treasury-purchases',
  'foreign-official-purchases',
  'dealer-treasuries',
  'dealer-treasuries-13w',
  'dealer-nominal-13w',
  'leveraged-net-10y',
  'asset-managers-net-10y',
  'treasury-10y',
] as const

/** Each measure of demand against all of its own earlier values. */
export function demandSection(day: Day): Section[] {
  const rows = measures.flatMap((metric) => {
    const reading = currentReading(day, metric)
    const history = ownHistoryOf(day.column(metric))
    if (reading === null || history === null) return []
    const { title, value, unit, period } = reading
    return [{ metric, reading: title, value, value_unit: unit, period, above: history.above, since: history.since }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'demand',
      title: 'Each reading against its own history',
      note: 'Higher than: the share of all earlier values on record that were lower. A short position is below zero: the lower, the larger the short.',
      columns: [
        { key: 'reading', label: 'Measure', unit: null },
        { key: 'value', label: 'Newest', unit: null },
        { key: 'period', label: 'As of', unit: null },
        { key: 'above', label: 'Higher than', unit: 'percent' },
        { key: 'since', label: 'Of all since', unit: null },
      ],
      rows,
    },
  ]
}
