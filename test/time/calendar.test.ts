import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReleaseRule, releaseRules } from '../../data/release-rules.ts'
import { dayNumber, isoDay, isoTime, weekday } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { expectedPeriods, nextDue, releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { zonedToUtc } from '../../pipeline/time/zone.ts'

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
  test.each([
    ['2026-07-03', 'us-federal', false], // Independence Day falls on a Saturday
    ['2026-11-26', 'us-federal', false],
    ['2026-10-12', 'us-federal', false],
    ['2026-10-12', 'us-market', true],
    ['2026-04-03', 'us-market', false], // Good Friday
    ['2026-04-03', 'us-federal', true],
    ['2021-12-31', 'us-federal', false], // New Year's Day 2022, a Saturday: kept by agencies
    ['2021-12-31', 'us-market', true], // but not by markets
    ['2021-12-31', 'us-money-market', true],
    ['2026-07-03', 'us-market', false],
    ['2023-11-10', 'us-money-market', true], // Veterans Day 2023, a Saturday
    ['2023-11-10', 'us-federal', false],
    ['2021-12-24', 'us-bank', true], // Christmas 2021, a Saturday: the Federal Reserve Banks keep no Friday
    ['2022-12-26', 'us-bank', false],
    ['2026-04-06', 'target', false], // Easter Monday
    ['2026-05-01', 'target', false],
    ['2026-05-04', 'england', false], // Brent had no price
    ['2026-05-25', 'england', false],
    ['2025-08-25', 'england', false],
    ['2026-09-07', 'england', true], // Labor Day in the United States
    ['2022-05-02', 'target', true], // Labour Day 2022, a Sunday: not moved
    ['2026-07-03', 'target', true],
    ['2025-12-26', 'target', false],
    ['2020-06-19', 'us-federal', true], // Juneteenth is kept from 2021 on
    ['2024-06-19', 'us-federal', false],
    ['2021-06-18', 'us-federal', false],
    ['2021-06-18', 'us-market', true], // the markets keep it from 2022 on
    ['2018-12-05', 'us-federal', false], // mourning for President George H. W. Bush
    ['2018-12-05', 'us-market', false],
    ['2018-12-05', 'us-money-market', false],
    ['2018-12-05', 'us-bank', true],
    ['2025-01-09', 'us-market', false], // mourning for President Carter
    ['2025-01-09', 'us-money-market', true],
    ['2025-12-26', 'us-federal', false], // closed by order
    ['2025-12-26', 'us-market', true],
    ['2012-10-29', 'us-market', false], // Hurricane Sandy
  ] as const)('%s %s business day: %s', (date, calendar, business) => expect(isBusinessDay(day(date), calendar)).toBe(business))
})

