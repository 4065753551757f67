import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConfidenceMemory, confidenceOf, forecastsOf } from '../../pipeline/analysis/confidence.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalHistory } from '../../pipeline/analysis/signal-history.ts'
import { type Column, head } from '../../pipeline/column.ts'
import { anyColumn, columnOf, seeded, walk, withValues } from './columns.ts'
import { type Estimate, looksAhead } from './look-ahead.ts'
import { metricOf, metrics } from './metrics.ts'
import { naiveScores } from './naive-confidence.ts'

const cold = (metric: MetricFacts, column: Column, last = column.period.length - 1) =>
  confidenceOf(metric, column, last, 'good', new Map())
const long = walk(21, 900)
const price = metricOf()

describe('a score', () => {
  test.each(metrics)('is the one the methodology gives, worked out anew for every day: $window $change $polarity', (metric) => {
    const column = walk(31, 450)
    const memory: ConfidenceMemory = new Map()
    const scores = Array.from(column.period, (_, i) => confidenceOf(metric, column, i, 'good', memory).score)
    const expected = naiveScores(metric, column)
    expect(scores.map((score) => score !== null)).toEqual(expected.map((score) => score !== null))
    for (const [i, score] of scores.entries()) if (score !== null) expect(Math.abs(score - expected[i]!)).toBeLessThan(0.0500001)
    if (metric.window === '7d') expect(scores.filter((score) => score !== null).length).toBeGreaterThan(50)
  })

  test('is a number with its factors and its record, all finite', () => {
    const { score, why, factors, calibration, horizon_days } = cold(price, long)
    expect(score).toBeGreaterThan(10)
    expect(score).toBeLessThan(90)
    expect(why).toBeNull()
    expect(horizon_days).toBe(7)
    expect(factors.map(({ name }) => name).slice(0, 2)).toEqual(['base rate', 'sample size'])
    expect(calibration!.n).toBeGreaterThan(20)
    expect(calibration!.brier).toBeGreaterThan(0.1)
    expect(JSON.stringify(calibration)).not.toContain('null')
  })

  test('is the sum of its factors', () => {
    const memory: ConfidenceMemory = new Map()
    let skilled = 0
    for (let i = 300; i < 900; i++) {
      const { score, factors } = confidenceOf(price, long, i, 'good', memory)
      if (score === null) continue
      if (factors.some(({ name }) => name === 'agreement')) skilled++
      const points = factors.map(({ effect }) => Number.parseFloat(effect)).reduce((a, b) => a + b, 0)
      expect(Math.abs(points - score)).toBeLessThan(0.25)
    }
    expect(skilled).toBeGreaterThan(0)
  })

  test('is high where the signal always holds, low where it never does', () => {
    const next = seeded(5)
    const waves = columnOf(
      Array.from({ length: 2_000 }, (_, i) => [15_000 + i, 100 + 50 * Math.sin(i / 60) + next() / 10] as const),
    )
    const teeth = columnOf(
      Array.from({ length: 2_000 }, (_, i) => [15_000 + i, 100 + (Math.floor(i / 7) % 2) * 5 + next()] as const),
    )
    const metric = metricOf({ change: 'unit' })
    const up = (column: Column, low: number, high: number) => {
      const memory: ConfidenceMemory = new Map()
      const history = new SignalHistory(metric)
      for (let i = 0; i < 2_000; i++) history.next(column)
      const scores = Array.from({ length: 200 }, (_, k) => k + 1_800).flatMap((i) =>
        history.at(i)?.way === 1 ? (confidenceOf(metric, column, i, 'good', memory).score ?? []) : [],
      )
      expect(scores.length).toBeGreaterThan(20)
      expect(scores.reduce((a, b) => a + b, 0) / scores.length).toBeGreaterThan(low)
      expect(scores.reduce((a, b) => a + b, 0) / scores.length).toBeLessThan(high)
    }
    up(waves, 70, 100)
    up(teeth, 0, 30)
  })

  test('of a metric whose signals say nothing is near the base rate, and says so where it has no skill', () => {
    const memory: ConfidenceMemory = new Map()
    const column = walk(1, 1_500)
    const named = Array.from({ length: 600 }, (_, k) => confidenceOf(price, column, 900 + k, 'good', memory)).filter(
      ({ factors }) => factors.some(({ name }) => name === 'no skill'),
    )
    expect(named.length).toBeGreaterThan(0)
    for (const { score, factors } of named) {
      expect(factors.map(({ name }) => name)).toEqual(['base rate', 'sample size', 'no skill'])
      const [base, size] = factors.map(({ effect }) => Number.parseFloat(effect))
      expect(Math.abs(base! + size! - score!)).toBeLessThan(0.16)
    }
  })
})

