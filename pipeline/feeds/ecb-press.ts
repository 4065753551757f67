import { defineFeed, type Rejected, rejection } from './feed.ts'
import { officialRecord } from './official-news.ts'
import { rssDate, rssItems } from './rss.ts'

const id = 'ecb-press'
const address = 'https://www.ecb.europa.eu/rss/press.html'
/** The path says what an item is: decisions on monetary policy, and the accounts of the meetings. Speeches, interviews and other releases are left out. */
const monetary =
  /^https?:\/\/www\.ecb\.europa\.eu\/press\/(?:pr\/date\/\d{4}\/html\/(ecb\.mp[\w~]+)|accounts\/\d{4}\/html\/(ecb\.mg[\w~]+))\.en\.(?:html|pdf)$/

/**
 * Press releases of the European Central Bank on monetary policy (RSS, in spite of the address). Links have a doubled slash. The clock is that of
 * Frankfurt, with its offset. The date of the whole feed can be older than its newest item and is not read.
 */
export const ecbPress = defineFeed({
  id,
  upstream: 'ecb',
  title: 'ECB press releases on monetary policy',
  needs: null,
  match: (url) => url.href === address,
  plan: () => [{ feed: id, upstream: 'ecb', url: address }],
  parse: (body, { at }) => {
    const rejected: Rejected[] = []
    const records = rssItems(body, id).flatMap((item) => {
      const link = item.link.replace(/^http:/, 'https:').replace('.eu//', '.eu/')
      const [, decision, account] = monetary.exec(link) ?? []
      const name = decision ?? account
      if (name === undefined) return []
      const date = rssDate(item.pubDate)
      if (date === null || item.title === '') {
        rejected.push(rejection(null, 'item', 'the title or date is invalid', JSON.stringify(item)))
        return []
      }
      const title = account === undefined ? item.title : `Account of the monetary policy meeting: ${item.title}`
      return officialRecord({ source: 'ecb', id: name, title, link, zone: 'Europe/Berlin', ...date }, at)
    })
    return { rows: { news_record: records }, rejected, next: [] }
  },
})
