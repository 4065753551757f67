import { expect, test } from 'vitest'
import { crossMarketSentence } from '../../../pipeline/briefings/story/across.ts'
import type { Reading } from '../../../pipeline/documents/reading.ts'
import { dayNumber, isoDay } from '../../../pipeline/time/day.ts'
import { columnOf } from '../../analysis/columns.ts'
import { emptyDay } from '../empty-day.ts'

const asOf = dayNumber('2025-04-09')!
const units: Readonly<Record<string, string>> = {
  vix: '1',
  'treasury-10y': 'percent',
  'wti-spot': 'USD/bbl',
  'bitcoin-price': 'USD',
}

/** A day on which each metric has moved by one usual day each day, then by its `week`; the newest value `old` days ago. */
const dayOf = (weeks: Readonly<Record<string, { readonly values: readonly number[]; readonly old?: number }>>) => {
  const columns = Object.entries(weeks).map(([metric, { values, old = 0 }]) => {
    const base = values[0]!
    const quiet = Array.from({ length: 100 }, (_, i) => base * (i % 2 === 0 ? 1 : 1.01))
    const all = [...quiet, ...values]
    return [
      metric,
      columnOf(
        all.map((value, i) => [asOf - old - all.length + 1 + i, value] as const),
        units[metric],
      ),
    ] as const
  })
  const known = new Map(columns)
  return emptyDay(asOf, {
    column: (metric) => known.get(metric) ?? null,
    reading: (metric) => {
      const column = known.get(metric)
      if (column === undefined) return null
      const [value, period] = [column.value.at(-1)!, isoDay(column.period.at(-1)!)]
      return { metric, unit: units[metric], value, period, freshness: { status: 'fresh' } } as unknown as Reading
    },
  })
}

const wild = {
  vix: { values: [20, 22, 30, 45, 52], old: 1 },
  'treasury-10y': { values: [4.2, 4.0, 4.0, 4.26, 4.34] },
  'bitcoin-price': { values: [82_000, 81_000, 79_000, 77_000, 74_000] },
}

test('three markets beyond four usual days have one sentence with levels and days', () => {
  expect(crossMarketSentence(dayOf(wild))).toBe(
    'The VIX rose 160% from the low of 4 April to 52 (8 April), bitcoin fell 11% from the high of 4 April to $74,000 and the 10-year yield rose 34 bp from the low of 6 April to 4.34% in the week to 9 April.',
  )
})

test('fewer, smaller or older moves have none', () => {
  expect(crossMarketSentence(dayOf({ vix: wild.vix, 'bitcoin-price': wild['bitcoin-price'] }))).toBeNull()
  expect(crossMarketSentence(dayOf({ ...wild, 'treasury-10y': { values: [4.2, 4.2, 4.2, 4.21, 4.22] } }))).toBeNull()
  expect(crossMarketSentence(dayOf({ ...wild, vix: { ...wild.vix, old: 8 } }))).toBeNull()
})
