import { expect, test } from 'vitest'
import { lateRelease } from '../../pipeline/analysis/days/release-times.ts'

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
