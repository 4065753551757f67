import type { NewsRecordRow } from '../tables/news.ts'
import { isoDay, monthOf } from '../time/day.ts'
import { bodyText } from './body.ts'
import type { RowFeed } from './feed.ts'
import { officialRecord } from './official-news.ts'
import { calendarDay } from './scheduled-release.ts'
import { emptyBodyError, feedOf } from './sightings.ts'
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
export interface PressList extends Pick<RowFeed, 'id' | 'upstream' | 'title'> {
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
  return feedOf(
    { id, upstream, title, match: (url) => addresses.includes(`${url.origin}${url.pathname}`), plan: () => [address] },
    (body, { recording, reject }) => {
      const { records: items } = xmlRecords(bodyText(body, id).trimStart(), id, { root: 'rss', record: 'item' })
      if (items.length === 0) throw emptyBodyError(id, 'a list without items')
      const records = new Map<string, NewsRecordRow>()
      for (const each of items) {
        const text = (name: string) => each.get(name) ?? ''
        const item = { title: text('title').replaceAll(/\s+/gu, ' '), link: text('link'), category: text('category') }
        const [at, link] = [writtenTime(text('pubDate')), linkOf(item.link)]
        if (at === null || link === null || item.title === '') {
          reject(null, 'item', 'the item lacks a title, a link or a time', { ...item, pubDate: text('pubDate') })
          continue
        }
        const document = documentOf({ ...item, link })
        if (document === null) continue
        const shown = { source, id: link.pathname, title: item.title, ...document, link: link.href, zone }
        records.set(link.pathname, officialRecord({ ...shown, ...at }, recording.at))
      }
      return { rows: { news_record: [...records.values()] } }
    },
  )
}

function linkOf(text: string): URL | null {
  if (!/^https?:\/\//u.test(text) || !URL.canParse(text)) return null
  const link = new URL(text.replace(/^http:/u, 'https:'))
  link.pathname = link.pathname.replaceAll(/\/{2,}/gu, '/')
  return link
}

const written = /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2})(?::(\d{2}))? (GMT|UT|Z|[+-]\d{4})$/u

/** `Thu, 23 Jul 2026 14:15:00 +0200`: the day and clock as written, and milliseconds UTC. Null for anything else. */
function writtenTime(text: string): { readonly day: string; readonly clock: string; readonly at: number } | null {
  const [, date, month = '', year, clock, seconds = '00', offset = ''] = written.exec(text) ?? []
  const number = calendarDay(Number(year), monthOf(month), Number(date))
  if (number === null) return null
  const day = isoDay(number)
  const zone = /^[+-]/u.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : 'Z'
  const at = Date.parse(`${day}T${clock}:${seconds}${zone}`)
  return Number.isNaN(at) ? null : { day, clock: clock!, at }
}
