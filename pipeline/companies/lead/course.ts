import type { LineId } from '../../../data/companies/lines.ts'
import { inWords } from '../../values/amounts.ts'
import { medianOf } from '../../values/numbers.ts'
import { periodYearBefore } from '../blocks/numbers.ts'
import { isYearApart, type Period } from '../figures/fiscal.ts'
import { splitBetween } from '../figures/splits.ts'
import type { Figure } from '../figures/version.ts'
import type { View } from '../figures/view.ts'

/** A value of the newest period beside that of a year before, with all there are of the same span. */
export interface ValueTrend {
  readonly now: number
  /** Null where the year before states none, or counts other shares. */
  readonly before: number | null
  /** In the period before; null as `before`, and for years and half-years. */
  readonly previous: number | null
  /** Of the periods before the newest, newest first. */
  readonly earlier: readonly number[]
  /** Changes over a year of those before the newest, newest first. */
  readonly changes: readonly number[]
  /** Change over the year: a logarithm of the ratio, or a difference; null where there is none. */
  readonly change: number | null
  /** The figures of the newest period and of a year before. */
  readonly figures: readonly Figure[]
}

/** How the change of two values is measured: amounts above zero by the logarithm of their ratio, shares of something by their difference. */
export type ChangeMeasure = 'ratio' | 'difference'

/** What is read from a period: a number and the figures behind it; null where it is not stated. */
export type PeriodReading = (period: Period) => { readonly value: number; readonly figures: readonly Figure[] } | null

/** The figure of a line, as a reading. */
export const lineReading =
  (view: View, line: LineId): PeriodReading =>
  (period) => {
    const figure = view.figure(line, period)
    return figure && { value: figure.value, figures: [figure] }
  }

/** One line as a share of another in percent; null where that is not above zero. */
export const shareReading =
  (view: View, part: LineId, whole: LineId): PeriodReading =>
  (period) => {
    const [over, under] = [view.figure(part, period), view.figure(whole, period)]
    if (over === null || under === null || under.value <= 0 || over.unit !== under.unit) return null
    return { value: (100 * over.value) / under.value, figures: [over, under] }
  }

/** The period of the same span that ended a year before; null where there is none. */
export const sameSpanYearBefore = (view: View, period: Period): Period | null =>
  periodYearBefore(
    view.periods.filter((each) => each.span === period.span),
    period,
  )

/** The course of a reading up to a period; null where that period has none. */
export function valueTrend(view: View, period: Period, read: PeriodReading, measure: ChangeMeasure): ValueTrend | null {
  const newest = read(period)
  if (newest === null) return null
  const series = view.periods.filter(({ span, to }) => span === period.span && to <= period.to)
  const values = series.map((each) => ({ to: each.to, read: each === period ? newest : read(each) }))
  const isComparable = (one: readonly Figure[], other: readonly Figure[]) =>
    one.every((figure, at) => other[at] === undefined || splitBetween(view.splits, figure, other[at]) === null)
  const changeAt = (at: number): { change: number; before: NonNullable<ReturnType<PeriodReading>> } | null => {
    const { to, read: now } = values[at]!
    const before = values.find((each) => isYearApart(to, each.to))?.read ?? null
    if (now === null || before === null || !isComparable(now.figures, before.figures)) return null
    if (measure === 'difference') return { change: now.value - before.value, before }
    return now.value > 0 && before.value > 0 ? { change: Math.log(now.value / before.value), before } : null
  }
  const first = values.find(({ to }) => isYearApart(period.to, to))?.read ?? null
  const then = first !== null && isComparable(newest.figures, first.figures) ? first : null
  const last = period.span === 'quarter' ? (values[1]?.read ?? null) : null
  const isNext = values[1] !== undefined && period.to - values[1].to < 100
  return {
    now: newest.value,
    before: then?.value ?? null,
    previous: last !== null && isNext && isComparable(newest.figures, last.figures) ? last.value : null,
    earlier: values.slice(1).flatMap((each) => (each.read === null ? [] : [each.read.value])),
    changes: values.slice(1).flatMap((_, at) => changeAt(at + 1)?.change ?? []),
    change: changeAt(0)?.change ?? null,
    figures: [...newest.figures, ...(then?.figures ?? [])],
  }
}

/** Earlier changes from which a usual one follows. */
const enough = 4
const fewSteps = 1.5
/** Median deviation of a normal distribution to its standard deviation. */
const normal = 1.4826

/**
 * How unusual the change over the year is: its distance from the median of the earlier ones, in their median deviations, each at least `usual`; from zero in
 * steps of half as much again as `usual` where there are fewer than four. 0 without a change.
 */
export function changeSurprise({ change, changes }: ValueTrend, usual: number): number {
  if (change === null) return 0
  if (changes.length < enough) return Math.abs(change) / (fewSteps * usual)
  const median = medianOf(changes)
  const spread = normal * medianOf(changes.map((each) => Math.abs(each - median)))
  // neither a usual change nor one towards zero surprises
  const distance = Math.min(Math.abs(change - median), Math.abs(change) + usual)
  return distance / Math.max(spread, usual)
}

/** Periods from which an extreme says something. */
const enoughPeriods = { year: 5, half: 5, quarter: 8 } as const

/** `, its lowest in twelve quarters`, where the newest value is beyond all earlier ones. */
export function extremeClause({ now, before, earlier }: ValueTrend, span: Period['span'], its = 'its'): string {
  const isSame = before !== null && Math.abs(now - before) < 0.0005 * Math.abs(before)
  if (earlier.length + 1 < enoughPeriods[span] || isSame) return ''
  const isMost = earlier.every((each) => now > each)
  if (!isMost && !earlier.every((each) => now < each)) return ''
  return `, ${its} ${isMost ? 'highest' : 'lowest'} in ${inWords(earlier.length + 1)} ${spanPlurals[span]}`
}

export const spanPlurals = { year: 'years', half: 'half-years', quarter: 'quarters' } as const
