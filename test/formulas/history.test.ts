import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { series } from '../../data/series.ts'
import { type MetricMemory, metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import type { Calculated } from '../../pipeline/formulas/formula.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { asKnown, type Column, type Versions } from '../../pipeline/values/column.ts'
import { arraysIn, seeded } from '../analysis/columns.ts'

const firstDay = 20_000
const days = 420

/** A series of positive values with gaps, late values and revisions; weekly ones on Wednesdays, some that begin only in the middle. */
function versionsOf(id: string, frequency: string, seed: number): Versions {
  const next = seeded(seed)
  const step = frequency === 'weekly' ? 7 : frequency === 'monthly' ? 30 : 1
  const rows: { period: number; value: number; known: number }[] = []
  let value = 100 + 10 * next()
  for (let period = firstDay - 1 + (seed % 5 === 0 ? 140 : 0); period < firstDay + days; period += step) {
    value *= 1 + (next() - 0.5) / 10
    if (next() < 0.04) continue
    const known = (period + 1 + (next() < 0.05 ? 9 : 0)) * dayMs
    rows.push({ period, value, known })
    if (next() < 0.05) rows.push({ period, value: value * 1.01, known: known + Math.ceil(30 * next()) * dayMs })
  }
  return { series: id, unit: 'USD', ...arraysIn(rows.map((row, i) => ({ ...row, basis: i % 3 }))) }
}

const versions = new Map(series.map(({ id, frequency }, i) => [id, versionsOf(id, frequency, i + 1)]))

/** A metric of each formula. */
const oneOfEach = [...new Map(metricRows.map((row) => [JSON.stringify(row.formula), row])).values()]

function told(calculated: Calculated | null) {
  if (calculated === null) return null
  const { column, words, dependsOn, parts, notes } = calculated
  const last = column.period.length - 1
  const { period, value, known, basis, series: name, unit } = column
  return [name, unit, [...period], [...value], [...known], [...basis], words, dependsOn, parts(last), notes(last)]
}

describe('a metric worked out from that of the moment before', () => {
  const columns = new Map([...versions].map(([id, known]) => [id, asKnown(known)]))
  const knownAt =
    (moment: number) =>
    (id: string): Column | null =>
      columns.get(id)?.at(moment) ?? null
  const moments = Array.from({ length: days }, (_, i) => (firstDay + i) * dayMs + dayMs - 1)
  const some = moments.filter((_, i) => i % 12 === 0)
  // as a run looks at its day and at days before it
  const inTurns = moments.slice(290, 302).flatMap((moment, i) => [moment, moments[289 + i]!, moment, moments[270 + (i % 7)]!])
  const orders = { 'day after day': moments.slice(270, 310), 'in leaps': some, backwards: some.toReversed(), 'in turns': inTurns }
  test.each(Object.entries(orders))('%s: every metric is what it is alone, and stays so', (_, asked) => {
    const memory: MetricMemory = new Map()
    const given: [Calculated | null, unknown][] = []
    for (const moment of asked) {
      const one = metricEvaluator(knownAt(moment), memory)
      const alone = metricEvaluator(knownAt(moment))
      for (const { metric } of oneOfEach) {
        const found = one(metric)
        const expected = told(alone(metric))
        expect(told(found)).toEqual(expected)
        given.push([found, expected])
      }
    }
    for (const [found, expected] of given) expect(told(found)).toEqual(expected)
  })
})
