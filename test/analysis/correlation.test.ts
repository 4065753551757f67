import { describe, expect, test } from 'vitest'
import {
  correlate,
  correlationInterval,
  correlationWord,
  independentPairs,
  rankCorrelations,
} from '../../pipeline/analysis/correlation.ts'
import { columnOf, daily, seeded } from './columns.ts'

const differences = ['unit', 'unit'] as const
/** Three changes say nothing of the correlation behind them. */
const openInterval = { low: -1, high: 1, word: 'not distinguishable from zero' } as const

describe('correlation', () => {
  test('by hand: changes 1, 2, 3 against 2, 1, 3', () => {
    const a = daily('2026-07-01', [10, 11, 13, 16])
    const b = daily('2026-07-01', [5, 7, 8, 11])
    expect(correlate(a, b, 3, differences)).toEqual({
      value: 0.5,
      n: 3,
      independent: 3,
      from: '2026-07-01',
      to: '2026-07-04',
      ...openInterval,
    })
  })

  test('only days both have count, and changes run between them', () => {
    const a = daily('2026-07-01', [10, 99, 11, 98, 13, 97, 16, 96])
    const b = columnOf({ '2026-06-30': 1, '2026-07-01': 5, '2026-07-03': 7, '2026-07-05': 8, '2026-07-07': 11, '2026-07-09': 50 })
    expect(correlate(a, b, 3, differences)).toEqual({
      value: 0.5,
      n: 3,
      independent: 3,
      from: '2026-07-01',
      to: '2026-07-07',
      ...openInterval,
    })
    expect(correlate(a, b, 4, differences)).toBeNull()
  })

  test('the newest changes decide', () => {
    const a = daily('2026-07-01', [500, 3, 10, 11, 13, 16])
    const b = daily('2026-07-01', [1, 900, 5, 7, 8, 11])
    expect(correlate(a, b, 3, differences)).toMatchObject({ value: 0.5, from: '2026-07-03' })
  })

  test('each side changes in the way of its own column: by 1, 2, 3 against 10, 20, 30 percent', () => {
    const percents = daily('2026-07-01', [100, 110, 132, 171.6])
    expect(correlate(daily('2026-07-01', [1, 2, 4, 7]), percents, 3, ['unit', 'percent'])?.value).toBe(1)
    expect(correlate(percents, daily('2026-07-01', [1, 2, 4, 7]), 3, ['percent', 'unit'])?.value).toBe(1)
  })

  test('none from a value that is not positive in percent, none without spread', () => {
    const a = daily('2026-07-01', [18.31, -36.98, 8.91, 13.64])
    const b = daily('2026-07-01', [10, 12, 11, 15])
    expect(correlate(a, b, 3, ['percent', 'percent'])).toBeNull()
    expect(correlate(a, b, 3, ['unit', 'percent'])).not.toBeNull()
    expect(correlate(daily('2026-07-01', [0.1, 0.2, 0.3, 0.4]), b, 3, differences)).toBeNull()
    expect(correlate(daily('2026-07-01', [100, 101, 102.01, 103.0301]), b, 3, ['percent', 'percent'])).toBeNull()
  })

  test('words', () => {
    expect([0, 0.1, 0.1999, 0.2, 0.35, 0.4, 0.44, 0.6, 0.8, 0.96, 1].map(correlationWord)).toEqual([
      'negligible',
      'negligible',
      'negligible',
      'weak',
      'weak',
      'moderate',
      'moderate',
      'strong',
      'very strong',
      'very strong',
      'very strong',
    ])
    expect(correlationWord(-0.19)).toBe('negligible inverse')
    expect([-0.2, -0.5, -0.7, -0.9].map(correlationWord)).toEqual([
      'weak inverse',
      'moderate inverse',
      'strong inverse',
      'very strong inverse',
    ])
  })
})

/** A draw of a standard normal distribution, near enough: the sum of twelve uniform ones. */
function normal(next: () => number): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += next()
  return sum
}

/** Two series of `n` steps with correlation `rho`, each step `carried` times the one before and the rest new. */
function pairOf(next: () => number, n: number, rho: number, carried: number): readonly [Float64Array, Float64Array] {
  const [x, y] = [new Float64Array(n), new Float64Array(n)]
  const fresh = Math.sqrt(1 - carried * carried)
  let [one, two] = [0, 0]
  for (let i = -50; i < n; i++) {
    const common = normal(next)
    one = carried * one + fresh * common
    two = carried * two + fresh * (rho * common + Math.sqrt(1 - rho * rho) * normal(next))
    if (i >= 0) [x[i], y[i]] = [one, two]
  }
  return [x, y]
}

