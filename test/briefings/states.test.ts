import { describe, expect, test } from 'vitest'
import { btcContext } from '../../pipeline/briefings/bitcoin/btc.context.ts'
import { btcGridStress } from '../../pipeline/briefings/bitcoin/btc.grid-stress.ts'
import { btcMomentum } from '../../pipeline/briefings/bitcoin/btc.momentum.ts'
import { btcOnChain } from '../../pipeline/briefings/bitcoin/btc.on-chain.ts'
import { btcPulse } from '../../pipeline/briefings/bitcoin/btc.pulse.ts'
import { btcQuickCheck } from '../../pipeline/briefings/bitcoin/btc.quick-check.ts'
import type { BriefingDefinition } from '../../pipeline/briefings/briefer.ts'
import { crossCorrelations } from '../../pipeline/briefings/cross/cross.correlations.ts'
import { crossRegime } from '../../pipeline/briefings/cross/cross.regime.ts'
import { fxLiquidity } from '../../pipeline/briefings/macro/fx.liquidity.ts'
import { macroLiquidity } from '../../pipeline/briefings/macro/macro.liquidity.ts'
import { macroSnapshot } from '../../pipeline/briefings/macro/macro.snapshot.ts'
import { signalVotes, voteSide } from '../../pipeline/briefings/states/weigh.ts'
import type { Day } from '../../pipeline/days/day.ts'
import type { Reading, SignalDirection } from '../../pipeline/documents/reading.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { type Column, head } from '../../pipeline/values/column.ts'
import { columnOf, walk } from '../analysis/columns.ts'
import { emptyDay } from './empty-day.ts'
import { figuresOf, signalsOf } from './figures-of.ts'
import { plainReading } from './plain-reading.ts'
import tables from './states.json' with { type: 'json' }

const asOf = dayNumber('2026-07-23')!

type Direction = SignalDirection | 'none'

interface Said {
  readonly value?: number
  readonly signal?: SignalDirection
  readonly stale?: boolean
  /** What its signal weighs in a vote, 1 where left out. */
  readonly force?: number
  /** What it signalled on the days up to the one asked about, where more than its signal is needed. */
  readonly signals?: readonly Direction[]
}

const readingOf = (metric: string, { value = 100, signal = 'neutral', stale = false }: Said): Reading =>
  plainReading(metric, {
    value,
    signal: { direction: signal, window: '30d', polarity: 'higher_is_bullish' },
    freshness: { status: stale ? 'stale' : 'fresh', cadence: 'daily' },
  })

function dayWith(said: Readonly<Record<string, Said>>, histories: Readonly<Record<string, Column>> = {}): Day {
  return emptyDay(asOf, {
    reading: (metric) => (said[metric] ? readingOf(metric, said[metric]) : null),
    signalRuns: (metric) => {
      const known = said[metric]
      return known
        ? signalsOf(
            known.stale ? asOf - 5 : asOf,
            known.signals ?? Array<Direction>(5).fill(known.signal ?? 'neutral'),
            known.force,
          )
        : null
    },
    figures: figuresOf(histories),
    label: (briefer) => briefer.state.label(dayWith(said, histories)),
  })
}

