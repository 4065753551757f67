import { briefingById } from '../../../data/briefings.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { isoDay } from '../../time/day.ts'
import { amount, figure } from '../../values/amounts.ts'
import type { Column } from '../../values/column.ts'
import type { BriefingDefinition } from '../briefer.ts'
import {
  basisPointsOf,
  currentReading,
  figureColumn,
  historyStartColumn,
  monthChangeColumn,
  monthInPoints,
  percentRankColumn,
  periodColumn,
  readingColumn,
  readingsTable,
  titleColumn,
  unchangedSinceColumn,
  yearChangeColumn,
} from '../readings.ts'
import { levelState } from '../states/level.ts'
import { listing } from '../table.ts'
import { withoutDuplicateMetrics } from '../tell.ts'
import { curveSection } from './curve.ts'

/** Slopes and curvatures, and how each stands to its own history. */
const slopeSection = readingsTable('slopes', 'Slopes and curvature', {
  metrics: [
    'yield-curve',
    'curve-3m10y',
    'curve-2s5s',
    'curve-5s30s',
    'curve-10s30s',
    'butterfly-2s5s10s',
    'butterfly-5s10s30s',
    'curve-policy-2y',
  ],
  columns: [
    titleColumn('Measure'),
    figureColumn('Now', 'bp'),
    monthChangeColumn,
    percentRankColumn(),
    historyStartColumn('Of all days since'),
  ],
  note: 'Higher than: the share of all earlier days on record that were lower.',
})

const realCurve = [
  ['5 years', 'real-yield-5y', 'breakeven-5y'],
  ['7 years', 'real-yield-7y', null],
  ['10 years', 'real-yield-10y', 'breakeven-10y'],
  ['20 years', 'real-yield-20y', null],
  ['30 years', 'real-yield-30y', 'breakeven-30y'],
  ['5 years in 5 years', null, 'breakeven-5y5y'],
] as const

/** What is paid above inflation, and what inflation is expected to be. */
const realSection = (day: Day): Section[] =>
  listing('real', 'Real yields and breakeven inflation', {
    note: 'Breakevens are yields less inflation-indexed yields of the same maturity and day; they contain a premium for risk and for the liquidity of the latter. No 7-year and 20-year breakeven is formed.',
    things: realCurve.flatMap(([years, ...pair]) => {
      const [real, breakeven] = pair.map((metric) => metric && currentReading(day, metric))
      const either = breakeven ?? real
      return either ? [{ years, real, breakeven, either }] : []
    }),
    columns: {
      years: ['Maturity', ({ years }) => years],
      real: ['Real yield | percent', ({ real }) => real?.value],
      real_month: ['Over 30 days | bp', ({ real }) => real && monthInPoints(real)],
      breakeven: ['Breakeven | percent', ({ breakeven }) => breakeven?.value],
      breakeven_month: ['Over 30 days | bp', ({ breakeven }) => breakeven && monthInPoints(breakeven)],
      period: ['As of', ({ either }) => either.period],
    },
  })

/** The benchmark of the euro area beside that of the dollar, each by its own name. */
const abroadSection = readingsTable('abroad', 'Against Germany and the euro area', {
  metrics: ['treasury-10y', 'germany-10y', 'treasury-germany-10y', 'euro-aaa-10y', 'euro-aaa-2s10s'],
  needs: ['germany-10y', 'treasury-germany-10y', 'euro-aaa-10y', 'euro-aaa-2s10s'],
  columns: [titleColumn('Yield'), figureColumn('Now | percent'), monthChangeColumn, yearChangeColumn, periodColumn()],
  note: 'The German yield is a zero-coupon yield and the euro area’s is continuously compounded; a par yield such as the Treasury’s differs from them by some basis points.',
})

/** What central banks set, and what the overnight market makes of it. */
const policySection = readingsTable('policy', 'Policy and overnight rates', {
  metrics: [
    'fed-funds-lower',
    'fed-funds-upper',
    'effective-fed-funds',
    'fed-funds-in-range',
    'reserve-interest',
    'sofr',
    'sofr-effr',
    'prime-rate',
    'ecb-deposit-rate',
  ],
  columns: [titleColumn('Rate', 'rate'), figureColumn('Now | percent'), periodColumn(), unchangedSinceColumn('Unchanged since')],
})

/** The record a reading is, of a year or more. */
const recordOf = ({ record }: Reading) => (record === null || record.window !== null ? undefined : record)
const firstOf = ({ period }: Column): string => isoDay(period[0]!)

/** Levels that no value has surpassed for a year or more, with the first day of the series each is a record of. */
const recordSection = readingsTable('records', 'Records', {
  metrics: withoutDuplicateMetrics(briefingById.get('macro.rates')!.metrics),
  columns: [
    titleColumn('Reading'),
    figureColumn('Value | percent'),
    periodColumn(),
    readingColumn('record', 'Record', ({ reading }) => recordOf(reading)?.kind),
    readingColumn('since', 'Since', ({ reading }) => {
      const record = recordOf(reading)
      return record && (record.since ?? (record.known_from === undefined ? 'the whole series' : 'all our data'))
    }),
    readingColumn('first', 'Series begins', ({ column }) => firstOf(column)),
  ],
  note: 'Highest or lowest for a year or more; a record of the whole series says nothing of the time before its first day.',
})

/** `The target range is 3.5% to 3.75% and the effective rate 3.63%, 13 bp above the lower limit.` */
function policySentences(day: Day): string[] {
  const [lower, upper] = [currentReading(day, 'fed-funds-lower'), currentReading(day, 'fed-funds-upper')]
  const [effective, inRange] = [currentReading(day, 'effective-fed-funds'), currentReading(day, 'fed-funds-in-range')]
  if (!lower || !upper) return []
  const range = `The target range is ${amount(lower.value, 'percent')} to ${amount(upper.value, 'percent')}`
  if (!effective || !inRange) return [`${range}.`]
  const side = inRange.value < 0 ? 'below' : 'above'
  return [
    `${range} and the effective rate ${amount(effective.value, 'percent')}, ${figure(Math.abs(basisPointsOf(inRange.value)), 0)} bp ${side} the lower limit.`,
  ]
}

/** `The 10-year yield is 42 bp above the 2-year.` */
function slopeSentences(day: Day): string[] {
  const reading = currentReading(day, 'yield-curve')
  if (reading === null) return []
  const points = basisPointsOf(reading.value)
  return [`The 10-year yield is ${figure(Math.abs(points), 1)} bp ${points < 0 ? 'below' : 'above'} the 2-year.`]
}

/** The price of dollars for any time. */
export const macroRates: BriefingDefinition = {
  id: 'macro.rates',
  state: levelState('yield-curve', { middle: 0.5, enter: 0.5, leave: 0.4, labels: ['inverted', 'upward', 'steep'] }),
  tell: (day) => ({
    nothing: 'No yield of the Treasury is on record for this day.',
    also: [...slopeSentences(day), ...policySentences(day)],
    sections: [
      ...curveSection(day),
      ...slopeSection(day),
      ...realSection(day),
      ...abroadSection(day),
      ...policySection(day),
      ...recordSection(day),
    ],
    notes: [
      'Yields are the Treasury’s own par yields, out on the same evening. Real yields and breakevens come with the H.15 release, a day later.',
      'The 30-year of 2002-02-19 to 2006-02-08 is an estimate, because none was sold; there is no 20-year of 1987 to September 1993.',
      'The forward breakeven is derived from par yields. Inflation swaps, interest-rate futures and swap spreads belong to exchanges and dealers and are omitted.',
    ],
  }),
}