function columnFrom(changes: Float64Array) {
  let value = 1_000
  return daily('2026-01-01', [value, ...Array.from(changes, (change) => (value += change))])
}

describe('the interval of a correlation', () => {
  test('by hand: r 0.5 of 30 independent changes is 0.170 to 0.729', () => {
    const { low, high } = correlationInterval(0.5, 30)
    // atanh(0.5) = 0.549306, 1.959964 / sqrt(27) = 0.377195
    expect(low).toBeCloseTo(Math.tanh(0.549306 - 0.377195), 5)
    expect(high).toBeCloseTo(Math.tanh(0.549306 + 0.377195), 5)
    expect(correlationInterval(1, 30)).toEqual({ low: 1, high: 1 })
    expect(correlationInterval(0.9, 3)).toEqual({ low: -1, high: 1 })
  })

  test('by hand: two series that repeat themselves are worth fewer independent changes', () => {
    // lag-1 autocorrelation of 1, 1, 1, 1, -1, -1, -1, -1: (3 - 1 + 3) / 8 = 0.625; 8 x (1 - 0.390625) / (1 + 0.390625) = 3.5
    const blocks = Float64Array.from([1, 1, 1, 1, -1, -1, -1, -1])
    expect(independentPairs(blocks, blocks)).toBe(3.5)
    // one that turns each time against one that stays: the product is negative, and no more are there than 8
    expect(independentPairs(blocks, Float64Array.from([1, -1, 1, -1, 1, -1, 1, -1]))).toBe(8)
  })

  test.each([
    [0, 0],
    [0.5, 0],
    [0.8, 0],
    [0, 0.5],
    [0.5, 0.5],
  ])('holds a true correlation of %d 95 times in 100 where each change keeps %d of the last', (rho, carried) => {
    const next = seeded(7)
    const trials = 2_000
    let inside = 0
    for (let i = 0; i < trials; i++) {
      const [x, y] = pairOf(next, 30, rho, carried)
      const { low, high } = correlate(columnFrom(x), columnFrom(y), 30, differences)!
      if (low <= rho && rho <= high) inside++
    }
    expect(inside / trials).toBeGreaterThan(0.92)
    expect(inside / trials).toBeLessThan(0.98)
  })

  test('the word names a size only where the interval leaves out zero', () => {
    const next = seeded(11)
    for (let i = 0; i < 500; i++) {
      const [x, y] = pairOf(next, 30, 0.3, 0)
      const { value, low, high, word } = correlate(columnFrom(x), columnFrom(y), 30, differences)!
      expect(word).toBe(low <= 0 && high >= 0 ? 'not distinguishable from zero' : correlationWord(value))
    }
  })
})

describe('the strongest correlation', () => {
  const of = (name: string, value: number, independent = 30) => ({
    name,
    value,
    independent,
    ...correlationInterval(value, independent),
  })
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name)

  test('-0.43 against -0.42 is a tie; those not distinguishable from zero are in no tie', () => {
    const { clear, strongest, tied } = rankCorrelations([of('oil', 0.1), of('vix', -0.42), of('dollar', -0.43), of('gas', -0.05)])
    expect(names(clear)).toEqual(['dollar', 'vix'])
    expect(strongest).toBeNull()
    expect(names(tied)).toEqual(['dollar', 'vix'])
  })

  test('it is told where its size differs from that of every other', () => {
    const { strongest, tied } = rankCorrelations([of('oil', 0.1), of('vix', -0.85), of('euro', 0.4)])
    expect(strongest?.name).toBe('vix')
    expect(names(tied)).toEqual(['vix'])
    // 0.3 is not distinguishable from zero, and yet not from 0.5 either
    expect(rankCorrelations([of('vix', -0.5), of('oil', 0.3)])).toMatchObject({ strongest: null, tied: [{ name: 'vix' }] })
  })

  test('none where no interval leaves out zero', () => {
    expect(rankCorrelations([of('oil', 0.1), of('vix', -0.2)])).toEqual({ clear: [], strongest: null, tied: [] })
    expect(rankCorrelations([])).toEqual({ clear: [], strongest: null, tied: [] })
  })

  test('of nine equal ones, or of nine that are nothing, it is claimed in fewer than 1 of 100', () => {
    const next = seeded(3)
    for (const rho of [0, 0.5]) {
      let claimed = 0
      for (let trial = 0; trial < 500; trial++) {
        const all = Array.from({ length: 9 }, (_, i) => {
          const [x, y] = pairOf(next, 30, rho, 0)
          return { name: String(i), ...correlate(columnFrom(x), columnFrom(y), 30, differences)! }
        })
        if (rankCorrelations(all).strongest !== null) claimed++
      }
      expect(claimed / 500).toBeLessThan(0.01)
    }
  })
})
