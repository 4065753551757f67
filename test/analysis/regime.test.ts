import { describe, expect, test } from 'vitest'
import { regimeInputs } from '../../data/regime.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { nextRegime, probabilitiesOf, RegimeHistory, type RegimeMemory } from '../../pipeline/analysis/regime.ts'
import { RegimeScores } from '../../pipeline/analysis/regime-score.ts'
import { endOfDay } from '../../pipeline/calendar/day.ts'
import { type Column, head } from '../../pipeline/column.ts'

const first = 14_000
const days = 3_000

const facts = (metric: string, polarity: MetricFacts['polarity'] = 'higher_is_bullish'): MetricFacts => ({
  metric,
  title: metric,
  category: 'macro',
  unit: 'points',
  cadence: 'daily',
  polarity,
  for: 'risk assets',
  window: '30d',
  change: 'unit',
  version: 1,
})

function columnOf(series: string, value: (i: number) => number, length = days): Column {
  const period = Int32Array.from({ length }, (_, i) => first + i)
  return {
    series,
    unit: 'points',
    period,
    value: Float64Array.from(period, (_, i) => value(i)),
    known: Float64Array.from(period, (day) => endOfDay(day + 1)),
    basis: new Uint8Array(length),
  }
}

/** All inputs from one wave: high while it rises for those that count as expansion. */
const wave = (i: number) => 100 + 20 * Math.sin(i / 200) + Math.sin(i / 3)
const known = (length: number) => {
  const column = new Map<string, Column>(regimeInputs.map(({ metric }) => [metric, columnOf(metric, wave, length)]))
  return (metric: string) => ({ facts: facts(metric), column: column.get(metric)!, due: (period: number) => endOfDay(period) })
}

describe('probabilities', () => {
  test.each([-3, -1, -0.5, 0, 0.1, 0.5, 1, 3])('of a score of %d add up to one and lie within 0 and 1', (score) => {
    const of = probabilitiesOf(score)
    expect(of.expansion + of.contraction + of.transition).toBeCloseTo(1, 12)
    for (const share of Object.values(of)) expect(share >= 0 && share <= 1).toBe(true)
    const mirrored = probabilitiesOf(-score)
    expect(mirrored.expansion).toBeCloseTo(of.contraction, 12)
  })

  test('rise with the score, and nothing in particular is transition', () => {
    expect(probabilitiesOf(0.5).expansion).toBeCloseTo(0.5, 6)
    expect(probabilitiesOf(1).expansion).toBeGreaterThan(probabilitiesOf(0.6).expansion)
    expect(probabilitiesOf(0).transition).toBeGreaterThan(0.7)
  })
})

describe('hysteresis', () => {
  const at = (expansion: number, contraction: number) => ({ expansion, contraction, transition: 1 - expansion - contraction })
  test.each([
    ['transition', at(0.59, 0.1), 'transition'],
    ['transition', at(0.6, 0.1), 'expansion'],
    ['expansion', at(0.45, 0.1), 'expansion'],
    ['expansion', at(0.34, 0.1), 'transition'],
    ['expansion', at(0.05, 0.6), 'contraction'],
    ['contraction', at(0.1, 0.36), 'contraction'],
    ['contraction', at(0.2, 0.34), 'transition'],
  ] as const)('%s, %o: %s', (before, of, after) => expect(nextRegime(before, of)).toBe(after))

  test('does not flap about one line', () => {
    let regime: ReturnType<typeof nextRegime> = 'expansion'
    let turns = 0
    for (let i = 0; i < 100; i++) {
      const next = nextRegime(regime, at(0.5 + 0.04 * (i % 2 === 0 ? 1 : -1), 0.1))
      if (next !== regime) turns++
      regime = next
    }
    expect(turns).toBe(0)
  })
})

