import { metricByName, type Quotation } from '../../../data/metrics.ts'
import { changeBetween } from '../../analysis/changes.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { amount, figure, monthInWords } from '../../values/amounts.ts'
import { rounded, twelveDigits, withoutNoise } from '../../values/rounding.ts'
import type { BriefingDefinition, MetricClause } from '../briefer.ts'
import { currentOf, currentReading, valueBefore, yearAgoToleranceDays } from '../readings.ts'
import { signalVoteState } from '../states/signals.ts'
import { crossMarketSentence } from '../story/across.ts'
import { nameOf } from '../story/names.ts'
import { table } from '../table.ts'

/** Money, rates and the dollar at a glance. */
export const macroSnapshot: BriefingDefinition = {
  id: 'macro.snapshot',
  state: signalVoteState(
    ['net-liquidity', 'm2-supply', 'treasury-10y', 'real-yield-10y', 'dollar-index', 'vix', 'financial-conditions'],
    {
      enter: 4,
      stay: 2,
      quorum: 5,
      labels: ['tightening', 'mixed', 'easing'],
    },
  ),
  tell: (day) => ({
    nothing: 'No macro data is on record for this day.',
    across: crossMarketSentence(day),
    also: backdropSentence(day),
    sections: backdropSection(day),
    notes: [],
  }),
}

/** What monetary policy is set by and with: the policy rate, inflation, jobs and growth. */
const backdrop = [
  'fed-funds-upper',
  'fed-funds-lower',
  'effective-fed-funds',
  'cpi-inflation',
  'core-cpi-inflation',
  'core-pce-inflation',
  'unemployment',
  'payrolls',
  'payroll-gain-3m',
  'initial-claims',
  'job-openings',
  'consumer-prices',
  'gdp-growth',
  'retail-sales',
  'industrial-production',
] as const

/** Each with its value before and a year ago; of what is stale none. */
const yearsOn = (day: Day) =>
  currentOf(day, backdrop, ({ metric, reading: { title, value, unit, period }, column }) => {
    const kind = metricByName.get(metric)!.change
    const [before, year_ago] = [column.value.at(-2), valueBefore(column, 365, yearAgoToleranceDays)]
    // without a value of that month, as consumer prices of October 2025, there is no change over the year
    if (before === undefined || year_ago === null) return null
    const whole = changeBetween(year_ago, value, kind)
    if (Number.isNaN(whole)) return null
    const scale = (kind === 'basis_points' ? 100 : 1) * Math.max(Math.abs(value), Math.abs(year_ago))
    const exact = kind === 'percent' ? twelveDigits(whole) : withoutNoise(whole, scale)
    const change = unit === 'percent' && kind === 'unit' ? rounded(exact, 2) : exact
    const points = unit === 'percent' ? 'percentage points' : unit
    const change_unit = { percent: 'percent', basis_points: 'bp', unit: points }[kind]
    return { metric, reading: title, value, unit, period, before, year_ago, change, change_unit }
  })

/** The same as a table. */
export const backdropSection = (day: Day): Section[] =>
  table('backdrop', 'Policy, inflation, jobs and growth', {
    columns: {
      reading: 'Reading',
      value: 'Latest',
      period: 'As of',
      before: 'Before',
      year_ago: 'A year ago',
      change: 'Over the year',
    },
    rows: yearsOn(day),
  })

type Range = Extract<Quotation, { readonly range: string }>

/** Those of them that a summary has room for. */
const spoken: readonly string[] = ['fed-funds-upper', 'core-pce-inflation', 'unemployment', 'consumer-prices']

/** `the federal funds target is 3.5% to 3.75%`, `unemployment was 4.2% in June`, `consumer prices rose 3.1% in the year to June`. */
function backdropSentence(day: Day): MetricClause[][] {
  const clauses = yearsOn(day)
    .filter(({ metric }) => spoken.includes(metric))
    .map(({ metric, value, unit, period, change }) => {
      const { quoted, leads } = metricByName.get(metric)!
      const month = monthInWords(period, isoDay(day.asOf))
      const { name } = nameOf({ metric })
      if (leads === 'year')
        return { metric, text: `${name} ${change < 0 ? 'fell' : 'rose'} ${figure(Math.abs(change), 1)}% in the year to ${month}` }
      const range = typeof quoted === 'object' && 'range' in quoted ? rangeOn(day, value, quoted) : null
      return { metric, text: range ?? `${name} was ${amount(value, unit)} in ${month}` }
    })
  const later = clauses.filter(({ metric }) => day.reading(metric)?.later_vintage)
  const label = later.length === 1 ? ' (later vintage)' : ' (later vintages)'
  // said once, after the last of them: what was published by the day may have been different
  const labelled = clauses.map((each) => (each === later.at(-1) ? { ...each, text: each.text + label } : each))
  return clauses.length === 0 ? [] : [labelled]
}

/** `the federal funds target is 3.5% to 3.75%`; null without its lower limit. */
function rangeOn(day: Day, value: number, { range, from }: Range): string | null {
  const lower = currentReading(day, from)
  return lower && `${range} is ${amount(lower.value, lower.unit)} to ${amount(value, lower.unit)}`
}
