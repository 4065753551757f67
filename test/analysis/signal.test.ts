import { describe, expect, test } from 'vitest'
import { momentumOf } from '../../pipeline/analysis/make-reading.ts'
import { directionOf, enterStrength, nextWay } from '../../pipeline/analysis/signal.ts'
import type { Direction, Trend, TrendWindow } from '../../pipeline/documents/reading.ts'

const window = (change: number | null, direction: Direction, strength: number | null, from = '2026-07-15'): TrendWindow => ({
  change,
  change_unit: 'percent',
  direction,
  strength,
  span: '7 days',
  from: { period: from, value: 100 },
  to: { period: '2026-07-22', value: 100 },
})
const trend = (over: Partial<Trend>): Trend => ({ '7d': null, '30d': null, '90d': null, ...over })

describe('signal', () => {
  test('is entered at one strength and stands until the strength has gone', () => {
    expect(nextWay(0, { strength: enterStrength - 0.01, move: 1 })).toBe(0)
    expect(nextWay(0, { strength: enterStrength, move: 1 })).toBe(1)
    expect(nextWay(1, { strength: 0.01, move: 1 })).toBe(1)
    expect(nextWay(1, { strength: -0.01, move: 1 })).toBe(0)
    expect(nextWay(0, { strength: -enterStrength, move: -1 })).toBe(-1)
    expect(nextWay(-1, { strength: -0.01, move: -1 })).toBe(-1)
    expect(nextWay(1, { strength: -enterStrength, move: -1 })).toBe(-1)
  })

  test('a rise smaller than usual is no fall, and enters and keeps nothing', () => {
    expect(nextWay(0, { strength: -2, move: 1 })).toBe(0)
    expect(nextWay(-1, { strength: -2, move: 1 })).toBe(0)
    expect(nextWay(0, { strength: 2, move: -1 })).toBe(0)
    expect(nextWay(1, { strength: 2, move: 0 })).toBe(0)
  })

  test('an extreme of a year enters it whatever the strength, and it stands until the strength has gone', () => {
    expect(nextWay(0, { strength: -0.3, move: 1 }, 1)).toBe(1)
    expect(nextWay(-1, { strength: -0.3, move: -1 }, 1)).toBe(1)
    expect(nextWay(1, { strength: 1, move: 1 }, -1)).toBe(-1)
    expect(nextWay(1, { strength: 0.1, move: 1 }, 0)).toBe(1)
  })

  test('polarity says for whom: falling yields are bullish, and without one all is neutral', () => {
    expect(directionOf(1, 'higher_is_bullish')).toBe('bullish')
    expect(directionOf(-1, 'higher_is_bullish')).toBe('bearish')
    expect(directionOf(-1, 'lower_is_bullish')).toBe('bullish')
    expect(directionOf(1, 'lower_is_bullish')).toBe('bearish')
    expect(directionOf(0, 'higher_is_bullish')).toBe('neutral')
    expect(directionOf(1, 'none')).toBe('neutral')
  })
})

describe('momentum', () => {
  const of = (short: number | null, long: number | null) => {
    const way = (change: number | null): Direction => (change === null || change === 0 ? 'flat' : change > 0 ? 'up' : 'down')
    return momentumOf(trend({ '7d': window(short, way(short), null), '30d': window(long, way(long), null, '2026-06-22') }), [
      '7d',
      '30d',
    ])
  }

  test('paces are changes over the days between the ends', () => {
    expect(of(7, 30)).toEqual({ state: 'steady', short: 1, long: 1 })
    expect(of(1, 3)).toEqual({ state: 'accelerating', short: 0.142857142857, long: 0.1 })
    expect(
      momentumOf(trend({ '7d': window(9, 'up', null, '2026-07-13'), '30d': window(30, 'up', null, '2026-06-22') }), [
        '7d',
        '30d',
      ]),
    ).toEqual({
      state: 'steady',
      short: 1,
      long: 1,
    })
  })

  test('accelerating above 1.25, decelerating below 0.75, steady between, both falling too', () => {
    expect(of(8.75, 30)?.state).toBe('steady')
    expect(of(8.76, 30)?.state).toBe('accelerating')
    expect(of(5.25, 30)?.state).toBe('steady')
    expect(of(5.24, 30)?.state).toBe('decelerating')
    expect(of(-14, -30)?.state).toBe('accelerating')
    expect(of(-1, -30)?.state).toBe('decelerating')
  })

  test('reversing only when both move; flat against flat is steady', () => {
    expect(of(-1, 30)?.state).toBe('reversing')
    expect(of(1, -30)?.state).toBe('reversing')
    expect(of(0, -30)?.state).toBe('decelerating')
    expect(of(1, 0)?.state).toBe('accelerating')
    expect(of(0, 0)?.state).toBe('steady')
  })

  test('none without either window or its change', () => {
    expect(of(null, 30)).toBeNull()
    expect(of(1, null)).toBeNull()
    expect(momentumOf(trend({ '7d': window(1, 'up', null) }), ['7d', '30d'])).toBeNull()
  })
})
