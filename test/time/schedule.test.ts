import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Schedule, type ScheduleTimes, schedules } from '../../data/schedules.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { agendaAt, lastDueBy, nextDueAfter } from '../../pipeline/time/schedule.ts'

const at = (text: string): number => Date.parse(text)
const minuteMs = 60_000
const dayMs = 86_400_000
const weekly = (clock: string, weekday: number, zone: string): ScheduleTimes => ({ at: [clock], weekdays: [weekday], zone })

/** The next `count` due times after a moment. */
function dueTimes(when: ScheduleTimes, after: string, count: number): string[] {
  const times: string[] = []
  for (let from = at(after); times.length < count; from = at(times.at(-1)!)) times.push(isoTime(nextDueAfter(when, from)!))
  return times
}

describe('due times', () => {
  test.each<[string, ScheduleTimes, string, string[]]>([
    [
      'Thursday 16:30 in New York stays at 16:30 there when clocks go back on 2026-11-01',
      weekly('16:30', 4, 'America/New_York'),
      '2026-10-28T00:00:00Z',
      ['2026-10-29T20:30:00Z', '2026-11-05T21:30:00Z'],
    ],
    [
      'and when they go forward on 2026-03-08',
      weekly('16:30', 4, 'America/New_York'),
      '2026-03-01T00:00:00Z',
      ['2026-03-05T21:30:00Z', '2026-03-12T20:30:00Z'],
    ],
    [
      '16:00 in Frankfurt changes on other days: 2026-03-29 and 2026-10-25',
      weekly('16:00', 1, 'Europe/Berlin'),
      '2026-03-20T00:00:00Z',
      ['2026-03-23T15:00:00Z', '2026-03-30T14:00:00Z'],
    ],
    [
      'Sunday 02:30 in New York, which 2026-03-08 does not have, is an hour later that day',
      weekly('02:30', 7, 'America/New_York'),
      '2026-03-07T00:00:00Z',
      ['2026-03-08T07:30:00Z', '2026-03-15T06:30:00Z'],
    ],
    [
      'Sunday 01:30 in New York, which 2026-11-01 has twice, is due once, at the later one',
      weekly('01:30', 7, 'America/New_York'),
      '2026-10-31T00:00:00Z',
      ['2026-11-01T06:30:00Z', '2026-11-08T06:30:00Z'],
    ],
    [
      'several times on several days',
      { at: ['00:05', '12:00'], weekdays: [5, 6], zone: 'UTC' },
      '2026-11-20T00:05:00Z',
      ['2026-11-20T12:00:00Z', '2026-11-21T00:05:00Z', '2026-11-21T12:00:00Z', '2026-11-27T00:05:00Z'],
    ],
    ['every 15 minutes', { everyMinutes: 15 }, '2026-11-20T00:01:00Z', ['2026-11-20T00:15:00Z', '2026-11-20T00:30:00Z']],
    [
      'Monday in Kiritimati is Sunday in UTC',
      weekly('08:00', 1, 'Pacific/Kiritimati'),
      '2026-11-20T00:00:00Z',
      ['2026-11-22T18:00:00Z'],
    ],
  ])('%s', (_, when, after, times) => {
    expect(dueTimes(when, after, times.length)).toEqual(times)
  })

  test('a row that names no weekday is never due', () => {
    const never: ScheduleTimes = { at: ['12:00'], weekdays: [], zone: 'UTC' }
    expect([lastDueBy(never, 0), nextDueAfter(never, 0)]).toEqual([null, null])
  })

  const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']
  const anyWhen: fc.Arbitrary<ScheduleTimes> = fc.oneof(
    fc.record({ everyMinutes: fc.integer({ min: 1, max: 3_000 }) }),
    fc.record({
      at: fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
          .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
        { minLength: 1, maxLength: 3 },
      ),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      zone: fc.constantFrom(...zones),
    }),
  )
  const anyMoment = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })

  test('last and next meet: between them nothing is due, and each is due by itself', () => {
    fc.assert(
      fc.property(anyWhen, anyMoment, (when, moment) => {
        const last = lastDueBy(when, moment)!
        const next = nextDueAfter(when, moment)!
        expect(last).toBeLessThanOrEqual(moment)
        expect(next).toBeGreaterThan(moment)
        expect(nextDueAfter(when, last)).toBe(next)
        expect(lastDueBy(when, next - 1)).toBe(last)
        expect(lastDueBy(when, last)).toBe(last)
        expect(next - last).toBeLessThanOrEqual('everyMinutes' in when ? when.everyMinutes * minuteMs : 7 * dayMs + 2 * 3_600_000)
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  test('a due time has the clock and weekday of its row in its zone, but for the hours that zones skip', () => {
    const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    fc.assert(
      fc.property(anyWhen, anyMoment, (when, moment) => {
        if ('everyMinutes' in when) return
        const next = nextDueAfter(when, moment)!
        const shown = new Intl.DateTimeFormat('en-GB', {
          timeZone: when.zone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
        }).format(next)
        const hour = Number(shown.slice(5, 7))
        if (hour <= 4) return
        expect(when.at).toContain(shown.slice(-5))
        expect(when.weekdays.map((day) => names[day - 1])).toContain(shown.slice(0, 3))
      }),
      { numRuns: 300, seed: 7 },
    )
  })
})

describe('the agenda', () => {
  const hourly: Schedule = {
    id: 'hourly',
    title: 'every hour',
    runs: { orchestration: 'refresh', feeds: [] },
    when: { everyMinutes: 60 },
    jitterMinutes: 0,
    catchUpMinutes: 120,
    overlap: 'skip',
  }
  const daily: Schedule = { ...hourly, id: 'daily', when: { at: ['06:00'], weekdays: [1, 2, 3, 4, 5, 6, 7], zone: 'UTC' } }
  const told = (list: readonly { schedule: Schedule; due: number }[]) =>
    list.map(({ schedule, due }) => `${schedule.id} ${isoTime(due)}`)

  test('holds each row once, however many due times were missed, the longest due first', () => {
    const settled = new Map([
      ['hourly', at('2026-11-19T00:00:00Z')],
      ['daily', at('2026-11-18T06:00:00Z')],
    ])
    const { run, passed, next } = agendaAt([hourly, daily], settled, new Map(), at('2026-11-20T07:30:00Z'))
    expect(told(run)).toEqual(['daily 2026-11-20T06:00:00Z', 'hourly 2026-11-20T07:00:00Z'])
    expect(passed).toEqual([])
    expect(isoTime(next)).toBe('2026-11-20T08:00:00Z')
  })

  test('passes over what is older than its catch-up window', () => {
    const settled = new Map([['daily', at('2026-11-18T06:00:00Z')]])
    const { run, passed } = agendaAt([daily], settled, new Map(), at('2026-11-20T08:00:01Z'))
    expect(told(run)).toEqual([])
    expect(told(passed)).toEqual(['daily 2026-11-20T06:00:00Z'])
    expect(told(agendaAt([daily], settled, new Map(), at('2026-11-20T08:00:00Z')).run)).toEqual(['daily 2026-11-20T06:00:00Z'])
  })

  test('a delay puts a start off, and nothing comes up twice for it', () => {
    const delays = new Map([['daily', 5 * minuteMs]])
    const agenda = (moment: string, settled: string) => agendaAt([daily], new Map([['daily', at(settled)]]), delays, at(moment))
    expect(told(agenda('2026-11-20T06:04:59Z', '2026-11-19T06:00:00Z').run)).toEqual([])
    expect(isoTime(agenda('2026-11-20T06:04:59Z', '2026-11-19T06:00:00Z').next)).toBe('2026-11-20T06:05:00Z')
    expect(told(agenda('2026-11-20T06:05:00Z', '2026-11-19T06:00:00Z').run)).toEqual(['daily 2026-11-20T06:00:00Z'])
    expect(told(agenda('2026-11-20T06:05:01Z', '2026-11-20T06:00:00Z').run)).toEqual([])
  })
})

describe('the rows', () => {
  const rows: readonly Schedule[] = schedules

  test.each(rows)('$id is due within eight days, and caught up with for as long as that makes sense', (row) => {
    const moment = at('2026-11-21T00:00:00Z')
    expect(nextDueAfter(row.when, moment)! - moment).toBeLessThan(8 * dayMs)
    // Temporal takes no window under ten seconds
    expect(row.catchUpMinutes).toBeGreaterThanOrEqual(15)
    expect(row.jitterMinutes).toBeLessThanOrEqual(10)
  })

  test.each(rows)('$id is due at an hour both hosts agree on', (row) => {
    if ('everyMinutes' in row.when) {
      expect(dayMs % (row.when.everyMinutes * minuteMs)).toBe(0)
      return
    }
    for (const clock of row.when.at) {
      expect(clock).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
      if (row.when.zone !== 'UTC') expect(clock < '00:30' || clock > '03:30').toBe(true)
    }
  })
})
