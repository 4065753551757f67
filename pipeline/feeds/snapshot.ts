import type { Series } from '../../data/series.ts'
import { dayOf, isoDay } from '../calendar/day.ts'
import { type Entry, readBlocks } from './block.ts'
import type { Parsed } from './feed.ts'

/** Values that hold at one moment (milliseconds UTC), as numbers of a JSON body: each is the value of its UTC day until a newer one comes. */
export function snapshotOf(values: readonly (readonly [Series, unknown])[], at: number): Parsed {
  const date = isoDay(dayOf(at))
  const columns = new Map<Series, Entry[]>()
  for (const [row, value] of values) {
    const text = typeof value === 'number' ? String(value) : JSON.stringify(value ?? null)
    columns.set(row, [...(columns.get(row) ?? []), { date, text, seenAt: at, publishedAt: null }])
  }
  return readBlocks(columns, [])
}
