import { afterEach, describe, expect, test, vi } from 'vitest'
import { command as schedules } from '../../cli/commands/schedules.ts'
import { stateCells, untilInWords, whenInWords, zoneOf } from '../../cli/schedules/list.ts'
import { readSettings } from '../../cli/settings.ts'
import { schedules as rows } from '../../data/schedules.ts'
import { freePort } from '../../scripts/program.ts'
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

const list = (env: Readonly<Record<string, string>>) => {
  vi.stubEnv('TEMPORAL_ADDRESS', env['TEMPORAL_ADDRESS'] ?? '')
  return run<{ source: string; why: string; schedules: { id: string; next: string }[] }>((global) =>
    schedules.action(runOf(readSettings({ BRIEFING_LOG: 'silent' }), global), {}, 'list'),
  )
}
afterEach(() => vi.unstubAllEnvs())

test('without a server the list is that of the table, says so, and has every schedule once with its next run', async () => {
  const { printed, code } = await list({})
  expect(code).toBe(0)
  expect(printed).toMatchObject({ source: 'table', why: expect.stringContaining('No Temporal server is configured') })
  expect(printed.schedules.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  for (const { next } of printed.schedules) expect(Date.parse(next)).toBeGreaterThan(Date.now() - 60_000)
})

test('where a server is configured and does not answer, the list is that of the table and the exit code 69', async () => {
  const { printed, code } = await list({ TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` })
  expect(code).toBe(69)
  expect(printed).toMatchObject({
    source: 'table',
    why: expect.stringMatching(/^TEMPORAL_UNREACHABLE.*not the state of the server/),
  })
})

test.each([
  [{ state: 'active' }, ['h41', 'active', 'yes', '2026-11-26 21:30', '2026-11-19 21:31', 'timed out']],
  [
    { state: 'paused', note: 'upstream moves', next: null },
    ['h41', 'paused: upstream moves', 'yes', null, '2026-11-19 21:31', 'timed out'],
  ],
  [
    { state: 'active', differs: ['times', 'jitter'], last: null },
    ['h41', 'active', 'no: times, jitter', '2026-11-26 21:30', null, null],
  ],
  [{ state: 'missing', next: null, last: null }, ['h41', 'not on the server', null, null, null, null]],
] as const)('a schedule of the server for a person: %j', (part, cells) => {
  const last = { at: '2026-11-19T21:31:00Z', run: 'r', result: 'TIMED_OUT' }
  const usual = { id: 'h41', note: null, differs: [], next: '2026-11-26T21:30:00Z', last, skipped: 0, missed: 0 }
  expect(stateCells({ ...usual, ...part })).toEqual(cells)
})
