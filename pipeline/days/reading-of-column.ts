import type { Metric } from '../../data/metrics.ts'
import { seriesById } from '../../data/series.ts'
import { upstreamById } from '../../data/upstreams.ts'
import { isWholeHistory } from '../analysis/beginning.ts'
import { type ComparisonSource, sourceDisagreement } from '../analysis/disagreement.ts'
import { makeReading } from '../analysis/make-reading.ts'
import type { PastSignalEntry } from '../analysis/past.ts'
import { upstreamOf } from '../analysis/series-source.ts'
import type { InputPoint, MetricSource, Reading, Turn } from '../documents/reading.ts'
import type { Calculated, InputPart } from '../formulas/formula.ts'
import { dayOf, isoDay, isoTime } from '../time/day.ts'
import { expectedPeriods } from '../time/release.ts'
import type { Column, Versions } from '../values/column.ts'
import type { HistoryGaps } from './holes.ts'
import { nextValueDue, readingCoverDays, rhythmOfSeries } from './release-times.ts'

/** The reading of a metric's newest value as known at `now` (milliseconds UTC), with its source and what it was calculated from. */
export function readingOfColumn(
  row: Metric,
  { column, words, dependsOn, parts, notes }: Calculated,
  judged: Column,
  now: number,
  past: PastSignalEntry,
  turns: readonly Turn[],
  about: {
    readonly witnesses: readonly ComparisonSource[]
    readonly vintageNotes: readonly string[]
    readonly isOfLaterVintage: boolean
    readonly holes: HistoryGaps
    /** A series as known on the day. */
    readonly series: (id: string) => Column | null
  },
  versions: Versions | undefined,
): Reading {
  const last = column.period.length - 1
  const period = column.period[last]!
  const rhythm = rhythmOfSeries(row.clock)
  const today = dayOf(now)
  const expected = expectedPeriods(rhythm, period, today - readingCoverDays + 1, today, now)
  return makeReading({
    metric: row,
    column,
    last,
    judged,
    now,
    expected: about.holes.possible(expected),
    release: nextValueDue(row.clock, about.holes.through),
    source: sourceOf(dependsOn[0] ?? column.series, words, about.series),
    inputs: parts(last).map(inputOf),
    notes: [...notes(last), ...about.holes.notes(today), ...about.vintageNotes],
    why: about.holes.why,
    isOfLaterVintage: about.isOfLaterVintage,
    isWhole: () => isWholeHistory(row, column, about.series),
    disagreement: sourceDisagreement(column, last, about.witnesses),
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

function inputOf(part: InputPart): InputPoint {
  return {
    series: part.series,
    period: isoDay(part.period),
    value: part.value,
    unit: part.unit,
    known_at: isoTime(part.known),
    url: seriesById.get(part.series)?.url ?? null,
  }
}
