import type { Metric } from '../../data/metrics.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { seriesById } from '../../data/series.ts'
import type { ValueSchedule } from '../analysis/dated-figures.ts'
import type { Cadence } from '../analysis/rhythm.ts'
import type { LateRelease } from '../documents/metric.ts'
import { countDue, freshnessTurns, isReleaseCadence, type ReleaseDue } from '../freshness.ts'
import type { NextReleaseRow } from '../tables/series.ts'
import { dayMs, dayOf, isoDay, isoTime } from '../time/day.ts'
import {
  expectedPeriods,
  hasPeriods,
  nextDue,
  nextPeriod,
  type ReleaseRhythm,
  releaseRule,
  releaseTime,
  releaseTolerance,
} from '../time/release.ts'
import { neverPublishedPeriods } from '../time/unpublished.ts'
import type { Column } from '../values/column.ts'

/** When the periods of a series are due, milliseconds UTC. */
export function dueTimes(id: string): (period: number) => number {
  const { rule } = rhythmOfSeries(id)
  return (period) => releaseTime(rule, period)
}

/** When values of a metric are due, and stale. */
export function scheduleOf({ clock, cadence }: Metric): ValueSchedule {
  const due = dueTimes(clock)
  return { due, stale: (period) => freshnessTurns({ ...nextValueDue(clock, period), cadence }, due(period)).staleAt }
}

/** Which periods a series should have, and by which release rule; filed totals come when something is filed. */
export function rhythmOfSeries(id: string): ReleaseRhythm {
  const row = seriesById.get(id)
  return row
    ? { frequency: row.frequency, holidays: row.holidays, rule: releaseRule(row.rule), unpublished: neverPublishedPeriods(id) }
    : { frequency: 'as filed', rule: releaseRules.find((rule) => rule.id === 'filing')! }
}

/** Periods after one (day number) within a week of it, at least the next; none where nobody has to publish one. */
export function upcomingPeriods(clock: string, period: number): number[] {
  const rhythm = rhythmOfSeries(clock)
  if (!hasPeriods(rhythm)) return []
  const periods = [nextPeriod(rhythm, period)]
  for (let next = nextPeriod(rhythm, periods[0]!); next <= period + 7; next = nextPeriod(rhythm, next)) periods.push(next)
  return periods
}

/** When the value after that of a period (day number) is due, and how long its absence is borne; filed totals are counts. */
export function nextValueDue(clock: string, period: number): Omit<ReleaseDue, 'cadence'> {
  const rhythm = rhythmOfSeries(clock)
  if (rhythm.frequency === 'as filed') return countDue('filing', period)
  if (rhythm.rule.id === 'third-party') return countDue('third party', period)
  return { nextDueAt: nextDue(rhythm, period), ...releaseTolerance(rhythm.rule) }
}

/** Days before a moment in which the period lies whose release comes next: more than a year, for those of years. */
const lookBack = 400

/** When a value is due next after `now` (milliseconds UTC) by the release rule of a series, whatever was read; null where no day is known. */
export function nextDueByRule(clock: string, now: number): number | null {
  const rhythm = rhythmOfSeries(clock)
  if (!hasPeriods(rhythm)) return null
  const due = dueTimes(clock)
  let period = nextPeriod(rhythm, dayOf(now) - lookBack)
  while (due(period) <= now) period = nextPeriod(rhythm, period)
  return due(period)
}

/** Days behind whose periods a reading counts. */
export const readingCoverDays = 90

/**
 * When a reading made at `now` says something else, as long as nothing is read: as the age of its value grows at the end of the UTC day, as its
 * freshness turns, or as a period of the last 90 days is due. Milliseconds UTC.
 *
 * @param through the newest period whose inputs have been read (`newestReadPeriod`)
 */
export function readingStandsUntil({ clock, cadence }: Metric, { period, known }: Column, through: number, now: number): number {
  const newest = period.at(-1)!
  const today = dayOf(now)
  const due = nextValueDue(clock, through)
  const { lateAt, staleAt } = freshnessTurns({ ...due, cadence }, known.at(-1)!)
  const rhythm = rhythmOfSeries(clock)
  const periods = expectedPeriods(rhythm, newest, today - readingCoverDays + 1, today, Number.POSITIVE_INFINITY)
  const next = due.nextDueAt ?? Number.POSITIVE_INFINITY
  const moments = [next, next + due.graceMs, next + due.staleMs, lateAt, staleAt, ...periods.map(dueTimes(clock))]
  return Math.min((today + 1) * dayMs, ...moments.filter((moment) => moment > now))
}

/** When the value after the newest one of a series is due, late and stale. `period` is a day number, `known` milliseconds UTC. */
export function nextReleaseOf(
  id: string,
  { period, known }: { readonly period: number; readonly known: number },
): NextReleaseRow {
  const due = nextValueDue(id, period)
  const { lateAt, staleAt } = freshnessTurns({ ...due, cadence: rhythmOfSeries(id).frequency }, known)
  return {
    series: id,
    period: isoDay(period),
    due_at: due.nextDueAt === null ? null : isoTime(due.nextDueAt),
    late_at: isoTime(lateAt),
    stale_at: isoTime(staleAt),
  }
}

/**
 * How the next release of a metric stands: there while the metric is late, null before and once it is stale, and for metrics that move every
 * day or when something happens.
 *
 * @param nextDueAt when the release after the one read is due, or null; `now` the moment asked about: milliseconds since 1970 UTC
 */
export function lateRelease(
  series: string,
  cadence: Cadence,
  release: { readonly nextDueAt: number | null; readonly graceMs: number; readonly staleMs: number },
  now: number,
): LateRelease | null {
  const { nextDueAt: due, graceMs, staleMs } = release
  if (due === null || !isReleaseCadence(cadence) || now < due || now >= due + staleMs) return null
  const out = now >= due + graceMs
  return { series, status: out ? 'out_unread' : 'due', due_at: isoTime(due), since: isoTime(out ? due + graceMs : due) }
}
