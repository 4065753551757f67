import { expect, test } from 'vitest'
import { expectedRelease } from '../../pipeline/briefings/next-release.ts'
import { lateRelease } from '../../pipeline/days/release-times.ts'
import { daysBetween, endOfMonth, isoDay } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { versionsOf, viewOf } from '../briefings/commodity-days.ts'
import { day } from './columns.ts'
import holes from './holes.json' with { type: 'json' }
import releases from './late-release.json' with { type: 'json' }

const hour = 3_600_000
const due = Date.parse('2026-11-26T21:30:00Z')
const release = { nextDueAt: due, graceMs: 12 * hour, staleMs: 7 * 24 * hour }
const at = (
  now: number,
  cadence: Parameters<typeof lateRelease>[1] = 'weekly',
  from: Parameters<typeof lateRelease>[2] = release,
) => lateRelease('WALCL', cadence, from, now)

test('a release is due from its time on, out and unread after the grace, and past all that stale', () => {
  expect(at(due - 1)).toBeNull()
  expect(at(due)).toEqual({ series: 'WALCL', status: 'due', due_at: '2026-11-26T21:30:00Z', since: '2026-11-26T21:30:00Z' })
  expect(at(due + 12 * hour - 1)).toMatchObject({ status: 'due' })
  expect(at(due + 12 * hour)).toMatchObject({ status: 'out_unread', since: '2026-11-27T09:30:00Z' })
  expect(at(due + 7 * 24 * hour - 1)).toMatchObject({ status: 'out_unread', due_at: '2026-11-26T21:30:00Z' })
  expect(at(due + 7 * 24 * hour)).toBeNull()
})

test('what moves every day or when something happens has no late release', () => {
  expect(at(due, 'daily')).toBeNull()
  expect(at(due, 'business daily')).toBeNull()
  expect(at(due, 'as filed', { ...release, nextDueAt: null })).toBeNull()
  expect(at(due, 'monthly')).toMatchObject({ status: 'due' })
})

/** A value of each month of five years, except one. */
const history = (series: string, last: string, hole: string) => {
  const ends = Array.from({ length: 60 }, (_, back) => endOfMonth(day(last), 59 - back)).filter((end) => isoDay(end) !== hole)
  return versionsOf(
    series,
    'index',
    ends.map((end, at) => [end, 100 + at]),
    14,
  )
}

test.each(holes)('$metric is fresh where $series has no $hole, and says so', ({ metric, series, hole, on, says }) => {
  const view = viewOf(on, history(series, isoDay(endOfMonth(day(on), 1)), hole))
  const { freshness, data_quality } = view.reading(metric)!
  expect([freshness.status, view.late(metric)]).toEqual(['fresh', null])
  expect(data_quality.notes).toContain(says)
  expect(view.notes(metric)).toContain(says)
})

test('what has not been read is late all the same', () => {
  const view = viewOf('2026-11-20', history('CPIAUCSL', '2026-09-30', '2025-10-31'))
  expect(view.reading('cpi-inflation')!.freshness.status).toBe('late')
  expect(view.late('cpi-inflation')).toMatchObject({ status: 'out_unread' })
})

test.each([
  ['2026-11-01', 'fresh'],
  ['2026-11-03', 'late'],
])(
  'a flow from shares that are counted a session after the trade, with those of Thursday, 29 October, is on %s %s',
  (on, word) => {
    const sessions = daysBetween(day('2026-10-01'), day('2026-10-29')).filter((each) => isBusinessDay(each, 'us-market'))
    const [shares, nav] = ['shares', 'nav'].map((what) =>
      versionsOf(
        `ishares.IBIT.${what}`,
        what,
        sessions.map((session, at) => [session, 1e6 + 100 * at]),
      ),
    )
    const { period, freshness } = viewOf(on, shares!, nav!).reading('ibit-share-flow')!
    expect([period, freshness.status]).toEqual(['2026-10-28', word])
  },
)

const planned = { source: 'bls', release: 'Consumer Price Index', day: '2026-08-12', due_at: '2026-08-12T12:30:00Z' }

test.each(releases as [string, string, string, string | null][])('after %s of %s the next, on %s, is %s', (...row) => {
  const [series, period, on, expected] = row
  const view = { ...viewOf(on, history(series, period, '')), rows: () => [{ ...planned, status: 'confirmed' }] }
  const next = expectedRelease(series, day(period), view as unknown as ReturnType<typeof viewOf>)
  expect(next && `${next.due_at} ${next.by}`).toBe(expected)
})

test.each([
  ['2026-05-13', '2026-06-17T18:00:00Z'],
  ['2026-07-16', '2026-07-29T18:00:00Z'],
  ['2020-03-12', null],
])('the next decision of the Fed after %s is on the day it published ahead, %s', (on, due) => {
  const view = viewOf(on, history('DFEDTARU', on, ''))
  const next = expectedRelease('DFEDTARU', day(on), view as unknown as ReturnType<typeof viewOf>)
  expect(next).toEqual(due && { due_at: due, by: 'calendar' })
})
