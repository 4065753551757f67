import { describe, expect, test } from 'vitest'
import { type RegimeInput, regimeForecast, regimeInputs } from '../../data/regime.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { RegimeHistory } from '../../pipeline/analysis/regime/regime.ts'
import { nextRegime, RegimeMemory, RegimeScores } from '../../pipeline/analysis/regime/regime-days.ts'
import { differsFromAnyRegime, type RegimeOutcome } from '../../pipeline/analysis/regime/regime-followed.ts'
import {
  mostLikelyOf,
  type RegimeName,
  regimeNames,
  regimeProbabilities,
} from '../../pipeline/analysis/regime/regime-forecast.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { type Column, head } from '../../pipeline/values/column.ts'
import { daily } from './columns.ts'
import { metricOf } from './metrics.ts'
import means from './regime.json' with { type: 'json' }

const first = 14_000
const days = 3_000

const facts = (metric: string, cadence: MetricFacts['cadence'] = 'daily'): MetricFacts =>
  metricOf({ metric, unit: 'points', cadence, window: '30d', change: 'unit' })

const columnOf = (series: string, value: (i: number) => number, length = days): Column =>
  daily(
    first,
    Array.from({ length }, (_, i) => value(i)),
    'points',
    series,
  )

const wave = (i: number) => 100 + 20 * Math.sin(i / 200) + Math.sin(i / 3)
/** All inputs from one wave, upside down for those whose rise speaks for contraction. */
const known = (length: number, signed: (sign: 1 | -1, i: number) => number = (sign, i) => 100 + sign * (wave(i) - 100)) => {
  const column = new Map<string, Column>(
    regimeInputs.map(({ metric, sign }) => [metric, columnOf(metric, (i) => signed(sign, i), length)]),
  )
  return (metric: string) => ({ facts: facts(metric), column: column.get(metric)!, due: (period: number) => endOfDay(period) })
}

describe('probabilities', () => {
  const scores = [-3, -1, -0.5, 0, 0.1, 0.5, 1, 3]
  test.each(regimeNames)('in %s add up to one and lie within 0 and 1, whatever the scores', (regime) => {
    for (const mean of scores)
      for (const day of scores) {
        const { expansion, contraction, transition } = regimeProbabilities(regime, mean, day)
        expect(expansion + contraction + transition).toBeCloseTo(1, 12)
        for (const share of [expansion, contraction, transition]) expect(share >= 0 && share <= 1).toBe(true)
      }
  })

  test('are those of the logit by hand', () => {
    const { expansion, contraction } = regimeForecast
    const up = Math.exp(expansion.constant + 0.3 * expansion.mean + 0.2 * expansion.gap + expansion.inExpansion)
    const down = Math.exp(contraction.constant + 0.3 * contraction.mean + 0.2 * contraction.gap + contraction.inExpansion)
    expect(regimeProbabilities('expansion', 0.3, 0.5).expansion).toBeCloseTo(up / (1 + up + down), 12)
    expect(regimeProbabilities('expansion', 0.3, 0.5).transition).toBeCloseTo(1 / (1 + up + down), 12)
  })

  test('rise with the mean and with a day above it, and are higher for the regime that stands', () => {
    expect(regimeProbabilities('transition', 0.4, 0.4).expansion).toBeGreaterThan(
      regimeProbabilities('transition', 0.3, 0.3).expansion,
    )
    expect(regimeProbabilities('transition', 0.4, 0.6).expansion).toBeGreaterThan(
      regimeProbabilities('transition', 0.4, 0.4).expansion,
    )
    expect(regimeProbabilities('expansion', 0.3, 0.3).expansion).toBeGreaterThan(
      regimeProbabilities('transition', 0.3, 0.3).expansion,
    )
    expect(regimeProbabilities('contraction', -0.3, -0.3).contraction).toBeGreaterThan(
      regimeProbabilities('transition', -0.3, -0.3).contraction,
    )
  })

  test('the most likely regime is that of the highest', () => {
    expect(mostLikelyOf({ expansion: 0.2, contraction: 0.5, transition: 0.3 })).toBe('contraction')
    expect(mostLikelyOf({ expansion: 0.4, contraction: 0.2, transition: 0.4 })).toBe('expansion')
  })
})