describe('no score', () => {
  test('without a signal', () => {
    expect(cold(price, head(long, 30))).toEqual({
      score: null,
      why: 'There is no signal to score.',
      horizon_days: 7,
      factors: [],
      calibration: null,
    })
  })

  test('while history is short', () => {
    expect(cold(price, head(long, 100))).toMatchObject({ score: null, factors: [], calibration: null })
    expect(cold(price, head(long, 100)).why).toMatch(
      /^History is short: past (bullish|bearish|neutral) signals of this metric weigh \d windows, 10 needed\.$/,
    )
  })

  test('of poor data; the record stands', () => {
    const { score, why, factors, calibration } = confidenceOf(price, long, 899, 'poor', new Map())
    expect({ score, why, factors }).toEqual({ score: null, why: 'The data behind the signal is poor.', factors: [] })
    expect(calibration).toEqual(cold(price, long).calibration)
    expect(confidenceOf(price, long, 899, 'partial', new Map())).toEqual(cold(price, long))
  })
})

describe('looking ahead', () => {
  const estimate: Estimate = (column, last) => cold(price, column, last)

  test('never: what comes later changes no score', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 150, max: 599 }), (seed, last) => {
        expect(looksAhead(estimate, walk(seed, 600), [last])).toEqual([])
      }),
      { seed: 4, numRuns: 15 },
    )
    fc.assert(
      fc.property(anyColumn, (column) => {
        expect(looksAhead(estimate, column, [0, column.period.length >> 1])).toEqual([])
      }),
      { seed: 4, numRuns: 30 },
    )
  })

  test('planted: an estimator that is told what becomes of today is caught', () => {
    const told: Estimate = (column, last) => {
      const history = new SignalHistory(price)
      for (let i = 0; i <= last; i++) history.next(column)
      const outcome = history.outcome(column, last)
      const { score } = cold(price, column, last)
      return score === null || outcome === null ? score : (score + (outcome.held ? 100 : 0)) / 2
    }
    expect(looksAhead(told, long, [500, 600, 700, 800]).length).toBeGreaterThan(0)
  })

  test('planted: one that learns from a window a day before it has ended is caught', () => {
    const early: Estimate = (column, last) => {
      const shifted = { ...column, value: column.value.map((_, i) => column.value[Math.min(i + 1, column.value.length - 1)]!) }
      return cold(price, shifted, last)
    }
    expect(looksAhead(early, long, [500, 600, 700, 800]).length).toBeGreaterThan(0)
  })
})

describe('memory', () => {
  const answers = (metric: MetricFacts, steps: readonly (readonly [Column, number])[], memory: () => ConfidenceMemory) =>
    steps.map(([column, last]) => confidenceOf(metric, column, last, 'good', memory()))

  test.each(metrics)('changes no byte, whatever is asked in whatever order: $window $change $polarity', (metric) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(
          fc.record({
            length: fc.integer({ min: 1, max: 420 }),
            revised: fc.option(fc.integer({ min: 0, max: 419 }), { freq: 3 }),
            by: fc.constantFrom(1.02, 0.9),
            back: fc.integer({ min: 0, max: 10 }),
          }),
          { minLength: 2, maxLength: 8 },
        ),
        (seed, days) => {
          const column = walk(seed, 420)
          const steps = days.map(({ length, revised, by, back }) => {
            const known = head(
              withValues(column, (value, i) => (i === revised ? value * by : value)),
              length - 1,
            )
            return [known, Math.max(0, length - 1 - back)] as const
          })
          const memory: ConfidenceMemory = new Map()
          expect(JSON.stringify(answers(metric, steps, () => memory))).toBe(
            JSON.stringify(answers(metric, steps, () => new Map())),
          )
        },
      ),
      { seed: 9, numRuns: 12 },
    )
  })

  test('of days one after another equals each day alone, and so do the forecasts', () => {
    const memory: ConfidenceMemory = new Map()
    for (let last = 700; last < 900; last += 9) {
      const known = head(long, last)
      expect(confidenceOf(price, known, last, 'good', memory)).toEqual(cold(price, known))
      expect(forecastsOf(price, known, last, memory)).toEqual(forecastsOf(price, known, last, new Map()))
    }
  })

  test('is not taken for that of a metric with the same name and other facts', () => {
    const memory: ConfidenceMemory = new Map()
    confidenceOf(price, long, 899, 'good', memory)
    const slow = metricOf({ window: '30d' })
    expect(confidenceOf(slow, long, 899, 'good', memory)).toEqual(cold(slow, long))
  })
})

test('the record is that of its forecasts', () => {
  const forecasts = forecastsOf(price, long, 899, new Map())
  const { calibration } = cold(price, long)
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  expect(calibration!.hit_rate).toBeCloseTo(mean(forecasts.map(({ held }) => (held ? 1 : 0))), 10)
  expect(calibration!.base_rate).toBeCloseTo(mean(forecasts.map(({ base }) => base)), 10)
  expect(calibration!.brier).toBeCloseTo(mean(forecasts.map(({ probability, held }) => (probability - (held ? 1 : 0)) ** 2)), 10)
  for (const { day, end } of forecasts) expect(end).toBe(day + 7)
  expect(forecasts.at(-1)!.end).toBeLessThanOrEqual(long.period.at(-1)!)
})
