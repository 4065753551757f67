import type { Series } from '../../data/series.ts'
import type { ParseError } from '../errors.ts'
import type { SightingRow } from '../tables/series.ts'
import { dayMs, dayNumber, dayOf } from '../time/day.ts'
import { periodAround } from '../time/release.ts'
import { bodyError } from './body.ts'
import { parseDecimal } from './decimal.ts'
import { type ParsedBody, type Rejected, rejection } from './feed.ts'
import type { PastMoments } from './moments.ts'

/** One value as a body spells it. */
export interface SeriesEntry {
  readonly date: string
  readonly text: string
  readonly seenAt: number
  readonly publishedAt: number | null
}

interface Block {
  readonly sightings: SightingRow[]
  readonly rejected: Rejected[]
}

/**
 * All values of one series in one body -> rows in the series' unit. Missing values must be left out by the caller.
 *
 * A month or quarter is written by any day of it and named by its last. The unit is decided for the block as a whole: a series that the upstream has
 * served in two units (`alsoIn`) is read in the other one when most values are believable only there; a block as believable in both is
 * rejected whole. A value that is not a decimal, a date that is not a day or lies in the future of its recording,
 * a value outside the series' range, and two different values for one period and moment are rejected, each with its rule.
 */
function readBlock(series: Series, entries: readonly SeriesEntry[], moments: PastMoments): Block {
  const shift = unitShift(series, entries)
  const rejected: Rejected[] = []
  const reject = (rule: string, reason: string, entry: SeriesEntry) =>
    rejected.push(rejection(series.id, rule, reason, `${entry.date},${entry.text}`))
  const rows = new Map<string, SightingRow | null>()
  for (const entry of entries) {
    const day = dayNumber(entry.date)
    const period = day === null ? null : periodAround(series.frequency, day).last
    const value = parseDecimal(entry.text, shift ?? 0)
    if (period === null) reject('date', `"${entry.date}" is not a day`, entry)
    else if (value === null) reject('number', `"${entry.text}" is not a decimal number`, entry)
    else if (shift === null) reject('unit', `in ${series.unit} and in ${series.alsoIn?.unit} as believable`, entry)
    else if (period > dayOf(entry.publishedAt ?? entry.seenAt)) {
      moments.reached(period * dayMs)
      reject('future', 'the period is later than the recording', entry)
    } else if (value < series.range[0] || value > series.range[1])
      reject('range', `outside ${series.range[0]} to ${series.range[1]} ${series.unit}`, entry)
    else {
      const key = `${period} ${entry.publishedAt ?? entry.seenAt}`
      const row = { series: series.id, period, value, seenAt: entry.seenAt, publishedAt: entry.publishedAt }
      const other = rows.get(key)
      if (other === undefined) rows.set(key, row)
      else if (other === null || other.value !== value) {
        rows.set(key, null)
        reject('duplicate', 'two values for one period in one body', entry)
      }
    }
  }
  return { sightings: [...rows.values()].filter((row) => row !== null), rejected }
}

/** What a body of several series says; `rejected` are rows refused before they had a series. */
export function readSeriesColumns(
  columns: Iterable<readonly [Series, readonly SeriesEntry[]]>,
  rejected: readonly Rejected[],
  moments: PastMoments,
): ParsedBody & { readonly rows: { readonly sighting: readonly SightingRow[] } } {
  const all: Block = { sightings: [], rejected: [...rejected] }
  for (const [series, entries] of columns) {
    const block = readBlock(series, entries, moments)
    for (const row of block.sightings) all.sightings.push(row)
    for (const row of block.rejected) all.rejected.push(row)
  }
  return { rows: { sighting: all.sightings }, rejected: all.rejected, next: [], until: moments.until() }
}

/** Why a body no row was read of is refused: its values are out of the range of their series, or it has none, which is reported in `what`. */
export function noRowsError({ rejected }: ParsedBody, feed: string, what: string): ParseError {
  const outside = rejected.filter(({ rule }) => rule === 'range')
  const [first] = outside
  if (!first) return bodyError(feed, 'PAGE_EMPTY', `${what}, although some were due`)
  return bodyError(
    feed,
    'ALL_OUT_OF_RANGE',
    `no row is left: ${outside.length} of ${rejected.length} rejected rows break the rule "range"; the first, ${first.row} of ${first.series}, is ${first.reason}`,
  )
}

/** Power of ten to read the block in the series' unit: 0, or that of `alsoIn` when more values are believable after it; null when as many are. */
function unitShift(series: Series, entries: readonly SeriesEntry[]): number | null {
  if (!series.alsoIn) return 0
  const [low, high] = series.range
  const shift = Math.round(Math.log10(series.alsoIn.factor))
  let native = 0
  let other = 0
  for (const entry of entries) {
    const value = parseDecimal(entry.text)
    if (value === null) continue
    if (value >= low && value <= high) native++
    const scaled = value * series.alsoIn.factor
    if (scaled >= low && scaled <= high) other++
  }
  if (other === native && native > 0) return null
  return other > native ? shift : 0
}
