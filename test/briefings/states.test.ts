import { describe, expect, test } from 'vitest'
import { RegimeHistory } from '../../pipeline/analysis/regime.ts'
import { context } from '../../pipeline/briefings/btc.context.ts'
import { gridStress } from '../../pipeline/briefings/btc.grid-stress.ts'
import { momentum } from '../../pipeline/briefings/btc.momentum.ts'
import { onChain } from '../../pipeline/briefings/btc.on-chain.ts'
import { pulse } from '../../pipeline/briefings/btc.pulse.ts'
import { correlations } from '../../pipeline/briefings/cross.correlations.ts'
import { regime } from '../../pipeline/briefings/cross.regime.ts'
import type { Briefer, Day } from '../../pipeline/briefings/day.ts'
import { fx } from '../../pipeline/briefings/fx.liquidity.ts'
import { liquidity } from '../../pipeline/briefings/macro.liquidity.ts'
import { snapshot } from '../../pipeline/briefings/macro.snapshot.ts'
import { dayNumber, endOfDay } from '../../pipeline/calendar/day.ts'
import { type Column, head } from '../../pipeline/column.ts'
import type { Reading, SignalDirection } from '../../pipeline/documents/reading.ts'
import { columnOf, walk } from '../analysis/columns.ts'
import { figuresOf } from './figures-of.ts'
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
    figures: () => null,
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

const label = (briefer: Briefer, metric: string, values: readonly number[], behind = 1): string =>
  briefer.state({ ...dayWith({}), figures: figuresOf({ [metric]: history(values, behind) }) })

/** Values of the days up to so many before the day asked about. */
function history(values: readonly number[], behind = 1): Column {
  return columnOf(values.map((value, i) => [asOf - behind - values.length + 1 + i, value] as const))
}

describe('btc.on-chain', () => {
  test.each([
    [[0.99], 'contracting'],
    [[0.9901], 'steady'],
    [[0.99, 0.995], 'contracting'],
    [[0.99, 0.9951], 'steady'],
    [[0.99, 0.9951, 0.995], 'steady'],
    [[1.01], 'expanding'],
    [[1.0099], 'steady'],
    [[1.01, 1.005], 'expanding'],
    [[1.01, 1.0049], 'steady'],
    [[1.01, 0.99], 'contracting'],
  ] as const)('a hash ribbon of %j is %s', (values, state) => {
    expect(label(onChain, 'hash-ribbon', values)).toBe(state)
  })

  test('a stale ribbon says nothing, and one that comes late finds the state where it was', () => {
    expect(label(onChain, 'hash-ribbon', [1.01, 1.005], 4)).toBe('expanding')
    expect(label(onChain, 'hash-ribbon', [1.01, 1.005], 5)).toBe('unknown')
    const late = columnOf([
      [asOf - 20, 1.01],
      [asOf - 1, 1.005],
    ])
    expect(onChain.state({ ...dayWith({}), figures: figuresOf({ 'hash-ribbon': late }) })).toBe('expanding')
  })
})

describe('btc.grid-stress', () => {
  const forecasts = (...values: number[]) => label(gridStress, 'bitcoin-next-difficulty-change', values)

  test('takes five forecasts in a row to enter, and five to leave', () => {
    expect(forecasts(3, 3, 3, 3, 3)).toBe('growing')
    expect(forecasts(3, 9, 2.9, 3, 3)).toBe('on pace')
    expect(forecasts(9, 9, 9, 9)).toBe('unknown')
    expect(forecasts(3, 3, 3, 3, 3, 0, -20, 0, 0)).toBe('growing')
    expect(forecasts(3, 3, 3, 3, 3, 0, -20, 0, 0, 0.9)).toBe('on pace')
    expect(forecasts(3, 3, 3, 3, 3, 0, -20, 0, 0, 1)).toBe('growing')
    expect(forecasts(-3, -4, -5, -3, -3)).toBe('stressed')
    expect(forecasts(-3, -4, -5, -3, -3, 4, 4, 4, 4)).toBe('stressed')
    expect(forecasts(-3, -4, -5, -3, -3, 4, 4, 4, 4, 4)).toBe('growing')
  })

  test('the first blocks of an epoch, whose forecasts are far out, change nothing', () => {
    expect(forecasts(0.4, 0.2, 0, 25, 12, 4, 1.5)).toBe('on pace')
  })

  test('stale forecasts say nothing', () => {
    expect(label(gridStress, 'bitcoin-next-difficulty-change', [5, 5, 5, 5, 5], 5)).toBe('unknown')
  })
})

describe('cross.correlations', () => {
  const partners = ['vix', 'wti-spot', 'henry-hub-spot', 'net-liquidity', 'dollar-index', 'treasury-10y', 'real-yield-10y']
  const days = 60
  /** Bitcoin and partners of which so many move with it and the others on their own. */
  const withPartners = (coupled: number, all = partners.length): Record<string, Column> => {
    const bitcoin = walk(1, days, 1e9)
    const shifted = (column: Column): Column => ({
      ...column,
      period: column.period.map((_, i) => asOf - days + i) as Int32Array,
    })
    return Object.fromEntries([
      ['bitcoin-price', shifted(bitcoin)],
      ...partners.slice(0, all).map((name, i) => [name, shifted(i < coupled ? bitcoin : walk(i + 5, days, 1e9))] as const),
    ])
  }
  const state = (histories: Record<string, Column>) => correlations.state({ ...dayWith({}), figures: figuresOf(histories) })

  test('by the mean size of bitcoin’s correlations', () => {
    expect(state(withPartners(0))).toBe('decoupled')
    expect(state(withPartners(1))).toBe('loosely coupled')
    expect(state(withPartners(3))).toBe('coupled')
  })

  test('five partners at least must count; without bitcoin, or with it stale, there is none', () => {
    expect(state(withPartners(5, 5))).toBe('coupled')
    expect(state(withPartners(4, 4))).toBe('unknown')
    const { 'bitcoin-price': bitcoin, ...others } = withPartners(3)
    expect(state(others)).toBe('unknown')
    expect(state({ ...others, 'bitcoin-price': head(bitcoin!, days - 6) })).toBe('unknown')
  })
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

  test('the pace of blocks in words', () => {
    const told = (value: number) => gridStress.tell(dayWith({ 'bitcoin-epoch-pace': { value } })).summary
    expect(told(2.5)).toContain('come 2.5 % faster than one in ten minutes')
    expect(told(-2.5)).toContain('come 2.5 % slower than one in ten minutes')
  })
})
