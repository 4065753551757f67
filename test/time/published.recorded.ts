import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closedDays } from '../../data/holidays.ts'
import type { ReleaseRuleId } from '../../data/release-rules.ts'
import { type Series, series } from '../../data/series.ts'
import { dayNumber, isoDay, isoTime, weekdays } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { periodAround, releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
import { named, recordedFolder } from '../recorded.ts'

const day = (text: string): number => dayNumber(text)!
const recorded = (...path: string[]): string => readFileSync(join(recordedFolder, ...path), 'utf8')
const zone = 'America/New_York'

describe('as recorded by others', () => {
  const days = (file: string, from: string): Map<string, boolean> =>
    new Map(
      recorded(...file.split('/'))
        .split(/\r?\n/)
        .map((line) => line.split(','))
        .filter(([date]) => date! >= from && date! < '2026-05')
        .map(([date, value]) => [date!, value !== '']),
    )

  test('days closed once have no price of the Nasdaq Composite where they say that the exchanges were closed, and others have one', () => {
    const prices = days('fred/fredgraph/NASDAQCOM_2026-08-21.csv', '1994-01-01')
    const differing = weekdays(day('1998-01-01'), day('2026-04-30')).filter(
      (date) => (prices.get(isoDay(date)) ?? false) !== isBusinessDay(date, 'us-market'),
    )
    // FRED has a figure of the Nasdaq Composite for that Good Friday
    expect(differing.map(isoDay)).toEqual(['2019-04-19'])
    const closed = closedDays.map((row) => [row.day, row.closed.includes('us-market')])
    expect(closedDays.map((row) => [row.day, !prices.get(row.day)])).toEqual(closed)
  })

  test('days closed once have no Treasury yield where they say that the money market was closed, and others have one', () => {
    const yields = days('fred/fredgraph/DGS10_2026-08-21.csv', '1994-01-01')
    const closed = closedDays.map((row) => [row.day, row.closed.includes('us-money-market')])
    expect(closedDays.map((row) => [row.day, !yields.get(row.day)])).toEqual(closed)
  })

  const vintages = [...named.keys()].filter((file) => file.startsWith('fred/vintages/'))
  const firstSeen = vintages.flatMap((file) => {
    const row: Series | undefined = series.find(({ key }) => key === file.split('/')[2]!.split('_')[0])
    if (row === undefined) return []
    const { observations } = JSON.parse(recorded(...file.split('/'))) as {
      observations: { realtime_start: string; date: string; value: string }[]
    }
    const first = new Map<string, string>()
    for (const { date, realtime_start: seen, value } of observations)
      if (value !== '.' && seen < (first.get(date) ?? '9')) first.set(date, seen)
    const begun = [...first.values()].sort()[0]!
    return [...first]
      .filter(([, seen]) => seen !== begun)
      .map(([date, seen]) => ({ row, period: periodAround(row.frequency, day(date)).last, seen: day(seen) }))
  })

  test('of the periods that appeared on FRED while others read it daily, none is known before it was seen', () => {
    // they read in the morning after, and not on every day: money, payrolls and prices of consumption had gaps of weeks
    const gaps = new Set(['M2SL', 'PAYEMS', 'PCEPILFE'])
    const early = firstSeen.filter(({ row, period, seen }) => {
      const due = Math.floor(releaseTime(releaseRule(row.rule), period) / 86_400_000)
      return due < seen - 1 && !gaps.has(row.id)
    })
    expect(firstSeen.length).toBeGreaterThan(100)
    expect(early.map(({ row, period, seen }) => `${row.id} of ${isoDay(period)} seen ${isoDay(seen)}`)).toEqual([])
  })

  test('releases of the calendar of the Bureau of Labor Statistics are known when they came, from 2023 to its last reading', () => {
    const listed = recorded('calendar', 'bls_2025-08-20.ics')
      .split('BEGIN:VEVENT')
      .flatMap((event) => {
        const [, date, clock] = /DTSTART;TZID=US-Eastern:(\d{8})T(\d{4})/.exec(event) ?? []
        const [, name] = /SUMMARY:(.*)/.exec(event) ?? []
        const rule = (
          {
            'Employment Situation': 'employment',
            'Consumer Price Index': 'cpi',
            'Producer Price Index': 'producer-prices',
            'Employment Cost Index': 'employment-cost',
            'Job Openings and Labor Turnover Survey': 'job-openings',
          } as Readonly<Record<string, ReleaseRuleId>>
        )[name?.trim() ?? '']
        if (date === undefined || rule === undefined || date > '20250820') return []
        const local = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
        return [{ rule, at: localToUtc(day(local), `${clock!.slice(0, 2)}:${clock!.slice(2)}`, zone) }]
      })
    // a release is that of the newest month or quarter that has ended, of job openings of one that ended four weeks before
    const early = listed.filter(({ rule, at }) => {
      const from = Math.floor(at / 86_400_000) - (rule === 'job-openings' ? 28 : 0)
      const { first } = periodAround(rule === 'employment-cost' ? 'quarterly' : 'monthly', from)
      return releaseTime(releaseRule(rule), first - 1) < at
    })
    expect(listed.length).toBeGreaterThan(100)
    expect(early.map(({ rule, at }) => `${rule} came ${isoTime(at)}`)).toEqual([])
  })

  test('auctions closed before their results count as known', () => {
    const { data } = JSON.parse(recorded('fiscaldata', 'auctions_query_bills_2026-01.json')) as {
      data: { auction_date: string; closing_time_comp: string }[]
    }
    const early = data.filter(({ auction_date: date, closing_time_comp: closing }) => {
      const [, hour, minute, half] = /^(\d\d):(\d\d) (AM|PM)$/.exec(closing)!
      const clock = `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`
      return releaseTime(releaseRule('auction'), day(date)) < localToUtc(day(date), clock, zone)
    })
    expect(data).toHaveLength(25)
    expect(early).toEqual([])
  })
})
