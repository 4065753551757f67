import { metricByName } from '../../data/metrics.ts'
import { neverPublishedPeriods } from '../time/unpublished.ts'
import type { Column } from '../values/column.ts'
import { type Calculated, periodIndexOf } from './formula.ts'
import { calculationOf } from './index.ts'

/** A value that cannot be had: its series and its period (day number). */
export interface MissingValue {
  readonly series: string
  readonly period: number
  /** Whether it is declared as never published; else its source has values before and after it. */
  readonly declared: boolean
}

/** What is known at one moment: of series, and of metrics made of them. */
export interface KnownAtMoment {
  readonly column: (series: string) => Column | null
  readonly calculated: (metric: string) => Calculated | null
}

/**
 * What a metric, or a series, lacks for a value of a period: nothing where it has one, null where something has not been read so far or the
 * cause is another. What is returned cannot come, so that no release is late for want of it.
 */
export function missingInputs(name: string, period: number, known: KnownAtMoment): readonly MissingValue[] | null {
  const row = metricByName.get(name)
  if (!row) return lackingOfSeries(name, period, known.column(name))
  const made = known.calculated(name)
  if (made && periodIndexOf(made.column, period) >= 0) return []
  const { needs } = calculationOf(row.formula)
  if (needs === undefined) return null
  const ofThat = row.of.map((each) => missingInputs(each, period, known))
  if (needs === 'any') {
    const [first] = ofThat
    return ofThat.every((each, k) => each !== null || !isKnown(row.of[k]!, known)) ? (first ?? null) : null
  }
  const now = union(ofThat)
  if (now === null || now.length > 0) return now
  const [first] = row.of
  const read = metricByName.has(first!) ? known.calculated(first!)?.column : known.column(first!)
  const back = read ? union(needs(read, periodIndexOf(read, period)).map((each) => missingInputs(first!, each, known))) : null
  return back === null || back.length === 0 ? null : back
}

function lackingOfSeries(series: string, period: number, column: Column | null): readonly MissingValue[] | null {
  if (column !== null && periodIndexOf(column, period) >= 0) return []
  if (neverPublishedPeriods(series)?.has(period)) return [{ series, period, declared: true }]
  const isInside = column !== null && period > column.period[0]! && period < column.period.at(-1)!
  return isInside ? [{ series, period, declared: false }] : null
}

const isKnown = (name: string, known: KnownAtMoment): boolean =>
  (metricByName.has(name) ? known.calculated(name)?.column : known.column(name))?.period.length !== undefined

/** All that is lacking, each once; null where one of them is. */
function union(all: readonly (readonly MissingValue[] | null)[]): readonly MissingValue[] | null {
  const lacks = new Map<string, MissingValue>()
  for (const each of all) {
    if (each === null) return null
    for (const lack of each) lacks.set(`${lack.series} ${lack.period}`, lack)
  }
  return [...lacks.values()].sort((a, b) => a.period - b.period)
}
