import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { levelState } from '../../pipeline/briefings/states/level.ts'
import {
  type DecidingReading,
  medianStep,
  type StateFromSignals,
  signalTurns,
} from '../../pipeline/briefings/states/signal-turns.ts'
import { fitsHeadline, headlineLimit, headlineOf } from '../../pipeline/briefings/story/headline.ts'
import { nameOf } from '../../pipeline/briefings/story/names.ts'
import { type Fact, rankFacts } from '../../pipeline/briefings/story/ranking.ts'
import { readingFact } from '../../pipeline/briefings/story/sentences.ts'
import { summaryLimit, summaryOf, wordCount } from '../../pipeline/briefings/story/story.ts'
import { readingSubject } from '../../pipeline/briefings/story/subject.ts'
import { stateTurnSentences } from '../../pipeline/briefings/story/turn-words.ts'
import type { Day } from '../../pipeline/days/day.ts'
import type { Reading, SignalDirection, TrendWindow } from '../../pipeline/documents/reading.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { amount, changeSizeText } from '../../pipeline/values/amounts.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { daily } from '../analysis/columns.ts'
import { plainReading } from './plain-reading.ts'
import amounts from './story.json' with { type: 'json' }

const today = '2026-07-23'

/** A window of so many days up to 22 July that ends at `to`. */
function over(
  span: string,
  change: number,
  strength: number,
  to: number,
  unit: TrendWindow['change_unit'] = 'percent',
): TrendWindow {
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat'
  const ends = { from: { period: '2026-07-15', value: 1 }, to: { period: '2026-07-22', value: to } }
  return { change, change_unit: unit, direction, strength, span, ...ends }
}

interface Facts {
  readonly metric?: string
  readonly unit?: string
  readonly value?: number
  readonly week?: TrendWindow
  readonly month?: TrendWindow
  readonly record?: Reading['record']
  readonly near?: Reading['near_record']
  readonly known?: string
  readonly cadence?: string
}

function reading({ metric = 'vix', unit = 'points', value = 20, week, month, record, near, known, cadence }: Facts): Reading {
  return plainReading(metric, {
    ...{ unit, value, known_at: `${known ?? '2026-07-23'}T00:00:00Z` },
    freshness: { status: 'fresh', cadence: cadence ?? 'daily', next_due_at: null, stale_after: '' },
    trend: { '7d': week ?? null, '30d': month ?? null, '90d': null },
    signal: { direction: 'neutral', window: '30d', polarity: 'higher_is_bullish', for: 'risk assets', turns: [] },
    record: record ?? null,
    ...(near && { near_record: near }),
  })
}

const history = (values: readonly number[] = [3, 1, 2]): Column => daily('2010-01-01', values, '1')

const fact = (facts: Facts, column = history()): Fact => readingFact(readingSubject(reading(facts), column, today))

