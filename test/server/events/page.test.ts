import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventTypes } from '../../../data/event-types.ts'
import { newsKinds } from '../../../data/news-kinds.ts'
import type { Tier } from '../../../data/plans.ts'
import type { ChangeEvent } from '../../../pipeline/editions/events.ts'
import { dayMs } from '../../../pipeline/time/day.ts'
import { eventPageOf as bare, pageText, type WantedEvents, withEventNote } from '../../../server/events/page.ts'
import type { EventFilter } from '../../../server/openapi/event-filter.ts'
import { changed, filed, released, updated } from './made.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const everything = ['free', 'basic', 'pro'] as const

const ago = (hours: number) => now - hours * 3_600_000
const asked = (filter: Partial<EventFilter & WantedEvents> = {}): EventFilter & WantedEvents => ({
  after: null,
  types: eventTypes,
  companies: [],
  kinds: newsKinds,
  issuers: new Set(),
  limit: 50,
  wait: 0,
  ...filter,
})
const pageOf = (events: readonly ChangeEvent[], filter: EventFilter & WantedEvents, tiers: readonly Tier[], at: number) =>
  withEventNote(bare(events, filter, tiers, at), events, filter, tiers, at)
const ids = (page: { events: readonly { id: string }[] }) => page.events.map(({ id }) => Number(id))

