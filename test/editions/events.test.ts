import { describe, expect, test } from 'vitest'
import { parseEvents, type StateChanged } from '../../pipeline/editions/events.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { artifact, publication, wholeEdition } from './documents.ts'
import written from './events.json' with { type: 'json' }

/** An artifact of a briefing whose state is `version`, published at the given hour. */
const at = (version: string, hour: number, more: Parameters<typeof publication>[1] = {}) => {
  const { facts, ...rest } = artifact('briefing/a', version)
  return publication([{ ...rest, facts: { ...facts, tier: 'free', since: '2026-07-20' } }], {
    publishedAt: `2026-07-22T${hour}:00:00Z`,
    ...more,
  })
}

/** The events of the edition that stands, all of which are changes of state. */
async function eventsOf(blobs: Blobs) {
  const { events } = (await wholeEdition(blobs))!.manifest
  const segments = await Promise.all(
    Object.values(events?.segments ?? {}).map(async (hash) =>
      parseEvents(Buffer.from((await blobs.get(`artifacts/events/${hash}.jsonl`))!)),
    ),
  )
  return { cursor: events?.cursor ?? 0, rows: segments.flat() as StateChanged[] }
}

describe('events', () => {
  test('a state that is another one than in the edition before is one; the first edition and equal states are none', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, at('calm', 10))
    await publish(blobs, at('calm', 11))
    expect(await eventsOf(blobs)).toEqual({ cursor: 0, rows: [] })
    await publish(blobs, at('falling fast', 12))
    expect(await eventsOf(blobs)).toEqual(written.state)
  })

  test('are only appended to, a day a segment, their cursors without a gap', async () => {
    const blobs = memoryBlobs()
    const days = ['2026-07-30', '2026-07-31', '2026-07-31', '2026-08-01', '2026-07-31', '2026-08-02']
    let before: Awaited<ReturnType<typeof eventsOf>>['rows'] = []
    for (const [i, day] of ['2026-07-29', ...days].entries()) {
      await publish(blobs, at(`state ${i}`, 10, { publishedAt: `${day}T10:00:00Z` }))
      const { rows, cursor } = await eventsOf(blobs)
      expect(rows.slice(0, before.length)).toEqual(before)
      expect(rows.map((row) => row.cursor)).toEqual(Array.from({ length: cursor }, (_, n) => n + 1))
      before = rows
    }
    expect(before.map(({ from, to }) => [from, to])).toEqual(days.map((_, i) => [`state ${i}`, `state ${i + 1}`]))
    // a clock that went back a day does not break the order
    expect(Object.keys((await wholeEdition(blobs))!.manifest.events!.segments)).toEqual([
      '2026-07-30',
      '2026-07-31',
      '2026-08-01',
      '2026-08-02',
    ])
  })

  test('of more than 35 days ago leave the edition, and cursors count on', async () => {
    const blobs = memoryBlobs()
    for (const [i, day] of ['2026-06-01', '2026-06-02', '2026-06-03', '2026-07-07', '2026-07-08'].entries())
      await publish(blobs, at(`state ${i}`, 10, { publishedAt: `${day}T10:00:00Z` }))
    expect((await eventsOf(blobs)).rows.map(({ cursor, known_at }) => [cursor, known_at.slice(0, 10)])).toEqual([
      [2, '2026-06-03'],
      [3, '2026-07-07'],
      [4, '2026-07-08'],
    ])
  })

  test('of two publishers at once each counts on from the other: no gap, none twice, told against what stood', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, at('calm', 10))
    let rivals = 2
    const raced: Blobs = {
      ...otherProcess(blobs),
      swap: async (key, expected, bytes) => {
        if (rivals-- > 0) await publish(otherProcess(blobs), at(`rival ${rivals}`, 11))
        return blobs.swap(key, expected, bytes)
      },
    }
    await publish(raced, at('rising', 12))
    const { rows } = await eventsOf(blobs)
    expect(rows.map(({ cursor, from, to }) => [cursor, from, to])).toEqual([
      [1, 'calm', 'rival 1'],
      [2, 'rival 1', 'rival 0'],
      [3, 'rival 0', 'rising'],
    ])
  })

  test('past days make none, and pruning keeps those of the editions that stay', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, at('calm', 10))
    await publish(blobs, at('rising', 11))
    await publish(blobs, publication([artifact('archive/2026-07-20/a', 'falling')], { current: false }))
    expect((await eventsOf(blobs)).cursor).toBe(1)
    for (let hour = 12; hour < 20; hour++) await publish(blobs, at(`state ${hour}`, hour))
    const { events } = await prune(blobs, { now: Date.parse('2026-07-24T00:00:00Z') })
    expect(events).toBeGreaterThan(0)
    expect((await eventsOf(blobs)).rows).toHaveLength(9)
  })
})

