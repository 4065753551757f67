import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { type BodyFields, fieldsOf } from '../../pipeline/feeds/body-shape.ts'
import { driftOf, driftText, type SeenShape } from '../../pipeline/feeds/contract-drift.ts'
import { feedState, feeds } from '../../pipeline/feeds/index.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { sampleRecording } from '../recording-of.ts'
import { loadOf } from './loads.ts'

const begin = Date.parse('2026-07-01T12:00:00Z')

/** Bodies of one kind of request, one a day, as the table keeps them. */
function seen(bodies: readonly unknown[], keyed: readonly string[] = []): SeenShape[] {
  const shapes = new Map<string, SeenShape>()
  bodies.forEach((body, day) => {
    const fields = fieldsOf(body, keyed)!
    const at = begin + day * dayMs
    const same = shapes.get(JSON.stringify(fields))
    shapes.set(JSON.stringify(fields), { feed: 'planted', request: 'a.example/x', fields, first: same?.first ?? at, last: at })
  })
  return [...shapes.values()]
}
const told = (bodies: readonly unknown[], days = bodies.length - 1): string[] =>
  driftOf(seen(bodies), begin + days * dayMs).map(({ field, change, was, is, since }) =>
    [field, change, was, is, (since - begin) / dayMs].join(' '),
  )
const item = (value: unknown) => ({ items: [value] })

describe('drift of a contract', () => {
  const old = item({ at: 'd', value: 1 })

  test.each<[string, readonly unknown[], readonly string[]]>([
    ['the same again', [old, old, old], []],
    ['a new field', [old, old, item({ at: 'd', value: 1, note: 'x' })], ['items[].note new  text 2']],
    ['a missing field', [old, old, item({ at: 'd' })], ['items[].value missing number  2']],
    ['a renamed one', [old, old, item({ at: 'd', val: 1 })], ['items[].val new  number 2', 'items[].value missing number  2']],
    ['another type', [old, old, item({ at: 'd', value: '1' })], ['items[].value retyped number text 2']],
    ['null where never null', [old, old, item({ at: 'd', value: null })], ['items[].value retyped number null 2']],
    [
      'left out of some items, where it never was',
      [old, old, { items: [{ at: 'd', value: 1 }, { at: 'e' }] }],
      ['items[].value retyped number left out of some items or number 2'],
    ],
    ['of a new object only the object', [old, old, { ...old, meta: { page: { no: 1 } } }], ['meta new  object 2']],
    ['of a missing list only the list', [old, old, {}], ['items missing array  2']],
    ['another body altogether', [old, old, [1]], ['(body) retyped object array 2']],
    ['an empty list proves nothing', [old, old, { items: [] }], []],
    ['what comes and goes is optional', [old, item({ at: 'd' }), old, item({ at: 'd' })], []],
    ['what may be null is no news', [item({ at: 'd', value: null }), old, item({ at: 'd', value: null })], []],
    ['nor that it no longer is', [{ items: [1, null] }, { items: [1, null] }, { items: [1] }], []],
    [
      'a value where there was none ever',
      [{ items: [null] }, { items: [null] }, { items: [1] }],
      ['items[] retyped null number 2'],
    ],
    ['a column of CSV', ['day,VIX\n1,2\n', 'day,VIX\n1,2\n', 'date,VIX\n1,2\n'], ['date new  number 2', 'day missing number  2']],
  ])('%s', (_, bodies, notices) => {
    expect(told(bodies)).toEqual(notices)
  })

  test('the first day is learned, and after 30 days a change is the contract', () => {
    const other = item({ at: 'd' })
    const within: SeenShape[] = seen([old, other]).map((shape, at) => ({ ...shape, first: begin + at, last: begin + at }))
    expect(driftOf(within, begin + dayMs)).toEqual([])
    expect(told([old, old, other], 31)).toHaveLength(1)
    expect(told([old, old, other], 32)).toEqual([])
  })

  test('a day knows nothing of a later one', () => {
    const shapes = seen([old, old, item({ at: 'd' })])
    expect(driftOf(shapes, begin + dayMs)).toEqual([])
  })

  test('one notice for all kinds of request that changed alike, with what to look at', () => {
    const kinds = ['a', 'b', 'c'].flatMap((request) =>
      seen([old, old, item({ at: 'd' })]).map((shape) => ({ ...shape, request })),
    )
    const [notice, ...others] = driftOf(kinds, begin + 2 * dayMs)
    expect(others).toEqual([])
    expect(driftText(notice!)).toBe(
      'field items[].value is missing (was number) since 2026-07-03T12:00:00Z in 3 kinds of request, first in a',
    )
  })

  test('the order of shapes does not matter', () => {
    const fields = fc.constantFrom<BodyFields[]>(
      ...[old, item({ at: 'd' }), item({ at: 1, value: 2 }), { items: [], more: null }].map((body) => fieldsOf(body)!),
    )
    const shape = fc.record({
      feed: fc.constant('planted'),
      request: fc.constantFrom('a', 'b'),
      fields,
      first: fc.integer({ min: begin, max: begin + 5 * dayMs }),
      last: fc.integer({ min: begin + 5 * dayMs, max: begin + 9 * dayMs }),
    })
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 6 }), (shapes) => {
        const now = begin + 20 * dayMs
        expect(driftOf(shapes.toReversed(), now)).toEqual(driftOf(shapes, now))
      }),
    )
  })
})

test('a body that is refused teaches nothing', async () => {
  const url = 'https://markets.newyorkfed.org/api/soma/summary.json'
  const { parsed } = await loadOf(url, new TextEncoder().encode('{"error":"busy"}'), '2026-11-20T12:00:00Z')
  expect(parsed).toMatchObject({ refused: expect.any(String) })
})

test('invented filings keep to their forms from day to day', async () => {
  const shapes: SeenShape[] = []
  for (const day of [0, 3]) {
    const now = Date.parse('2026-11-16T22:00:00Z') + day * dayMs
    const transport = sampleTransport({ now })
    const state = feedState({ now, newestPeriod: new Map(), credentials: new Set(), sample: true })
    for (const feed of feeds) {
      if (feed.kind === 'bulk') continue
      for (const request of feed.plan(state).slice(0, 1)) {
        const response = await transport.fetch(request, new AbortController().signal)
        const { body, at } = response
        const made = await loadOf(request.url, body, at, sampleRecording(response)).catch((error: unknown) => {
          if (!(error instanceof ParseError)) throw error
        })
        const parsed = made?.parsed
        for (const { first_seen: _, ...row } of (parsed && 'rows' in parsed && parsed.rows.body_shape) || [])
          shapes.push({ ...row, first: now, last: now })
      }
    }
  }
  const seen = [...new Set(shapes.map(({ feed }) => feed))]
  expect(seen).toEqual(expect.arrayContaining(['sec-submissions', 'edinet-list']))
  expect(seen, 'rows of the sample are no form of an upstream').not.toContain('fred-graph')
  expect(driftOf(shapes, Date.parse('2026-11-22T00:00:00Z')).map(driftText)).toEqual([])
})