const bull = { signal: 'bullish', force: 2 } as const
const bear = { signal: 'bearish', force: 2 } as const
const surroundings = { 'bitcoin-price': {}, 'net-liquidity': {}, 'dollar-index': {}, 'hash-ribbon': {} }
const drivers = Object.fromEntries(
  ['net-liquidity', 'm2-supply', 'treasury-10y', 'real-yield-10y', 'dollar-index', 'vix', 'financial-conditions'].map((name) => [
    name,
    {},
  ]),
)
const cases: readonly (readonly [BriefingDefinition, Readonly<Record<string, Said>>, string])[] = [
  [btcContext, { ...surroundings, 'bitcoin-price': bull, 'net-liquidity': bull }, 'tailwind'],
  [btcContext, { ...surroundings, 'bitcoin-price': bear, 'hash-ribbon': bear }, 'headwind'],
  [btcContext, { ...surroundings, 'bitcoin-price': bull, 'net-liquidity': bull, 'hash-ribbon': bear }, 'mixed'],
  // one that is stale or missing has no vote: three of four are enough, and five of seven
  [btcContext, { ...surroundings, 'bitcoin-price': bull, 'net-liquidity': { ...bull, stale: true } }, 'tailwind'],
  [btcContext, { 'bitcoin-price': bull, 'net-liquidity': bull, 'dollar-index': {} }, 'tailwind'],
  [btcContext, { 'bitcoin-price': bull, 'net-liquidity': bull }, 'unknown'],
  [btcContext, { 'bitcoin-price': bull, 'net-liquidity': bull, 'dollar-index': bull }, 'tailwind'],
  [btcContext, { ...surroundings, 'hash-ribbon': { ...bear, stale: true } }, 'mixed'],
  [btcContext, { 'bitcoin-price': { ...bull, stale: true }, 'net-liquidity': bull }, 'unknown'],
  [macroSnapshot, { ...drivers, 'net-liquidity': bull, 'm2-supply': bull, 'treasury-10y': bull }, 'easing'],
  [macroSnapshot, { ...drivers, 'net-liquidity': bear, 'dollar-index': bear, 'treasury-10y': bear }, 'tightening'],
  [macroSnapshot, { ...drivers, 'net-liquidity': bull, 'dollar-index': bear, 'treasury-10y': bear }, 'mixed'],
  [macroSnapshot, { ...drivers, 'net-liquidity': bull, 'm2-supply': bull, 'treasury-10y': { ...bull, stale: true } }, 'easing'],
  [macroSnapshot, { ...drivers, 'net-liquidity': bull, 'm2-supply': { signal: 'bullish', stale: true } }, 'mixed'],
  [macroSnapshot, { 'net-liquidity': bull, 'dollar-index': bull }, 'unknown'],
  [btcQuickCheck, { 'bitcoin-price': bull, 'net-liquidity': {} }, 'supported'],
  [btcQuickCheck, { 'bitcoin-price': bull, 'net-liquidity': bull }, 'supported'],
  [btcQuickCheck, { 'bitcoin-price': bull, 'net-liquidity': bear }, 'diverging'],
  [btcQuickCheck, { 'bitcoin-price': bear, 'net-liquidity': bull }, 'diverging'],
  [btcQuickCheck, { 'bitcoin-price': bear, 'net-liquidity': {} }, 'pressured'],
  [btcQuickCheck, { 'bitcoin-price': {}, 'net-liquidity': bear }, 'undecided'],
  // a stale or missing price cannot be judged, nor liquidity where the price moves
  [btcQuickCheck, { 'bitcoin-price': {}, 'net-liquidity': { ...bull, stale: true } }, 'undecided'],
  [btcQuickCheck, { 'bitcoin-price': bear, 'net-liquidity': { ...bull, stale: true } }, 'unknown'],
  [btcQuickCheck, { 'bitcoin-price': bull, 'net-liquidity': { ...bear, stale: true } }, 'unknown'],
  [btcQuickCheck, { 'bitcoin-price': bear }, 'unknown'],
  [btcQuickCheck, { 'bitcoin-price': { ...bull, stale: true } }, 'unknown'],
  [macroLiquidity, { 'net-liquidity': bull }, 'expanding'],
  [macroLiquidity, { 'net-liquidity': bear }, 'draining'],
  [macroLiquidity, { 'net-liquidity': {} }, 'flat'],
  [macroLiquidity, { 'net-liquidity': { ...bull, stale: true } }, 'unknown'],
  [fxLiquidity, { 'dollar-index': bear }, 'dollar strong'],
  [fxLiquidity, { 'dollar-index': bull }, 'dollar weak'],
  [fxLiquidity, { 'dollar-index': {} }, 'dollar steady'],
]