describe('sentences', () => {
  test('a move has its size, span, day, value and comparison', () => {
    const { text } = fact({ metric: 'wti-spot', unit: 'USD/bbl', value: 83.43, week: over('7 days', 15.16, 3.7, 83.43) })
    expect(text).toBe('WTI rose 15% in the week to 22 July, to $83.43 a barrel, a move of 3.7 standard deviations.')
  })
  test('a move of what stands between adjustments has no standard deviations, and weighs as a usual one', () => {
    const week = over('7 days', -2.5, -5.9, 124.9e12)
    const { text, weight, strength } = fact({ metric: 'bitcoin-difficulty', unit: '1', value: 124.9e12, week })
    expect(text).toMatch(/^Mining difficulty fell 2\.5% in the week to 22 July, to \S+( trillion)?\.$/)
    expect([weight, strength]).toEqual([1, 1])
  })
  test('where two windows disagree both are told', () => {
    const { text } = fact({
      metric: 'net-liquidity',
      unit: 'USD bn',
      value: 5917.379,
      cadence: 'weekly',
      week: over('1 week', -1.16, -1.2, 5917.379),
      month: over('4 weeks', 1.78, 0.8, 5917.379),
    })
    expect(text).toBe('Net liquidity fell 1.2% in the week to 22 July, to $5,917bn, but is still up 1.8% over four weeks.')
  })
  test('a record says since when', () => {
    const facts = {
      metric: 'treasury-2y',
      unit: 'percent',
      value: 4.31,
      month: over('30 days', 24, 1.2, 4.31, 'basis_points'),
      record: { kind: 'highest', window: null, since: '2025-03-04' } as const,
    }
    expect(fact(facts).text).toBe(
      'The 2-year yield stood at 4.31% on 22 July, its highest since March 2025, up 24 bp over 30 days.',
    )
    expect(fact({ ...facts, record: { ...facts.record, since: null } }).text).toContain('its highest on record')
    const ours = fact({ ...facts, record: { ...facts.record, since: null, known_from: '2015-01-02' } })
    expect(ours.text).toContain('its highest since 2015, where our data begin, up 24 bp')
    expect(ours.clauses.flat().every(fitsHeadline)).toBe(true)
  })
  test('a rate or a net position is given as a level first, then its difference; differences of yields in basis points', () => {
    const cpi = { metric: 'core-cpi-inflation', unit: 'percent', value: -1, cadence: 'monthly' }
    const month = over('1 month', 0.33, 1.5, -1, 'unit')
    expect(fact({ ...cpi, month }).text).toBe(
      'Core consumer price inflation stood at -1% for July, up 0.33 percentage points over the month.',
    )
    const record = { kind: 'largest_rise', window: '30d', since: '2025-07-31' } as const
    expect(fact({ ...cpi, month, record }).text).toBe(
      'Core consumer price inflation stood at -1% for July, up 0.33 percentage points over the month, the largest rise in a month since July 2025.',
    )
    const net = { metric: 'gold-managed-money-net', unit: 'contracts', value: 48, cadence: 'weekly' }
    const weeks = { week: over('1 week', -2493, -1.5, 48, 'unit'), month: over('4 weeks', 3100, 0.9, 48, 'unit') }
    expect(fact({ ...net, ...weeks }).text).toBe(
      'The net position of funds in gold stood at 48 contracts net long on 22 July, shorter by 2,493 contracts over the week but still longer by 3,100 contracts over four weeks.',
    )
    const jobless = { metric: 'unemployment', unit: 'percent', value: 5.5, cadence: 'monthly' }
    expect(fact({ ...jobless, month: over('1 month', 0.3, 0.6, 5.5, 'unit') }).text).toBe(
      'Unemployment stood at 5.5% for July, up 0.3 percentage points over the month.',
    )
    const curve = { metric: 'yield-curve', unit: 'percent', value: 0.36, month: over('30 days', 9, 1.2, 0.36, 'basis_points') }
    expect(fact(curve).text).toMatch(/9 bp in the 30 days to 22 July, to 36 bp\.$/)
  })
  test('a net purchase is what its buyers did, after what they did the month before', () => {
    const official = { metric: 'foreign-official-purchases', unit: 'USD mn', cadence: 'monthly' }
    const month = { ...over('1 month', 54_000, 1.2, 16_100, 'unit'), from: { period: '2026-06-30', value: -37_900 } }
    expect(fact({ ...official, value: 16_100, month }).text).toBe(
      'Foreign officials bought a net $16.1bn of long-term Treasuries in July after selling $37.9bn in June.',
    )
    const record = { kind: 'lowest', window: null, since: '2024-12-31' } as const
    expect(fact({ ...official, value: -25_300, record }).text).toBe(
      'Foreign officials sold a net $25.3bn of long-term Treasuries in July, the most since December 2024.',
    )
    // the smallest sales of a year are not the most of anything
    expect(fact({ ...official, value: -100, record: { ...record, kind: 'highest' } }).text).toContain('their highest since')
  })
  test('an exchange rate is quoted as its pair, money by its direction, payrolls by their change and prices over the year', () => {
    const euro = { metric: 'eur-usd', unit: 'USD/EUR', value: 1.1442, week: over('7 days', -1.3, -0.4, 1.1442) }
    expect(fact(euro).text).toBe('The euro fell 1.3% in the week to 22 July, to EUR/USD 1.144.')
    const flow = { metric: 'ibit-flow', unit: 'USD mn', value: -166.7, week: over('5 sessions', -200, -1.5, -166.7, 'unit') }
    expect(fact(flow).text).toBe('The flow of IBIT came to an outflow of $167mn on 22 July, down $200mn over five sessions.')
    const month = { ...over('1 month', -0.0163, -0.4, 159_485), from: { period: '2026-06-30', value: 159_511 } }
    expect(fact({ metric: 'payrolls', unit: 'thousand persons', value: 159_485, cadence: 'monthly', month }).text).toBe(
      'Payrolls fell by 26,000 (0.02%) in July, to 159.485 million.',
    )
    const prices = { metric: 'consumer-prices', unit: 'index', value: 103.5, cadence: 'monthly' }
    const since = dayNumber('2026-07-22')! - dayNumber('2010-01-01')!
    const index = history(Array.from({ length: since + 1 }, (_, i) => (i < since - 100 ? 100 : 103.5)))
    expect(fact({ ...prices, month: over('1 month', -0.4, -1.1, 103.5) }, index).text).toBe(
      'Consumer prices rose 3.5% in the year to July but fell 0.4% in a month.',
    )
  })
  test('a rise smaller than usual, or below the floor of its metric, has no strength', () => {
    expect(fact({ month: over('30 days', 1, -2, 20) }).strength).toBe(0)
    expect(fact({ metric: 'sofr', unit: 'percent', week: over('7 days', 2, 3, 4, 'basis_points') }).strength).toBe(0)
    expect(fact({ metric: 'sofr', unit: 'percent', week: over('7 days', 6, 3, 4, 'basis_points') }).strength).toBe(3)
  })
  test('near an extreme a sentence gives the distance and the day; a tie is level with it', () => {
    const near = {
      kind: 'highest',
      value: 5.18,
      period: '2026-05-19',
      since: '2007-07-11',
      change: -3,
      change_unit: 'basis_points',
    } as const
    const facts = { metric: 'treasury-30y', unit: 'percent', value: 5.15, near }
    expect(fact(facts).text).toBe(
      'The 30-year yield stood at 5.15% on 22 July, 3 bp from its level of 19 May, the highest since July 2007.',
    )
    expect(fact({ ...facts, value: 5.18, near: { ...near, change: 0 } }).text).toBe(
      'The 30-year yield stood at 5.18% on 22 July, matching its level of 19 May, the highest since July 2007.',
    )
  })
  test('a value known for a week weighs half, and its record is no news', () => {
    const facts = { week: over('7 days', 9, 2, 20), record: { kind: 'lowest', window: null, since: '2024-01-01' } as const }
    expect([fact(facts).weight > 2, fact(facts).kind]).toEqual([true, 'record'])
    const old = fact({ ...facts, known: '2026-07-16' })
    expect([old.weight, old.kind]).toEqual([1, 'move'])
  })
})

