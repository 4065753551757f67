import { describe, expect, test } from 'vitest'
import { exceptionSources } from '../../data/release-rules/sources.ts'
import { type ReleaseRule, type ReleaseRuleId, releaseRules } from '../../data/release-rules.ts'
import { type Series, series } from '../../data/series.ts'
import { dayNumber, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
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
