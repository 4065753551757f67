import { describe, expect, test } from 'vitest'
import { RegimeHistory } from '../../pipeline/analysis/regime.ts'
import { context } from '../../pipeline/briefings/btc.context.ts'
import { gridStress } from '../../pipeline/briefings/btc.grid-stress.ts'
import { momentum } from '../../pipeline/briefings/btc.momentum.ts'
import { pulse } from '../../pipeline/briefings/btc.pulse.ts'
import { regime } from '../../pipeline/briefings/cross.regime.ts'
import type { Briefer, Day } from '../../pipeline/briefings/day.ts'
import { fx } from '../../pipeline/briefings/fx.liquidity.ts'
import { liquidity } from '../../pipeline/briefings/macro.liquidity.ts'
import { snapshot } from '../../pipeline/briefings/macro.snapshot.ts'
import { dayNumber, endOfDay } from '../../pipeline/calendar/day.ts'
import type { Reading, SignalDirection } from '../../pipeline/documents/reading.ts'
import { noTreasuries } from './no-treasuries.ts'

const asOf = dayNumber('2026-07-23')!

interface Said {
  readonly value?: number
  readonly signal?: SignalDirection
  readonly stale?: boolean
  /** Change over 30 days, percent. */
  readonly month?: number
  readonly percentile?: number
}

function readingOf(metric: string, { value = 100, signal = 'neutral', stale = false, month, percentile }: Said): Reading {
  const direction = month === undefined || month === 0 ? 'flat' : month > 0 ? 'up' : 'down'
  const window = {
    change: month,
    change_unit: 'percent',
    direction,
    strength: 1,
    from: { period: '2026-06-22', value: 1 },
    to: {},
  }
  return {
    metric,
    title: metric,
    unit: '1',
    value,
    period: '2026-07-22',
    signal: { direction: signal, window: '30d', polarity: 'higher_is_bullish' },
    freshness: { status: stale ? 'stale' : 'fresh', cadence: 'daily' },
    trend: { '7d': null, '30d': month === undefined ? null : window, '90d': null },
    momentum: null,
    percentile_90d: percentile === undefined ? null : { value: percentile, n: 89 },
  } as unknown as Reading
}

function dayWith(said: Readonly<Record<string, Said>>): Day {
  return {
    asOf,
    now: endOfDay(asOf),
    sample: false,
    reading: (metric) => (said[metric] ? readingOf(metric, said[metric]) : null),
    treasuries: () => ({ list: noTreasuries, companies: [] }),
    late: () => null,
    signalRuns: () => null,
    judged: () => null,
    correlation: () => null,
    regimes: () => new RegimeHistory(() => null, asOf),
    column: () => null,
    notes: () => [],
    rests: () => [],
    companies: () => [],
    label: (briefer) => briefer.state(dayWith(said)),
    closing: (metric) => ({ metric, as_of: '', period: null, value: null, signal: null, momentum: null, inputs: '' }),
  }
}

