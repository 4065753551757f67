import { briefingById } from '../../../data/briefings.ts'
import type { MetricName } from '../../../data/metrics.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { amount, amountInWords, dayInWords, figure, monthInWords } from '../../values/amounts.ts'
import type { Column } from '../../values/column.ts'
import { type CurrentMetric, currentOf, currentReading, rankInHistory } from '../readings.ts'
import { capitalised, nameOf } from '../story/names.ts'
import { type Fact, unusualnessOf } from '../story/ranking.ts'
import { readingSubject } from '../story/subject.ts'
import { table } from '../table.ts'
import { withoutDuplicateMetrics } from '../tell.ts'

/** Percentage points from the median at which a level within its own history weighs as much as one unit of strength. */
const usualDistance = 30

/** `, more than in 84% of months since January 2020`: the share of earlier values that were lower. Empty where they are too few. */
function against(column: Column, words: string, periods: 'weeks' | 'months', today: string): string {
  const history = rankInHistory(column)
  return history === null
    ? ''
    : `${words} in ${figure(history.above, 0)}% of ${periods} since ${monthInWords(history.since, today)}`
}

/** How a fact on a level is ranked: by how far the level is from the middle of its history, and by its moves. */
function standingOf({ reading, column }: CurrentMetric, today: string) {
  const subject = readingSubject(reading, column, today)
  const distance = Math.abs((rankInHistory(column)?.above ?? 50) - 50) / usualDistance
  return {
    metric: reading.metric,
    about: subject.name.name,
    kind: 'move',
    weight: Math.max(unusualnessOf(subject), distance * (subject.isNews ? 1 : 0.5)),
    isNews: subject.isNews,
    strength: subject.moves[0]?.strength ?? 0,
    asides: [],
    isSplit: true,
  } as const satisfies Partial<Fact>
}

const size = (value: number): string => amount(Math.abs(value), 'USD bn')

/** What foreigners bought of long-term Treasuries in the newest month. */
function foreignFact(current: CurrentMetric): Fact {
  const { reading, column, day } = current
  const today = isoDay(day.asOf)
  const month = monthInWords(reading.period, today)
  const way = reading.value < 0 ? -1 : 1
  const sum = `Foreign net purchases of long-term Treasuries came to ${amountInWords(reading.metric, reading.value, reading.unit)} in ${month}`
  return {
    ...standingOf(current, today),
    way,
    meaning: way,
    text: `${sum}${against(column, ', more than', 'months', today)}.`,
    clauses: [
      [`Foreigners ${way < 0 ? 'sold' : 'bought'} a net ${size(reading.value)} of long-term Treasuries in ${month}`],
      [sum],
    ],
  }
}

/** What primary dealers took onto their books in 13 weeks, with and without inflation-linked securities. */
function dealerFact(current: CurrentMetric): Fact | null {
  const { reading, day } = current
  const [change, nominal] = [currentReading(day, 'dealer-treasuries-13w'), currentReading(day, 'dealer-nominal-13w')]
  if (!change || !nominal || change.period !== reading.period) return null
  const today = isoDay(day.asOf)
  const grew = change.value < 0 ? 'shrank' : 'grew'
  const without = nominal.value < 0 === change.value < 0 ? 'by' : nominal.value < 0 ? 'they shrank' : 'they grew'
  const moved = `Dealers’ Treasury positions ${grew} ${size(change.value)}`
  const stock = `to ${amount(reading.value, 'USD bn')}`
  return {
    ...standingOf(current, today),
    way: change.value < 0 ? -1 : 1,
    meaning: 0,
    text: `${moved} in the 13 weeks to ${dayInWords(reading.period, today)}, ${stock}; without inflation-linked securities ${without} ${size(nominal.value)}.`,
    clauses: [
      [`${moved} in 13 weeks, ${stock}`, `${moved} in 13 weeks`],
      [`In 13 weeks dealers’ Treasury positions ${grew} ${size(change.value)}`],
    ],
  }
}

/** How far leveraged funds are long or short the 10-year note. */
function speculatorFact(current: CurrentMetric): Fact {
  const { reading, column, day } = current
  const today = isoDay(day.asOf)
  const isShort = reading.value < 0
  const side = isShort ? 'short' : 'long'
  const contracts = figure(Math.abs(reading.value), 0)
  const share = against(column, isShort ? '; it was further short' : ', further long than', 'weeks', today)
  return {
    ...standingOf(current, today),
    way: isShort ? -1 : 1,
    meaning: 0,
    text: `Leveraged funds’ position in 10-year futures was ${contracts} contracts net ${side} on ${dayInWords(reading.period, today)}${share}.`,
    clauses: [
      [`Leveraged funds are net ${side} ${contracts} contracts of 10-year futures`],
      [`${capitalised(nameOf(reading).name)} is net ${side} ${contracts} contracts`],
    ],
  }
}

/** Who buys, who warehouses and who bets: in this order where they are equally unusual. */
export const bondDemandFacts = (day: Day): Fact[] => [
  ...currentOf(day, ['foreign-treasury-purchases'], foreignFact),
  ...currentOf(day, ['dealer-treasuries'], dealerFact),
  ...currentOf(day, ['leveraged-net-10y'], speculatorFact),
]

/** What these facts are about is not told again as a reading. */
const leadingApart: readonly string[] = ['foreign-treasury-purchases', 'dealer-treasuries', 'leveraged-net-10y']

/** The readings of a briefing on bonds that may lead beside its facts. */
export const bondLeadCandidates = (briefing: string): MetricName[] =>
  withoutDuplicateMetrics(briefingById.get(briefing)!.metrics).filter((metric) => !leadingApart.includes(metric))

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

/** Each measure of demand against all its earlier values. */
export const demandSection = (day: Day): Section[] =>
  table('demand', 'Each reading against its own history', {
    note: 'Higher than: the share of all earlier values on record that were lower. A short position is below zero: the lower, the larger the short.',
    columns: { reading: 'Measure', value: 'Newest', period: 'As of', above: 'Higher than | percent', since: 'Of all since' },
    rows: currentOf(day, measures, ({ metric, reading: { title, value, unit, period }, column }) => {
      const history = rankInHistory(column)
      return history && { metric, reading: title, value, value_unit: unit, period, ...history }
    }),
  })
