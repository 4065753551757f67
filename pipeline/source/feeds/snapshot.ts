import type { Series } from '../../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../../time/day.ts'
import type { Recording } from '../recordings/recording.ts'
import { type Entry, readBlocks } from './block.ts'
import { bodyError } from './body.ts'
import type { Parsed } from './feed.ts'
import type { Item } from './json-feed.ts'

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

/** The members of an object that series are named after; an object without a number for each is refused. */
export function membersOf(object: Item, rows: readonly Series[], feed: string): (readonly [Series, number])[] {
  return rows.map((row) => {
    const value = object[row.key]
    if (typeof value !== 'number') throw bodyError(feed, 'DATA_MISSING', `no number "${row.key}"`)
    return [row, value]
  })
}

/** When a body says it was made (milliseconds UTC): not later than its recording, and on the last day before it. */
export function momentOf(stated: number, field: string, recording: Recording, feed: string): number {
  const recordedAt = Date.parse(recording.at)
  if (!(stated <= recordedAt + 60_000 && stated > recordedAt - dayMs))
    throw bodyError(feed, 'TIME', `"${field}" is not a time within the last day`)
  return Math.min(stated, recordedAt)
}
