import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Series, series } from '../../data/series.ts'
import { dayNumber, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { nextPeriod, periodAround, releaseRule, releaseTime } from '../../pipeline/calendar/release.ts'
import { shortSeries } from '../../sample/world/history.ts'
import { address, ask, jsonOf, now, textOf } from './answers.ts'

const folder = '../shared/feeds/fred'
const recorded = existsSync(folder)
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
/** Days within which a history begins after the first day it may, and least values that two histories four years apart have in common. */
const mostDays: Partial<Record<Series['frequency'], number>> = { monthly: 31, quarterly: 92 }
const leastCommon = (row: Series): number => {
  if (row.frequency === 'quarterly') return 18
  return row.frequency === 'monthly' ? 60 : shortSeries.has(row.id) ? 180 : 250
}

const observations = async (key: string, query = '', at = now): Promise<Observation[]> =>
  (await jsonOf(address.observations(key, query), at)).observations

describe('FRED observations', () => {
  test.each(rows)('$key covers ten years or five, in range, and ends with what was released', async (row) => {
    const all = await observations(row.key)
    const first = dayNumber(shortSeries.has(row.id) ? '2021-11-19' : '2016-11-19')!
    expect(periodOf(row, all[0]!.date) - first).toBeLessThanOrEqual(mostDays[row.frequency] ?? 7)
    const rule = releaseRule(row.rule)
    const last = periodOf(row, all.at(-1)!.date)
    expect(releaseTime(rule, last)).toBeLessThanOrEqual(now)
    const next = nextPeriod({ frequency: row.frequency, holidays: row.holidays, rule }, last)
    expect(next > dayNumber('2026-11-19')! || releaseTime(rule, next) > now).toBe(true)
    for (const { date, value, realtime_start, realtime_end } of all) {
      expect([realtime_start, realtime_end]).toEqual(['2026-11-20', '2026-11-20'])
      if (value === '.') continue
      expect(Number(value) >= row.range[0] && Number(value) <= row.range[1], `${date} ${value}`).toBe(true)
    }
    expect(new Set(all.map(({ date }) => date)).size).toBe(all.length)
  })

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

  test('weekly series keep their weekday', async () => {
    const days = async (key: string): Promise<number[]> => (await observations(key)).map(({ date }) => weekday(dayNumber(date)!))
    for (const key of ['WALCL', 'WDTGAL', 'WTREGEN']) expect(new Set(await days(key))).toEqual(new Set([3]))
    for (const key of ['ICSA', 'CCSA']) expect(new Set(await days(key))).toEqual(new Set([6]))
    expect(new Set(await days('NFCI'))).toEqual(new Set([5]))
  })

  test('moves as much as the real thing', async () => {
    const yearly = async (key: string, periods: number): Promise<number> => {
      const values = (await observations(key)).filter(({ value }) => value !== '.').map(({ value }) => Number(value))
      const changes = values.slice(1).map((value, i) => Math.log(value / values[i]!))
      return Math.sqrt((changes.reduce((sum, change) => sum + change * change, 0) / changes.length) * periods)
    }
    for (const [key, periods, low, high] of [
      ['VIXCLS', 252, 0.7, 1.3],
      ['DCOILWTICO', 252, 0.25, 0.45],
      ['DHHNGSP', 252, 0.4, 0.9],
      ['WALCL', 52, 0.005, 0.05],
      ['WDTGAL', 52, 0.4, 1],
      ['ICSA', 52, 0.1, 0.3],
      ['DGS10', 252, 0.1, 0.35],
      ['DEXUSEU', 252, 0.04, 0.12],
    ] as const) {
      const measured = await yearly(key, periods)
      expect(measured > low && measured < high, `${key} ${measured}`).toBe(true)
    }
  })

  test('the week average lies between the days it is of', async () => {
    const levels = new Map((await observations('WDTGAL')).map(({ date, value }) => [date, Number(value)]))
    const means = await observations('WTREGEN')
    for (const { value } of means) expect(value).toMatch(/^\d+\.0$/)
    const ratios = means.map(({ date, value }) => Number(value) / levels.get(date)!)
    expect(Math.min(...ratios)).toBeGreaterThan(0.6)
    expect(Math.max(...ratios)).toBeLessThan(1.6)
    expect(ratios.filter((ratio) => ratio === 1)).toEqual([])
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

  test('pages give every row once, in either order', async () => {
    const all = await observations('ICSA', vintages)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 90, max: 2_000 }), fc.constantFrom('asc', 'desc'), async (limit, order) => {
        const walked: Observation[] = []
        for (let offset = 0, count = 1; offset < count; offset += limit) {
          const page = await jsonOf(
            address.observations('ICSA', `${vintages}&limit=${limit}&offset=${offset}&sort_order=${order}`),
          )
          expect([page.limit, page.offset, page.sort_order]).toEqual([limit, offset, order])
          count = page.count
          walked.push(...page.observations)
        }
        expect(order === 'asc' ? walked : walked.toReversed()).toEqual(all)
      }),
      { numRuns: 12 },
    )
  })

  test.each([
    ['NOSUCH', '', 'no series NOSUCH'],
    ['VIXCLS', '&units=pch', 'do not imitate the parameter units'],
  ])('has no answer to %s%s', async (key, query, why) => {
    await expect(ask(address.observations(key, query))).rejects.toThrow(why)
  })

  test.skipIf(!recorded)(`has the shape of recorded bytes${recorded ? '' : ` (skipped: no folder ${folder})`}`, async () => {
    const real = JSON.parse(readFileSync(`${folder}/api/VIXCLS_5y_2026-08-21.json`, 'utf8'))
    const ours = await jsonOf(address.observations('VIXCLS'))
    expect(Object.keys(ours)).toEqual(Object.keys(real))
    expect(Object.keys(ours.observations[0])).toEqual(Object.keys(real.observations[0]))
    const decimals = (text: string): number => text.length - 1 - text.indexOf('.')
    const places = (body: { observations: Observation[] }): number[] => [
      ...new Set(body.observations.filter(({ value }) => value !== '.').map(({ value }) => decimals(value))),
    ]
    expect(places(ours)).toEqual(places(real))
    const repo = JSON.parse(readFileSync(`${folder}/api/RRPONTSYD_5y_2026-08-21.json`, 'utf8'))
    expect(places(await jsonOf(address.observations('RRPONTSYD')))).toEqual(places(repo))
    const claims = JSON.parse(readFileSync(`${folder}/vintages/ICSA_2026-03-22_2026-08-21.json`, 'utf8'))
    expect(Object.keys(await jsonOf(address.observations('ICSA', vintages)))).toEqual(Object.keys(claims))
  })

  test.skipIf(!recorded)(`keeps the holidays of recorded bytes${recorded ? '' : ` (skipped: no folder ${folder})`}`, async () => {
    const real: Observation[] = JSON.parse(readFileSync(`${folder}/api/RRPONTSYD_5y_2026-08-21.json`, 'utf8')).observations
    const from = (list: Observation[]): string[] =>
      list.filter(({ date, value }) => value === '.' && date > '2023' && date < '2026-08-20').map(({ date }) => date)
    expect(from(await observations('RRPONTSYD'))).toEqual(from(real))
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

  test.skipIf(!recorded)(`ends its lines as recorded bytes do${recorded ? '' : ` (skipped: no folder ${folder})`}`, async () => {
    const real = readFileSync(`${folder}/fredgraph/DCOILWTICO_2026-08-21.csv`, 'utf8')
    const ours = await textOf(address.graph('id=DCOILWTICO'))
    const shape = /^observation_date,DCOILWTICO\n(\d{4}-\d\d-\d\d,(-?\d+\.\d\d)?\n)+$/
    expect(real).toMatch(shape)
    expect(ours).toMatch(shape)
  })
})
