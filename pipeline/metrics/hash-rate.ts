import type { Column } from '../column.ts'
import { clean, type Formula, indexOf, partAt } from './formula.ts'

/** Hashes it takes on average to find a block at difficulty 1. */
const hashesPerDifficulty = 2 ** 32
const secondsPerDay = 86_400

/**
 * Mean hash rate of the day in EH/s: the source's own (TH/s), else what difficulty and blocks imply,
 * difficulty x 2^32 x blocks / 86,400 hashes a second, which is an estimate and says so.
 */
export const hashRate: Formula = ([own, difficulty, blocks], metric) => {
  const implied = (period: number): { value: number; from: readonly [Column, number][] } | null => {
    const d = difficulty ? indexOf(difficulty.column, period) : -1
    const b = blocks ? indexOf(blocks.column, period) : -1
    if (d < 0 || b < 0) return null
    const value = (difficulty!.column.value[d]! * hashesPerDifficulty * blocks!.column.value[b]!) / secondsPerDay / 1e18
    return {
      value,
      from: [
        [difficulty!.column, d],
        [blocks!.column, b],
      ],
    }
  }
  const periods = [...new Set([...(own?.column.period ?? []), ...(difficulty?.column.period ?? [])])].sort((a, b) => a - b)
  const rows = periods.flatMap((period) => {
    const i = own ? indexOf(own.column, period) : -1
    if (i >= 0)
      return [{ period, value: own!.column.value[i]! / 1e6, from: [[own!.column, i]] as readonly (readonly [Column, number])[] }]
    const estimate = implied(period)
    return estimate ? [{ period, ...estimate }] : []
  })
  if (rows.length === 0) return null
  const latest = rows.map(({ from }) => from.reduce((a, b) => (b[0].known[b[1]]! > a[0].known[a[1]]! ? b : a)))
  const isImplied = (i: number) => rows[i]!.from.length > 1
  return {
    column: {
      series: metric.name,
      unit: metric.unit,
      period: Int32Array.from(rows, (row) => row.period),
      value: Float64Array.from(rows, (row) => clean(row.value)),
      known: Float64Array.from(latest, ([column, i]) => column.known[i]!),
      basis: Uint8Array.from(latest, ([column, i]) => column.basis[i]!),
    },
    words: 'btc.HashRate / 1,000,000; if missing, difficulty x 2^32 x blocks / 86,400',
    rests: [...(own?.rests ?? []), ...(difficulty?.rests ?? []), ...(blocks?.rests ?? [])],
    parts: (i) => rows[i]!.from.map(([column, j]) => partAt(column, j)),
    notes: (i) => (isImplied(i) ? ['The hash rate is an estimate implied by difficulty and blocks.'] : []),
  }
}
