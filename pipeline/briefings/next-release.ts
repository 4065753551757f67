import { listedReleases } from '../../data/releases.ts'
import { seriesById } from '../../data/series.ts'
import type { Day } from '../analysis/days/day.ts'
import { rhythmOfSeries } from '../analysis/days/release-times.ts'
import type { NextRelease } from '../documents/reading.ts'
import { isoTime, weekday } from '../time/day.ts'
import { exceptionOf, isRegular, nextPeriod, type Rhythm, releaseDay, releaseTime, spansMonths } from '../time/release.ts'
import { usualSpans } from '../time/usual-day.ts'
import { localToUtc } from '../time/zone.ts'
import { trackedOf } from './macro/agenda.ts'

/** Days after the end of its period within which a release is looked for on its usual day. */
const usualWithin = 62
const newYork = 'America/New_York'

/**
 * When the next release of a series is, after the moment of a day: as a calendar that was read has it; else by the rule of its usual day or of
 * its weekday; else by the latest day it usually comes on. Null of what is not released on set days.
 *
 * @param read the newest period read, as a day number
 */
export function expectedRelease(series: string, read: number, day: Day): NextRelease | null {
  const rhythm = rhythmOfSeries(series)
  if (!isRegular(rhythm)) return null
  const listed = listedReleases.find(({ rules }) => rules.some((rule) => rule === seriesById.get(series)?.rule))
  if (listed !== undefined) {
    const [due] = day
      .rows('scheduled_release')
      .filter((row) => trackedOf(row) === listed && row.day !== null && row.status !== 'cancelled')
      .map(({ due_at }) => due_at)
      .filter((at) => !day.reached(Date.parse(at)))
      .sort()
    if (due !== undefined) return { due_at: due, by: 'calendar' }
  }
  let period = nextPeriod(rhythm, read)
  while (day.reached(releaseTime(rhythm.rule, period))) period = nextPeriod(rhythm, period)
  const usual = listed?.usual && usualTime(listed.usual, rhythm, period)
  if (typeof usual === 'number' && !day.reached(usual)) return { due_at: isoTime(usual), by: 'rule' }
  const latest = isoTime(releaseTime(rhythm.rule, period))
  return { due_at: latest, by: isOfDay(rhythm, period) ? 'rule' : 'deadline' }
}

/** The usual time of the release of a period, milliseconds UTC; undefined where its rule names a week, or the release was put off. */
function usualTime(usual: NonNullable<(typeof listedReleases)[number]['usual']>, { rule }: Rhythm, period: number) {
  if (exceptionOf(rule, period)?.until !== undefined) return undefined
  const [span] = usualSpans(usual, period + 1, period + usualWithin)
  return span && span.from === span.to ? localToUtc(span.from, usual.clock, newYork) : undefined
}

/**
 * Whether a release rule names the day: that of months and quarters names the latest one, as does a delay known only since. What moves to the
 * next business day where its weekday is a holiday may as well come before: claims come on the Wednesday before Thanksgiving.
 */
function isOfDay({ frequency, rule }: Rhythm, period: number): boolean {
  if (spansMonths(frequency) || exceptionOf(rule, period)?.until !== undefined) return false
  return rule.kind !== 'weekday' || rule.countedFrom !== undefined || weekday(releaseDay(rule, period)) === rule.weekday
}
