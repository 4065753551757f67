import { describe, expect, test } from 'vitest'
import { type Schedule, schedules } from '../../data/schedules.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { readFrequencyText } from '../../pipeline/time/cadence.ts'
import * as workflows from '../../workflows/index.ts'
import documented from './schedules.json' with { type: 'json' }

const rows: readonly Schedule[] = schedules
const named = rows.flatMap(({ runs }) => (runs.orchestration === 'refresh' ? runs.feeds : []))
const known = feeds.map(({ id }) => id)
// read where they are recorded and never asked for
const asked = known.filter((id) => id !== 'tse-digest')

describe('schedules', () => {
  test('no id stands twice', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  test('name only feeds that are there', () => {
    expect(named.filter((id) => !known.includes(id))).toEqual([])
  })

  test.each(asked)('read the feed %s at times of its own, beside the run that reads everything', (id) => {
    expect(named).toContain(id)
    expect(rows.filter(({ runs }) => runs.orchestration === 'refresh' && runs.feeds.length === 0)).toHaveLength(1)
  })

  test.each(documented)('are what the docs say of %s: %s', (id, often) => {
    expect(readFrequencyText(id)).toBe(often)
  })

  test.each([
    ['farside-flows', 'New_York', ['09:30', '23:45']],
    ['ishares-holdings', 'New_York', ['09:30', '23:45']],
    ['stooq-daily', 'New_York', ['18:05', '21:20']],
    ['stooq-daily', 'Tokyo', ['18:05', '19:35']],
    ['cboe-vix', 'New_York', ['18:05', '21:20']],
  ])('read %s every 15 minutes in the hours of %s, apart from other feeds', (feed, city, [from, to]) => {
    const own = rows.filter(({ runs, when }) => {
      if (runs.orchestration !== 'refresh' || !runs.feeds.includes(feed) || runs.feeds.length > 2) return false
      return 'at' in when && when.zone.endsWith(city) && when.at.length > 4
    })
    const clocks = own.flatMap(({ when }) => ('at' in when ? when.at : []))
    const minutes = clocks.map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)))
    expect(own).toHaveLength(1)
    expect([clocks[0], clocks.at(-1)]).toEqual([from, to])
    expect(new Set(minutes.slice(1).map((minute, at) => minute - minutes[at]!))).toEqual(new Set([15]))
  })

  test('run orchestrations that a Temporal worker knows', () => {
    expect(rows.filter(({ runs }) => !(runs.orchestration in workflows))).toEqual([])
  })

  test('ask for the analysts’ copy at most once an hour', () => {
    const copies = rows.filter(({ runs }) => runs.orchestration === 'market')
    expect(copies.map(({ when }) => when)).toEqual([{ everyMinutes: 60 }])
  })
})