const bull = { signal: 'bullish' } as const
const bear = { signal: 'bearish' } as const
const surroundings = { 'bitcoin-price': {}, 'net-liquidity': {}, 'hash-ribbon': {}, 'bitcoin-difficulty': {} }
const drivers = Object.fromEntries(
  ['net-liquidity', 'm2-supply', 'treasury-10y', 'real-yield-10y', 'dollar-index', 'vix', 'financial-conditions'].map((name) => [
    name,
    {},
  ]),
)
const cases: readonly (readonly [Briefer, Readonly<Record<string, Said>>, string])[] = [
  [context, { ...surroundings, 'bitcoin-price': bull, 'net-liquidity': bull }, 'tailwind'],
  [context, { ...surroundings, 'bitcoin-price': bear, 'hash-ribbon': bear }, 'headwind'],
  [context, { ...surroundings, 'bitcoin-price': bull, 'net-liquidity': bull, 'hash-ribbon': bear }, 'mixed'],
  // one that is stale or missing leaves it open, unless the others decide whatever it says
  [context, { ...surroundings, 'bitcoin-price': bull, 'net-liquidity': { ...bull, stale: true } }, 'unknown'],
  [context, { 'bitcoin-price': bull, 'net-liquidity': bull, 'bitcoin-difficulty': {} }, 'unknown'],
  [context, { 'bitcoin-price': bull, 'net-liquidity': bull, 'bitcoin-difficulty': bull }, 'tailwind'],
  [context, { ...surroundings, 'hash-ribbon': { ...bear, stale: true } }, 'mixed'],
  [context, { 'bitcoin-price': { ...bull, stale: true }, 'net-liquidity': bull }, 'unknown'],
  [pulse, { 'bitcoin-change-24h': { value: 6, percentile: 95 } }, 'rising fast'],
  [pulse, { 'bitcoin-change-24h': { value: -6, percentile: 4 } }, 'falling fast'],
  [pulse, { 'bitcoin-change-24h': { value: -0.1, percentile: 91 } }, 'calm'],
  [pulse, { 'bitcoin-change-24h': { value: 0.4, percentile: 55 } }, 'calm'],
  [pulse, { 'bitcoin-change-24h': { value: 6, percentile: 95, stale: true } }, 'unknown'],
  [pulse, { 'bitcoin-change-24h': { value: 6 } }, 'unknown'],
  [gridStress, { 'bitcoin-next-difficulty-change': { value: -3 } }, 'stressed'],
  [gridStress, { 'bitcoin-next-difficulty-change': { value: 3 } }, 'growing'],
  [gridStress, { 'bitcoin-next-difficulty-change': { value: -2.9 } }, 'on pace'],
  [gridStress, { 'bitcoin-next-difficulty-change': { value: 5, stale: true } }, 'unknown'],
  [momentum, { 'bitcoin-price': { value: 110, month: 2 }, 'btc-price-200d-ma': {} }, 'uptrend'],
  [momentum, { 'bitcoin-price': { value: 110, month: -2 }, 'btc-price-200d-ma': {} }, 'pulling back'],
  [momentum, { 'bitcoin-price': { value: 90, month: 2 }, 'btc-price-200d-ma': {} }, 'recovering'],
  [momentum, { 'bitcoin-price': { value: 90, month: -2 }, 'btc-price-200d-ma': {} }, 'downtrend'],
  [momentum, { 'bitcoin-price': { value: 90, month: -2 } }, 'unknown'],
  [snapshot, { ...drivers, 'net-liquidity': bull, 'm2-supply': bull, 'treasury-10y': bull }, 'easing'],
  [snapshot, { ...drivers, 'net-liquidity': bear, 'dollar-index': bear, 'treasury-10y': bear }, 'tightening'],
  [snapshot, { ...drivers, 'net-liquidity': bull, 'dollar-index': bear, 'treasury-10y': bear }, 'mixed'],
  [snapshot, { ...drivers, 'net-liquidity': bull, 'm2-supply': bull, 'treasury-10y': { ...bull, stale: true } }, 'unknown'],
  [snapshot, { ...drivers, 'net-liquidity': bull, 'm2-supply': { ...bull, stale: true } }, 'mixed'],
  [snapshot, { 'net-liquidity': bull, 'dollar-index': bull }, 'unknown'],
  [liquidity, { 'net-liquidity': bull }, 'expanding'],
  [liquidity, { 'net-liquidity': bear }, 'draining'],
  [liquidity, { 'net-liquidity': {} }, 'flat'],
  [liquidity, { 'net-liquidity': { ...bull, stale: true } }, 'unknown'],
  [fx, { 'dollar-index': bear }, 'dollar strong'],
  [fx, { 'dollar-index': bull }, 'dollar weak'],
  [fx, { 'dollar-index': {} }, 'dollar steady'],
]

describe('states', () => {
  test.each(cases.map(([briefer, said, label]) => [briefer.id, JSON.stringify(said), label, briefer, said] as const))(
    '%s, %s: %s',
    (_, __, label, briefer, said) => expect(briefer.state(dayWith(said))).toBe(label),
  )

  test.each([context, pulse, gridStress, momentum, snapshot, liquidity, fx, regime])(
    '$id with nothing known is unknown, says so in words, and shows no figure',
    (briefer) => {
      const nothing = dayWith({})
      expect(briefer.state(nothing)).toBe('unknown')
      const { summary, sections } = briefer.tell(nothing)
      expect(summary).toMatch(/on record|judge/)
      expect(summary).not.toMatch(/\d/)
      expect(sections).toEqual([])
    },
  )
})

describe('what is told', () => {
  test('the distance from the 200-day average, and what it is for the price', () => {
    const { sections, summary } = momentum.tell(dayWith({ 'bitcoin-price': { value: 110, month: 2 }, 'btc-price-200d-ma': {} }))
    expect(sections.find(({ id }) => id === 'average')!.rows).toEqual([
      { period: '2026-07-22', price: 110, average: 100, distance: 10, role: 'support' },
    ])
    expect(summary).toContain('It is 10 % above its 200-day average.')
    const below = momentum.tell(dayWith({ 'bitcoin-price': { value: 75, month: 2 }, 'btc-price-200d-ma': {} }))
    expect(below.sections.find(({ id }) => id === 'average')!.rows[0]).toMatchObject({ distance: -25, role: 'resistance' })
  })

  test('what each window would signal by its own strength', () => {
    const { sections } = context.tell(dayWith({ 'bitcoin-price': { month: 3 }, 'net-liquidity': { month: -3 } }))
    expect(sections[0]!.rows).toEqual([
      { reading: 'bitcoin-price', '7d': null, '30d': 'bullish' },
      { reading: 'net-liquidity', '7d': null, '30d': 'neutral' },
    ])
  })

  test('the pace of blocks in words', () => {
    const told = (value: number) => gridStress.tell(dayWith({ 'bitcoin-epoch-pace': { value } })).summary
    expect(told(2.5)).toContain('come 2.5 % faster than one in ten minutes')
    expect(told(-2.5)).toContain('come 2.5 % slower than one in ten minutes')
  })
})