describe('states', () => {
  test.each(cases.map(([briefer, said, label]) => [briefer.id, JSON.stringify(said), label, briefer, said] as const))(
    '%s, %s: %s',
    (_, __, label, briefer, said) => expect(briefer.state.label(dayWith(said))).toBe(label),
  )

  test.each([
    btcContext,
    btcQuickCheck,
    btcPulse,
    btcGridStress,
    btcMomentum,
    btcOnChain,
    macroSnapshot,
    macroLiquidity,
    fxLiquidity,
    crossRegime,
    crossCorrelations,
  ])('$id with nothing known is unknown, says so in words, and shows no figure', (briefer) => {
    const nothing = dayWith({})
    expect(briefer.state.label(nothing)).toBe('unknown')
    const told = briefer.tell(nothing)
    expect(told.nothing).toMatch(/on record|judge/)
    expect(told.nothing).not.toMatch(/\d/)
    expect([told.facts ?? [], told.also ?? [], told.sections]).toEqual([[], [], []])
  })
})

describe('a vote', () => {
  const four = (signals: readonly Direction[]) =>
    Object.fromEntries(['m2-supply', 'dollar-index', 'real-yield-10y', 'vix'].map((metric) => [metric, { signals }]))
  const days = (...signals: Direction[]) => signals

  const led = { ...drivers, ...four(days('bullish', 'bullish')) }
  const vix = (...signals: Direction[]) => ({ vix: { signals } })
  const three = { ...led, 'm2-supply': { signals: days('bullish', 'neutral') } }
  const two = { ...three, ...vix('bullish', 'neutral') }
  const stale = { stale: true }
  const ended = { signals: days('bearish', 'neutral') }
  const fallen = { ...surroundings, 'bitcoin-price': { signals: days('bearish', 'bearish') } }

  test.each<readonly [string, string, BriefingDefinition, Readonly<Record<string, Said>>]>([
    ['goes on with a lead of two of seven', 'easing', macroSnapshot, two],
    ['goes on with no less', 'mixed', macroSnapshot, { ...three, ...vix('bullish', 'bearish') }],
    ['begins with no less than four', 'mixed', macroSnapshot, { ...led, ...vix('neutral', 'neutral') }],
    ['begins with a lead of four', 'tightening', macroSnapshot, { ...drivers, ...four(days('bullish', 'bearish')) }],
    ['goes on with a lead of one of four', 'headwind', btcContext, { ...fallen, 'hash-ribbon': ended, 'net-liquidity': ended }],
    ['begins with no less than three of four', 'mixed', btcContext, { ...fallen, 'net-liquidity': { signal: 'bearish' } }],
    // the others judge the state, where there are five
    ['takes no vote of a stale one', 'easing', macroSnapshot, { ...led, 'treasury-10y': stale }],
    ['takes no vote of a stale one while it goes on', 'easing', macroSnapshot, { ...two, 'treasury-10y': stale }],
    ['needs five', 'unknown', macroSnapshot, { ...two, 'treasury-10y': stale, vix: stale, 'real-yield-10y': stale }],
  ])('%s: %s', (_, state, { state: rule }, said) => expect(rule.label(dayWith(said))).toBe(state))

  test('a day that cannot be judged changes nothing: the state before it goes on after it', () => {
    const gone = (last: Direction): Record<string, Said> => {
      const signals = days('bullish', 'none', last)
      return {
        ...drivers,
        'm2-supply': { signals },
        'dollar-index': { signals },
        'financial-conditions': { signals: days('neutral', 'none', last === 'none' ? 'none' : 'neutral') },
        vix: { signals: days('bullish', 'neutral', 'neutral') },
        'treasury-10y': { signals: days('bullish', 'neutral', 'neutral') },
      }
    }
    expect(macroSnapshot.state.label(dayWith(gone('none')))).toBe('unknown')
    expect(macroSnapshot.state.label(dayWith(gone('bullish')))).toBe('easing')
  })
})

