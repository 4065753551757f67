import { describe, expect, test } from 'vitest'
import { type ComparisonSource, sourceDisagreement } from '../../pipeline/analysis/disagreement.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { columnOf } from './columns.ts'

const day = dayNumber('2026-07-22')!
const column = (values: readonly (readonly [number, number])[]) =>
  columnOf(values.map(([back, value]) => [day - back, value] as const))
const price = column([
  [2, 100],
  [1, 200],
  [0, 60_175],
])
const witness = (values: readonly (readonly [number, number])[], more: Partial<ComparisonSource> = {}): ComparisonSource => ({
  title: 'Coinbase',
  column: column(values),
  tolerance: 1,
  in: 'percent',
  ...more,
})

describe('disagreement', () => {
  test('beyond tolerance both values are told, with the day', () => {
    expect(sourceDisagreement(price, 2, [witness([[0, 61_250]])])).toBe('Coinbase: 61,250 on 2026-07-22, 1.7865% above 60,175.')
    expect(sourceDisagreement(price, 2, [witness([[0, 59_000]], { in: 'unit', tolerance: 1_000 })])).toBe(
      'Coinbase: 59,000 on 2026-07-22, 1,175 USD below 60,175.',
    )
  })
  test('within tolerance, or with nothing in common lately, nothing is said', () => {
    expect(sourceDisagreement(price, 2, [witness([[0, 60_776.75]])])).toBeNull()
    expect(sourceDisagreement(price, 2, [witness([[-1, 90_000]])])).toBeNull()
    expect(sourceDisagreement(column([[0, 1]]), 0, [witness([[8, 9]])])).toBeNull()
    expect(sourceDisagreement(price, 2, [])).toBeNull()
  })
  test('the newest common day is compared, none after the value', () => {
    expect(
      sourceDisagreement(price, 1, [
        witness([
          [1, 250],
          [0, 60_175],
        ]),
      ]),
    ).toContain('250 on 2026-07-21')
    expect(sourceDisagreement(price, 2, [witness([[2, 150]])])).toContain('150 on 2026-07-20, 50% above 100')
  })
})
