import { describe, expect, test } from 'vitest'
import { forecastsOf } from '../../bench/calibration/walk-series.ts'
import { metricByName } from '../../data/metrics.ts'
import type { RegimeDays } from '../../pipeline/analysis/regime/regime-days.ts'
import { regimeGrade, regimeStakes, signalGrade, signalStake } from '../../pipeline/analysis/stake.ts'
import { dayView, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import type { Regime } from '../../pipeline/documents/briefing.ts'
import { endOfDay, isoDay } from '../../pipeline/time/day.ts'
import { head } from '../../pipeline/values/column.ts'
import { columnOf, day, walk } from './columns.ts'
import { metricOf, metrics } from './metrics.ts'

describe('a signal', () => {
  test.each([...metrics, metricOf({ seasonal: true, window: '30d' })])(
    'is graded by the rule that calibrates confidence, once its window has ended: $window $change $polarity',
    (metric) => {
      const { value } = walk(31, 3_000)
      const apart = { daily: 1, weekly: 7, monthly: 30 }[metric.cadence as 'daily' | 'weekly' | 'monthly']
      const column = columnOf([...value].map((each, i) => [i * apart, each]))
      const last = column.period.at(-1)!
      const forecasts = forecastsOf(metric, column).slice(-200)
      for (const { day: made, end, moment, held } of forecasts) {
        const stake = { id: 'a', claim: '', way: moment.way, period: isoDay(made), due: isoDay(end) }
        const grade = signalGrade(stake, metric, column, isoDay(last))!
        expect(grade.came_true).toBe(held)
        expect(day(grade.period_to)).toBeGreaterThan(made)
        const before = head(column, column.period.findIndex((period) => period >= end) - 1)
        expect(signalGrade(stake, metric, before, isoDay(last))).toBeNull()
      }
      expect(forecasts.length).toBeGreaterThan(5)
    },
  )

  test('is staked with what its reading publishes, unless its window had ended', () => {
    const price = walk(4, 1_500, 1e9)
    const known = { versions: new Map([['btc.PriceUSD', { ...price, series: 'btc.PriceUSD' }]]), ...nothingFiled, sample: true }
    const asOf = price.period.at(-1)! + 1
    const reading = dayView(known, asOf, endOfDay(asOf)).reading('bitcoin-price')!
    const facts = metricByName.get('bitcoin-price')!
    const stake = signalStake(facts, reading, isoDay(asOf), 0.4)!
    expect(stake).toMatchObject({
      id: `bitcoin-price/${reading.signal!.direction}/7/${reading.period}`,
      period: reading.period,
      value: reading.value,
      base: 0.4,
      due: isoDay(asOf + 6),
      method: reading.method.version,
    })
    expect(stake.probability).toBeCloseTo(reading.confidence.score! / 100, 12)
    const rose = reading.trend['7d']!.direction === 'up'
    const moved = { ...reading, signal: { ...reading.signal!, direction: 'bullish', moving: 'rising' } as const }
    expect(signalStake(facts, moved, isoDay(asOf), 0.4)).toMatchObject({ way: 1, persistence: rose ? 1 : 0 })
    expect(signalStake(facts, reading, isoDay(asOf + 6), 0.4)).toBeNull()
  })
})

describe('the regime', () => {
  const days = { first: day('2026-01-01'), state: Int8Array.from([0, 0, 1, 2, 0, -1]) } as unknown as RegimeDays
  const regime = {
    current_regime: 'expansion',
    probabilities: { expansion: 0.7, contraction: 0.1, transition: 0.2 },
    horizon_days: 1,
    most_likely: 'expansion',
    score: { day: 0.5, mean: 0.6, enter: 0.5, leave: 0.2 },
  } as Regime
  const stakes = regimeStakes(regime, '2026-01-04', 'briefing/cross.regime', days)

  test('stakes the probability of each beside its share of the days so far', () => {
    const rows = stakes.map(({ claim, probability, base, persistence, called }) => [
      claim,
      probability,
      base,
      persistence,
      called,
    ])
    expect(rows).toEqual([
      ['expansion', 0.7, 0.5, 1, true],
      ['contraction', 0.1, 0.25, 0, false],
      ['transition', 0.2, 0.25, 0, false],
    ])
  })

  test('is graded once the due day is over, and not where that day has none', () => {
    const graded = (asOf: string, due = '2026-01-05') =>
      stakes.map((stake) => regimeGrade({ ...stake, due }, days, asOf)?.came_true ?? null)
    expect(graded('2026-01-05')).toEqual([null, null, null])
    expect(graded('2026-01-06')).toEqual([true, false, false])
    expect(graded('2026-01-07', '2026-01-06')).toEqual([null, null, null])
  })
})
