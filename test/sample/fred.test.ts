import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Series, series } from '../../data/series.ts'
import { dayOf, endOfDay, isoDay, weekday } from '../../pipeline/time/day.ts'
import { publishedAt, shortSeries } from '../../sample/world/history.ts'
import { wrong } from '../wrong.ts'
import { address, now, readOf, valuesOf } from './answers.ts'

const rows: readonly Series[] = series.filter((row) => row.upstream === 'fred')
const vintages = '&realtime_start=1776-07-04&realtime_end=9999-12-31'

const leastCommon = (row: Series): number => {
  if (row.frequency === 'quarterly') return 18
  return row.frequency === 'monthly' ? 60 : shortSeries.has(row.id) ? 180 : 250
}

const sightings = async (key: string, query = '', at = now) => (await readOf(address.observations(key, query), at)).sighting

describe('FRED observations', () => {
  test('every series shows a value from its release on and not a minute before, and its chart says the same', async () => {
    const faults = rows.map(async (row) => {
      const { key } = row
      const [standing, chart] = [await sightings(key), (await readOf(address.graph(`id=${key}`))).sighting]
      const { period } = standing.at(-1)!
      const due = publishedAt(row, period)
      const shows = async (at: number) => (await sightings(key, '', at)).some((each) => each.period === period)
      const [isShown, isEarly] = [await shows(due), await shows(due - 60_000)]
      return wrong(key, {
        'not shown at its release': () => !isShown,
        'shown a minute before its release': () => isEarly,
        'the chart differs': () => !isDeepStrictEqual(chart, standing),
      })
    })
    expect(rows.length).toBeGreaterThan(50)
    expect((await Promise.all(faults)).flat()).toEqual([])
  })

  test('market days have values, weekends and holidays none', async () => {
    const vix = await valuesOf(address.observations('VIXCLS'), 'VIXCLS')
    const repo = await valuesOf(address.observations('RRPONTSYD'), 'RRPONTSYD')
    for (const date of vix.keys()) expect(weekday(dayOf(Date.parse(date)))).toBeLessThan(6)
    for (const holiday of ['2024-12-25', '2025-01-01', '2025-04-18', '2025-11-27', '2026-06-19', '2026-07-03'])
      expect([vix.has(holiday), repo.has(holiday)], holiday).toEqual([false, false])
    for (const bank of ['2024-10-14', '2025-11-11']) {
      expect(repo.has(bank)).toBe(false)
      expect(vix.get(bank)).toBeGreaterThan(9)
    }
    expect(vix.size).toBeGreaterThan(2_500)
  })

  test('past values are the same whatever the day of the run', async () => {
    for (const row of rows) {
      const later = new Map((await sightings(row.key)).map(({ period, value }) => [period, value]))
      const settled = row.vintages ? (row.frequency === 'quarterly' ? 260 : 90) : 0
      const at = Date.UTC(2022, 7, 17, 21)
      const before = (await sightings(row.key, '', at)).filter(({ period }) => period < dayOf(at) - settled)
      const common = before.filter(({ period }) => later.has(period))
      expect(common.length).toBeGreaterThan(leastCommon(row))
      for (const { period, value } of common) expect(value, `${row.key} ${period}`).toBe(later.get(period))
    }
  })

  test.each(['ICSA', 'CCSA'])('%s: a first print, and a revision with the next release', async (key) => {
    const all = await sightings(key, vintages)
    const byPeriod = new Map(all.map(({ period }) => [period, all.filter((each) => each.period === period)]))
    const counts = [...byPeriod.values()].map((each) => each.length)
    expect(new Set(counts)).toEqual(new Set([1, 2]))
    expect(counts.filter((n) => n === 2).length / counts.length).toBeGreaterThan(0.6)
    const row = rows.find((each) => each.key === key)!
    const published = (period: number) => Math.min(endOfDay(dayOf(publishedAt(row, period))), now)
    for (const [period, [first, second]] of byPeriod) {
      expect(first!.publishedAt).toBe(published(period))
      if (!second) continue
      expect(second.publishedAt).toBe(published(period + 7))
      expect(second.value).not.toBe(first!.value)
      expect(Math.abs(second.value - first!.value)).toBeLessThan(20_000)
    }
  })

  test('what stood on a past day is what was answered then', async () => {
    const then = Date.UTC(2025, 2, 14, 22)
    for (const row of rows) {
      const asked = await sightings(row.key, '&realtime_start=2025-03-14&realtime_end=9999-12-31&observation_start=2024-01-01')
      const standing = asked.filter(({ publishedAt }) => publishedAt === null)
      const answered = await sightings(row.key, '&observation_start=2024-01-01', then)
      const plain = (all: typeof asked) => all.map(({ period, value }) => [period, value])
      expect(plain(standing), row.key).toEqual(plain(answered))
    }
  })

  test('a window of vintages shows what stood at its beginning and what came later', async () => {
    const all = await sightings('ICSA', '&realtime_start=2026-11-14&realtime_end=9999-12-31&observation_start=2026-10-24')
    const day = (ms: number | null) => ms && isoDay(dayOf(ms))
    expect(all.map(({ period, seenAt, publishedAt }) => [isoDay(period), day(publishedAt) ?? day(seenAt)])).toEqual([
      ['2026-10-24', '2026-11-14'],
      ['2026-10-31', '2026-11-14'],
      ['2026-11-07', '2026-11-14'],
      ['2026-11-07', '2026-11-19'],
      ['2026-11-14', '2026-11-19'],
    ])
  })
})

test('a chart shows several series, from the day asked for on', async () => {
  const { sighting } = await readOf(address.graph('id=WALCL,RRPONTSYD&cosd=2026-11-04'))
  const periods = (id: string) => sighting.flatMap(({ series: each, period }) => (each === id ? isoDay(period).slice(8) : []))
  expect([periods('WALCL'), periods('RRPONTSYD').slice(0, 6)]).toEqual([
    ['04', '11', '18'],
    ['04', '05', '06', '09', '10', '12'],
  ])
})

test('ALFRED shows a series as it stood on each vintage date', async () => {
  const { sighting } = await readOf(address.alfred('id=PAYEMS,PAYEMS&vintage_date=2025-03-31,2025-11-30'))
  for (const day of ['2025-03-31', '2025-11-30']) {
    const standing = sighting.filter(({ seenAt }) => isoDay(dayOf(seenAt)) === day)
    const answered = await sightings('PAYEMS', '', Date.parse(`${day}T22:00:00Z`))
    const shown = new Map(standing.map(({ period, value }) => [period, value]))
    expect(answered.length).toBeGreaterThan(90)
    for (const { period, value } of answered) if (shown.has(period)) expect(value).toBe(shown.get(period))
    expect(isoDay(standing.at(-1)!.period)).toBe(isoDay(answered.at(-1)!.period))
  }
  // held back by the closed government
  expect(sighting.map(({ period }) => isoDay(period))).not.toContain('2025-10-31')
})