test('ranks: what may open the briefing, then a state that turned, records, its subject and moves by weight', () => {
  const of = (kind: Fact['kind'], weight: number) => ({ ...fact({}), kind, weight })
  const all = [of('move', 5), of('record', 1), of('subject', 0), of('record', 2), of('turned', 0)]
  const order = (opens: (fact: Fact) => boolean) => rankFacts(all, opens).map(({ kind, weight }) => `${kind} ${weight}`)
  expect(order(() => true)).toEqual(['turned 0', 'record 2', 'record 1', 'subject 0', 'move 5'])
  expect(order(({ kind }) => kind === 'move')).toEqual(['move 5', 'turned 0', 'record 2', 'record 1', 'subject 0'])
})

/** Whether a headline is a sentence on a fact, or one that whole phrases are left out of: what follows its last word is another clause. */
function isWhole(headline: string, { clauses, asides, brief }: Fact): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/ \([^)]*\)/g, '')
  const body = plain(headline.slice(0, -1))
  return [...clauses.flat(), ...asides, brief!].some(
    (wording) => plain(wording) === body || (plain(wording).startsWith(`${body}, `) && !body.includes(', ')),
  )
}

test('metrics of the same name measure the same thing, and a ratio of two things is called one', () => {
  const called = metricRows.map((row) => {
    const { name, against = '' } = nameOf(row)
    return { metric: row.metric, name: `${name} ${against}`.toLowerCase(), unit: row.unit }
  })
  expect(called.filter(({ name, unit }) => called.some((other) => other.name === name && other.unit !== unit))).toEqual([])
  const ratios = metricRows.filter(({ formula, unit }) => formula === 'ratio' && unit === '1')
  expect(ratios.length).toBeGreaterThan(5)
  expect(ratios.filter((row) => !/ relative to |ratio$/.test(nameOf(row).name))).toEqual([])
  expect(fact({ metric: 'technology-ratio', unit: '1', value: 0.724 }).text).toBe(
    'QQQ relative to SPY stood at 0.724 on 22 July.',
  )
})

