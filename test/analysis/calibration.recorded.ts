import { describe, expect, test } from 'vitest'
import { judge } from '../../bench/calibration/judge.ts'
import { recordedSeries } from '../../bench/calibration/recorded-series.ts'
import { forecastsOf, columnOf as recordedColumn } from '../../bench/calibration/walk-series.ts'
import { recordedFolder } from '../recorded.ts'
import { confidenceAt } from './confidence-at.ts'
import { looksAhead } from './look-ahead.ts'

const forecastsOfAll = (names: readonly string[]) =>
  recordedSeries
    .filter(({ facts }) => names.includes(facts.metric))
    .flatMap((series) => forecastsOf(series.facts, recordedColumn(series, recordedFolder)))

describe('on recorded histories', () => {
  const some = [
    'bitcoin-price',
    'vix',
    'wti-spot',
    'henry-hub-spot',
    'fed-balance',
    'dollar-index',
    'sofr',
    'crude-stocks',
    'unemployment',
  ]

  test('scores are calibrated within 0.03 and no worse than the base rate', () => {
    const scores = judge(forecastsOfAll(some))!
    expect(scores.n).toBeGreaterThan(3_000)
    expect(scores.calibration_error.value).toBeLessThanOrEqual(0.03)
    expect(scores.brier.value).toBeLessThanOrEqual(scores.base_brier.value)
  })

  test('and have seen nothing that came after them', () => {
    const series = recordedSeries.find(({ facts }) => facts.metric === 'dollar-index')!
    const column = recordedColumn(series, recordedFolder)
    expect(looksAhead((of, last) => confidenceAt(series.facts, of, last), column, [1_000, 2_500])).toEqual([])
  })

  test('no history is counted twice, and there are more than forty of five years', () => {
    expect(new Set(recordedSeries.map(({ facts }) => facts.metric)).size).toBe(recordedSeries.length)
    const years = recordedSeries.map((series) => {
      const { period } = recordedColumn(series, recordedFolder)
      return (period.at(-1)! - period[0]!) / 365.25
    })
    expect(years.length).toBeGreaterThanOrEqual(40)
    expect(Math.min(...years)).toBeGreaterThan(4.9)
  })
})
