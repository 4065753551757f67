import { describe, expect, test } from 'vitest'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { type PastSignal, signalOutcome as pastOutcome, SignalBacktest } from '../../pipeline/analysis/past.ts'
import { columnOf, walk } from './columns.ts'
import { metricOf, metrics, signalsOf } from './metrics.ts'
import { naiveWays } from './naive-confidence.ts'

test.each([...metrics, metricOf({ cadence: 'quarterly', window: '90d', change: 'unit' })])(
  'the signal of every past day is the one the methodology gives: $cadence $window $change $polarity',
  (metric) => {
    const column = walk(7, 700)
    const ways = signalsOf(metric, column).map((signal) => signal?.way ?? null)
    expect(ways).toEqual(naiveWays(metric, column))
    if (metric.cadence === 'daily') expect(new Set(ways).size).toBe(4)
  },
)

describe('outcome', () => {
  /** A hundred days between 99 and 101, then a rise, then what follows. */
  const restless = Array.from({ length: 100 }, (_, i) => 100 + Math.sin(i * 2.1))
  const outcomeOf = (after: readonly number[], metric = metricOf()) => {
    const values = [...restless, ...Array.from({ length: 8 }, () => 110), ...after]
    const column = columnOf(values.map((value, i) => [20_000 + i, value] as const))
    const signal = signalsOf(metric, column)[106]!
    return { way: signal.way, outcome: pastOutcome(metric, column, 106, signal) }
  }

  test('a rise held when the value after the window is higher; flat or lower it did not', () => {
    expect(outcomeOf([110, 110, 110, 110, 110, 112])).toMatchObject({ way: 1, outcome: { held: true, entries: 7 } })
    expect(outcomeOf([120, 120, 120, 120, 120, 110])).toMatchObject({ way: 1, outcome: { held: false, entries: 7 } })
    expect(outcomeOf([120, 120, 120, 120, 120, 90])).toMatchObject({ way: 1, outcome: { held: false, entries: 7 } })
  })

  test('a neutral signal held when the next change is a usual one', () => {
    const neutral = metricOf({ polarity: 'none' })
    expect(outcomeOf([110, 110, 110, 110, 110, 110.2], neutral)).toMatchObject({ outcome: { held: true, usual: true } })
    expect(outcomeOf([110, 110, 110, 110, 110, 130], neutral)).toMatchObject({ outcome: { held: false, usual: false } })
  })

  test('of a seasonal metric: more or less than the season brings, not higher or lower', () => {
    const seasonal = metricOf({ seasonal: true })
    const column = columnOf(
      [...restless, 110, 110, 110, 110, 110, 110, 110, 110, 100].map((value, i) => [20_000 + i, value] as const),
    )
    const signal: PastSignal = {
      way: 1,
      pulled: 1,
      extreme: null,
      force: 1,
      since: 20_100,
      pull: { strength: 1, move: 10 },
      usual: { median: 0, scale: 1 },
    }
    const outcome = (median: number) => pastOutcome(seasonal, column, 101, signal, { median, scale: 4 })
    expect(outcome(-20)).toMatchObject({ held: true, change: 1, usual: false })
    expect(outcome(-5)).toMatchObject({ held: false, change: -1 })
    expect(outcome(-10)).toMatchObject({ usual: true })
  })

  test('the season is that in which the window ends, from the years before', () => {
    const days = Array.from({ length: 2_400 }, (_, i) => i)
    const level = (i: number) => 5_000 + 400 * Math.cos((2 * Math.PI * i) / 365.25) + 3 * Math.sin(i * 2.1)
    const column = columnOf(days.map((i) => [20_000 + i, level(i)] as const))
    const seasonal = metricOf({ seasonal: true, cadence: 'daily', change: 'unit', window: '30d' })
    const held = (metric: MetricFacts) => {
      const forecasts: boolean[] = []
      const past = new SignalBacktest(metric, null, (forecast) => forecasts.push(forecast.held))
      past.at(column, days.length - 1)
      return forecasts.filter(Boolean).length / forecasts.length
    }
    // against its season it moves as usual on nearly every day; without it each turn of the year is a miss
    expect(held(seasonal)).toBeGreaterThan(0.9)
    expect(held({ ...seasonal, seasonal: false })).toBeLessThan(0.75)
  })

  test('none where no entry lies in the window', () => {
    const column = columnOf([...restless.map((value, i) => [20_000 + i, value] as const), [20_200, 100]])
    expect(pastOutcome(metricOf(), column, 99, signalsOf(metricOf(), column)[99]!)).toBeNull()
  })

  test('none of a percent change from a value that is not positive', () => {
    const column = columnOf([...restless, -5, 100, 100, 100, 100, 100, 100, 100].map((value, i) => [20_000 + i, value] as const))
    const signal = signalsOf(metricOf(), column)[100]!
    expect(signal).not.toBeNull()
    expect(pastOutcome(metricOf(), column, 100, signal)).toBeNull()
  })
})