describe('headlines', () => {
  const kinds: readonly Facts[] = [
    { week: over('7 days', 9, 2.5, 20) },
    { week: over('7 days', 1, 0.2, 20) },
    { week: over('7 days', -4, -1.4, 20), month: over('30 days', 6, 0.9, 20) },
    { week: over('7 days', 9, 2.5, 20), record: { kind: 'largest_rise', window: '7d', since: '2024-01-01' } },
    { record: { kind: 'highest', window: null, since: '2024-01-01' } },
    {},
  ]
  const metrics = [
    'bitcoin-next-difficulty-change',
    'vix',
    'jpy-usd',
    'financial-conditions',
    'bitcoin-active-addresses',
    'bitcoin-futures-open-interest',
    'unnamed',
  ]

  test('fit, and the same facts are told in other words the next day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...kinds),
        fc.constantFrom(...metrics),
        fc.integer({ min: 20_000, max: 21_000 }),
        (first, second, metric, day) => {
          const facts = rankFacts(
            [fact({ ...first, metric }), fact({ ...second, metric: 'm2-supply', unit: 'USD bn' })],
            () => true,
          )
          const [now, next] = [headlineOf(facts, day, 'a'), headlineOf(facts, day + 1, 'a')]
          expect(now!.length).toBeLessThanOrEqual(headlineLimit)
          expect(now).toMatch(/^\p{Lu}.*\.$/u)
          // a superlative says since when, however long the name is
          if (first.record?.window === null) expect(now).toMatch(/ since | on record/)
          expect(next).not.toBe(now)
          expect(headlineOf(facts, day, 'a')).toBe(now)
        },
      ),
    )
  })
  test('name the strongest other fact with its size, joined by while or and; a usual move is left out', () => {
    const up = fact({ week: over('7 days', 9, 2.5, 20) })
    const down = fact({ metric: 'wti-spot', unit: 'USD/bbl', week: over('7 days', -9, -2, 20) })
    const alsoUp = fact({ metric: 'wti-spot', unit: 'USD/bbl', week: over('7 days', 9, 2, 20) })
    const usual = fact({ metric: 'wti-spot', unit: 'USD/bbl', week: over('7 days', -9, -0.9, 20) })
    expect(headlineOf([up, down], 20_000, 'a')).toMatch(/^The VIX .*, while WTI fell 9% in a week\.$/)
    expect(headlineOf([up, alsoUp], 20_000, 'a')).toMatch(/^The VIX .*, and WTI rose 9% in a week\.$/)
    expect(headlineOf([up, usual], 20_000, 'a')).not.toContain('WTI')
  })
  test('one that is too long in every wording loses its record, and never ends in the middle of a phrase', () => {
    const name = 'foreign holdings of long-term Treasuries by residents of the euro area'
    const long = {
      ...fact({}),
      clauses: [[`${name} have not fallen so much in three months since January 2025`], ['x']] as const,
    }
    const day = (asides: readonly string[]) => headlineOf([{ ...long, asides } as unknown as Fact], 20_000, 'a')!
    expect(day([`${name} fell by 2%`])).toBe('Foreign holdings of long-term Treasuries by residents of the euro area fell by 2%.')
    expect(day([])).not.toMatch(/ (since|in|of|the|for)\.$/)
  })
  test('of every metric, in every form of sentence, no headline ends within a phrase', () => {
    const sizes = { percent: ['percent', 10.58], basis_points: ['basis_points', 210], unit: ['unit', 10.58] } as const
    const spans = { daily: ['7 days', '30 days'], weekly: ['1 week', '4 weeks'], monthly: ['1 month', '3 months'] } as const
    const wrong = metricRows.flatMap(({ metric, unit, change }) =>
      (['daily', 'weekly', 'monthly'] as const).flatMap((cadence) => {
        const [short, long] = spans[cadence]
        const [kind, size] = sizes[change]
        const month = over(long, size, 2.5, 1234.5, kind)
        const near = { value: 1240, period: '2026-05-19', since: '2007-07-11', change: -3.5, change_unit: kind }
        const forms: readonly Facts[] = [
          { month },
          { week: over(short, -size, -1.5, 1234.5, kind), month },
          { month, record: { kind: 'largest_rise', window: '30d', since: '2024-09-01' } },
          { month, record: { kind: 'highest', window: null, since: null } },
          { record: { kind: 'lowest', window: null, since: '2024-09-01' } },
          { near: { ...near, kind: 'highest' } },
          { near: { ...near, kind: 'lowest', change: 0 } },
          {},
        ]
        return forms.flatMap((form) =>
          [20_000, 20_001].flatMap((at) => {
            const subject = fact({ ...form, metric, unit, value: 1234.5, cadence })
            const headline = headlineOf([subject], at, 'a')!
            return isWhole(headline, subject) && headline.length <= headlineLimit ? [] : [`${metric}: ${headline}`]
          }),
        )
      }),
    )
    expect(wrong).toEqual([])
  })
  test('where no whole sentence on the first fact has room, the next fact leads', () => {
    const words = Array.from({ length: 14 }, () => 'word').join(' ')
    const { brief: _, ...long } = {
      ...fact({}),
      clauses: [[`${words} rose by 10 percentage points`], ['x']] as const,
      asides: [],
    }
    expect(headlineOf([long, fact({})], 20_000, 'a')).toBe('The VIX is at 20, as of 22 July.')
    expect(headlineOf([long], 20_000, 'a')).toBe(`W${words.slice(1)} rose.`)
  })
  test('nothing known is nothing to head', () => expect(headlineOf([], 20_000, 'a')).toBeNull())
})

