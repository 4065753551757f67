import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { metricRows } from '../../../data/metrics.ts'
import { closedAfter } from '../../closed-after.ts'
import { changed, released, updated } from '../events/made.ts'
import { edition, running } from '../fixture.ts'
import { withDocuments } from '../with-documents.ts'

const at = Date.parse('2026-07-23T06:00:05Z')
const events = [
  changed(1, at),
  changed(2, at, { briefing: 'btc.full', tier: 'pro' }),
  released(3, at, '2026-07-22'),
  updated(4, at, 'us:1', { company: 'MSTR' }),
]
const front = {
  briefings: [
    { briefing: 'btc.pulse', headline: 'Bitcoin & <b>"more"</b>\u0007 ]]>', freshness: 'stale' },
    { briefing: 'btc.full', headline: 'A headline that is sold', freshness: 'fresh' },
  ],
}
const coming = {
  ...{ occurrence: 'Consumer Price Index, July 2026', release: 'Consumer Price Index, July 2026; all; items, (major)' },
  ...{ local_time: '08:30 New York', status: 'confirmed', source: 'Bureau of Labor Statistics', utc: '12:30' },
  ...{ due_at: '2026-08-12T12:30:00Z', due_from: '2026-08-12', due_to: '2026-08-12' },
  changes_briefings: 'macro.snapshot btc.pulse',
  changes_metrics: metricRows
    .filter(({ category }) => category === 'macro')
    .map(({ metric }) => metric)
    .join(' '),
}
const week = {
  ...{ ...coming, occurrence: 'Retail Sales – août, 2026-08-10', release: 'Rétail Sales é'.repeat(9), status: 'by rule' },
  ...{ due_at: null, due_from: '2026-08-10', due_to: '2026-08-14', changes_briefings: '', changes_metrics: '' },
}

const view = withDocuments(edition({ edition: 'e1', events }), {
  'system/front': front,
  'briefing/macro.calendar': { sections: [{ id: 'coming', rows: [coming, week] }] },
})
const server = closedAfter(await running(view))
const bare = closedAfter(await running(edition({ edition: 'e2' })))
const origin = `http://127.0.0.1:${server.port}`

test.each([
  ['/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/feed.json', 'application/feed+json; charset=utf-8'],
  ['/calendar.ics', 'text/calendar; charset=utf-8'],
])('%s is open, kept by its entity tag, and named by the front page', async (path, type) => {
  const { status, headers } = await server.get(path)
  expect([status, headers['content-type']]).toEqual([200, type])
  expect((await server.get(path, { headers: { 'if-none-match': headers.etag! } })).status).toBe(304)
  const page = await server.get('/')
  expect(page.headers['link']).toContain(`<${path}>; rel="alternate"`)
  expect(page.text).toContain(`<link rel="alternate" type="${type.split(';')[0]}" href="${path}">`)
})

test('the Atom feed is well-formed and has what RFC 4287 requires', async () => {
  const { text } = await server.get('/feed.xml')
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  const values: (readonly [string, string])[] = []
  parser.on('opentag', ({ name, uri }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom')
    path.push(name)
  })
  parser.on('text', (value) => {
    if (value.trim() !== '') values.push([path.join('/'), value])
  })
  parser.on('closetag', () => void path.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
  const at = (place: string) => values.flatMap(([where, value]) => (where === place ? [value] : []))
  const entry = ['id', 'title', 'updated', 'content'].map((name) => at(`feed/entry/${name}`).length)
  expect([at('feed/id'), at('feed/title').length, entry]).toEqual([[`${origin}/feed.xml`], 1, [3, 3, 3, 3]])
  for (const time of [...at('feed/updated'), ...at('feed/entry/updated')]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(at('feed/entry/title')).toEqual([
    'Market Briefing, 2026-07-23',
    'fed balance sheet of 2026-07-22',
    'BTC Pulse: calm to rising',
  ])
  expect(at('feed/entry/content')[0]).toContain('calm. Bitcoin &#38; &#60;b&#62;&#34;more&#34;&#60;/b&#62; ]]&#62;')
})

test('both feeds have the same entries, and nothing that is sold', async () => {
  const [atom, json] = [await server.get('/feed.xml'), await server.get('/feed.json')]
  const feed = JSON.parse(json.text)
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: `${origin}/feed.json` })
  const ids = feed.items.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([`${origin}/#2026-07-23`, `${origin}/#event-3`, `${origin}/#event-1`])
  expect([...atom.text.matchAll(/<entry><id>([^<]+)/g)].map(([, id]) => id!.replace('&#35;', '#'))).toEqual(ids)
  for (const { url } of feed.items) expect([200, 401]).toContain((await server.get(url.slice(origin.length))).status)
  expect(`${atom.text}${json.text}`).not.toMatch(/that is sold|btc\.full|MSTR/)
})

