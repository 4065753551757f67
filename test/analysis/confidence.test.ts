import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecastsOf } from '../../bench/calibration/walk-series.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest, signalOutcome } from '../../pipeline/analysis/past.ts'
import type { PastRow } from '../../pipeline/tables/day.ts'
import { type Column, head } from '../../pipeline/values/column.ts'
import { anyColumn, columnOf, seeded, walk, withValues } from './columns.ts'
import { confidenceAt } from './confidence-at.ts'
import { type Estimate, looksAhead } from './look-ahead.ts'
import { metricOf, metrics } from './metrics.ts'
import { naiveScores } from './naive-confidence.ts'

const cold = (metric: MetricFacts, column: Column, last = column.period.length - 1) => confidenceAt(metric, column, last)
const long = walk(21, 900)
const price = metricOf()

describe('a score', () => {
  test.each(metrics)('is the one the methodology gives, worked out anew for every day: $window $change $polarity', (metric) => {
    const column = walk(31, 450)
    const past = new SignalBacktest(metric)
    const scores = Array.from(column.period, (_, i) => confidenceAt(metric, column, i, 'good', past).score)
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
    expect(factors!.map(({ name }) => name).slice(0, 2)).toEqual(['base rate', 'sample size'])
    expect(calibration!.n).toBeGreaterThan(20)
    expect(calibration!.brier).toBeGreaterThan(0.1)
    expect(JSON.stringify(calibration)).not.toContain('null')
  })

  test('is the sum of its factors', () => {
    const past = new SignalBacktest(price)
    for (let i = 300; i < 900; i++) {
      const { score, factors } = confidenceAt(price, long, i, 'good', past)
      if (score === null) continue
      const points = factors!.map(({ effect }) => Number.parseFloat(effect)).reduce((a, b) => a + b, 0)
      expect(Math.abs(points - score)).toBeLessThan(0.25)
    }
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
      const past = new SignalBacktest(metric)
      const scores = Array.from({ length: 200 }, (_, k) => k + 1_800).flatMap((i) =>
        past.at(column, i).signal?.way === 1 ? (confidenceAt(metric, column, i, 'good', past).score ?? []) : [],
      )
      expect(scores.length).toBeGreaterThan(20)
      expect(scores.reduce((a, b) => a + b, 0) / scores.length).toBeGreaterThan(low)
      expect(scores.reduce((a, b) => a + b, 0) / scores.length).toBeLessThan(high)
    }
    up(waves, 70, 100)
    up(teeth, 0, 30)
  })

  test('of a direction seven days ahead is the base rate, and says why', () => {
    const past = new SignalBacktest(price)
    const column = walk(1, 1_500)
    const moving = Array.from({ length: 600 }, (_, k) => 900 + k).filter((i) => past.at(column, i).signal?.way !== 0)
    expect(moving.length).toBeGreaterThan(50)
    for (const i of moving) {
      const { score, factors } = confidenceAt(price, column, i, 'good', past)
      if (score === null) continue
      expect(Math.abs(score - 100 * past.at(column, i).standing!.moment.base)).toBeLessThan(0.051)
      expect(factors!.at(-1)!.detail).toBe('seven days ahead nothing has been better than the base rate')
    }
  })

  test('of 60 random walks an edge is claimed for at most 3', () => {
    const claimed = Array.from({ length: 60 }, (_, seed) => {
      const column = walk(seed + 1, 2_000)
      const metric = metricOf({ window: seed % 2 === 0 ? '7d' : '30d' })
      return confidenceAt(metric, column, column.period.length - 1).edge !== null
    }).filter(Boolean).length
    expect(claimed).toBeLessThanOrEqual(3)
  })

  const past = new SignalBacktest(price)
  const scored = Array.from({ length: 600 }, (_, k) => 300 + k).flatMap((i) => {
    const confidence = confidenceAt(price, long, i, 'good', past)
    return confidence.score === null ? [] : [{ way: past.at(long, i).signal!.way, ...confidence }]
  })

  test('of a direction says how likely it is and what followed such days, with an edge where the interval excludes none', () => {
    const moving = scored.filter(({ way }) => way !== 0)
    expect(moving.length).toBeGreaterThan(50)
    for (const { text, edge, score, no_information } of moving) {
      expect(text).toMatch(
        /^Chance of a (rise|fall) in 7 days: \d+% \(80% range \d+ to \d+\)\. It (rose|fell) after \d+% of \d+ such days since 20\d\d and after \d+% of all days: (no edge|an edge so far \(95% range \d+ to \d+\))\.$/,
      )
      expect(Math.abs(Number(/: (\d+)%/.exec(text)![1]) - score!)).toBeLessThanOrEqual(0.55)
      expect(text.includes('no edge')).toBe(edge === null)
      expect(no_information).toBe(50)
    }
  })

  test('that is steady says only how often no more than a usual change followed: it never has an edge', () => {
    const steady = scored.filter(({ way }) => way === 0)
    expect(steady.length).toBeGreaterThan(50)
    for (const { text, edge, no_information } of steady) {
      expect(text).toMatch(
        /^On \d+ such days since 20\d\d the next 7 days brought no more than a usual change \d+% of the time\.$/,
      )
      expect([edge, no_information]).toEqual([null, 40])
    }
  })
})

