import { defineFeed, type Rejected, rejection } from './feed.ts'
import { officialRecord } from './official-news.ts'
import { rssDate, rssItems } from './rss.ts'

const id = 'fed-press'
const root = 'https://www.federalreserve.gov/feeds/'
/** All releases hold those on monetary policy too: the same link is the same record. */
const addresses = ['press_monetary.xml', 'press_all.xml'].map((name) => `${root}${name}`)
const monetary = 'Monetary Policy'
/** `monetary20260916a`: the day, and a letter; the statement is `a`, the implementation note `a1`. */
const page = /^https?:\/\/www\.federalreserve\.gov\/newsevents\/pressreleases\/([a-z]+\d{8}[a-z]\d?)\.htm$/

/**
 * Press releases of the Federal Reserve Board on monetary policy (RSS): statements, minutes and decisions of the committee and of the board.
 * Items of other categories are no news here. The clock is GMT, as sent.
 */
export const fedPress = defineFeed({
  id,
  upstream: 'frb',
  title: 'Federal Reserve press releases on monetary policy',
  needs: null,
  match: (url) => addresses.includes(url.href),
  plan: () => [{ feed: id, upstream: 'frb', url: addresses[0]! }],
  parse: (body, { at }) => {
    const rejected: Rejected[] = []
    const records = rssItems(body, id).flatMap((item) => {
      if (item.category !== monetary) return []
      const [, name] = page.exec(item.link) ?? []
      const date = rssDate(item.pubDate)
      if (name === undefined || date === null || item.title === '') {
        rejected.push(rejection(null, 'item', 'the title, link or date is invalid', JSON.stringify(item)))
        return []
      }
      const link = item.link.replace(/^http:/, 'https:')
      return officialRecord({ source: 'fed', id: name, title: item.title, link, zone: 'UTC', ...date }, at)
    })
    return { rows: { news_record: records }, rejected, next: [] }
  },
})