describe('release rules', () => {
  test.each([
    ['crypto-daily', '2026-07-22', '2026-07-23T00:00:00Z'],
    ['vix-fred', '2026-07-22', '2026-07-23T13:00:00Z'],
    ['vix-fred', '2026-07-02', '2026-07-06T13:00:00Z'],
    ['eia-spot', '2026-07-13', '2026-07-22T17:00:00Z'],
    ['eia-spot', '2026-07-17', '2026-07-22T17:00:00Z'],
    ['eia-spot', '2026-07-20', '2026-07-29T17:00:00Z'],
    ['h41', '2026-07-22', '2026-07-23T20:30:00Z'],
    ['h41', '2025-11-26', '2025-11-28T21:30:00Z'], // Thanksgiving: Friday
    ['claims-continued', '2026-07-11', '2026-07-23T12:30:00Z'],
    ['claims-initial', '2026-07-11', '2026-07-16T12:30:00Z'],
    ['claims-initial', '2025-10-11', '2025-11-20T13:30:00Z'], // the government was closed
    ['h15', '2026-07-02', '2026-07-06T21:00:00Z'],
    ['h10', '2026-07-24', '2026-07-27T20:30:00Z'],
    ['h10', '2026-05-22', '2026-05-26T20:30:00Z'], // Memorial Day: Tuesday
    ['nfci', '2026-05-15', '2026-05-20T13:30:00Z'],
    ['nfci', '2026-05-22', '2026-05-28T13:30:00Z'], // Memorial Day: Thursday, as first seen
    ['cot', '2026-11-17', '2026-11-20T20:30:00Z'],
    ['cot', '2026-11-24', '2026-11-30T20:30:00Z'], // Thanksgiving: Monday
    ['cot', '2025-11-10', '2025-12-12T20:30:00Z'],
    ['employment', '2026-07-31', '2026-08-10T12:30:00Z'],
    ['employment', '2025-09-30', '2025-11-20T13:30:00Z'],
    ['cpi', '2026-06-30', '2026-07-16T12:30:00Z'],
    ['cpi', '2025-11-30', '2025-12-18T13:30:00Z'],
    ['h6', '2026-05-31', '2026-06-29T17:00:00Z'],
    ['par-curve', '2026-07-22', '2026-07-22T22:00:00Z'],
    ['dts', '2026-07-02', '2026-07-06T20:00:00Z'],
    ['auction', '2026-05-12', '2026-05-12T17:05:00Z'],
    ['auction', '2026-01-26', '2026-01-26T18:05:00Z'],
    ['ecb-reference', '2026-07-22', '2026-07-22T14:00:00Z'],
    ['ecb-key-rates', '2026-06-17', '2026-06-17T00:00:00Z'],
    ['ecb-key-rates', '2024-12-18', '2024-12-18T01:00:00Z'],
    ['frankfurt-noon', '2026-08-12', '2026-08-13T10:00:00Z'],
    ['frankfurt-noon', '2026-04-02', '2026-04-07T10:00:00Z'], // Good Friday and Easter Monday
    ['breakevens', '2026-08-13', '2026-08-14T13:00:00Z'],
    ['cpi-measures', '2026-07-31', '2026-08-17T17:00:00Z'],
    ['producer-prices', '2026-07-31', '2026-08-17T12:30:00Z'],
    ['personal-income', '2026-06-30', '2026-07-31T12:30:00Z'], // came on 07-30
    ['personal-income', '2025-11-30', '2026-01-22T13:30:00Z'],
    ['gdp', '2026-06-30', '2026-07-31T12:30:00Z'],
    ['employment-cost', '2026-06-30', '2026-07-31T12:30:00Z'],
    ['job-openings', '2026-06-30', '2026-08-10T14:00:00Z'], // came on 08-04
    ['retail-sales', '2026-06-30', '2026-07-20T12:30:00Z'],
    ['industrial-production', '2026-06-30', '2026-07-20T13:15:00Z'], // came on 07-17
    ['durable-goods', '2026-06-30', '2026-07-28T12:30:00Z'],
    ['housing-starts', '2026-06-30', '2026-07-20T12:30:00Z'],
    ['new-home-sales', '2026-06-30', '2026-07-27T14:00:00Z'],
    ['cfnai', '2026-06-30', '2026-07-28T13:30:00Z'],
    ['wei', '2026-07-18', '2026-07-23T15:30:00Z'],
    ['stress-index', '2026-08-07', '2026-08-13T18:00:00Z'], // came on 08-12
    ['h8', '2026-07-15', '2026-07-24T20:15:00Z'],
    ['debt-ratio', '2026-03-31', '2026-06-15T20:00:00Z'],
    ['monthly-treasury-statement', '2026-06-30', '2026-07-13T18:00:00Z'],
  ] as const)('%s of %s', (rule, period, due) => expect(isoTime(releaseTime(releaseRule(rule), day(period)))).toBe(due))

  // what a closed government held back, by the day the release is known to have come
  test.each([
    ['employment', '1995-11-30', '1995-12-11T13:30:00Z'],
    ['employment', '1995-12-31', '1996-01-19T13:30:00Z'],
    ['employment', '1996-01-31', '1996-02-12T13:30:00Z'],
    ['employment', '2013-08-31', '2013-09-10T12:30:00Z'],
    ['employment', '2013-09-30', '2013-10-22T12:30:00Z'],
    ['employment', '2013-10-31', '2013-11-08T13:30:00Z'],
    ['cpi', '1995-10-31', '1995-11-15T13:30:00Z'], // while the government was closed
    ['cpi', '1995-12-31', '1996-02-01T13:30:00Z'],
    ['cpi', '2013-09-30', '2013-10-30T12:30:00Z'],
    ['cpi', '2013-10-31', '2013-11-20T13:30:00Z'],
    ['cpi', '2013-11-30', '2013-12-17T13:30:00Z'],
    // claims came on every Thursday of October 2013
    ['claims-initial', '2013-10-05', '2013-10-10T12:30:00Z'],
    ['claims-continued', '2013-10-05', '2013-10-17T12:30:00Z'],
    ['claims-initial', '2019-01-12', '2019-01-17T13:30:00Z'],
    // the last week of spot prices before the Energy Information Administration closed, and the one after
    ['eia-spot', '2013-10-04', '2013-10-09T17:00:00Z'],
    ['eia-spot', '2013-10-14', '2013-10-23T17:00:00Z'],
    // the Federal Reserve was open
    ['h41', '2013-10-09', '2013-10-10T20:30:00Z'],
    ['h10', '1995-12-22', '1995-12-26T21:30:00Z'],
    ['h6', '2013-08-31', '2013-09-30T17:00:00Z'],
    ['dts', '2013-10-07', '2013-10-08T20:00:00Z'],
  ] as const)('%s of %s around a closure', (rule, period, due) =>
    expect(isoTime(releaseTime(releaseRule(rule), day(period)))).toBe(due),
  )

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
