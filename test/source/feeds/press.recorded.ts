import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bojPress } from '../../../pipeline/source/feeds/boj-press.ts'
import { ecbPress } from '../../../pipeline/source/feeds/ecb-press.ts'
import { fedPress } from '../../../pipeline/source/feeds/fed-press.ts'
import type { RowFeed } from '../../../pipeline/source/feeds/feed.ts'
import { recordedFolder } from '../../recorded.ts'
import { recordingOf } from '../../recording-of.ts'

const fedAll = 'https://www.federalreserve.gov/feeds/press_all.xml'
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

describe('recorded lists', () => {
  const recorded = (file: string) => readFileSync(join(recordedFolder, 'news', file))

  test('of the Federal Reserve: the statement alone is monetary policy, with and without CDATA, with a byte order mark', () => {
    expect(parsed(fedPress, fedAll, recorded('fed_press_all_2026-09-18_3items.xml')).records).toMatchObject([
      {
        source: 'federal-reserve',
        id: '/newsevents/pressreleases/monetary20260916a.htm',
        form: 'FOMC statement',
        day: '2026-09-16',
        clock: '18:00',
        zone: 'GMT',
        happened_at: '2026-09-16T18:00:00Z',
        title: 'Federal Reserve issues FOMC statement',
      },
    ])
    expect(parsed(fedPress, fedAll, recorded('fed_press_all_2026-07-28_2items.xml')).records).toMatchObject([
      { form: 'discount rate minutes', day: '2026-07-14', happened_at: '2026-07-14T18:00:00Z' },
    ])
  })

  test('of the European Central Bank: the decision, on its own clock, without the doubled slash; a speech is none', () => {
    expect(parsed(ecbPress, ecbList, recorded('ecb_press_2026-07-28_2items.xml'))).toMatchObject({
      records: [
        {
          source: 'ecb',
          form: 'monetary policy decision',
          day: '2026-07-23',
          clock: '14:15',
          zone: 'Europe/Berlin',
          happened_at: '2026-07-23T12:15:00Z',
          link: 'https://www.ecb.europa.eu/press/pr/date/2026/html/ecb.mp260723~29f24d99bc.en.html',
        },
      ],
      rejected: [],
    })
  })

  test('of a week, of all three banks, as their addresses are', () => {
    const { items } = JSON.parse(recorded('central_bank_items_2026-05-22_29_derived.json').toString()) as {
      items: { published: string; feed: string; title: string; link: string }[]
    }
    const ofFeed = (name: string, feed: RowFeed, url: string) =>
      parsed(
        feed,
        url,
        list(
          items
            .filter((each) => each.feed === name)
            .map(({ title, link, published }) =>
              item(title, link, new Date(published).toUTCString(), title.startsWith('Minutes') ? 'Monetary Policy' : 'Other'),
            )
            .join(''),
        ),
      ).records.map(({ form, title, day }) => [form, title, day])
    expect(ofFeed('boj_whatsnew', bojPress, bojList)).toEqual([
      [
        'market operations release',
        'Quarterly Schedule of Outright Purchases of Japanese Government Bonds (Competitive Auction Method) (April-June 2026) (Schedule Updates)',
        '2026-05-29',
      ],
    ])
    expect(ofFeed('ecb_press', ecbPress, ecbList)).toEqual([
      ['account of a meeting', 'Account of the monetary policy meeting: Meeting of 29-30 April 2026', '2026-05-28'],
    ])
    expect(ofFeed('fed_press_all', fedPress, fedAll)).toEqual([
      ['discount rate minutes', "Minutes of the Board's discount rate meeting on April 20 and 29, 2026", '2026-05-26'],
    ])
  })
})