describe('company.figures_updated', () => {
  /** A company whose newest period ends on a day; null while it is not covered. */
  const companyAt = (end: string | null, version = String(end), issuer = 'us:0000000001', codes = ['ONE']) => {
    const row = { company: issuer, codes, latest_period: end && { label: `FY${end.slice(0, 4)}`, end } }
    const blocks = end === null ? {} : { header: { latest_filing: { filed: '2026-07-21' } } }
    const placed = artifact(`company/${issuer}`, version)
    return { ...placed, formats: { json: Buffer.from(JSON.stringify({ blocks })) }, facts: { row: JSON.stringify(row) } }
  }
  const published = async (blobs: Blobs, ...artifacts: ReturnType<typeof companyAt>[]) => {
    await publish(blobs, publication(artifacts))
    return (await eventsOf(blobs)).cursor
  }

  test('a later newest period of a covered company is one, with its address, period and day of filing', async () => {
    const blobs = memoryBlobs()
    const unlisted = (end: string) => companyAt(end, end, 'us:0000000002', [])
    expect(await published(blobs, companyAt('2024-12-31'), unlisted('2024-12-31'))).toBe(0)
    expect(await published(blobs, companyAt('2025-12-31'), unlisted('2025-12-31'))).toBe(2)
    const { rows } = await eventsOf(blobs)
    expect(rows).toEqual([
      written.figures,
      expect.objectContaining({ company: '0000000002', document: '/api/companies/0000000002/numbers' }),
    ])
  })

  test('a restatement, an earlier period, a company covered since or gone between, and past days make no event', async () => {
    const blobs = memoryBlobs()
    const isNone = async (...artifacts: ReturnType<typeof companyAt>[]) => expect(await published(blobs, ...artifacts)).toBe(0)
    await isNone(companyAt(null))
    await isNone(companyAt('2025-12-31'), companyAt('2025-12-31', 'new', 'us:0000000002', ['TWO']))
    await isNone(companyAt('2025-12-31', 'restated'))
    await isNone(companyAt('2025-09-30'))
    await isNone(companyAt(null))
    await isNone(companyAt('2026-03-31'))
    await publish(blobs, publication([companyAt('2026-06-30')], { current: false }))
    expect((await eventsOf(blobs)).cursor).toBe(0)
  })
})

describe('company.situation_changed', () => {
  /** A company with situations that are on, as `situation day`; undefined where they are not read. */
  const companyAt = (on: readonly string[] | undefined, asOf = '2026-07-22') => {
    const row = { company: 'us:0000000001', codes: ['ONE'], latest_period: null, ...(on && { on }) }
    const placed = artifact('company/us:0000000001', String(on))
    return { ...placed, as_of: asOf, facts: { row: JSON.stringify(row) } }
  }
  const made = async (...editions: (readonly string[] | undefined)[]) => {
    const blobs = memoryBlobs()
    for (const on of editions) await publish(blobs, publication([companyAt(on)]))
    const { cursor, rows } = await eventsOf(blobs)
    return cursor === 0 ? [] : rows
  }
  const late = 'late_annual_report 2026-07-22'

  test('one that turned on has its severity and the day of its filing', async () => {
    expect(await made([], [late])).toEqual(written.situation)
    expect(await made([late], [late, 'non_reliance 2026-07-22'])).toMatchObject([{ situation: 'non_reliance' }])
  })

  test('a first edition, situations that were not read before, an end, and what began before that edition make none', async () => {
    const early = 'bankruptcy 2026-07-21'
    const none = [made([late]), made(undefined, [late]), made([late], []), made([late], [late]), made([], [early])]
    expect(await Promise.all(none)).toEqual([[], [], [], [], []])
  })
})

