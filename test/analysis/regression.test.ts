import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { factorAttribution, fitFactorModel, weeklyChanges } from '../../pipeline/analysis/factor-model.ts'
import { leastSquares, neweyWestLags } from '../../pipeline/analysis/regression.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { columnOf, day, seeded } from './columns.ts'

const truth = JSON.parse(readFileSync(new URL('../truth/regression.json', import.meta.url), 'utf8')) as {
  readonly y: number[]
  readonly factors: number[][]
  readonly lags: number
  readonly coefficients: number[]
  readonly errors: number[]
  readonly explained: number
  readonly adjusted: number
  readonly residuals: number[]
}

describe('regression', () => {
  test('gives what another program computed in exact fractions', () => {
    const model = leastSquares(
      Float64Array.from(truth.y),
      truth.factors.map((factor) => Float64Array.from(factor)),
      truth.lags,
    )!
    for (const [i, coefficient] of truth.coefficients.entries()) expect(model.coefficients[i]).toBeCloseTo(coefficient, 10)
    for (const [i, error] of truth.errors.entries()) expect(model.errors[i]).toBeCloseTo(error, 10)
    for (const [t, residual] of truth.residuals.entries()) expect(model.residuals[t]).toBeCloseTo(residual, 10)
    expect(model.explained).toBeCloseTo(truth.explained, 12)
    expect(model.adjusted).toBeCloseTo(truth.adjusted, 12)
  })

  test('factors that say the same, too few observations and a constant give none', () => {
    const x = Float64Array.from({ length: 20 }, (_, t) => t % 7)
    const y = Float64Array.from({ length: 20 }, (_, t) => (t * t) % 11)
    expect(leastSquares(y, [x, x.map((value) => 2 * value)], 0)).toBeNull()
    expect(leastSquares(y.subarray(0, 4), [x.subarray(0, 4)], 0)).toBeNull()
    expect(leastSquares(new Float64Array(20).fill(3), [x], 0)).toBeNull()
  })

  test('lags grow slowly with the number of periods', () => {
    expect([50, 100, 104, 400].map(neweyWestLags)).toEqual([3, 4, 4, 5])
  })
})

const first = day('2023-01-04')
const count = 130
const random = seeded(7)
const steps = Array.from({ length: 3 }, () => Array.from({ length: count }, () => random() - 0.5))

/** A level a Wednesday whose weekly changes in percent (of logarithms) are those given. */
function wednesdays(changes: readonly number[]): Column {
  const levels = [100]
  for (const change of changes.slice(1)) levels.push(levels.at(-1)! * Math.exp(change / 100))
  return columnOf(levels.map((level, i): [number, number] => [first + 7 * i, level]))
}

describe('weekly changes', () => {
  const kinds = ['log_percent', 'log_percent', 'log_percent'] as const
  const [a, b, noise] = steps as [number[], number[], number[]]
  const explained = a.map((change, i) => 1 + 2 * change - 3 * b[i]! + 0.1 * noise[i]!)
  const columns = [explained, a, b].map(wednesdays)

  test('a model finds what its changes were made of, and its attribution adds up to the change', () => {
    const weeks = weeklyChanges(columns[1]!, count - 1, columns, kinds)!
    expect(weeks.week.length).toBe(104)
    const model = fitFactorModel(weeks)!
    for (const [k, coefficient] of [1, 2, -3].entries()) {
      expect(Math.abs(model.coefficients[k]! - coefficient)).toBeLessThan(4 * model.errors[k]!)
      expect(model.errors[k]!).toBeLessThan(0.02)
    }
    const month = factorAttribution(weeks, model, 4)
    expect(month.shares.reduce((sum, share) => sum + share, 0) + month.constant + month.unexplained).toBeCloseTo(month.total, 9)
    expect(month.total).toBeCloseTo(
      explained.slice(-4).reduce((sum, change) => sum + change, 0),
      9,
    )
  })

  test('looks at nothing later than its last week', () => {
    const cut = columns.map((column) => ({ ...column, value: column.value.map((value, i) => (i > 110 ? value * 5 : value)) }))
    expect(weeklyChanges(cut[1]!, 110, cut, kinds)).toEqual(weeklyChanges(columns[1]!, 110, columns, kinds))
  })

  test('a holiday has the value of the day before; a value that is older makes no week, and too few weeks no model', () => {
    const shifted = (days: number) => {
      const [explains, ...others] = columns
      const moved = { ...explains!, period: explains!.period.map((period, i) => (i === 120 ? period - days : period)) }
      return weeklyChanges(others[0]!, count - 1, [moved, ...others], kinds)
    }
    expect(shifted(1)!.week.length).toBe(104)
    expect(shifted(2)!.week.length).toBe(102)
    expect(weeklyChanges(columns[1]!, 80, columns, kinds)).toBeNull()
  })
})