describe('scores', () => {
  const column = columnOf('x', wave)
  test.each(['level', 'move'] as const)(
    '%s: the same whatever was seen before, and nothing after an entry changes it',
    (measure) => {
      const cold = (of: Column) => [...new RegimeScores(facts('x'), measure, endOfDay).of(of).score]
      const scores = new RegimeScores(facts('x'), measure, endOfDay)
      const revised = { ...column, value: column.value.map((value, i) => (i > 1_500 ? value + 5 : value)) }
      for (const each of [head(column, 1_000), column, head(column, 2_000), head(revised, 2_200), column, head(column, 10)])
        expect([...scores.of(each).score]).toEqual(cold(each))
      expect(cold(head(column, 2_000))).toEqual(cold(column).slice(0, 2_001))
      expect(cold(column).filter((score) => Math.abs(score) > 3)).toEqual([])
      expect(cold(column).filter((score) => !Number.isNaN(score)).length).toBeGreaterThan(2_000)
    },
  )

  test('a level is told against the three years before it: median and median absolute deviation by hand', () => {
    const last = 2_500
    const earlier = [...column.value.subarray(last - 1_095, last)].sort((a, b) => a - b)
    const middle = (sorted: number[]) => (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
    const median = middle(earlier)
    const deviation = middle(earlier.map((value) => Math.abs(value - median)).sort((a, b) => a - b))
    const z = (column.value[last]! - median) / (1.4826 * deviation)
    expect(new RegimeScores(facts('x'), 'level', endOfDay).of(column).score[last]).toBeCloseTo(z, 10)
    expect(new RegimeScores(facts('x', 'lower_is_bullish'), 'level', endOfDay).of(column).score[last]).toBeCloseTo(-z, 10)
  })
})

describe('regimes', () => {
  test('each day’s is that of the same day computed from less', () => {
    const memory: RegimeMemory = new Map()
    for (const length of [days, 2_400, 2_401, 1_200, days]) {
      const asOf = first + length - 1
      const alone = new RegimeHistory(known(length), asOf)
      const shared = new RegimeHistory(known(length), asOf, memory)
      expect(shared.today()).toEqual(alone.today())
      expect(shared.followed(columnOf('price', wave, length))).toEqual(alone.followed(columnOf('price', wave, length)))
    }
  })

  test('is told with its inputs, dated, and shares of one', () => {
    const today = new RegimeHistory(known(days), first + days - 1).today()!
    expect(today.inputs.map(({ metric }) => metric)).toEqual(regimeInputs.map(({ metric }) => metric))
    expect(today.inputs.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 3)
    const { expansion, contraction, transition } = today.probabilities
    expect(expansion + contraction + transition).toBeCloseTo(1, 10)
  })

  test('with too few inputs there is none', () => {
    const only = (metric: string) => (metric === 'bitcoin-price' ? known(days)(metric) : null)
    const history = new RegimeHistory(only, first + days - 1)
    expect(history.today()).toBeNull()
    expect(history.judged()).toBeNull()
  })

  test('a value is not used before it was due', () => {
    const late = (metric: string) => ({ ...known(days)(metric), due: (period: number) => endOfDay(period + 5) })
    const today = new RegimeHistory(late, first + days - 1).today()!
    expect(new Set(today.inputs.map(({ period }) => Date.parse(period) / 86_400_000))).toEqual(new Set([first + days - 6]))
  })

  test('a few wild days do not end it, a month of them does', () => {
    const calm = columnOf('x', (i) => 100 + Math.sin(i / 3) + (i > 2_900 ? 20 : 0))
    const regimeAfter = (wild: number) => {
      const value = calm.value.map((each, i) => (i >= days - 5 - wild && i < days - 5 ? 60 : each))
      const column = { ...calm, value }
      return new RegimeHistory((metric) => ({ facts: facts(metric), column, due: endOfDay }), first + days - 1).today()!
    }
    expect([0, 4, 30].map((wild) => regimeAfter(wild).regime)).toEqual(['expansion', 'expansion', 'contraction'])
    expect(regimeAfter(4).probabilities.expansion).toBeLessThan(regimeAfter(0).probabilities.expansion)
  })

  test('what followed counts windows that do not overlap and have ended', () => {
    const price = columnOf('price', (i) => 100 * 1.001 ** i)
    const history = new RegimeHistory(known(days), first + days - 1)
    const followed = history.followed(price)
    const any = followed.find(({ regime }) => regime === 'any')!
    const { first: from } = history.judged()!
    expect(any.n).toBe(Math.floor((first + days - 1 - 30 - from) / 30) + 1)
    expect(any.median).toBeCloseTo(100 * (1.001 ** 30 - 1), 3)
    expect(any.rose).toBe(100)
    for (const { n, median } of followed) expect(median === null).toBe(n < 12)
  })
})