describe('company.news', () => {
  const dayBefore = (days: number) => new Date(Date.parse('2026-07-22') - days * 86_400_000).toISOString().slice(0, 10)
  /** The document of a day with the filings of some companies. */
  const newsOf = (day: string, companies: readonly string[]) => {
    const records = companies.map((company) => ({
      ...{ id: `${company} of ${day}`, source: 'sec', kind: 'filed', news_kinds: ['material-event'], date: day, at: null },
      ...{ withdrawn: false, companies: [{ company, name: null }] },
    }))
    const placed = artifact(`news/${day}`, `${day} ${companies.join()}`)
    return { ...placed, formats: { json: Buffer.from(JSON.stringify({ day, records })) }, facts: { mark: companies.join() } }
  }
  const addresses = new Map([['us:0000000001', 'ONE']])
  const told = async (blobs: Blobs) => {
    const { rows } = await eventsOf(blobs)
    return rows.map((row) => row as unknown as Record<'type' | 'company' | 'record' | 'happened_at' | 'document', string>)
  }

  test('after a gap of 25 days every filing of the gap has one event, with its own day, and none older than events are kept', async () => {
    const blobs = memoryBlobs()
    const days = Array.from({ length: 36 }, (_, n) => dayBefore(35 - n))
    const at = (day: string) => ({ addresses, asOf: day, publishedAt: `${day}T12:00:00Z` })
    const last = dayBefore(25)
    await publish(blobs, publication([newsOf(last, ['us:0000000001'])], at(last)))
    const whole = days.map((day) => newsOf(day, ['us:0000000001']))
    await publish(blobs, publication(whole, at('2026-07-22')))
    const once = await told(blobs)
    expect(once.map(({ happened_at }) => happened_at)).toEqual(days.filter((day) => day >= dayBefore(30) && day !== last))
    const longer = newsOf('2026-07-22', ['us:0000000001', 'us:0000000002'])
    await publish(blobs, publication([...whole.slice(0, -1), longer], at('2026-07-22')))
    expect(await told(blobs)).toEqual(once)
  })

  test('a filing whose source dates it otherwise later has one event', async () => {
    const blobs = memoryBlobs()
    const [before, after] = [newsOf('2026-07-20', ['us:0000000001']), newsOf('2026-07-21', [])]
    const moved = { ...after, content: 'moved', formats: before.formats }
    await publish(blobs, publication([newsOf('2026-07-19', [])], { addresses }))
    await publish(blobs, publication([before, after], { addresses }))
    await publish(blobs, publication([{ ...newsOf('2026-07-20', []), content: 'empty' }, moved], { addresses }))
    expect(await told(blobs)).toHaveLength(1)
  })

  test('a company that is sold without a code has events under the address that its briefing has', async () => {
    const blobs = memoryBlobs()
    const row = { company: 'us:0000000003', codes: [], latest_period: null }
    const sold = { ...artifact('company/us:0000000003', 'a'), facts: { row: JSON.stringify(row) } }
    await publish(blobs, publication([newsOf('2026-07-21', []), sold], { addresses }))
    await publish(blobs, publication([newsOf('2026-07-22', ['us:0000000003', 'us:0000000004'])], { addresses }))
    expect(await told(blobs)).toMatchObject([
      { company: '0000000003', document: '/api/news?about=0000000003&since=2026-07-22&until=2026-07-22' },
    ])
  })
})
