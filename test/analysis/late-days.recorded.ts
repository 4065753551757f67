import { beforeAll, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { expectedRelease } from '../../pipeline/briefings/next-release.ts'
import { type Known, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { dueTimes, rhythmOfSeries } from '../../pipeline/days/release-times.ts'
import { dayOf, isoDay } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { hasMonthPeriods, nextPeriod } from '../../pipeline/time/release.ts'
import { recordedKnown } from '../briefings/recorded-known.ts'
import { day } from './columns.ts'

let known: Known
let days: PointInTimeDays
/** Since then vintages were read without gaps of weeks; `test/time/usual-days.recorded.ts` counts the days of the years before. */
const withoutGaps = day('2026-04-10')
const sixty = Array.from({ length: 60 }, (_, n) => day('2025-06-04') + 7 * n)

beforeAll(async () => {
  known = await recordedKnown()
  days = new PointInTimeDays(known)
})

test('of 60 recorded days none calls late what was never due', { timeout: 600_000 }, () => {
  const faults: string[] = []
  for (const view of sixty.map((each) => days.day(each)))
    for (const { metric, clock } of metricRows) {
      const release = view.late(metric)
      if (release === null) continue
      const dues = [...new Set(known.versions.get(clock)?.period ?? [])].map(dueTimes(clock))
      const [due, last] = [Date.parse(release.due_at), Math.max(...dues)]
      if (due < last && !dues.includes(due)) faults.push(`${isoDay(view.asOf)} ${metric}: ${release.due_at}`)
    }
  expect(faults).toEqual([])
})

test('of 60 recorded days none has a release on a weekend or a holiday, and days that are named are those on which it came', {
  timeout: 600_000,
}, () => {
  const faults: string[] = []
  const named = { hit: 0, all: 0 }
  for (const view of sixty.map((each) => days.day(each)))
    for (const clock of new Set(metricRows.map((row) => row.clock))) {
      const rhythm = rhythmOfSeries(clock)
      const column = view.series(clock)
      const next = column && expectedRelease(clock, column.period.at(-1)!, view)
      if (!next || !(hasMonthPeriods(rhythm.frequency) || rhythm.frequency === 'weekly')) continue
      // five hours behind UTC the local day is that of New York
      const on = dayOf(Date.parse(next.due_at) - 5 * 3_600_000)
      if (!isBusinessDay(on, 'us-federal')) faults.push(`${isoDay(view.asOf)} ${clock}: ${next.due_at}`)
      if (!hasMonthPeriods(rhythm.frequency) || next.by === 'deadline') continue
      const came = firstPrint(clock, nextPeriod(rhythm, column.period.at(-1)!))
      if (came === null || came <= withoutGaps) continue
      named.all++
      // somebody who reads in the morning sees it a day later
      if (came === on || came === on + 1) named.hit++
    }
  console.log(`${named.hit} of ${named.all} named days of monthly and quarterly releases are those they came on`)
  expect(faults).toEqual([])
  expect(named.all).toBeGreaterThan(0)
  expect(named.hit / named.all).toBeGreaterThanOrEqual(0.95)
})

/** The day (number) on which the first version of a period came, where its source dated it; else null. */
function firstPrint(series: string, period: number): number | null {
  const { period: periods, known: times, basis } = known.versions.get(series)!
  const first = [...periods.keys()].filter((i) => periods[i] === period).sort((a, b) => times[a]! - times[b]!)[0]
  return first === undefined || basis[first] !== 0 ? null : dayOf(times[first]!)
}