describe('the weight of a vote', () => {
  const say = (metric: string, direction: SignalDirection, force: number) => ({ [metric]: { signal: direction, force } })

  test('is the force of its signal: one strong input outweighs two weak ones', () => {
    const weak = { ...say('treasury-10y', 'bullish', 1), ...say('dollar-index', 'bullish', 1) }
    expect(macroSnapshot.state.label(dayWith({ ...drivers, ...weak, ...say('financial-conditions', 'bullish', 2) }))).toBe(
      'easing',
    )
    expect(macroSnapshot.state.label(dayWith({ ...drivers, ...weak, ...say('financial-conditions', 'bullish', 1) }))).toBe(
      'mixed',
    )
    expect(btcContext.state.label(dayWith({ ...surroundings, ...say('bitcoin-price', 'bearish', 3), ...weak }))).toBe('mixed')
  })

  test('no side stands while an input is at an adverse extreme with an unusual change', () => {
    const easing = {
      ...drivers,
      ...say('treasury-10y', 'bullish', 3),
      ...say('net-liquidity', 'bullish', 3),
      ...say('dollar-index', 'bullish', 3),
    }
    expect(macroSnapshot.state.label(dayWith({ ...easing, ...say('vix', 'bearish', 3) }))).toBe('easing')
    expect(macroSnapshot.state.label(dayWith({ ...easing, ...say('vix', 'bearish', 4) }))).toBe('mixed')
  })

  test('halves once the value is two weeks old, and an old extreme raises no alarm', () => {
    const runs = {
      from: Int32Array.of(100, 101),
      until: Int32Array.of(140, 141),
      way: Int8Array.of(-1, -1),
      force: Int8Array.of(1, 4),
    }
    expect(signalVotes(runs)).toEqual({
      figure: Float64Array.of(-1, -4, -1.5),
      from: Int32Array.of(100, 101, 115),
      until: Int32Array.of(140, 114, 141),
    })
    expect(voteSide(0, [2, 3, -4], { enter: 1, stay: 1 })).toBe(0)
    expect(voteSide(0, [2, 3, -1.5], { enter: 3.5, stay: 1 })).toBe(1)
  })
})

describe('btc.momentum', () => {
  // the side changes where the price is 2% beyond the average, not at every crossing
  test.each(tables.averages as [string, number[], SignalDirection, number?][])(
    '%s where an average of 100 is set against prices of %j that signal %s',
    (state, prices, signal, behind = 1) => {
      const averages = history(Array<number>(prices.length).fill(100), behind)
      const histories = { 'bitcoin-price': history(prices, behind), 'btc-price-200d-ma': averages }
      expect(btcMomentum.state.label(dayWith({ 'bitcoin-price': { signal } }, histories))).toBe(state)
    },
  )
})

describe('btc.pulse', () => {
  /** A price that changes by a tenth of a percent up and down, and then as given. */
  const state = (...changes: number[]) => {
    const values = [100]
    for (let i = 0; i < 400; i++) values.push(values.at(-1)! * (1 + (((i * 7919) % 13) - 6) / 1_000))
    for (const change of changes) values.push(values.at(-1)! * (1 + change / 100))
    return btcPulse.state.label(dayWith({}, { 'bitcoin-price': history(values) }))
  }

  test('is fast from twice the usual week on, and until it is no more than a usual one', () => {
    const changes = [[], [10], [-10], [10, 0, 0], [10, 0, 0, 0, 0, 0, 0, 0, 0], [10, -20]]
    expect(changes.map((each) => state(...each))).toEqual([
      ...['in range', 'rising fast', 'falling fast', 'rising fast', 'in range', 'falling fast'],
    ])
  })

  test('a stale price says nothing', () => {
    expect(btcPulse.state.label(dayWith({}, { 'bitcoin-price': history([1, 2, 3], 5) }))).toBe('unknown')
  })
})

