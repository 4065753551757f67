import { describe, expect, test } from 'vitest'
import { bojPress } from '../../../pipeline/source/feeds/boj-press.ts'
import { ecbPress } from '../../../pipeline/source/feeds/ecb-press.ts'
import { fedPress } from '../../../pipeline/source/feeds/fed-press.ts'
import type { RowFeed } from '../../../pipeline/source/feeds/feed.ts'
import { recordingOf } from '../../recording-of.ts'
import { refusalOf } from './reading.ts'

const ecbList = 'https://www.ecb.europa.eu/rss/press.html'
const bojList = 'https://www.boj.or.jp/en/rss/whatsnew.xml'

const parsed = (feed: RowFeed, url: string, body: Uint8Array | string) => {
  expect(feed.match(new URL(url))).toBe(true)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const { rows, rejected } = feed.parse(bytes, recordingOf(url, bytes, '2026-09-20T00:00:00Z'))
  return { records: rows.news_record ?? [], rejected }
}
const list = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${items}</channel></rss>`
const item = (title: string, link: string, date: string, category = '') =>
  `<item><title>${title}</title><link>${link}</link>${category && `<category>${category}</category>`}<pubDate>${date}</pubDate></item>`

test('a statement and its implementation note are two records, and the minutes of the committee another kind', () => {
  const base = 'https://www.federalreserve.gov/newsevents/pressreleases'
  const policy = (title: string, page: string) =>
    item(title, `${base}/${page}.htm`, 'Wed, 29 Jul 2026 18:00:00 GMT', 'Monetary Policy')
  const { records } = parsed(
    fedPress,
    'https://www.federalreserve.gov/feeds/press_monetary.xml',
    list(
      policy('Federal Reserve issues FOMC statement', 'monetary20260729a') +
        policy('Implementation Note issued July 29, 2026', 'monetary20260729a1') +
        policy('Minutes of the Federal Open Market Committee, June 16-17, 2026', 'monetary20260708a') +
        policy('Federal Reserve issues FOMC statement', 'monetary20260729a'),
    ),
  )
  expect(records.map(({ form }) => form)).toEqual(['FOMC statement', 'implementation note', 'FOMC minutes'])
})

test('a statement of the Bank of Japan is known by the name of its file, and shown on the clock of Tokyo', () => {
  const link = 'http://www.boj.or.jp/en/mopo/mpmdeci/mpr_2026/k260731a.pdf'
  const { records } = parsed(
    bojPress,
    bojList,
    list(item('Statement on Monetary Policy', link, 'Fri, 31 Jul 2026 12:03:00 +0900')),
  )
  expect(records).toMatchObject([
    {
      id: '/en/mopo/mpmdeci/mpr_2026/k260731a.pdf',
      form: 'statement on monetary policy',
      day: '2026-07-31',
      clock: '12:03',
      happened_at: '2026-07-31T03:03:00Z',
      link: link.replace('http:', 'https:'),
    },
  ])
})

describe('what is no such list', () => {
  test.each([
    ['an empty one', list(''), 'PAGE_EMPTY'],
    ['one cut short', list(item('t', ecbList, 'Thu, 23 Jul 2026 14:15:00 +0200')).slice(0, -30), 'BODY_NOT_XML'],
    ['another kind of XML', '<?xml version="1.0"?><feed></feed>', 'BODY_NOT_FEED'],
    ['a web page', '<!doctype html><html></html>', 'BODY_IS_HTML'],
  ])('%s is refused', (_, body, code) => {
    expect(refusalOf(() => parsed(ecbPress, ecbList, body))).toBe(code)
  })

  test.each([
    ['a day that no month has', 'Thu, 31 Jun 2026 14:15:00 +0200'],
    ['no offset', 'Thu, 23 Jul 2026 14:15:00'],
    ['no time', ''],
  ])('an item with %s goes to quarantine', (_, date) => {
    const decision = 'https://www.ecb.europa.eu//press/pr/date/2026/html/ecb.mp260723~29f24d99bc.en.html'
    const { records, rejected } = parsed(ecbPress, ecbList, list(item('Monetary policy decisions', decision, date)))
    expect([records, rejected.length]).toEqual([[], 1])
  })
})
