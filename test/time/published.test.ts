import { describe, expect, test } from 'vitest'
import { exceptionSources } from '../../data/release-rules/sources.ts'
import { type ReleaseRule, type ReleaseRuleId, releaseRules } from '../../data/release-rules.ts'
import { type Series, series } from '../../data/series.ts'
import { dayNumber, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
import due from './due.json' with { type: 'json' }
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

const cases = Object.entries(due).flatMap(([rule, row]) =>
  row.due.map(([period, moment]) => [rule as ReleaseRuleId, period!, moment!] as const),
)
/** Rules of `ids` that have no moment worked out by hand: one that is an hour too early would not be noticed. */
const withoutCase = (ids: readonly string[]): string[] => ids.filter((id) => !cases.some(([rule]) => rule === id))

describe('no value of the past is known before it was published', () => {
  test.each(cases)('%s of %s counts from %s', (rule, period, moment) =>
    expect(isoTime(releaseTime(releaseRule(rule), day(period)))).toBe(moment),
  )

  test('every release rule has a case, with the source of its dates', () => {
    expect(withoutCase(releaseRules.map(({ id }) => id))).toEqual([])
    expect(withoutCase(['h41', 'no-such-rule'])).toEqual(['no-such-rule'])
    expect(Object.entries(due).filter(([, { source }]) => source.length < 30)).toEqual([])
  })

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
