import type { Briefing } from '../../data/briefings.ts'
import { metricByName } from '../../data/metrics.ts'
import { listedReleases, releaseNameOf } from '../../data/releases.ts'
import { seriesById } from '../../data/series.ts'
import { fomcMeetings, type UsualDay } from '../../data/usual-days.ts'
import type { Day } from '../days/day.ts'
import { rhythmOfSeries } from '../days/release-times.ts'
import type { BriefingDocument, StateTurn } from '../documents/briefing.ts'
import type { NextRelease } from '../documents/reading.ts'
import { dayNumber, dayOf, isoTime, weekday } from '../time/day.ts'
import { businessDayUpTo } from '../time/holiday.ts'
import {
  exceptionOf,
  hasMonthPeriods,
  isRegular,
  nextPeriod,
  type ReleaseRhythm,
  releaseDay,
  releaseTime,
} from '../time/release.ts'
import { usualSpans } from '../time/usual-day.ts'
import { localToUtc } from '../time/zone.ts'
import { fomcClock, newYorkZone, trackedReleaseOf } from './macro/agenda.ts'

/** Days before the latest one that a release comes on within which its usual day is. */
const usualWithin = 21

/**
 * When the next release of a series is, after the moment of a day: as a calendar that was read has it; else by the rule of its usual day or of
 * its weekday; else by the end of its usual week, as `macro.calendar` names it, or the latest day it comes on. Null of what is not released on
 * set days, but for decisions of the Fed.
 *
 * @param read the newest period read, as a day number
 */
export function expectedRelease(series: string, read: number, day: Day): NextRelease | null {
  const rhythm = rhythmOfSeries(series)
  const listed = listedReleases.find(({ rules }) => rules.some((rule) => rule === seriesById.get(series)?.rule))
  if (listed !== undefined) {
    const [due] = day
      .rows('scheduled_release')
      .filter((row) => trackedReleaseOf(row) === listed && row.day !== null && row.status !== 'cancelled')
      .map(({ due_at }) => due_at)
      .filter((at) => !day.reached(Date.parse(at)))
      .sort()
    if (due !== undefined) return { due_at: due, by: 'calendar' }
    if (listed.source === 'fomc') return nextMeeting(day)
  }
  if (!isRegular(rhythm)) return null
  let period = nextPeriod(rhythm, read)
  while (day.reached(releaseTime(rhythm.rule, period))) period = nextPeriod(rhythm, period)
  const usual = listed?.usual && usualTime(listed.usual, rhythm, period)
  if (usual && !day.reached(usual.at)) return { due_at: isoTime(usual.at), by: usual.isDay ? 'rule' : 'deadline' }
  const latest = isoTime(releaseTime(rhythm.rule, period))
  return { due_at: latest, by: isOfDay(rhythm, period) ? 'rule' : 'deadline' }
}

/** The next decision of the Fed on the days it has published ahead; null before the first meeting that is on record, and after the last. */
function nextMeeting(day: Day): NextRelease | null {
  const times = fomcMeetings.map((meeting) => localToUtc(dayNumber(meeting.day)!, fomcClock, newYorkZone))
  const ahead = times.findIndex((time) => !day.reached(time))
  return ahead < 1 ? null : { due_at: isoTime(times[ahead]!), by: 'calendar' }
}

/** A release of one series, or in a document of all that come with it. */
type Expected = BriefingDocument['next_releases'][number]

/** Next release after the moment of a day of each series the briefing's metrics are clocked by, soonest first. What is stale promises none. */
export function nextOfSeries(row: Briefing, day: Day): Expected[] {
  const newest = new Map<string, string>()
  for (const metric of row.metrics) {
    const { clock } = metricByName.get(metric)!
    const reading = day.reading(metric)
    if (reading === null || reading.freshness.status === 'stale') continue
    if (reading.period > (newest.get(clock) ?? '')) newest.set(clock, reading.period)
  }
  return [...newest]
    .flatMap(([clock, last]) => {
      const next = expectedRelease(clock, dayNumber(last)!, day)
      return next === null ? [] : [{ series: clock, title: seriesById.get(clock)!.title, ...next }]
    })
    .sort((a, b) => (a.due_at < b.due_at || (a.due_at === b.due_at && a.series < b.series) ? -1 : 1))
}

/**
 * The releases among them by their names, each once: the soonest of its series, by one that may turn the state where there is such. Nobody waits for a daily value.
 */
export function nextReleases(ofSeries: readonly Expected[], turns: readonly StateTurn[]): Expected[] {
  const turning = new Set(turns.map(({ by }) => by?.series))
  const named = ofSeries.flatMap((next) => {
    const title = releaseNameOf(rhythmOfSeries(next.series).rule)
    return title === null ? [] : [{ ...next, title }]
  })
  return [...new Set(named.map(({ title }) => title))].map((title) => {
    const all = named.filter((next) => next.title === title)
    return all.find(({ series, due_at }) => turning.has(series) && due_at === all[0]!.due_at) ?? all[0]!
  })
}

/**
 * The usual time of the release of a period, milliseconds UTC, on the last day of its week where that is all its rule names: of the three weeks
 * up to the latest day it comes on. Undefined where there is none, or the release was put off.
 */
function usualTime(
  usual: UsualDay,
  { rule }: ReleaseRhythm,
  period: number,
): { readonly at: number; readonly isDay: boolean } | undefined {
  if (exceptionOf(rule, period)?.until !== undefined) return undefined
  const latest = releaseTime(rule, period)
  return usualSpans(usual, dayOf(latest) - usualWithin, dayOf(latest))
    .map(({ from, to }) => ({ at: localToUtc(businessDayUpTo(to, 'us-federal'), usual.clock, newYorkZone), isDay: from === to }))
    .findLast(({ at }) => at <= latest)
}

/**
 * Whether a release rule names the day: that of months and quarters names the latest one, as does a delay known only since. What moves to the
 * next business day where its weekday is a holiday may as well come before: claims come on the Wednesday before Thanksgiving.
 */
function isOfDay({ frequency, rule }: ReleaseRhythm, period: number): boolean {
  if (hasMonthPeriods(frequency) || exceptionOf(rule, period)?.until !== undefined) return false
  return rule.kind !== 'weekday' || rule.countedFrom !== undefined || weekday(releaseDay(rule, period)) === rule.weekday
}