const label = (briefer: BriefingDefinition, metric: string, values: readonly number[], behind = 1): string =>
  briefer.state.label(dayWith({}, { [metric]: history(values, behind) }))

/** Values of the days up to so many before the day asked about. */
function history(values: readonly number[], behind = 1): Column {
  return columnOf(values.map((value, i) => [asOf - behind - values.length + 1 + i, value] as const))
}

describe('btc.on-chain', () => {
  test.each(tables.ribbons as [number[], string][])('a hash ribbon of %j is %s', (values, state) => {
    expect(label(btcOnChain, 'hash-ribbon', values)).toBe(state)
  })

  test('a stale ribbon says nothing, and one that comes late finds the state where it was', () => {
    expect(label(btcOnChain, 'hash-ribbon', [1.01, 1.005], 4)).toBe('expanding')
    expect(label(btcOnChain, 'hash-ribbon', [1.01, 1.005], 5)).toBe('unknown')
    const late = columnOf([
      [asOf - 20, 1.01],
      [asOf - 1, 1.005],
    ])
    expect(btcOnChain.state.label(dayWith({}, { 'hash-ribbon': late }))).toBe('expanding')
  })
})

describe('btc.grid-stress', () => {
  // five forecasts in a row enter a state, and five leave it
  test.each<[string, number[], number?]>([
    ['growing', [3, 3, 3, 3, 3]],
    ['on pace', [3, 9, 2.9, 3, 3]],
    ['unknown', [9, 9, 9, 9]],
    ['growing', [3, 3, 3, 3, 3, -1, -20, -1, -1]],
    ['on pace', [3, 3, 3, 3, 3, -1, -2, -1, -1, -0.1]],
    ['growing', [3, 3, 3, 3, 3, -1, -20, -1, -1, 0]],
    ['stressed', [-3, -4, -5, -3, -3]],
    ['stressed', [-3, -4, -5, -3, -3, 4, 4, 4, 4]],
    ['growing', [-3, -4, -5, -3, -3, 4, 4, 4, 4, 4]],
    // the first blocks of an epoch, whose forecasts are far out, change nothing
    ['on pace', [0.4, 0.2, 0, 25, 12, 4, 1.5]],
    // stale forecasts say nothing
    ['unknown', [5, 5, 5, 5, 5], 5],
  ])('%s after forecasts of %j percent', (state, values, behind = 1) => {
    expect(label(btcGridStress, 'bitcoin-next-difficulty-change', values, behind)).toBe(state)
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
  const state = (histories: Record<string, Column>) => crossCorrelations.state.label(dayWith({}, histories))

  test('by the mean size of bitcoin’s correlations', () => {
    expect([0, 1, 3].map((coupled) => state(withPartners(coupled)))).toEqual(['decoupled', 'loosely coupled', 'coupled'])
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
  test.each([
    [110, 10],
    [75, -25],
  ])('a price of %d is %d%% from a 200-day average of 100, with nothing of support or resistance', (price, distance) => {
    const { sections } = btcMomentum.tell(dayWith({ 'bitcoin-price': { value: price }, 'btc-price-200d-ma': {} }))
    expect(sections.find(({ id }) => id === 'average')!.rows).toEqual([{ period: '2026-07-22', price, average: 100, distance }])
  })

  test('without a price the quick check says that there is none', () => {
    expect(btcQuickCheck.tell(dayWith({})).nothing).toContain('No bitcoin price')
  })

  test('the pace of blocks in words', () => {
    const told = (value: number) => btcGridStress.tell(dayWith({ 'bitcoin-epoch-pace': { value } })).also!.join(' ')
    expect(told(2.5)).toContain('come 2.5% faster than one in ten minutes')
    expect(told(-2.5)).toContain('come 2.5% slower than one in ten minutes')
  })
})
