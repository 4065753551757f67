import { describe, expect, test } from 'vitest'
import { feeds as registered } from '../../pipeline/feeds/index.ts'
import { closedAfter } from '../closed-after.ts'
import { edition, running } from './fixture.ts'
import { closedAfterTest } from './served.ts'

const words = 'field <b>day</b> is missing (was text) since 2026-07-20T10:00:00Z in a.example/x'
const feed = {
  feed: 'fred-graph',
  title: 'FRED chart data (CSV, no key)',
  upstream: 'fred',
  licence: 'attribution',
  cadence: 'twice per business day',
  newest: '2026-07-22',
  last_read_at: '2026-07-23T06:00:00Z',
  status: 'late',
  next_due_at: '2026-07-23T13:00:00Z',
  note: 'late since 2026-07-23T05:00:00Z: nothing newer than 2026-07-22',
  last_error: { at: '2026-07-22T06:00:00Z', code: 'UPSTREAM_UNREACHABLE', text: 'FRED could not be reached' },
  drift: [{ field: 'day', change: 'missing', since: '2026-07-20T10:00:00Z', text: words }],
}
const last_run = { at: '2026-07-23T06:00:04.000Z', recordings: 12, rows: 1234, failures: 0 }
/** As large as it gets: every feed with every note. */
const feeds = registered.map(({ id, title, upstream }) => ({ ...feed, feed: id, title, upstream }))

let runs: Record<string, { down_since: null; last_run?: typeof last_run }> | Error = {}
const server = closedAfter(
  await running(edition({ edition: 'e1', feeds, sample: true }), {
    runs: async () => {
      if (runs instanceof Error) throw runs
      return { counts: {}, triggers: {}, feeds: runs }
    },
  }),
)

describe('the page of feeds', () => {
  test('tells of each feed its licence, cadence, newest period, last run with its rows, last error in its own words, and changes of its contract', async () => {
    runs = { 'fred-graph': { down_since: null, last_run } }
    const { status, headers, text } = await server.get('/api/status?format=html')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const row = text.split('<tr>').find((each) => each.startsWith('<th scope="row">fred-graph<'))!
    for (const part of [
      'fred<small>resold with its notice',
      'twice per business day',
      '2026-07-22',
      '2026-07-23 06:00',
      '1,234 new rows',
      'late',
    ])
      expect(row).toContain(part)
    expect(text).toContain('UPSTREAM_UNREACHABLE: FRED could not be reached')
    expect(text).toContain('contract changed: field &#60;b&#62;day&#60;/b&#62; is missing')
    expect(text).not.toContain('<b>day</b>')
    expect(text).toContain('SAMPLE DATA')
    expect(text).not.toMatch(/<script|<link|<img| on\w+=/)
  })

  test('stays under 72 KB with a note, an error and a change for every feed', async () => {
    const { text } = await server.get('/api/status?format=html')
    expect(feeds.length).toBeGreaterThan(40)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(72 * 1_024)
  })

  test('is what a browser gets; programs get JSON with the same, of the run that ended last', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    expect((await server.get('/api/status', { headers: browser })).headers['content-type']).toMatch(/^text\/html/)
    const told = async () =>
      JSON.parse((await server.get('/api/status')).text).feeds.find((line: typeof feed) => line.feed === 'fred-graph')
    expect(await told()).toMatchObject({ ...feed, last_run })
    const later = { ...last_run, at: '2026-07-23T07:00:04.000Z', rows: 1 }
    runs = { 'fred-graph': { down_since: null, last_run: later } }
    expect((await told()).last_run).toEqual(later)
  })

  test('is there where the runs cannot be read, and in an edition from before feeds told so much', async () => {
    runs = new Error('EIO')
    expect(JSON.parse((await server.get('/api/status')).text).feeds[0]).toMatchObject({ last_run: null })
    const { title: _, licence: __, cadence: ___, newest: ____, drift: _____, ...old } = feed
    const before = closedAfterTest(await running(edition({ edition: 'e0', feeds: [old] })))
    expect((await before.get('/api/status?format=html')).status).toBe(200)
    expect(JSON.parse((await before.get('/api/status')).text).feeds[0]).toMatchObject({ newest: null, drift: [], last_run: null })
  })
})
