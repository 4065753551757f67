import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeReading, type ReadingInputs } from '../../pipeline/analysis/make-reading.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { type Column, head } from '../../pipeline/values/column.ts'
import { anyColumn, columnOf, daily, day, walk } from './columns.ts'
import threeDays from './make-reading.json' with { type: 'json' }
import { metricOf } from './metrics.ts'

const metric = metricOf({ metric: 'example-price', title: 'Example price', category: 'bitcoin', version: 3 })

function factsOf(column: Column, changed: Partial<ReadingInputs> = {}): ReadingInputs {
  const last = changed.last ?? column.period.length - 1
  const newest = column.period[last]!
  return {
    metric,
    column,
    last,
    judged: head(column, last),
    turns: [],
    now: (newest + 2) * dayMs - 1_000,
    expected: Array.from({ length: 90 }, (_, i) => newest - 89 + i),
    release: { nextDueAt: (newest + 2) * dayMs, graceMs: dayMs / 2, staleMs: 2 * dayMs },
    source: { id: 'coinmetrics', name: 'Coin Metrics', series: 'PriceUSD', url: null },
    inputs: [],
    past: new SignalBacktest(changed.metric ?? metric).at(column, last),
    ...changed,
  }
}

describe('a reading', () => {
  test('of a price known for three days says what is there and names what is not', () => {
    const column = daily('2026-07-20', [100.123456789012, 101, 99.5])
    expect(makeReading(factsOf(column, { expected: [day('2026-07-21'), day('2026-07-22')] }))).toEqual(threeDays)
  })

  test('a reading says where our data begin, and only where nothing in them surpasses the extreme', () => {
    const values = [...Array.from({ length: 500 }, (_, i) => 100 + ((3 * i) % 7)), 150]
    const read = (first: number, isAll: boolean) =>
      makeReading({ ...factsOf(daily('2024-01-01', [first, ...values])), isWhole: () => isAll }).record
    expect(read(1, false)).toEqual({ kind: 'highest', window: null, since: null, known_from: '2024-01-01' })
    expect(read(1, true)).toEqual({ kind: 'highest', window: null, since: null })
    expect(read(200, false)).toEqual({ kind: 'highest', window: null, since: '2024-01-01' })
  })

  test('values of a source stand as given, those of a calculated metric lose their noise', () => {
    const column = daily('2026-07-15', [0.1 + 0.2, 5, 5, 5, 5, 5, 5, 0.1 + 0.2])
    const given = makeReading(factsOf(column))
    expect(given.value).toBe(0.1 + 0.2)
    expect(given.trend['7d']?.from.value).toBe(0.1 + 0.2)
    const calculated = makeReading(
      factsOf(column, { source: { id: 'calculated', name: 'Calculated', series: 'a + b', url: null } }),
    )
    expect(calculated.value).toBe(0.3)
    expect(calculated.trend['7d']).toMatchObject({ from: { value: 0.3 }, to: { value: 0.3 }, change: 0, direction: 'flat' })
  })

  test('a long history gives every member', () => {
    const reading = makeReading(factsOf(walk(11, 900, 2)))
    expect(reading.trend['90d']?.strength).not.toBeNull()
    expect(reading.momentum).not.toBeNull()
    expect(reading.signal).toMatchObject({ window: '7d', polarity: 'higher_is_bullish' })
    expect(reading.percentile_90d?.n).toBeGreaterThan(20)
    expect(reading.data_quality.notes).toHaveLength(1)
    expect(reading.data_quality.notes[0]).toMatch(/^No value for /)
  })

  test('a weekly metric takes the longer windows and the smaller minimums', () => {
    const weekly = columnOf(
      Array.from({ length: 60 }, (_, i) => [day('2026-07-22') - 7 * (59 - i), 100 + i + (i % 5) * 2] as const),
    )
    const facts = factsOf(weekly, { metric: { ...metric, cadence: 'weekly', window: '30d' }, expected: [] })
    const reading = makeReading(facts)
    expect(reading.percentile_90d?.n).toBe(12)
    expect(reading.signal?.window).toBe('30d')
    expect(reading.momentum?.short).toBe(
      Number(
        (
          reading.trend['30d']!.change! /
          (day(reading.trend['30d']!.to.period) - day(reading.trend['30d']!.from.period))
        ).toPrecision(12),
      ),
    )
    expect(makeReading(factsOf(weekly, { metric: { ...metric, window: '30d' }, expected: [] })).signal).toBeNull()
  })

  test('says why a strength is missing', () => {
    const column = daily(
      '2026-05-01',
      Array.from({ length: 40 }, (_, i) => 100 + i),
    )
    expect(makeReading(factsOf(column)).data_quality.notes).toContain(
      'No 7d strength: 32 earlier changes in three years, 60 needed.',
    )
    const steady = daily('2025-01-01', Array(400).fill(3))
    expect(makeReading(factsOf(steady)).data_quality.notes).toContain('No 30d strength: the earlier changes do not vary.')
    const wti = columnOf({ '2020-04-20': -36.98, '2020-04-27': 12.17 })
    expect(makeReading(factsOf(wti)).data_quality.notes.filter((note) => note.startsWith('No 7d'))).toEqual([])
  })

  test('rows that come later change nothing, and a reading is finite and complete', () => {
    fc.assert(
      fc.property(anyColumn, fc.nat(), (column, pick) => {
        const last = pick % column.period.length
        const reading = makeReading(factsOf(column, { last }))
        expect(makeReading(factsOf(head(column, last), { last }))).toEqual(reading)
        expect(JSON.parse(JSON.stringify(reading))).toEqual(reading)
      }),
    )
  })
})