describe('no score', () => {
  test('without a signal', () => {
    expect(cold(price, head(long, 30))).toEqual({
      score: null,
      why: 'There is no signal to score.',
      horizon_days: 7,
      no_information: null,
      edge: null,
      text: 'There is no signal to score.',
      factors: [],
      calibration: null,
    })
  })

  test('while history is short', () => {
    expect(cold(price, head(long, 100))).toMatchObject({ score: null, factors: [], calibration: null })
    expect(cold(price, head(long, 100)).why).toMatch(
      /^The history is short: past (bullish|bearish|neutral) signals of this metric make \d windows?, and 10 are needed\.$/,
    )
  })

  test('of poor data; the record stands', () => {
    const { score, why, factors, calibration } = confidenceAt(price, long, 899, 'poor')
    expect({ score, why, factors }).toEqual({ score: null, why: 'The data behind the signal is poor.', factors: [] })
    expect(calibration).toEqual(cold(price, long).calibration)
    expect(confidenceAt(price, long, 899, 'partial')).toEqual(cold(price, long))
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
      const outcome = signalOutcome(price, column, last, new SignalBacktest(price).at(column, last).signal)
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

/** A column as it was known on some days: shorter or longer, with or without a revised value, asked at its end or before. */
const someDays = fc.array(
  fc.record({
    length: fc.integer({ min: 1, max: 420 }),
    revised: fc.option(fc.integer({ min: 0, max: 419 }), { freq: 3 }),
    by: fc.constantFrom(1.02, 0.9),
    back: fc.integer({ min: 0, max: 10 }),
  }),
  { minLength: 2, maxLength: 8 },
)

describe('a walk that goes on', () => {
  const answers = (metric: MetricFacts, steps: readonly (readonly [Column, number])[], walked: () => SignalBacktest) =>
    steps.map(([column, last]) => {
      const past = walked()
      return JSON.stringify([confidenceAt(metric, column, last, 'good', past), past.at(column, last)])
    })

  test.each(metrics)('changes no byte, whatever is asked in whatever order: $window $change $polarity', (metric) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), someDays, (seed, days) => {
        const column = walk(seed, 420)
        const steps = days.map(({ length, revised, by, back }) => {
          const known = head(
            withValues(column, (value, i) => (i === revised ? value * by : value)),
            length - 1,
          )
          return [known, Math.max(0, length - 1 - back)] as const
        })
        const alone = answers(metric, steps, () => new SignalBacktest(metric))
        const past = new SignalBacktest(metric)
        expect(answers(metric, steps, () => past)).toEqual(alone)
        // kept as a row after each step, and gone on from by another process
        let kept: PastRow | null = null
        const resumed = answers(metric, steps, () => {
          const next: SignalBacktest = new SignalBacktest(metric, kept)
          return new Proxy(next, {
            get: (_, name) => {
              if (name !== 'at') return Reflect.get(next, name)
              return (known: Column, last: number) => {
                const entry = next.at(known, last)
                kept = next.keep() ?? kept
                return entry
              }
            },
          })
        })
        expect(resumed).toEqual(alone)
      }),
      { seed: 9, numRuns: 12 },
    )
  })

  test('of days one after another equals each day alone, and so does the record, however often it is kept and gone on from', () => {
    let kept: PastRow | null = null
    for (let last = 700; last < 900; last += 9) {
      const known = head(long, last)
      const past: SignalBacktest = new SignalBacktest(price, kept)
      const alone = new SignalBacktest(price)
      expect(past.at(known, last)).toEqual(alone.at(known, last))
      expect(past.judged()).toEqual(alone.judged())
      expect(past.judged().sums.forecasts).toBe(forecastsOf(price, known, last).length)
      kept = past.keep() ?? kept
    }
    expect(new SignalBacktest(price, kept).keep()).toBeNull()
  })

  test('is not taken for that of a metric with other facts', () => {
    const past = new SignalBacktest(price)
    past.at(long, 899)
    const slow = metricOf({ window: '30d' })
    expect(confidenceAt(slow, long, 899, 'good', new SignalBacktest(slow, past.keep()))).toEqual(cold(slow, long))
  })
})

test('the record is that of its forecasts', () => {
  const forecasts = forecastsOf(price, long, 899)
  const { calibration } = cold(price, long)
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  expect(calibration!.hit_rate).toBeCloseTo(mean(forecasts.map(({ held }) => (held ? 1 : 0))), 10)
  expect(calibration!.base_rate).toBeCloseTo(mean(forecasts.map(({ moment }) => moment.base)), 10)
  expect(calibration!.brier).toBeCloseTo(mean(forecasts.map(({ probability, held }) => (probability - (held ? 1 : 0)) ** 2)), 10)
  for (const { day, end } of forecasts) expect(end).toBe(day + 7)
  expect(forecasts.at(-1)!.end).toBeLessThanOrEqual(long.period.at(-1)!)
})