describe('hysteresis', () => {
  test.each(means as [RegimeName, number, RegimeName][])('%s, a mean of %d: %s', (before, mean, after) =>
    expect(nextRegime(before, mean)).toBe(after),
  )

  test('does not flap about one line', () => {
    let regime: RegimeName = 'expansion'
    let turns = 0
    for (let i = 0; i < 100; i++) {
      const next = nextRegime(regime, 0.35 + 0.14 * (i % 2 === 0 ? 1 : -1))
      if (next !== regime) turns++
      regime = next
    }
    expect(turns).toBe(0)
  })
})

describe('scores', () => {
  const column = columnOf('x', wave)
  const level: Pick<RegimeInput, 'span' | 'sign'> = { span: null, sign: 1 }
  test.each([
    ['level', null],
    ['move over 30 days', { n: 30, unit: 'days' }],
    ['move over 4 weeks', { n: 4, unit: 'weeks' }],
    ['move over 3 months', { n: 3, unit: 'months' }],
  ] as const)('%s: the same whatever was seen before, and nothing after an entry changes it', (_, span) => {
    const cold = (values: Column) => [...new RegimeScores(facts('x'), { span, sign: 1 }, endOfDay).of(values).score]
    const scores = new RegimeScores(facts('x'), { span, sign: 1 }, endOfDay)
    const revised = { ...column, value: column.value.map((value, i) => (i > 1_500 ? value + 5 : value)) }
    for (const each of [head(column, 1_000), column, head(column, 2_000), head(revised, 2_200), column, head(column, 10)])
      expect([...scores.of(each).score]).toEqual(cold(each))
    expect(cold(head(column, 2_000))).toEqual(cold(column).slice(0, 2_001))
    expect(cold(column).filter((score) => Math.abs(score) > 3)).toEqual([])
    expect(cold(column).filter((score) => !Number.isNaN(score)).length).toBeGreaterThan(2_000)
  })

  test('a level is scored against the three years before it: median and median absolute deviation by hand', () => {
    const last = 2_500
    const earlier = [...column.value.subarray(last - 1_095, last)].sort((a, b) => a - b)
    const middle = (sorted: number[]) => (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
    const median = middle(earlier)
    const deviation = middle(earlier.map((value) => Math.abs(value - median)).sort((a, b) => a - b))
    const z = (column.value[last]! - median) / (1.4826 * deviation)
    expect(new RegimeScores(facts('x'), level, endOfDay).of(column).score[last]).toBeCloseTo(z, 10)
    expect(new RegimeScores(facts('x'), { ...level, sign: -1 }, endOfDay).of(column).score[last]).toBeCloseTo(-z, 10)
  })

  /** Month ends from January 2015 on, without those of `missing`, with a value that grows by 1 a month, in steps that repeat after three, and by 10 more in the last. */
  function months(missing: readonly number[]): Column {
    const kept = Array.from({ length: 60 }, (_, i) => i).filter((i) => !missing.includes(i))
    const period = Int32Array.from(kept, (i) => dayNumber(new Date(Date.UTC(2015, i + 1, 0)).toISOString().slice(0, 10))!)
    const value = Float64Array.from(kept, (i) => i + [0, 0.1, 0.3][i % 3]! + (i === 59 ? 10 : 0))
    return { ...columnOf('x', wave, kept.length), period, value }
  }

  test('a move over months begins in the calendar month that many before, and there is none where that month has no value', () => {
    const scoreOfLast = (missing: readonly number[], n: number) =>
      new RegimeScores(facts('x', 'monthly'), { span: { n, unit: 'months' }, sign: 1 }, endOfDay)
        .of(months(missing))
        .score.at(-1)!
    // but for the last every change of three months is 3: there is no spread
    expect(scoreOfLast([], 3)).toBeNaN()
    expect(scoreOfLast([], 12)).toBeNaN()
    expect(scoreOfLast([], 1)).toBe(3)
    expect(scoreOfLast([58], 1)).toBeNaN()
  })
})

describe('regimes', () => {
  test('each day’s is that of the same day computed from less', () => {
    const memory = new RegimeMemory()
    for (const length of [days, 2_400, 2_401, 2_402, 1_200, 2_600, days]) {
      const asOf = first + length - 1
      const alone = new RegimeHistory(known(length), asOf)
      const shared = new RegimeHistory(known(length), asOf, memory)
      expect(shared.today()).toEqual(alone.today())
      expect(shared.days.state).toEqual(alone.days.state)
      expect(shared.days.mean).toEqual(alone.days.mean)
      expect(shared.followed(columnOf('price', wave, length))).toEqual(alone.followed(columnOf('price', wave, length)))
    }
  })

  test('a revision changes the days from when the revised value was due on, also where an earlier answer is at hand', () => {
    const memory = new RegimeMemory()
    const asOf = first + days - 1
    const revised = (metric: string) => {
      const values = known(days)(metric)
      const value = values.column.value.map((each, i) => (metric === 'vix' && i > 2_500 ? each + 15 : each))
      return { ...values, column: { ...values.column, value } }
    }
    const before = new RegimeHistory(known(days), asOf, memory)
    const after = new RegimeHistory(revised, asOf, memory)
    expect(after.days).toEqual(new RegimeHistory(revised, asOf).days)
    expect(new RegimeHistory(known(days), asOf, memory).days).toEqual(before.days)
    const differs = after.days.score.findIndex((score, k) => !Object.is(score, before.days.score[k]))
    expect(after.days.first + differs).toBe(first + 2_501)
  })

  test('has inputs with dates, weights that add up to one, and contributions that add up to the score', () => {
    const today = new RegimeHistory(known(days), first + days - 1).today()!
    expect(today.inputs.map(({ metric }) => metric)).toEqual(regimeInputs.map(({ metric }) => metric))
    expect(today.inputs.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 3)
    expect(today.inputs.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(today.score.day, 3)
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

  test('a few wild days do not end it, a month of them does; and it says what would come of today’s score', () => {
    const endingWith = (wild: number) => {
      const value = (sign: 1 | -1, i: number) => 100 + Math.sin(i / 3) + sign * (i >= days - wild ? -40 : i > 2_900 ? 20 : 0)
      return new RegimeHistory(known(days, value), first + days - 1)
    }
    expect([0, 4, 30].map((wild) => endingWith(wild).today()!.regime)).toEqual(['expansion', 'expansion', 'contraction'])
    expect(endingWith(4).today()!.probabilities.expansion).toBeLessThan(endingWith(0).today()!.probabilities.expansion)
    expect([endingWith(0).ifScoreStays(), endingWith(30).ifScoreStays()]).toEqual([null, null])
    const turn = endingWith(4).ifScoreStays()!
    const come = (later: number) => endingWith(4 + later).today()!.regime
    expect([turn.regime, come(turn.days)]).toEqual([come(turn.days), turn.regime])
    expect(come(turn.days - 1)).toBe('expansion')
  })

  test('what followed counts windows that do not overlap and have ended', () => {
    const price = columnOf('price', (i) => 100 * 1.001 ** i)
    const history = new RegimeHistory(known(days), first + days - 1)
    const followed = history.followed(price)
    const any = followed.find(({ regime }) => regime === 'any')!
    const { first: from } = history.judged()!
    expect(any.n).toBe(Math.floor((first + days - 1 - 30 - from) / 30) + 1)
    expect(any.median!.value).toBeCloseTo(100 * (1.001 ** 30 - 1), 3)
    expect(any.rose!.value).toBe(100)
    for (const { n, median, rose } of followed) expect([median === null, rose === null]).toEqual([n < 12, n < 12])
    for (const row of followed) expect(differsFromAnyRegime(row, any)).toBe(false)
  })

  test('what followed a regime is another only where an interval lies apart', () => {
    const row = (low: number, high: number): RegimeOutcome => {
      const estimate = { value: (low + high) / 2, low, high }
      return { regime: 'any', n: 20, median: estimate, rose: { value: 50, low: 40, high: 60 } }
    }
    expect(differsFromAnyRegime(row(1, 3), row(2, 5))).toBe(false)
    expect(differsFromAnyRegime(row(1, 3), row(3.1, 5))).toBe(true)
    expect(differsFromAnyRegime(row(6, 8), row(3.1, 5))).toBe(true)
    expect(differsFromAnyRegime({ ...row(1, 3), rose: { value: 70, low: 61, high: 80 } }, row(2, 5))).toBe(true)
    expect(differsFromAnyRegime({ ...row(1, 3), median: null, rose: null }, row(2, 5))).toBe(false)
  })
})
