import { describe, expect, test } from 'vitest'
import { command as schedules, untilInWords, whenInWords, zoneOf } from '../../cli/commands/schedules.ts'
import { readSettings } from '../../cli/settings.ts'
import { schedules as rows } from '../../data/schedules.ts'
import { run, runOf } from './command.ts'

describe('when a schedule is due', () => {
  const day = [1, 2, 3, 4, 5, 6, 7]
  const newYork = 'America/New_York'
  test.each([
    [{ everyMinutes: 15 }, 'every 15 minutes', null],
    [{ everyMinutes: 60 }, 'every hour', null],
    [{ everyMinutes: 120 }, 'every 2 hours', null],
    [{ at: ['23:30'], weekdays: day, zone: 'UTC' }, 'daily at 23:30', 'UTC'],
    [{ at: ['08:35', '09:20'], weekdays: [1, 2, 3, 4, 5], zone: newYork }, 'Mon to Fri at 08:35 and 09:20', newYork],
    [{ at: ['16:32'], weekdays: [4, 5], zone: newYork }, 'Thu and Fri at 16:32', newYork],
    [
      { at: ['06:10', '06:20', '06:30', '06:40', '06:50', '07:00'], weekdays: day, zone: 'UTC' },
      'daily every 10 minutes from 06:10 to 07:00',
      'UTC',
    ],
    [
      { at: ['06:10', '06:20', '07:30', '08:40', '09:50', '11:00'], weekdays: day, zone: 'UTC' },
      'daily 6 times from 06:10 to 11:00',
      'UTC',
    ],
  ])('%j: %s', (when, words, zone) => {
    expect([whenInWords(when), zoneOf(when)]).toEqual([words, zone])
  })

  test.each([
    [61_000, 'in 2 min'],
    [3_600_000, 'in 1 h 0 min'],
    [47 * 3_600_000, 'in 47 h 0 min'],
    [5 * 86_400_000, 'in 5 days'],
  ])('%i ms away is %s', (ms, words) => {
    expect(untilInWords(1_000_000 + ms, 1_000_000)).toBe(words)
  })
})

test('the list has every schedule once, with its next run as a time for programs', async () => {
  const { printed } = await run<{ id: string; next: string }[]>((global) =>
    schedules.action(runOf(readSettings({}), global), {}, 'list'),
  )
  expect(printed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  for (const { next } of printed) expect(Date.parse(next)).toBeGreaterThan(Date.now() - 60_000)
})
