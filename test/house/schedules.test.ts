import { describe, expect, test } from 'vitest'
import { type Schedule, schedules } from '../../data/schedules.ts'
import { readOften } from '../../pipeline/calendar/cadence.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import * as workflows from '../../workflows/index.ts'

const rows: readonly Schedule[] = schedules
const named = rows.flatMap(({ runs }) => (runs.orchestration === 'refresh' ? runs.feeds : []))
const known = feeds.map(({ id }) => id)

describe('schedules', () => {
  test('no id stands twice', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  test('name only feeds that are there', () => {
    expect(named.filter((id) => !known.includes(id))).toEqual([])
  })

  test.each(known)('read the feed %s at times of its own, beside the run that reads everything', (id) => {
    expect(named).toContain(id)
    expect(rows.filter(({ runs }) => runs.orchestration === 'refresh' && runs.feeds.length === 0)).toHaveLength(1)
  })

  test.each([
    ['mempool-now', 'every 15 minutes'],
    ['h10', 'on Mondays and Tuesdays'],
    ['fred-api', '5 to 7 times per business day'],
    ['treasury-par-curve', 'twice per business day'],
    ['sec-current', 'every 10 minutes from 06:10 to 22:00 (New York) on business days'],
    ['coinmetrics-csv', 'once a day'],
    ['farside-flows', '3 times a day except on Sundays'],
  ])('are what the docs say of %s: %s', (id, often) => {
    expect(readOften(id)).toBe(often)
  })

  test('run orchestrations that a Temporal worker knows', () => {
    expect(rows.filter(({ runs }) => !(runs.orchestration in workflows))).toEqual([])
  })

  test('ask for the analysts’ copy at most once an hour', () => {
    const copies = rows.filter(({ runs }) => runs.orchestration === 'market')
    expect(copies.map(({ when }) => when)).toEqual([{ everyMinutes: 60 }])
  })
})
