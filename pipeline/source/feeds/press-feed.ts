import type { NewsRecordRow } from '../../warehouse/tables/news.ts'
import { bodyError, textOf } from './body.ts'
import { defineFeed, type Rejected, type RowFeed, rejection } from './feed.ts'
import { officialRecord } from './official-news.ts'
import { xmlRecords } from './xml-records.ts'

/** One item of a central bank's list of publications. */
export interface PressItem {
  readonly title: string
  /** Without the doubled slashes of some lists, and over https. */
  readonly link: URL
  /** Empty where the list has none. */
  readonly category: string
}

/** A central bank whose publications on monetary policy are read from a list in RSS 2.0. */
export interface PressList {
  readonly id: string
  readonly upstream: string
  readonly title: string
  /** The list that is asked for; `also` are others of the same form, as recordings may have them. */
  readonly address: string
  readonly also?: readonly string[]
  /** As in `news_record.source`. */
  readonly source: string
  /** IANA name of the zone that the list writes its times in. */
  readonly zone: string
  /** What an item is, by the name that `form` gives it; null where it does not concern monetary policy. `title`: where its own says too little. */
  documentOf(item: PressItem): { readonly form: string; readonly title?: string } | null
}

/**
 * Declares the feed of such a list. Dates and times are as written (RFC 822 with the offset), items are known by the path of their link: other
 * lists of the same bank repeat them. `lastBuildDate` is not a sign of freshness: items come later than it says.
 */
export function definePressFeed({ id, upstream, title, address, also = [], source, zone, documentOf }: PressList): RowFeed {
  const addresses = [address, ...also]
  return defineFeed({
    id,
    upstream,
    title,
    needs: null,
    match: (url) => addresses.includes(`${url.origin}${url.pathname}`),
    plan: () => [{ feed: id, upstream, url: address }],
    parse: (body, recording) => {
      const rejected: Rejected[] = []
      const items = itemsOf(textOf(body, id), id)
      if (items.length === 0) throw bodyError(id, 'PAGE_EMPTY', 'a list without items, although some were due')
      const records = new Map<string, NewsRecordRow>()
      for (const item of items) {
        const at = writtenTime(item.pubDate)
        const link = linkOf(item.link)
        if (at === null || link === null || item.title === '') {
          rejected.push(rejection(null, 'item', 'the item lacks a title, a link or a time', JSON.stringify(item)))
          continue
        }
        const document = documentOf({ title: item.title, link, category: item.category })
        if (document === null) continue
        const shown = {
          source,
          id: link.pathname,
          form: document.form,
          title: document.title ?? item.title,
          link: link.href,
          zone,
        }
        records.set(link.pathname, officialRecord({ ...shown, ...at }, recording.at))
      }
      return { rows: { news_record: [...records.values()] }, rejected, next: [] }
    },
  })
}

interface WrittenItem {
  readonly title: string
  readonly link: string
  readonly category: string
  readonly pubDate: string
}

/** The items of an RSS feed, in its order. A body that is not a whole feed is a `ParseError`. */
function itemsOf(text: string, id: string): WrittenItem[] {
  const { records } = xmlRecords(text.trimStart(), id, { root: 'rss', record: 'item' })
  return records.map((item) => ({
    title: (item.get('title') ?? '').replaceAll(/\s+/gu, ' '),
    link: item.get('link') ?? '',
    category: item.get('category') ?? '',
    pubDate: item.get('pubDate') ?? '',
  }))
}

function linkOf(text: string): URL | null {
  if (!/^https?:\/\//u.test(text) || !URL.canParse(text)) return null
  const link = new URL(text.replace(/^http:/u, 'https:'))
  link.pathname = link.pathname.replaceAll(/\/{2,}/gu, '/')
  return link
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const written = /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2})(?::(\d{2}))? (GMT|UT|Z|[+-]\d{4})$/u

/** `Thu, 23 Jul 2026 14:15:00 +0200`: the day and clock as written, and milliseconds UTC. Null for anything else. */
function writtenTime(text: string): { readonly day: string; readonly clock: string; readonly at: number } | null {
  const [, date = '', month = '', year, clock, seconds = '00', offset = ''] = written.exec(text) ?? []
  const nth = months.indexOf(month) + 1
  if (year === undefined || nth === 0) return null
  const day = `${year}-${String(nth).padStart(2, '0')}-${date.padStart(2, '0')}`
  const zone = /^[+-]/u.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : 'Z'
  const at = Date.parse(`${day}T${clock}:${seconds}${zone}`)
  const isDay = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(date)
  return Number.isNaN(at) || !isDay ? null : { day, clock: clock!, at }
}
