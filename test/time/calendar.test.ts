import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HolidayCalendar } from '../../data/holidays.ts'
import { type ReleaseRule, releaseRules } from '../../data/release-rules.ts'
import { asOfMoment, dayNumber, dayOf, endOfDay, isoDay, isoTime, weekday } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { expectedPeriods, nextDue, releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { zonedToUtc } from '../../pipeline/time/zone.ts'
import businessDays from './business-days.json' with { type: 'json' }

const day = (text: string): number => dayNumber(text)!

describe('days', () => {
  test('round trip, and nothing that is no day is one', () => {
    fc.assert(fc.property(fc.integer({ min: -300_000, max: 2_000_000 }), (n) => void expect(dayNumber(isoDay(n))).toBe(n)))
    for (const text of [
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '26-01-01',
      '2026-1-1',
      '0000-01-01',
      '9999-12-31',
      '2026-07-22T00:00:00Z',
      '',
    ])
      expect(dayNumber(text)).toBeNull()
  })
  test.each(['2026-07-22', '1969-12-31', '2024-02-29'])(
    '%s ends with its last second, and is known to its last millisecond',
    (text) => {
      expect(new Date(endOfDay(day(text))).toISOString()).toBe(`${text}T23:59:59.000Z`)
      expect(new Date(asOfMoment(day(text))).toISOString()).toBe(`${text}T23:59:59.999Z`)
      expect([asOfMoment(day(text)), asOfMoment(day(text)) + 1].map(dayOf)).toEqual([day(text), day(text) + 1])
    },
  )
  test('weekdays', () => {
    expect(weekday(day('2026-07-22'))).toBe(3)
    expect(weekday(day('1969-12-31'))).toBe(3)
  })
})

describe('time zones', () => {
  test.each([
    ['2026-01-20', '08:00:28', 'America/New_York', '2026-01-20T13:00:28Z'],
    ['2026-07-23', '16:30', 'America/New_York', '2026-07-23T20:30:00Z'],
    ['2026-07-23', '00:00', 'UTC', '2026-07-23T00:00:00Z'],
    // the hour that occurs twice is read as the later one, the hour that does not exist as after the change
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T06:30:00Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
    ['2026-05-12', '15:00', 'Asia/Tokyo', '2026-05-12T06:00:00Z'],
  ])('%s %s %s', (date, clock, zone, utc) => expect(isoTime(zonedToUtc(date, clock, zone))).toBe(utc))
})

describe('holidays', () => {
  test.each(businessDays as [string, HolidayCalendar, boolean, string?][])('%s %s business day: %s', (date, calendar, business) =>
    expect(isBusinessDay(day(date), calendar)).toBe(business),
  )
})

describe('release rules', () => {
  test('nothing is due from an agency while a closed government kept it shut', () => {
    const [november, winter, october] = [
      ['1995-11-14', '1995-11-19'],
      ['1995-12-16', '1996-01-10'], // the blizzard kept the offices shut until then
      ['2013-10-01', '2013-10-16'],
    ] as const
    const any = () => true
    const monthEnd = (period: number) => isoDay(period + 1).endsWith('-01')
    const saturday = (period: number) => weekday(period) === 6
    const agencies = [
      // prices of October 1995 came while all else was closed
      ['cpi', monthEnd, [winter, october]],
      ['employment', monthEnd, [november, winter, october]],
      ['claims-initial', saturday, [november, winter]],
      ['claims-continued', saturday, [november, winter]],
      ['eia-spot', any, [november, winter, ['2013-10-12', '2013-10-16']]],
    ] as const
    const asked: string[] = []
    const early: string[] = []
    for (const [id, exists, closures] of agencies)
      for (let period = day('1995-10-01'); period <= day('2014-01-31'); period++) {
        if (!exists(period)) continue
        const due = isoTime(releaseTime(releaseRule(id), period)).slice(0, 10)
        asked.push(id)
        if (closures.some(([from, to]) => due >= from && due <= to)) early.push(`${id} of ${isoDay(period)} on ${due}`)
      }
    expect(asked.length).toBeGreaterThan(8_000)
    expect(early).toEqual([])
  })

  test('an exception is later than its rule, not earlier, but for the releases known to have come before theirs', () => {
    const early = ['employment 2013-10-31', 'cpi 1995-10-31', 'cpi-measures 1995-10-31', 'eia-gas 2025-12-19']
    for (const rule of releaseRules as readonly ReleaseRule[])
      for (const { from, to, until, days } of rule.exceptions ?? []) {
        expect(day(from)).toBeLessThanOrEqual(day(to))
        if (days !== undefined) expect(days).toBeGreaterThan(rule.days)
        if (until === undefined) continue
        expect(day(until)).toBeGreaterThan(day(to))
        const { exceptions: _, ...plain } = rule
        for (let period = day(from); period <= day(to); period++)
          if (!early.includes(`${rule.id} ${from}`))
            expect(releaseTime(plain, period), `${rule.id} ${from}`).toBeLessThanOrEqual(releaseTime(rule, day(to)))
      }
  })

  test('a value is never due before its period begins', () => {
    for (const rule of releaseRules as readonly ReleaseRule[])
      fc.assert(
        fc.property(
          fc.integer({ min: 10_000, max: 25_000 }),
          (n) => void expect(releaseTime(rule, n)).toBeGreaterThanOrEqual(n * 86_400_000),
        ),
      )
  })

  test('expected periods keep the weekday of a weekly series and stop at what is released', () => {
    const rhythm = { frequency: 'weekly', rule: releaseRule('h41') } as const
    const moment = Date.parse('2026-07-23T20:29:59Z')
    const periods = expectedPeriods(rhythm, day('2026-07-15'), day('2026-07-01'), day('2026-07-31'), moment).map(isoDay)
    expect(periods).toEqual(['2026-07-01', '2026-07-08', '2026-07-15'])
    expect(isoTime(nextDue(rhythm, day('2026-07-15'))!)).toBe('2026-07-23T20:30:00Z')
  })
})
