import { describe, expect, test } from 'vitest'
import { type Series, series } from '../../data/series.ts'
import { dayNumber, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { periodAround, releaseRule, releaseTime } from '../../pipeline/calendar/release.ts'
import { shortSeries } from '../../sample/world/history.ts'
import { address, ask, jsonOf, now, textOf } from './answers.ts'

const rows: readonly Series[] = series.filter((row) => row.upstream === 'fred')
const vintages = '&realtime_start=1776-07-04&realtime_end=9999-12-31'

interface Observation {
  readonly realtime_start: string
  readonly realtime_end: string
  readonly date: string
  readonly value: string
}

/** The period a date names: a month or a quarter is written by its first day. */
const periodOf = (row: Series, date: string): number => periodAround(row.frequency, dayNumber(date)!).last
const leastCommon = (row: Series): number => {
  if (row.frequency === 'quarterly') return 18
  return row.frequency === 'monthly' ? 60 : shortSeries.has(row.id) ? 180 : 250
}

const observations = async (key: string, query = '', at = now): Promise<Observation[]> =>
  (await jsonOf(address.observations(key, query), at)).observations

describe('FRED observations', () => {
  test.each(rows)('$key shows a value from its release on and not a minute before', async (row) => {
    const { date } = (await observations(row.key)).findLast(({ value }) => value !== '.')!
    const due = releaseTime(releaseRule(row.rule), periodOf(row, date))
    const dates = async (at: number): Promise<string[]> => (await observations(row.key, '', at)).map((each) => each.date)
    expect(await dates(due)).toContain(date)
    expect(await dates(due - 60_000)).not.toContain(date)
  })

  test('market days have values, weekends no row, holidays a point', async () => {
    const vix = new Map((await observations('VIXCLS')).map(({ date, value }) => [date, value]))
    const repo = new Map((await observations('RRPONTSYD')).map(({ date, value }) => [date, value]))
    for (const date of vix.keys()) expect(weekday(dayNumber(date)!)).toBeLessThan(6)
    for (const holiday of ['2024-12-25', '2025-01-01', '2025-04-18', '2025-11-27', '2026-06-19', '2026-07-03'])
      expect([vix.get(holiday), repo.get(holiday)], holiday).toEqual(['.', '.'])
    for (const bank of ['2024-10-14', '2025-11-11']) {
      expect(repo.get(bank)).toBe('.')
      expect(Number(vix.get(bank))).toBeGreaterThan(9)
    }
    expect([...vix.values()].filter((value) => value === '.').length).toBeLessThan(110)
  })

  test('past values are the same whatever the day of the run', async () => {
    for (const row of rows) {
      const later = new Map((await observations(row.key)).map((each) => [each.date, each.value]))
      const settled = row.vintages ? (row.frequency === 'quarterly' ? 260 : 90) : 0
      const at = Date.UTC(2022, 7, 17, 21)
      const before = (await observations(row.key, '', at)).filter(({ date }) => dayNumber(date)! < at / 86_400_000 - settled)
      const common = before.filter(({ date }) => later.has(date))
      expect(common.length).toBeGreaterThan(leastCommon(row))
      for (const { date, value } of common) expect(value, `${row.key} ${date}`).toBe(later.get(date))
    }
  })

  test.each(['ICSA', 'CCSA'])('%s: a first print, and a revision with the next release', async (key) => {
    const all = await observations(key, vintages)
    const byDate = new Map<string, Observation[]>()
    for (const each of all) byDate.set(each.date, [...(byDate.get(each.date) ?? []), each])
    const counts = [...byDate.values()].map((each) => each.length)
    expect(new Set(counts)).toEqual(new Set([1, 2]))
    expect(counts.filter((n) => n === 2).length / counts.length).toBeGreaterThan(0.6)
    const rule = releaseRule(rows.find((row) => row.key === key)!.rule)
    const day = (period: number): string => isoDay(Math.floor(releaseTime(rule, period) / 86_400_000))
    for (const [date, [first, second]] of byDate) {
      expect(first!.realtime_start).toBe(day(dayNumber(date)!))
      if (!second) expect(first!.realtime_end).toBe('9999-12-31')
      else {
        expect(second).toMatchObject({ realtime_start: day(dayNumber(date)! + 7), realtime_end: '9999-12-31' })
        expect(dayNumber(first!.realtime_end)! + 1).toBe(dayNumber(second.realtime_start))
        expect(second.value).not.toBe(first!.value)
        expect(Math.abs(Number(second.value) - Number(first!.value))).toBeLessThan(20_000)
      }
    }
  })

  test('what a past day was shown is what an as-of question gives, and what was answered then', async () => {
    const then = Date.UTC(2025, 2, 14, 22)
    for (const row of rows) {
      const asked = await observations(row.key, '&realtime_start=2025-03-14&realtime_end=2025-03-14&observation_start=2024-01-01')
      const answered = await observations(row.key, '&observation_start=2024-01-01', then)
      expect(asked, row.key).toEqual(answered)
    }
  })

  test('a window of vintages cuts the first and keeps the later ones', async () => {
    const all = await observations('ICSA', '&realtime_start=2026-11-14&realtime_end=9999-12-31&observation_start=2026-10-24')
    expect(all.map(({ date, realtime_start }) => [date, realtime_start])).toEqual([
      ['2026-10-24', '2026-11-14'],
      ['2026-10-31', '2026-11-14'],
      ['2026-11-07', '2026-11-14'],
      ['2026-11-07', '2026-11-19'],
      ['2026-11-14', '2026-11-19'],
    ])
  })

  test.each([
    ['NOSUCH', '', 'no series NOSUCH'],
    ['VIXCLS', '&units=pch', 'do not imitate the parameter units'],
  ])('has no answer to %s%s', async (key, query, why) => {
    await expect(ask(address.observations(key, query))).rejects.toThrow(why)
  })
})

describe('FRED chart CSV', () => {
  test.each(rows)('$key says what the API says', async (row) => {
    const [header, ...lines] = (await textOf(address.graph(`id=${row.key}`))).trimEnd().split('\n')
    expect(header).toBe(`observation_date,${row.key}`)
    const all = await observations(row.key)
    expect(lines).toEqual(
      all.map(({ date, value }) => `${date},${value === '.' ? '' : row.key === 'WTREGEN' ? value.replace('.0', '') : value}`),
    )
  })

  test('several series stand side by side, cut to the days asked for', async () => {
    const text = await textOf(address.graph('id=WALCL,RRPONTSYD&cosd=2026-11-04&coed=2026-11-11'))
    const lines = text.split('\n')
    expect(lines[0]).toBe('observation_date,WALCL,RRPONTSYD')
    expect(lines.slice(1).map((line) => line.split(',').map((cell) => cell !== ''))).toEqual([
      [true, true, true],
      [true, false, true],
      [true, false, true],
      [true, false, true],
      [true, false, true],
      [true, true, false],
      [false],
    ])
  })
})