/** What a calendar says, read by its grammar alone: unfolded lines of name, parameters and value. */
function eventsIn(ics: string) {
  expect(ics.endsWith('\r\n')).toBe(true)
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = ics.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'])
  const all: Record<string, string>[] = []
  for (const line of lines) {
    const [, name, value] = /^([A-Z-]+(?:;[A-Z]+=[A-Z-]+)*):(.*)$/.exec(line)!
    if (name === 'BEGIN' && value === 'VEVENT') all.push({})
    else if (all.length > 0 && name !== 'END') all.at(-1)![name!] = value!
  }
  for (const event of all) expect(Object.keys(event)).toEqual(expect.arrayContaining(['UID', 'DTSTAMP', 'SUMMARY']))
  expect(new Set(all.map(({ UID }) => UID)).size).toBe(all.length)
  return all
}
const calendar = async (query = '') => eventsIn((await server.get(`/calendar.ics${query}`)).text)

test('the calendar has what is due with its time, or as whole days where only the week is known', async () => {
  const [timed, whole] = await calendar()
  expect(timed).toMatchObject({
    DTSTART: '20260812T123000Z',
    SUMMARY: 'Consumer Price Index\\, July 2026\\; all\\; items\\, (major)',
    STATUS: 'CONFIRMED',
  })
  expect(timed!['DESCRIPTION']).toContain('Briefings it can change: macro.snapshot\\, btc.pulse.\\nMetrics it can change: ')
  expect(whole).toMatchObject({ 'DTSTART;VALUE=DATE': '20260810', 'DTEND;VALUE=DATE': '20260815', STATUS: 'TENTATIVE' })
  expect(whole!['SUMMARY']).toBe('Rétail Sales é'.repeat(9))
})

test('a moved release keeps its UID', async () => {
  const [before] = await calendar()
  const moved = { ...coming, due_at: '2026-08-13T12:30:00Z', due_from: '2026-08-13', due_to: '2026-08-13' }
  const next = { 'briefing/macro.calendar': { sections: [{ id: 'coming', rows: [moved] }] } }
  bare.reader.adopt(withDocuments(edition({ edition: 'e3' }), next))
  const [after] = eventsIn((await bare.get('/calendar.ics')).text)
  expect([after!['UID'], after!['DTSTART']]).toEqual([before!['UID'], '20260813T123000Z'])
})

test('filters take what can change a briefing or a category, and refuse what there is none of', async () => {
  expect(await calendar('?briefing=btc.pulse')).toHaveLength(1)
  expect(await calendar('?category=macro')).toHaveLength(1)
  expect(await calendar('?category=ether')).toHaveLength(0)
  const { status, text } = await server.get('/calendar.ics?briefing=btc.nothing')
  expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'INVALID_REQUEST', field: 'briefing' }])
})

test('an edition without the calendar says so: an empty one would say that nothing is due', async () => {
  bare.reader.adopt(edition({ edition: 'e4' }))
  const { status, text } = await bare.get('/calendar.ics')
  expect([status, JSON.parse(text).error]).toEqual([503, 'NOT_PUBLISHED'])
})
