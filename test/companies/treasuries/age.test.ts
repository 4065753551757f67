import { expect, test } from 'vitest'
import { ageOf, stands } from '../../../pipeline/companies/treasuries/age.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'

const on = (day: string) => dayNumber(day)!

test.each<['filing' | 'third party', string, string, number, string, string]>([
  ['filing', '2025-12-31', '2025-12-31', 0, 'fresh', '2026-08-28'],
  ['filing', '2025-12-31', '2026-05-17', 137, 'fresh', '2026-08-28'],
  ['filing', '2025-12-31', '2026-05-18', 138, 'late', '2026-08-28'],
  ['filing', '2025-12-31', '2026-08-28', 240, 'late', '2026-08-28'],
  ['filing', '2025-12-31', '2026-08-29', 241, 'stale', '2026-08-28'],
  ['third party', '2026-07-08', '2026-07-10', 2, 'fresh', '2026-07-15'],
  ['third party', '2026-07-08', '2026-07-11', 3, 'late', '2026-07-15'],
  ['third party', '2026-07-08', '2026-07-15', 7, 'late', '2026-07-15'],
  ['third party', '2026-07-08', '2026-07-16', 8, 'stale', '2026-07-15'],
])('a count of a %s of %s is on %s %i days old and %s', (by, said, day, age_days, status, stale_after) => {
  expect(ageOf(by, said, on(day))).toEqual({ age_days, freshness: { status, stale_after } })
})

test('what a filing states stands as long as it is not stale', () => {
  expect([stands('2024-06-30', on('2025-02-25')), stands('2024-06-30', on('2025-02-26'))]).toEqual([true, false])
  expect(stands('2024-06-30', on('2026-03-01'))).toBe(false)
})