test('a summary leaves out what matters least, keeps the order and never has more than 90 words', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  const kept = summaryOf([
    { text: `first ${words(29)}`, priority: 1 },
    { text: `least ${words(39)}`, priority: 9 },
    { text: `last ${words(49)}`, priority: 2 },
  ])
  expect([kept.startsWith('first'), kept.includes('least'), kept.includes('last')]).toEqual([true, false, true])
  expect(wordCount(kept)).toBeLessThanOrEqual(summaryLimit)
})

describe('amounts', () => {
  test.each(amounts as [number, string, string][])('%d %s is %s', (value, unit, text) => expect(amount(value, unit)).toBe(text))
  test('a level is never printed short of where it turns', () => {
    expect([amount(67_496.12, 'USD', 'up'), amount(67_496.98, 'USD', 'down')]).toEqual(['$67,497', '$67,496'])
    expect([amount(-0.5314, 'standard deviations', 'up'), amount(-0.5316, 'standard deviations', 'down')]).toEqual([
      '-0.531',
      '-0.532',
    ])
  })
  test('sizes of changes', () => {
    expect(changeSizeText({ change: -15.16, change_unit: 'percent' }, 'USD')).toBe('15%')
    expect(changeSizeText({ change: 24, change_unit: 'basis_points' }, 'percent')).toBe('24 bp')
    expect(changeSizeText({ change: -0.4, change_unit: 'unit' }, 'percent')).toBe('0.4 percentage points')
  })
})

