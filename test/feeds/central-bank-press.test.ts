import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { ecbPress } from '../../pipeline/feeds/ecb-press.ts'
import { fedPress } from '../../pipeline/feeds/fed-press.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { rssDate } from '../../pipeline/feeds/rss.ts'
import { recordedFolder, recordingOf, withoutRecorded } from '../recorded.ts'
import lines from '../truth/news-lines.json' with { type: 'json' }

const at = '2026-09-18T20:00:00Z'
const fed = 'https://www.federalreserve.gov/feeds/press_monetary.xml'
const ecb = 'https://www.ecb.europa.eu/rss/press.html'
const item = (link: string, category = 'Monetary Policy', date = 'Wed, 16 Sep 2026 18:00:00 GMT', title = 'T') =>
  `<item><title>${title}</title><link><![CDATA[${link}]]></link><category>${category}</category><pubDate>${date}</pubDate></item>`
const rss = (...items: string[]) => `\uFEFF<?xml version="1.0"?><rss><channel><title>x</title>${items.join('')}</channel></rss>`
const parse = (feed: typeof fedPress, url: string, body: string | Uint8Array) =>
  feed.parse(typeof body === 'string' ? new TextEncoder().encode(body) : body, recordingOf(url, body, at))
const release = (name: string) => `https://www.federalreserve.gov/newsevents/pressreleases/${name}.htm`
const ofEcb = (path: string) => `https://www.ecb.europa.eu//press/${path}.en.html`

test.each([
  ['Wed, 16 Sep 2026 18:00:00 GMT', { day: '2026-09-16', clock: '18:00', at: Date.parse('2026-09-16T18:00:00Z') }],
  ['Thu, 23 Jul 2026 14:15:00 +0200', { day: '2026-07-23', clock: '14:15', at: Date.parse('2026-07-23T12:15:00Z') }],
  ['Fri, 1 Jan 2027 00:30:00 +0100', { day: '2027-01-01', clock: '00:30', at: Date.parse('2026-12-31T23:30:00Z') }],
  ['Thu, 31 Feb 2026 25:15:00 GMT', null],
  ['2026-07-23T14:15:00Z', null],
])('the date %s shows its own clock', (text, read) => expect(rssDate(text)).toEqual(read))

describe('the Federal Reserve', () => {
  test('shows the clock of the release; the statement and its implementation note are two records', () => {
    const { rows, rejected } = parse(fedPress, fed, rss(item(release('monetary20260916a')), item(release('monetary20260916a1'))))
    expect(rejected).toEqual([])
    expect(rows.news_record?.map(({ id }) => id)).toEqual(['monetary20260916a', 'monetary20260916a1'])
    expect(rows.news_record?.[0]).toMatchObject({
      ...{ source: 'fed', origin: 'official', day: '2026-09-16', clock: '18:00', zone: 'UTC', kinds: '', form: null },
      ...{ happened_at: '2026-09-16T18:00:00Z', title: 'T', link: release('monetary20260916a'), known_at: at },
    })
  })
  test('items of another category are no news, and no reason to reject', () => {
    expect(parse(fedPress, fed, rss(item(release('enforcement20260918a'), 'Enforcement Actions')))).toMatchObject({
      rows: { news_record: [] },
      rejected: [],
    })
  })
  test('the feed of all releases is the same feed: one link, one record', () => {
    expect(feedFor(fed.replace('monetary', 'all'))).toBe(fedPress)
  })
  test('an item with a bad date or link is rejected alone', () => {
    const body = rss(item('https://example.com/x.htm'), item(release('monetary20260916a'), 'Monetary Policy', 'soon'))
    expect(parse(fedPress, fed, body)).toMatchObject({ rows: { news_record: [] }, rejected: [{}, {}] })
  })
  test.each(['<html><body>down</body></html>', '<rss><channel><item>', rss()])('%s is no feed', (body) => {
    expect(() => parse(fedPress, fed, body)).toThrow(ParseError)
  })
})

describe('the European Central Bank', () => {
  test('the path decides: decisions and accounts are monetary policy', () => {
    const paths = [
      'pr/date/2026/html/ecb.mp260723~29f24d99bc',
      'pr/date/2026/html/ecb.pr260529~2699fd8390',
      'key/date/2026/html/ecb.sp260724~d484b483b9',
      'inter/date/2026/html/ecb.in260724~d484b483b9',
      'accounts/2026/html/ecb.mg260528~a93230dc4b',
    ]
    const { rows } = parse(ecbPress, ecb, rss(...paths.map((path) => item(ofEcb(path), '', 'Thu, 23 Jul 2026 14:15:00 +0200'))))
    expect(rows.news_record?.map(({ id, title }) => [id, title])).toEqual([
      ['ecb.mp260723~29f24d99bc', 'T'],
      ['ecb.mg260528~a93230dc4b', 'Account of the monetary policy meeting: T'],
    ])
  })
})

describe.skipIf(withoutRecorded)('recorded items', () => {
  const recorded = (name: string) => readFileSync(join(recordedFolder, 'news', name))
  const records = () => [
    ...parse(fedPress, fed, recorded('fed_press_all_2026-07-28_2items.xml')).rows.news_record!,
    ...parse(fedPress, fed, recorded('fed_press_all_2026-09-18_3items.xml')).rows.news_record!,
    ...parse(ecbPress, ecb, recorded('ecb_press_2026-07-28_2items.xml')).rows.news_record!,
  ]
  const read = lines.filter(({ source, source_file }) => ['fed', 'ecb'].includes(source) && source_file.endsWith('.xml'))
  test.each(read)('read by hand: $id', ({ id, source, title, date, time, link }) => {
    const record = records().find((each) => each.id === id)
    if (title === null) expect(record).toBeUndefined()
    else expect(record).toMatchObject({ source, title, day: date, link, happened_at: `${date}T${time!.split(' ')[0]}:00Z` })
  })
  test('there are three records, one of each body', () => expect(records()).toHaveLength(3))
})
