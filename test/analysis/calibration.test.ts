import { describe, expect, test } from 'vitest'
import { judge } from '../../bench/calibration/judge.ts'
import { forecastsOf } from '../../bench/calibration/walk-series.ts'
import type { JudgedForecast } from '../../pipeline/analysis/calibration.ts'
import { seeded, walk } from './columns.ts'
import { metricOf } from './metrics.ts'

const forecast = (day: number, probability: number, held: boolean, changed: Partial<JudgedForecast> = {}): JudgedForecast => ({
  series: 'a',
  signal: 'bullish',
  day,
  end: day + 7,
  probability,
  base: 0.5,
  held,
  ...changed,
})

describe('judging', () => {
  test('by hand: four forecasts of one series', () => {
    const report = judge(
      [forecast(0, 0.6, true), forecast(3, 0.62, false), forecast(7, 0.3, true), forecast(14, 0.3, false)],
      30,
    )!
    expect(report.forecasts).toBe(4)
    expect(report.n).toBe(3)
    expect(report.hit_rate).toBe(0.5)
    expect(report.brier.value).toBeCloseTo((0.4 ** 2 + 0.62 ** 2 + 0.7 ** 2 + 0.3 ** 2) / 4, 12)
    expect(report.base_brier.value).toBeCloseTo(0.25, 12)
    expect(report.skill.value).toBeCloseTo(1 - report.brier.value / report.base_brier.value, 11)
    expect(report.calibration_error.value).toBeCloseTo((Math.abs(1.22 - 1) + Math.abs(0.6 - 1)) / 4, 12)
    expect([report.brier.low, report.brier.high]).toEqual([null, null])
    expect(report.reliability).toHaveLength(10)
    expect(report.reliability[6]).toEqual({ from: 0.6, to: 0.7, forecasts: 2, probability: 0.61, hit_rate: 0.5 })
    expect(report.reliability[9]).toEqual({ from: 0.9, to: 1, forecasts: 0, probability: null, hit_rate: null })
  })

  test('skill is measured against the base rate each forecast had', () => {
    const informed = judge([forecast(0, 0.8, true, { base: 0.6 }), forecast(7, 0.2, false, { base: 0.4 })], 30)!
    expect(informed.base_brier.value).toBeCloseTo(0.16, 12)
    expect(informed.skill.value).toBeCloseTo(1 - 0.04 / 0.16, 12)
  })

  test('of none nothing, and a certain hit falls into the last bin', () => {
    expect(judge([], 30)).toBeNull()
    expect(judge([forecast(0, 1, true)], 30)!.reliability[9]).toMatchObject({ forecasts: 1, hit_rate: 1 })
  })

  test('the order of the forecasts does not matter, and the same ones give the same intervals', () => {
    const next = seeded(2)
    const many = Array.from({ length: 400 }, (_, i) => forecast(i * 5, next(), next() < 0.5, { series: `s${i % 3}` }))
    expect(judge([...many].reverse(), 60)).toEqual(judge(many, 60))
  })

  test('an interval holds its value and is wider where series move together than where they do not', () => {
    const next = seeded(8)
    const widthOf = (alike: boolean) => {
      const forecasts: JudgedForecast[] = []
      for (let day = 0; day < 4_000; day += 7) {
        const shared = next() < 0.5
        for (let s = 0; s < 20; s++) forecasts.push(forecast(day, 0.3, alike ? shared : next() < 0.5, { series: `s${s}` }))
      }
      const { brier } = judge(forecasts, 60)!
      expect(brier.low!).toBeLessThan(brier.value)
      expect(brier.high!).toBeGreaterThan(brier.value)
      return brier.high! - brier.low!
    }
    expect(widthOf(true)).toBeGreaterThan(3 * widthOf(false))
  })

  test('forecasts that say what happens are calibrated, their opposite is not', () => {
    const next = seeded(3)
    const honest = Array.from({ length: 20_000 }, (_, i) => {
      const probability = next()
      return forecast(i * 7, probability, next() < probability)
    })
    expect(judge(honest, 180)!.calibration_error.value).toBeLessThan(0.02)
    expect(judge(honest, 180)!.skill.low).toBeGreaterThan(0.2)
    const opposite = honest.map((one) => ({ ...one, probability: 1 - one.probability }))
    expect(judge(opposite, 180)!.calibration_error.value).toBeGreaterThan(0.3)
    expect(judge(opposite, 180)!.skill.high).toBeLessThan(0)
  })
})

test('of random walks, which nothing can foretell, the scores are calibrated and close to the base rate', () => {
  const metric = metricOf()
  const forecasts = Array.from({ length: 12 }, (_, seed) => {
    const column = walk(seed + 1, 2_000)
    return forecastsOf({ ...metric, metric: `walk ${seed}` }, column)
  }).flat()
  const report = judge(forecasts)!
  expect(report.calibration_error.value).toBeLessThan(0.03)
  expect(report.skill.value).toBeGreaterThan(-0.01)
  expect(report.skill.value).toBeLessThan(0.03)
})