describe('a page of events', () => {
  const events = [
    changed(1, ago(800)),
    changed(2, ago(700)),
    changed(3, ago(30)),
    released(4, ago(20)),
    changed(5, ago(2), { tier: 'pro' }),
  ]

  test('without a cursor begins 24 hours back, and says where the next read begins', () => {
    expect(pageOf(events, asked(), everything, now)).toMatchObject({
      events: [
        { id: '4', type: 'release.published', release: 'fed-balance-sheet', happened_at: '2026-11-19T21:30:00Z' },
        { id: '5', type: 'state.changed', briefing: 'btc.pulse', from: 'calm', to: 'rising', happened_at: '2026-11-20' },
      ],
      next_cursor: '5',
      has_more: false,
    })
  })

  test('with a cursor begins after it, and leaves out what is older than 30 days', () => {
    expect(ids(pageOf(events, asked({ after: 0 }), everything, now))).toEqual([2, 3, 4, 5])
    expect(ids(pageOf(events, asked({ after: 3 }), everything, now))).toEqual([4, 5])
  })

  test('after a cursor beyond the newest is empty, and the next read begins at the newest, kept or not', () => {
    expect(pageOf(events, asked({ after: 999 }), everything, now)).toMatchObject({ events: [], next_cursor: '5' })
    expect(bare([], asked({ after: 999 }), everything, now, 7)).toMatchObject({ events: [], next_cursor: '7' })
  })

  test('that is empty says what to ask instead, unless companies are named', () => {
    const empty = pageOf(events, asked({ after: 5 }), everything, now)
    expect(empty).toEqual({
      events: [],
      next_cursor: '5',
      has_more: false,
      note: expect.stringMatching(/have 4 market-wide events .* cursor=1 /),
    })
    expect(ids(pageOf(events, asked({ after: 1 }), everything, now))).toHaveLength(4)
    expect(pageOf(events, asked({ after: 5, companies: ['MSTR'] }), everything, now)).not.toHaveProperty('note')
    expect(pageOf([], asked(), everything, now).note).toMatch(/^No market-wide event of the last 30 days is open/)
  })

  test('holds filings of the companies that are named alone, of the kinds that are named', () => {
    const news = [
      changed(1, ago(5)),
      filed(2, ago(4), 'us:A', ['material-event', 'earnings-release']),
      filed(3, ago(3), 'us:B', ['material-event']),
      filed(4, ago(2), 'us:A', ['ownership-report']),
      filed(5, ago(1), 'us:A', []),
    ]
    const usual = newsKinds.filter((kind) => kind !== 'ownership-report')
    const of = (more: Partial<EventFilter & WantedEvents>) => ids(pageOf(news, asked({ after: 0, ...more }), everything, now))
    expect(of({ kinds: usual })).toEqual([1])
    expect(of({ kinds: usual, issuers: new Set(['us:A']) })).toEqual([1, 2, 5])
    expect(of({ kinds: ['ownership-report'], issuers: new Set(['us:A', 'us:B']) })).toEqual([1, 4])
    expect(of({ kinds: ['earnings-release'], types: ['company.news'], issuers: new Set(['us:A', 'us:B']) })).toEqual([2])
    expect(pageOf(news, asked({ after: 5 }), everything, now).note).toContain('1 market-wide event ')
    expect(pageText(pageOf(news, asked({ after: 2, issuers: new Set(['us:B']) }), everything, now))).toContain(
      'B: filing (material-event)',
    )
  })

  test('holds figures of the companies that are named alone, whatever kinds of filings are named', () => {
    const figures = [
      changed(1, ago(5)),
      updated(2, ago(1), 'us:A'),
      updated(3, ago(1), 'us:B'),
      updated(4, ago(1), 'us:A', { tier: 'pro' }),
    ]
    const of = (more: Partial<EventFilter & WantedEvents>, tiers: readonly Tier[] = everything) =>
      pageOf(figures, asked({ after: 0, ...more }), tiers, now)
    expect(ids(of({}))).toEqual([1])
    expect(ids(of({ issuers: new Set(['us:A']), kinds: ['ownership-report'] }))).toEqual([1, 2, 4])
    expect(ids(of({ issuers: new Set(['us:A']), types: ['company.figures_updated'] }, ['free', 'basic']))).toEqual([2])
    expect(ids(of({ issuers: new Set(['us:A']), types: ['company.news'] }))).toEqual([])
    expect(of({ after: 4 }).note).toContain('1 market-wide event ')
    const page = of({ after: 2, issuers: new Set(['us:B']) })
    expect(page.events).toEqual([
      {
        ...{ id: '3', type: 'company.figures_updated', company: 'B', period: 'FY2026 Q1', period_end: '2026-09-30' },
        ...{ happened_at: '2026-11-20', known_at: figures[2]!.known_at, rule: '/docs/methodology#changes' },
        fetch: '/api/companies/B/numbers',
      },
    ])
    expect(pageText(page)).toContain('B: figures of FY2026 Q1')
  })

  test('as Markdown names every event, and where later ones begin', () => {
    const text = pageText(pageOf([...events, changed(6, ago(1), { revised: '2026-11-18' })], asked(), everything, now))
    expect(text).toContain('# Changes (3)')
    expect(text).toContain('| 4 | 2026-11-19T21:30:00Z |')
    expect(text).toContain('btc.pulse: calm to rising (revised for 2026-11-18)')
    expect(text).toContain('cursor=6')
    expect(pageText(pageOf(events, asked({ after: 5 }), everything, now))).toContain('Nothing matches.')
  })

  test('pages read one after the other give every event that is open once, in order, whatever the limit and the filter', () => {
    const event = fc.record({
      pro: fc.boolean(),
      of: fc.constantFrom('state', 'release', 'us:A', 'us:B'),
      hours: fc.integer({ min: 0, max: 719 }),
    })
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        fc.subarray([...eventTypes], { minLength: 1 }),
        fc.subarray([...everything], { minLength: 2 }),
        (made, limit, types, tiers) => {
          const hours = made.map(({ hours: each }) => each).sort((a, b) => b - a)
          const all = made.map(({ pro, of }, i) => {
            if (of === 'release') return released(i + 1, ago(hours[i]!))
            if (of === 'state') return changed(i + 1, ago(hours[i]!), { tier: pro ? 'pro' : 'free' })
            return filed(i + 1, ago(hours[i]!), of, ['material-event'])
          })
          const issuers = new Set(['us:A'])
          const read: number[] = []
          let after = 0
          for (let page = pageOf(all, asked({ after, limit, types, issuers }), tiers, now); ; ) {
            read.push(...ids(page))
            after = Number(page.next_cursor)
            if (!page.has_more) break
            page = pageOf(all, asked({ after, limit, types, issuers }), tiers, now)
          }
          const open = all.filter(
            (each) =>
              types.includes(each.type) &&
              (tiers as string[]).includes(each.tier) &&
              (each.type !== 'company.news' || issuers.has(each.issuer)),
          )
          expect(read).toEqual(open.map(({ cursor }) => cursor))
          expect(after).toBe(all.length)
          expect(all.every(({ known_at }) => Date.parse(known_at) >= now - 30 * dayMs)).toBe(true)
        },
      ),
      { seed: 21, numRuns: 300 },
    )
  })
})