describe('what would change a state', () => {
  /** Two more bullish than bearish signals make it easing, one keeps it so. */
  const decision =
    (standing: string): StateFromSignals =>
    (directions) => {
      const balance = [...directions.values()].reduce(
        (sum, each) => sum + (each === 'bullish' ? 1 : each === 'bearish' ? -1 : 0),
        0,
      )
      if (balance >= (standing === 'easing' ? 1 : 2)) return 'easing'
      return balance <= -(standing === 'tightening' ? 1 : 2) ? 'tightening' : 'mixed'
    }
  const decider = (metric: string, direction: SignalDirection, value: number, to: SignalDirection): DecidingReading => ({
    metric,
    value: 10,
    direction,
    turns: [{ to, side: value > 10 ? 'above' : 'below', value, held: 'next_release' }],
    step: 1,
    due: { series: metric, due_at: `2026-07-2${metric === 'a' ? 4 : 5}T00:00:00Z` },
  })

  test('the fewest signals, nearest first, each as an alternative', () => {
    const all = [
      decider('a', 'bullish', 8, 'neutral'),
      decider('b', 'neutral', 11, 'bullish'),
      decider('c', 'neutral', 14, 'bullish'),
    ]
    const turn = (metric: string, value: number) => ({
      to: 'easing',
      needs: [{ metric, side: 'above', value, held: 'next_release' }],
      by: { series: metric, due_at: '2026-07-25T00:00:00Z' },
    })
    expect(signalTurns('mixed', all, decision('mixed'))).toEqual([turn('b', 11), turn('c', 14)])
  })
  test('a level beyond another one for the same state is left out', () => {
    const steady = { to: 'neutral', side: 'below', value: 79_830, held: 'week' } as const
    const falling = { ...steady, to: 'bearish', value: 75_883 } as const
    const next = { ...steady, value: 71_000, held: 'next_release' } as const
    const price = { ...decider('bitcoin-price', 'bullish', 0, 'bearish'), value: 81_000, step: 9_000 }
    const down: StateFromSignals = (directions) => (directions.get('bitcoin-price') === 'bullish' ? 'uptrend' : 'downtrend')
    const levels = (turns: DecidingReading['turns']) =>
      signalTurns('uptrend', [{ ...price, turns }], down).map(({ needs: [need] }) => need!.value)
    expect(levels([falling, steady])).toEqual([79_830])
    // the next value alone may turn what a week of another level turns
    expect(levels([{ ...next, to: 'neutral' }, falling])).toEqual([75_883, 71_000])
  })
  test('several that must turn together stand in one, with the last of their releases', () => {
    const all = [
      decider('a', 'neutral', 11, 'bullish'),
      decider('b', 'neutral', 12, 'bullish'),
      decider('c', 'neutral', 19, 'bullish'),
    ]
    const [turn, ...rest] = signalTurns('mixed', all, decision('mixed'))
    expect(turn!.needs.map(({ metric }) => metric)).toEqual(['a', 'b'])
    expect(turn!.by).toEqual({ series: 'b', due_at: '2026-07-25T00:00:00Z' })
    expect(rest).toEqual([])
  })
  test('nothing is said where the signals do not give the state that stands', () => {
    const one = [decider('a', 'bullish', 8, 'neutral')]
    const decide: StateFromSignals = (directions) => ({ bullish: 'up', neutral: 'flat', bearish: 'down' })[directions.get('a')!]
    expect(signalTurns('down', one, decide)).toEqual([])
    expect(signalTurns('up', one, decide).map(({ to }) => to)).toEqual(['flat'])
  })
  test('levels of one figure, entered at one and left at another', () => {
    const rule = levelState('hash-ribbon', {
      middle: 1,
      enter: 0.01,
      leave: 0.005,
      labels: ['contracting', 'steady', 'expanding'],
    })
    const from = (standing: string) =>
      rule
        .turns(
          { reading: () => ({ value: { expanding: 1.02, contracting: 0.98 }[standing] ?? 1 }) } as unknown as Day,
          standing,
          () => null,
        )
        .map(({ to, needs: [need] }) => `${to} ${need!.side} ${need!.value.toFixed(6)}`)
    expect(from('steady')).toEqual(['expanding above 1.010000', 'contracting below 0.990000'])
    expect(from('expanding')).toEqual(['steady below 1.005000', 'contracting below 0.990000'])
    expect(from('contracting')).toEqual(['steady above 0.995000', 'expanding above 1.010000'])
    expect(from('unknown')).toEqual([])
  })
  test('in words: the level, how long, the alternative and the release', () => {
    const need = (metric: string, value: number, held: 'week' | 'next_release') => ({
      metric,
      side: 'below' as const,
      value,
      held,
    })
    const by = { series: 's', due_at: '2026-07-30T20:30:00Z' }
    const inWords = (turns: Parameters<typeof stateTurnSentences>[0]) =>
      stateTurnSentences(turns, (metric) => ({ name: { name: metric }, unit: 'percent' }), today)
    expect(inWords([{ to: 'easing', needs: [need('x', 4.469, 'next_release')], by }])).toEqual([
      'The state turns to easing if x is at 4.46% or lower.',
      'Next release that could: 30 July.',
    ])
    const two = [
      { to: 'easing', needs: [need('x', 4, 'week')], by: null },
      { to: 'easing', needs: [need('y', 6, 'week')], by: null },
    ]
    expect(inWords(two)).toEqual([
      'The state turns to easing if x is at 4% or lower for a week, or if y is at 6% or lower for a week.',
    ])
    const beyond = { to: 'balanced', needs: [need('x', 2 - 2e-9, 'next_release')], by: null }
    expect(inWords([beyond])).toEqual(['The state turns to balanced if x is below 2%.'])
    const zero = { to: 'balanced', needs: [need('yield-curve', -1e-9, 'week')], by: null }
    expect(inWords([zero])).toEqual(['The state turns to balanced if yield-curve is below zero for a week.'])
    const slope = { to: 'steep', needs: [{ ...need('yield-curve', 1, 'next_release'), side: 'above' as const }], by: null }
    expect(inWords([slope])).toEqual(['The state turns to steep if yield-curve is at 100 bp or higher.'])
    expect(inWords([])).toEqual([])
  })
  test('the usual step is the median of those that moved', () => {
    expect([medianStep([1, 2, 2, 5]), medianStep([7, 7])]).toEqual([3, 1])
  })
})
