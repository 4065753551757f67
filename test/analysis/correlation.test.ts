import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correlate, wordOf } from '../../pipeline/analysis/correlation.ts'
import { columnOf, daily, day, walk, withValues } from './columns.ts'

const differences = ['unit', 'unit'] as const

describe('correlation', () => {
  test('by hand: changes 1, 2, 3 against 2, 1, 3', () => {
    const a = daily('2026-07-01', [10, 11, 13, 16])
    const b = daily('2026-07-01', [5, 7, 8, 11])
    expect(correlate(a, b, 3, differences)).toEqual({ value: 0.5, n: 3, from: '2026-07-01', to: '2026-07-04', word: 'moderate' })
  })

  test('only days both have count, and changes run between them', () => {
    const a = daily('2026-07-01', [10, 99, 11, 98, 13, 97, 16, 96])
    const b = columnOf([
      ['2026-06-30', 1],
      ['2026-07-01', 5],
      ['2026-07-03', 7],
      ['2026-07-05', 8],
      ['2026-07-07', 11],
      ['2026-07-09', 50],
    ])
    expect(correlate(a, b, 3, differences)).toEqual({ value: 0.5, n: 3, from: '2026-07-01', to: '2026-07-07', word: 'moderate' })
    expect(correlate(a, b, 4, differences)).toBeNull()
  })

  test('the newest changes decide', () => {
    const a = daily('2026-07-01', [500, 3, 10, 11, 13, 16])
    const b = daily('2026-07-01', [1, 900, 5, 7, 8, 11])
    expect(correlate(a, b, 3, differences)).toMatchObject({ value: 0.5, from: '2026-07-03' })
  })

  test('none from a value that is not positive in percent, none without spread', () => {
    const a = daily('2026-07-01', [18.31, -36.98, 8.91, 13.64])
    const b = daily('2026-07-01', [10, 12, 11, 15])
    expect(correlate(a, b, 3, ['percent', 'percent'])).toBeNull()
    expect(correlate(a, b, 3, ['unit', 'percent'])).not.toBeNull()
    expect(correlate(daily('2026-07-01', [0.1, 0.2, 0.3, 0.4]), b, 3, differences)).toBeNull()
    expect(correlate(daily('2026-07-01', [100, 101, 102.01, 103.0301]), b, 3, ['percent', 'percent'])).toBeNull()
  })

  test('one with itself, minus one with its mirror image, the same either way round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (one, two) => {
        const a = walk(one, 60)
        const b = walk(two, 60)
        expect(correlate(a, a, 30, ['percent', 'percent'])?.value).toBe(1)
        expect(
          correlate(
            a,
            withValues(a, (value) => -value),
            30,
            differences,
          )?.value,
        ).toBe(-1)
        const [there, back] = [correlate(a, b, 30, ['percent', 'percent']), correlate(b, a, 30, ['percent', 'percent'])]
        expect(there).toEqual(back)
        if (there) expect(Math.abs(there.value)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 50 },
    )
  })

  test('percent changes do not depend on the unit; later days beyond the last common one change nothing', () => {
    const a = walk(3, 80)
    const b = walk(4, 80)
    const plain = correlate(a, b, 30, ['percent', 'percent'])
    expect(
      correlate(
        withValues(a, (value) => value * 1024),
        b,
        30,
        ['percent', 'percent'],
      ),
    ).toEqual(plain)
    const later = columnOf([...Array.from(b.period, (period, i) => [period, b.value[i]!] as const), [day('2030-01-01'), 1]])
    expect(correlate(a, later, 30, ['percent', 'percent'])).toEqual(plain)
  })

  test('words', () => {
    expect([0, 0.1999, -0.1, 0.2, 0.35, 0.4, 0.44, 0.6, 0.8, 0.96, 1].map(wordOf)).toEqual([
      'uncorrelated',
      'uncorrelated',
      'uncorrelated',
      'weak',
      'weak',
      'moderate',
      'moderate',
      'strong',
      'very strong',
      'very strong',
      'very strong',
    ])
    expect([-0.2, -0.5, -0.7, -0.9].map(wordOf)).toEqual([
      'weak inverse',
      'moderate inverse',
      'strong inverse',
      'very strong inverse',
    ])
  })
})
