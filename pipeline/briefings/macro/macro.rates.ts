import { briefingById } from '../../../data/briefings.ts'
import { metricByName } from '../../../data/metrics.ts'
import { isoDay } from '../../calendar/day.ts'
import { indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { type Briefer, type Day, type Measured, unknown } from '../day.ts'
import { bp, currentReading, ownHistoryOf, steadySince } from '../own-history.ts'
import { labelOfSide } from '../state.ts'
import { amount } from '../story/amounts.ts'
import { levelTurns } from '../story/state-turns.ts'
import { withoutTwins } from '../tell.ts'
import { figure } from '../words.ts'
import { curveSection } from './curve.ts'

/** Percentage points of the 10-year less the 2-year yield about which the curve is neither inverted nor steep. */
const middle = 0.5
/** Distance from the middle at which a shape begins and below which it ends: inverted from 0 until above 0.10, steep from 1 until below 0.90. */
const shapeLevels = { enter: 0.5, leave: 0.4 } as const
const shapes = { [-1]: 'inverted', 0: 'upward', 1: 'steep' } as const

const slope: Measured = {
  metrics: ['yield-curve'],
  measuring:
    () =>
    ([column], i) =>
      Number((column!.value[i]! - middle).toPrecision(12)),
}
const shapeOf = (day: Day): string => labelOfSide(day, slope, shapeLevels, shapes)

const id = 'macro.rates'
const metrics = withoutTwins(briefingById.get(id)!.metrics)

const slopes = [
  'yield-curve',
  'curve-3m10y',
  'curve-2s5s',
  'curve-5s30s',
  'curve-10s30s',
  'butterfly-2s5s10s',
  'butterfly-5s10s30s',
  'curve-policy-2y',
] as const

const realCurve = [
  { years: '5 years', real: 'real-yield-5y', breakeven: 'breakeven-5y' },
  { years: '7 years', real: 'real-yield-7y', breakeven: null },
  { years: '10 years', real: 'real-yield-10y', breakeven: 'breakeven-10y' },
  { years: '20 years', real: 'real-yield-20y', breakeven: null },
  { years: '30 years', real: 'real-yield-30y', breakeven: 'breakeven-30y' },
  { years: '5 years in 5 years', real: null, breakeven: 'breakeven-5y5y' },
] as const

const policy = [
  'fed-funds-lower',
  'fed-funds-upper',
  'effective-fed-funds',
  'fed-funds-in-range',
  'reserve-interest',
  'sofr',
  'sofr-effr',
  'prime-rate',
  'ecb-deposit-rate',
] as const

/** Basis points over 30 days, to the tenth. */
function monthOf(reading: Reading): number | null {
  const change = reading.trend['30d']?.change ?? null
  return change === null ? null : bp(change / 100)
}

/** Slopes and curvatures, in basis points, and how each stands to its own history. */
function slopeSection(day: Day): Section[] {
  const rows = slopes.flatMap((metric) => {
    const reading = currentReading(day, metric)
    if (reading === null) return []
    const history = ownHistoryOf(day.column(metric))
    return [
      {
        metric,
        reading: reading.title,
        value: bp(reading.value),
        period: reading.period,
        month: monthOf(reading),
        above: history?.above ?? null,
        since: history?.since ?? null,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'slopes',
      title: 'Slopes and curvature',
      note: 'Higher than: the share of all earlier days on record that were lower.',
      columns: [
        { key: 'reading', label: 'Measure', unit: null },
        { key: 'value', label: 'Now', unit: 'bp' },
        { key: 'month', label: 'Over 30 days', unit: 'bp' },
        { key: 'above', label: 'Higher than', unit: 'percent' },
        { key: 'since', label: 'Of all days since', unit: null },
      ],
      rows,
    },
  ]
}

/** What is paid above inflation, and what inflation is expected to be. */
function realSection(day: Day): Section[] {
  const rows = realCurve.flatMap(({ years, real, breakeven }) => {
    const [above, expected] = [real, breakeven].map((metric) => (metric === null ? null : currentReading(day, metric)))
    if (!above && !expected) return []
    return [
      {
        years,
        real: above?.value ?? null,
        real_month: above ? monthOf(above) : null,
        breakeven: expected?.value ?? null,
        breakeven_month: expected ? monthOf(expected) : null,
        period: (expected ?? above)!.period,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'real',
      title: 'Real yields and breakeven inflation',
      note: 'Breakevens are yields less inflation-indexed yields of the same maturity and day; they contain a premium for risk and for the liquidity of the latter. No 7-year and 20-year breakeven is formed.',
      columns: [
        { key: 'years', label: 'Maturity', unit: null },
        { key: 'real', label: 'Real yield', unit: 'percent' },
        { key: 'real_month', label: 'Over 30 days', unit: 'bp' },
        { key: 'breakeven', label: 'Breakeven', unit: 'percent' },
        { key: 'breakeven_month', label: 'Over 30 days', unit: 'bp' },
        { key: 'period', label: 'As of', unit: null },
      ],
      rows,
    },
  ]
}

const abroad = ['treasury-10y', 'germany-10y', 'treasury-germany-10y', 'euro-aaa-10y', 'euro-aaa-2s10s'] as const

/** The benchmark of the euro area beside that of the dollar, each by its own name. */
function abroadSection(day: Day): Section[] {
  const rows = abroad.flatMap((metric) => {
    const reading = currentReading(day, metric)
    if (reading === null) return []
    const { title, value, period } = reading
    return [{ metric, reading: title, value, period, month: monthOf(reading), year: overYear(day, metric) }]
  })
  if (!rows.some(({ metric }) => metric !== 'treasury-10y')) return []
  return [
    {
      id: 'abroad',
      title: 'Against Germany and the euro area',
      note: 'The German yield is a zero-coupon yield and the euro area’s is continuously compounded; a par yield such as the Treasury’s differs from them by some basis points.',
      columns: [
        { key: 'reading', label: 'Yield', unit: null },
        { key: 'value', label: 'Now', unit: 'percent' },
        { key: 'month', label: 'Over 30 days', unit: 'bp' },
        { key: 'year', label: 'Over the year', unit: 'bp' },
        { key: 'period', label: 'As of', unit: null },
      ],
      rows,
    },
  ]
}

/** Basis points since the last value of a year before; null where there is none within a week of it. */
function overYear(day: Day, metric: string): number | null {
  const column = day.column(metric)!
  const last = column.period.length - 1
  const at = indexAtOrBefore(column, column.period[last]! - 365)
  return at < 0 || column.period[last]! - 372 > column.period[at]! ? null : bp(column.value[last]! - column.value[at]!)
}

/** What central banks set, and what the overnight market makes of it. */
function policySection(day: Day): Section[] {
  const rows = policy.flatMap((metric) => {
    const reading = currentReading(day, metric)
    const since =
      reading && (steadySince(day.column(metric)!) ?? (reading.freshness.cadence === 'on change' ? reading.period : null))
    return reading ? [{ metric, rate: reading.title, value: reading.value, period: reading.period, since }] : []
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'policy',
      title: 'Policy and overnight rates',
      note: null,
      columns: [
        { key: 'rate', label: 'Rate', unit: null },
        { key: 'value', label: 'Now', unit: 'percent' },
        { key: 'period', label: 'As of', unit: null },
        { key: 'since', label: 'Unchanged since', unit: null },
      ],
      rows,
    },
  ]
}

/** Levels that no value has surpassed for a year or more, with the first day of the series each is a record of. */
function recordSection(day: Day): Section[] {
  const rows = metrics.flatMap((metric) => {
    const reading = currentReading(day, metric)
    const { record } = reading ?? {}
    if (!reading || !record || record.window !== null) return []
    const first = isoDay(day.column(metric)!.period[0]!)
    const isWhole = record.since <= first
    return [
      {
        metric,
        reading: metricByName.get(metric)!.title,
        value: reading.value,
        period: reading.period,
        record: record.kind === 'highest' ? 'highest' : 'lowest',
        since: isWhole ? 'the whole series' : record.since,
        first,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'records',
      title: 'Records',
      note: 'Highest or lowest for a year or more; a record of the whole series says nothing of the time before its first day.',
      columns: [
        { key: 'reading', label: 'Reading', unit: null },
        { key: 'value', label: 'Value', unit: 'percent' },
        { key: 'period', label: 'As of', unit: null },
        { key: 'record', label: 'Record', unit: null },
        { key: 'since', label: 'Since', unit: null },
        { key: 'first', label: 'Series begins', unit: null },
      ],
      rows,
    },
  ]
}

/** `The target range is 3.5% to 3.75% and the effective rate 3.63%, 13 bp above the lower limit.` */
function policySentences(day: Day): string[] {
  const [lower, upper] = [currentReading(day, 'fed-funds-lower'), currentReading(day, 'fed-funds-upper')]
  const [effective, inRange] = [currentReading(day, 'effective-fed-funds'), currentReading(day, 'fed-funds-in-range')]
  if (!lower || !upper) return []
  const range = `The target range is ${amount(lower.value, 'percent')} to ${amount(upper.value, 'percent')}`
  if (!effective || !inRange) return [`${range}.`]
  const side = inRange.value < 0 ? 'below' : 'above'
  return [
    `${range} and the effective rate ${amount(effective.value, 'percent')}, ${figure(Math.abs(bp(inRange.value)), 0)} bp ${side} the lower limit.`,
  ]
}

/** `The 10-year yields 42 bp more than the 2-year.` */
function slopeSentences(day: Day): string[] {
  const reading = currentReading(day, 'yield-curve')
  if (reading === null) return []
  const points = bp(reading.value)
  return [`The 10-year yields ${figure(Math.abs(points), 1)} bp ${points < 0 ? 'less' : 'more'} than the 2-year.`]
}

/**
 * The price of dollars for any time. State from the 10-year less the 2-year yield: `inverted` from 0 down until it is above 10 basis points,
 * `steep` from 100 basis points up until it is below 90, else `upward`.
 */
export const rates: Briefer = {
  id,
  deciders: ['yield-curve'],
  state: shapeOf,
  tell: (day) => {
    const label = shapeOf(day)
    const side = ([-1, 0, 1] as const).find((each) => shapes[each] === label)
    return {
      nothing: 'No yield of the Treasury is on record for this day.',
      also: [...slopeSentences(day), ...policySentences(day)],
      turns:
        label === unknown || side === undefined
          ? []
          : levelTurns({ metric: 'yield-curve', middle, by: null }, shapeLevels, side, shapes),
      sections: [
        ...curveSection(day),
        ...slopeSection(day),
        ...realSection(day),
        ...abroadSection(day),
        ...policySection(day),
        ...recordSection(day),
      ],
      notes: [
        'The table of the curve has the Treasury’s own par yields, out on the same evening; the readings are those of the H.15 release, out on the next day.',
        'The 30-year of 2002-02-19 to 2006-02-08 is an estimate, because none was sold; there is no 20-year of 1987 to September 1993.',
        'The forward breakeven is derived from par yields. Inflation swaps, interest-rate futures and swap spreads belong to exchanges and dealers and are omitted.',
      ],
    }
  },
}
