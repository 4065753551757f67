import fc from 'fast-check'
import { metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import type { Calculated } from '../../pipeline/formulas/formula.ts'
import { dayMs, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'

export const day = (text: string): number => dayNumber(text)!

/** The arrays of a column or of versions, by what each row gives; known when `known` says, in milliseconds. */
export function arraysOf<Row>(
  rows: readonly Row[],
  period: (row: Row, i: number) => number,
  value: (row: Row, i: number) => number,
  known: (row: Row, i: number) => number,
  basis: (row: Row, i: number) => number = () => 1,
): Pick<Column, 'period' | 'value' | 'known' | 'basis'> {
  return {
    period: Int32Array.from(rows, period),
    value: Float64Array.from(rows, value),
    known: Float64Array.from(rows, known),
    basis: Uint8Array.from(rows, basis),
  }
}

/** The same of rows that have their members by these names. */
export const arraysIn = (rows: readonly Readonly<Record<'period' | 'value' | 'known' | 'basis', number>>[]) =>
  arraysOf(
    rows,
    (row) => row.period,
    (row) => row.value,
    (row) => row.known,
    (row) => row.basis,
  )

type Point = readonly [period: string | number, value: number, known?: number]

/** A column of dated values, or of values by day, each known the day after its period, at midnight, or at the milliseconds it says. */
export function columnOf(given: readonly Point[] | Readonly<Record<string, number>>, unit = 'USD', series = 'example'): Column {
  const points = (Array.isArray(given) ? given : Object.entries(given)) as readonly Point[]
  const period = Int32Array.from(points, ([at]) => (typeof at === 'string' ? day(at) : at))
  return {
    series,
    unit,
    period,
    value: Float64Array.from(points, ([, value]) => value),
    known: Float64Array.from(points, ([, , known], i) => known ?? (period[i]! + 1) * dayMs),
    basis: new Uint8Array(points.length).fill(2),
  }
}

/** Days from `first` on, consecutive or so many apart, with these values. */
export function daily(first: string | number, values: readonly number[], unit = 'USD', series = 'example', step = 1): Column {
  const from = typeof first === 'string' ? day(first) : first
  const points = values.map((value, i) => [from + step * i, value] as const)
  return columnOf(points, unit, series)
}

/** What a formula reads: a series, whose values stand as given. */
export const readOf = (column: Column): Calculated => ({
  ...{ column, words: null, dependsOn: [column.series] },
  parts: () => [],
  notes: () => [],
})

/** Metrics as made of these series alone. */
export const metricsOf = (...columns: Column[]) => metricEvaluator((id) => columns.find(({ series }) => series === id) ?? null)

/** Values by day. */
export const valuesOf = ({ column }: Pick<Calculated, 'column'>): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from(column.period, (period, i) => [isoDay(period), column.value[i]!]))

/** Uniform numbers in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A positive random walk with gaps: about one day in `gap` is missing. */
export function walk(seed: number, count: number, gap = 6, first = '2020-01-01'): Column {
  const next = seeded(seed)
  const points: [number, number][] = []
  let value = 100
  for (let at = day(first); points.length < count; at++) {
    value *= 1 + (next() - 0.5) / 20
    if (next() * gap >= 1) points.push([at, value])
  }
  return columnOf(points)
}

/** Columns of 1 to 200 entries with gaps of up to five days and values that repeat often. */
export const anyColumn: fc.Arbitrary<Column> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 200 })
  .map((steps) => {
    let at = 18_000
    return columnOf(
      steps.map(([gap, value]) => {
        at += gap
        return [at, value / 4] as const
      }),
    )
  })

/** Those entries of a column, or versions of a series, that are kept. */
export function keptOf(all: Column, keeps: (i: number) => boolean): Column {
  const isKept = (_: unknown, i: number) => keeps(i)
  const { period, value, known, basis } = all
  return {
    ...all,
    ...{ period: period.filter(isKept), value: value.filter(isKept), known: known.filter(isKept), basis: basis.filter(isKept) },
  }
}

/** The same column with other values. */
export function withValues(column: Column, valueAt: (value: number, i: number) => number): Column {
  return { ...column, value: column.value.map(valueAt) }
}
