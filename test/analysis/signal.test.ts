import { describe, expect, test } from 'vitest'
import { momentumOf } from '../../pipeline/analysis/make-reading.ts'
import {
  alarmVotes,
  type CompositeStrength,
  enterStrength,
  extremeReach,
  initialSignalState,
  nextSignalState,
  type Sign,
  type SignalEntry,
  signalDirectionOf,
  signalVoteWeight,
} from '../../pipeline/analysis/signal.ts'
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

const standing = (pulled: Sign) => ({ ...initialSignalState, way: pulled, pulled })
const arrival = (over: Partial<SignalEntry>): SignalEntry => ({
  pull: { strength: 0, move: 0 },
  value: 100,
  drift: 0,
  extreme: 0,
  step: 2,
  ...over,
})
const wayAfter = (before: Sign, pull: CompositeStrength) => nextSignalState(standing(before), arrival({ pull })).way

describe('signal', () => {
  test('is entered at one strength and stands until the strength has gone', () => {
    expect(wayAfter(0, { strength: enterStrength - 0.01, move: 1 })).toBe(0)
    expect(wayAfter(0, { strength: enterStrength, move: 1 })).toBe(1)
    expect(wayAfter(1, { strength: 0.01, move: 1 })).toBe(1)
    expect(wayAfter(1, { strength: -0.01, move: 1 })).toBe(0)
    expect(wayAfter(0, { strength: -enterStrength, move: -1 })).toBe(-1)
    expect(wayAfter(-1, { strength: -0.01, move: -1 })).toBe(-1)
    expect(wayAfter(1, { strength: -enterStrength, move: -1 })).toBe(-1)
  })

  test('a rise smaller than usual enters and keeps nothing', () => {
    expect(wayAfter(0, { strength: -2, move: 1 })).toBe(0)
    expect(wayAfter(-1, { strength: -2, move: 1 })).toBe(0)
    expect(wayAfter(0, { strength: 2, move: -1 })).toBe(0)
    expect(wayAfter(1, { strength: 2, move: 0 })).toBe(0)
  })

  test('an extreme of a year gives it whatever the strength, until the value is a step and a half away', () => {
    const low = { strength: -0.3, move: 1 }
    const highest = nextSignalState(standing(-1), arrival({ pull: low, extreme: 1, value: 110 }))
    expect(highest).toEqual({ way: 1, pulled: 0, extreme: { way: 1, endsAt: 110 - extremeReach * 2 } })
    const wayAt = (value: number, over: Partial<SignalEntry> = {}) =>
      nextSignalState(highest, arrival({ pull: low, value, ...over })).way
    expect([wayAt(107.1), wayAt(107), wayAt(106)]).toEqual([1, 0, 0])
    expect(wayAt(109, { pull: { strength: -1, move: -1 } })).toBe(1)
    expect(wayAt(107, { pull: { strength: 1, move: 1 } })).toBe(1)
    expect(wayAt(90, { extreme: -1 })).toBe(-1)
  })

  test('none stands while the week and the month both went the other way', () => {
    const pull = { strength: 2, move: 1 }
    expect(nextSignalState(standing(1), arrival({ pull, drift: -1 })).way).toBe(0)
    expect(nextSignalState(standing(1), arrival({ pull, drift: 1 })).way).toBe(1)
    expect(nextSignalState(initialSignalState, arrival({ pull, drift: -1 })).way).toBe(0)
    const highest = nextSignalState(initialSignalState, arrival({ extreme: 1 }))
    expect(nextSignalState(highest, arrival({ value: 99, drift: -1 }))).toEqual(initialSignalState)
  })

  test('weighs one to three by its strength, and is an alarm at an extreme of a year beyond four', () => {
    const extreme = { way: 1, pulled: 1, extreme: { way: 1, endsAt: 90 } } as const
    expect(signalVoteWeight(initialSignalState, [9])).toBe(0)
    expect([[], [0.7], [1.5], [3], [9], [-9]].map((strengths) => signalVoteWeight(standing(1), strengths))).toEqual([
      1, 1, 2, 3, 3, 1,
    ])
    expect(signalVoteWeight(standing(-1), [1, -3.2])).toBe(3)
    expect([[4], [4.1, -9], [-5]].map((strengths) => signalVoteWeight(extreme, strengths))).toEqual([3, alarmVotes, 1])
  })

  test('polarity says for whom: falling yields are bullish, and without one all is neutral', () => {
    expect(signalDirectionOf(1, 'higher_is_bullish')).toBe('bullish')
    expect(signalDirectionOf(-1, 'higher_is_bullish')).toBe('bearish')
    expect(signalDirectionOf(-1, 'lower_is_bullish')).toBe('bullish')
    expect(signalDirectionOf(1, 'lower_is_bullish')).toBe('bearish')
    expect(signalDirectionOf(0, 'higher_is_bullish')).toBe('neutral')
    expect(signalDirectionOf(1, 'none')).toBe('neutral')
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
