import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { bojList, ecbList, fedList, item, list, parse, recordsOf } from './press-lists.ts'

describe('recorded lists', () => {
  const recorded = (file: string) => readFileSync(join(recordedFolder, 'news', file))

  test('of the Federal Reserve: the statement alone is monetary policy, with and without CDATA, with a byte order mark', () => {
    expect(recordsOf(fedList, recorded('fed_press_all_2026-09-18_3items.xml'))).toMatchObject([
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
    expect(recordsOf(fedList, recorded('fed_press_all_2026-07-28_2items.xml'))).toMatchObject([
      { form: 'discount rate minutes', day: '2026-07-14', happened_at: '2026-07-14T18:00:00Z' },
    ])
  })

  test('of the European Central Bank: the decision by the clock of the bank, without the doubled slash; a speech is left out', () => {
    const { rows, rejected } = parse(ecbList, recorded('ecb_press_2026-07-28_2items.xml'))
    expect(rows.news_record).toMatchObject([
      {
        source: 'ecb',
        form: 'monetary policy decision',
        day: '2026-07-23',
        clock: '14:15',
        zone: 'Europe/Berlin',
        happened_at: '2026-07-23T12:15:00Z',
        link: 'https://www.ecb.europa.eu/press/pr/date/2026/html/ecb.mp260723~29f24d99bc.en.html',
      },
    ])
    expect(rejected).toEqual([])
  })

  test('of a week, of all three banks, as their addresses are', () => {
    const { items } = JSON.parse(recorded('central_bank_items_2026-05-22_29_derived.json').toString()) as {
      items: { published: string; feed: string; title: string; link: string }[]
    }
    const ofFeed = (name: string, url: string) =>
      recordsOf(
        url,
        list(
          items
            .filter((each) => each.feed === name)
            .map(({ title, link, published }) =>
              item(title, link, new Date(published).toUTCString(), title.startsWith('Minutes') ? 'Monetary Policy' : 'Other'),
            )
            .join(''),
        ),
      ).map(({ form, title, day }) => [form, title, day])
    expect(ofFeed('boj_whatsnew', bojList)).toEqual([
      [
        'market operations release',
        'Quarterly Schedule of Outright Purchases of Japanese Government Bonds (Competitive Auction Method) (April-June 2026) (Schedule Updates)',
        '2026-05-29',
      ],
    ])
    expect(ofFeed('ecb_press', ecbList)).toEqual([
      ['account of a meeting', 'Account of the monetary policy meeting: Meeting of 29-30 April 2026', '2026-05-28'],
    ])
    expect(ofFeed('fed_press_all', fedList)).toEqual([
      ['discount rate minutes', "Minutes of the Board's discount rate meeting on April 20 and 29, 2026", '2026-05-26'],
    ])
  })
})
