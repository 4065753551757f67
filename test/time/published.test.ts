import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closings } from '../../data/holidays.ts'
import { exceptionSources } from '../../data/release-rules/sources.ts'
import { type ReleaseRule, type ReleaseRuleId, releaseRules } from '../../data/release-rules.ts'
import { type Series, series } from '../../data/series.ts'
import { dayNumber, isoDay, isoTime, weekdays } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { periodAround, releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
import { named, recordedFolder, withoutRecorded } from '../recorded.ts'
import published from './published.json' with { type: 'json' }

interface Calendar {
  readonly source: string
  /** Weeks that came so many days after, but for the alternates that the publisher lists. */
  readonly weeks?: readonly {
    readonly from: string
    readonly to: string
    readonly after: number
    readonly at: string
    readonly alternates: readonly (readonly string[])[]
  }[]
  readonly came: readonly (readonly string[])[]
}

/** A period of a rule and the moment it came (milliseconds UTC; the beginning of the local day where no time is given), by the publisher. */
interface Came {
  readonly rule: ReleaseRuleId
  readonly period: number
  readonly at: number
}

const day = (text: string): number => dayNumber(text)!
const recorded = (...path: string[]): string => readFileSync(join(recordedFolder, ...path), 'utf8')
const zone = 'America/New_York'
const momentOf = (text: string): number => localToUtc(day(text.slice(0, 10)), text.slice(11) || '00:00', zone)

function cameBy(rule: ReleaseRuleId, { weeks = [], came }: Calendar): Came[] {
  const regular = weeks.flatMap(({ from, to, after, at, alternates }) => {
    const other = new Map(alternates.map(([week, moment]) => [day(week!), momentOf(moment!)]))
    const periods = Array.from({ length: (day(to) - day(from)) / 7 + 1 }, (_, n) => day(from) + 7 * n)
    return periods.map((period) => ({ rule, period, at: other.get(period) ?? localToUtc(period + after, at, zone) }))
  })
  return [...regular, ...came.map(([period, moment]) => ({ rule, period: day(period!), at: momentOf(moment!) }))]
}

const all = Object.entries(published as Readonly<Record<string, Calendar>>).flatMap(([rule, calendar]) =>
  cameBy(rule as ReleaseRuleId, calendar),
)
const financial = all.filter(({ rule }) => rule === 'cot').map((row) => ({ ...row, rule: 'cot-financial' as const }))
const calendars = [...all, ...financial]

describe('no value of the past is known before it was published', () => {
  test.each([
    ['cot', '2023-01-31', '2023-02-24T20:30:00Z'],
    ['cot', '2023-02-28', '2023-03-14T19:30:00Z'],
    ['cot', '2023-03-14', '2023-03-21T19:30:00Z'],
    ['cot', '2025-01-07', '2025-01-13T20:30:00Z'],
    ['cot', '2008-07-01', '2009-10-20T19:30:00Z'],
    ['eia-petroleum', '2022-06-17', '2022-06-29T14:30:00Z'],
    ['eia-petroleum', '2023-11-03', '2023-11-15T15:30:00Z'],
    ['eia-petroleum', '2024-12-20', '2024-12-27T17:00:00Z'],
    ['eia-petroleum', '2025-12-19', '2025-12-29T22:00:00Z'],
    ['eia-petroleum', '2018-11-30', '2018-12-06T17:00:00Z'],
    ['eia-gas', '2023-11-03', '2023-11-16T15:30:00Z'],
    ['eia-gas', '2023-06-30', '2023-07-07T14:30:00Z'],
    ['h41', '2025-01-01', '2025-01-03T21:30:00Z'],
    ['h41', '2025-12-24', '2025-12-30T21:30:00Z'], // closed on 12-24, 12-25 and 12-26: the latest it may have been,
    ['tic', '2018-11-30', '2019-01-31T21:00:00Z'],
    ['h15', '2018-12-04', '2018-12-06T22:00:00Z'],
    ['monthly-treasury-statement', '2018-12-31', '2019-02-13T19:00:00Z'],
  ] as const)('%s of %s counts from %s', (rule, period, due) =>
    expect(isoTime(releaseTime(releaseRule(rule), day(period)))).toBe(due),
  )

  test('0 of all periods of the publishers’ calendars are known before they came', () => {
    const early = calendars.filter(({ rule, period, at }) => releaseTime(releaseRule(rule), period) < at)
    expect(calendars.length).toBeGreaterThan(800)
    expect(early.map(({ rule, period, at }) => `${rule} of ${isoDay(period)} came ${isoTime(at)}`)).toEqual([])
  })

  test('0 of 10,000 sampled readings are known before they came', () => {
    const byRule = new Map(calendars.map(({ rule }) => [rule, calendars.filter((row) => row.rule === rule)]))
    const read = series.filter((row: Series) => byRule.has(row.rule))
    let state = 36
    const pick = <T>(rows: readonly T[]): T => {
      state = (1_664_525 * state + 1_013_904_223) % 2 ** 32
      return rows[Math.floor((state / 2 ** 32) * rows.length)]!
    }
    const early = Array.from({ length: 10_000 }, () => pick(read)).filter((row) => {
      const { period, at } = pick(byRule.get(row.rule)!)
      return releaseTime(releaseRule(row.rule), period) < at
    })
    expect(read.length).toBeGreaterThan(50)
    expect(early.map(({ id }) => id)).toEqual([])
  })

  test('every exception names a source that says so, and every source is named', () => {
    const rows = (releaseRules as readonly ReleaseRule[]).flatMap(({ exceptions = [] }) => exceptions)
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(Object.keys(exceptionSources)))
    for (const { says, url } of Object.values(exceptionSources)) {
      expect(says.length).toBeGreaterThan(20)
      expect(new URL(url).host).not.toBe('')
    }
  })
})

describe.skipIf(withoutRecorded)('as recorded by others', () => {
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
    const closed = closings.map((row) => [row.day, row.closed.includes('us-market')])
    expect(closings.map((row) => [row.day, !prices.get(row.day)])).toEqual(closed)
  })

  test('days closed once have no Treasury yield where they say that the money market was closed, and others have one', () => {
    const yields = days('fred/fredgraph/DGS10_2026-08-21.csv', '1994-01-01')
    const closed = closings.map((row) => [row.day, row.closed.includes('us-money-market')])
    expect(closings.map((row) => [row.day, !yields.get(row.day)])).toEqual(closed)
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
