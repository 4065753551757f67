import type { Metric } from '../../../data/metrics.ts'
import { seriesById } from '../../../data/series.ts'
import { upstreamById } from '../../../data/upstreams.ts'
import type { Column, Versions } from '../../column.ts'
import type { InputPoint, MetricSource, Reading, Turn } from '../../documents/reading.ts'
import { dayOf, isoDay, isoTime } from '../../time/day.ts'
import { expectedPeriods } from '../../time/release.ts'
import { isWhole } from '../beginning.ts'
import { disagreementOf, type Witness } from '../disagreement.ts'
import type { Calculated, Part } from '../formulas/formula.ts'
import { makeReading } from '../make-reading.ts'
import type { PastEntry } from '../past.ts'
import { upstreamOf } from '../series-source.ts'
import type { Holes } from './holes.ts'
import { coveredDays, dueAfter, rhythmOfSeries } from './release-times.ts'

/** The reading of a metric's newest value as known at `now` (milliseconds UTC), with its source and what it was calculated from. */
export function readingOfColumn(
  row: Metric,
  { column, words, rests, parts, notes }: Calculated,
  judged: Column,
  now: number,
  past: PastEntry,
  turns: readonly Turn[],
  about: {
    readonly witnesses: readonly Witness[]
    readonly vintageNotes: readonly string[]
    readonly isOfLaterVintage: boolean
    readonly holes: Holes
    /** A series as known on the day. */
    readonly series: (id: string) => Column | null
  },
  versions: Versions | undefined,
): Reading {
  const last = column.period.length - 1
  const period = column.period[last]!
  const rhythm = rhythmOfSeries(row.clock)
  const today = dayOf(now)
  const expected = expectedPeriods(rhythm, period, today - coveredDays + 1, today, now)
  return makeReading({
    metric: row,
    column,
    last,
    judged,
    now,
    expected: about.holes.possible(expected),
    release: dueAfter(row.clock, about.holes.through),
    source: sourceOf(rests[0] ?? column.series, words, about.series),
    inputs: parts(last).map(inputOf),
    notes: [...notes(last), ...about.holes.notes(today), ...about.vintageNotes],
    why: about.holes.why,
    isOfLaterVintage: about.isOfLaterVintage,
    isWhole: () => isWhole(row, column, about.series),
    disagreement: disagreementOf(column, last, about.witnesses),
    past,
    turns,
    versions,
  })
}

function sourceOf(lead: string, words: string | null, column: (id: string) => Column | null): MetricSource {
  const row = seriesById.get(lead)
  if (words !== null) return { id: 'calculated', name: 'Calculated', series: words, url: null }
  const upstream = upstreamOf(lead, column(lead))
  return { id: upstream, name: upstreamById.get(upstream)!.name, series: row?.key ?? lead, url: row?.url ?? null }
}

function inputOf(part: Part): InputPoint {
  return {
    series: part.series,
    period: isoDay(part.period),
    value: part.value,
    unit: part.unit,
    known_at: isoTime(part.known),
    url: seriesById.get(part.series)?.url ?? null,
  }
}
