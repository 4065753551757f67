import { SaxesParser } from 'saxes'
import { ParseError } from '../errors.ts'
import { textOf } from './body.ts'

/** An item of an RSS feed, its texts as they are, whether plain or CDATA. */
export interface RssItem {
  readonly title: string
  readonly link: string
  readonly category: string
  /** As sent, such as `Wed, 16 Sep 2026 18:00:00 GMT`. */
  readonly pubDate: string
}

const members: readonly string[] = ['title', 'link', 'category', 'pubDate']

/** Items of an RSS 2.0 feed, in their order. A body that is no whole feed, or one without items, is a `ParseError`. */
export function rssItems(body: Uint8Array, feed: string): RssItem[] {
  const items: Record<string, string>[] = []
  const open: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new ParseError('BODY_NOT_XML', `${feed}: the body is not complete XML: ${error.message.slice(0, 200)}`, { feed })
  })
  parser.on('opentag', ({ name }) => {
    open.push(name)
    if (open.length === 1 && name !== 'rss')
      throw new ParseError('BODY_NOT_FEED', `${feed}: the root of the XML is not an RSS feed`, { feed })
    if (open.join('/') === 'rss/channel/item') items.push({})
  })
  const add = (piece: string) => {
    const name = open[3]
    if (open.length !== 4 || open[2] !== 'item' || name === undefined || !members.includes(name)) return
    const item = items.at(-1)!
    item[name] = `${item[name] ?? ''}${piece}`
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(textOf(body, feed)).close()
  if (items.length === 0) throw new ParseError('FEED_EMPTY', `${feed}: the feed has no items`, { feed })
  return items.map((item) => {
    const member = (name: string) => (item[name] ?? '').trim()
    return { title: member('title'), link: member('link'), category: member('category'), pubDate: member('pubDate') }
  })
}

/** Months as RFC 822 writes them. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A date of RFC 822: the day and time its clock shows, and milliseconds UTC; null for anything else. */
export function rssDate(text: string): { day: string; clock: string; at: number } | null {
  const [, date = '', month = '', year = '', clock = '', zone = ''] =
    /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2})(?::\d{2})? (GMT|UTC|[+-]\d{4})$/.exec(text) ?? []
  const number = months.indexOf(month) + 1
  if (number === 0) return null
  const day = `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T${clock}:00Z`)
  const offset = /^[+-]/.test(zone) ? Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))) : 0
  return Number.isNaN(at) ? null : { day, clock, at: at - offset * 60_000 }
}
