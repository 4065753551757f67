import { expect, test } from 'vitest'
import { dayNumber } from '../../pipeline/time/day.ts'
import { holdingAge, isCountCurrent } from '../../pipeline/treasuries/age.ts'
import ages from './age.json' with { type: 'json' }

const on = (day: string) => dayNumber(day)!

test.each(ages as ['filing' | 'third party', string, string, number, string, string][])(
  'a count of a %s of %s is on %s %i days old and %s',
  (by, said, day, age_days, status, stale_after) => {
    expect(holdingAge(by, said, on(day))).toEqual({ age_days, freshness: { status, stale_after } })
  },
)

test('what a filing states stands as long as it is not stale', () => {
  expect([isCountCurrent('2024-06-30', on('2025-02-25')), isCountCurrent('2024-06-30', on('2025-02-26'))]).toEqual([true, false])
  expect(isCountCurrent('2024-06-30', on('2026-03-01'))).toBe(false)
})
