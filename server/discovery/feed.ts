import { briefingRows } from '../../data/briefings.ts'
import { productName } from '../../data/page-frame.ts'
import type { Front } from '../../pipeline/documents/front.ts'
import type { ChangeEvent, EditionView } from '../../pipeline/editions/reader.ts'
import { sendSingleFormat } from '../answers/open-routes.ts'
import { needEdition, type RequestContext } from '../answers/request-context.ts'
import { freshnessTurnsPassed, servedFreshnessAt } from '../editions/freshness.ts'
import { residentDocument } from '../editions/stored-document.ts'
import { eventTitle, pageUrlOf, toServedEvent } from '../events/page.ts'
import type { Operation } from '../openapi/operation.ts'
import { escaped } from '../pages/page.ts'

/** Newest events of a feed. */
const mostEvents = 100

interface FeedEntry {
  readonly id: string
  readonly url: string
  readonly title: string
  /** HTML. */
  readonly content: string
  /** RFC 3339 UTC. */
  readonly updated: string
}

const free = briefingRows.filter(({ tier }) => tier === 'free')

/** GET /feed.xml and /feed.json: made once an edition, and again when the word of one of its documents has changed. */
export function feedRoute(ctx: RequestContext, operation: Operation, origin: string, now: number): void {
  const cache = needEdition(ctx)
  const write = operation.otherwise === 'atom' ? atomOf : jsonFeedOf
  const id = `${operation.id} ${freshnessTurnsPassed(cache.view, now)}`
  sendSingleFormat(ctx, { ...operation, id }, cache, () => write(cache.view, origin, now))
}

/** The day, then what changed, newest first: what anyone may know, and no figure beside those of open headlines. */
function entriesOf(view: EditionView, origin: string, now: number): FeedEntry[] {
  const open = view.events.filter(isOpen).slice(-mostEvents).toReversed()
  return [...dayEntry(view, origin, now), ...open.map((event) => eventEntry(event, origin))]
}

const isOpen = (event: ChangeEvent) =>
  event.type === 'release.published' || (event.type === 'state.changed' && free.some(({ id }) => id === event.briefing))

/** The briefings of the free tier that are served; the id is that of the day, so that a reader shows one entry a day. */
function dayEntry(view: EditionView, origin: string, now: number): FeedEntry[] {
  const { manifest, entries, resident } = view
  const rows = residentDocument<Front>({ resident }, 'system/front')?.briefings ?? []
  const shown = free.flatMap(({ id, title, path }) => {
    const entry = entries.get(`briefing/${id}`)
    const standing = entry && servedFreshnessAt(view, entry, now)
    if (standing === undefined || standing.refused) return []
    const { headline = '' } = rows.find(({ briefing }) => briefing === id) ?? {}
    const words = `${entry!.facts['state'] ?? 'unknown'}${standing.word === 'fresh' ? '' : ` (${standing.word} data)`}. ${headline}`
    const line = `<li><a href="${origin}${path}?format=html">${escaped(title)}</a>: ${escaped(words.trim())}</li>`
    return [{ line, updated: entry!.computed_at }]
  })
  if (shown.length === 0) return []
  const updated = newestOf(shown)!
  const title = `${productName}, ${manifest.as_of}${manifest.sample ? ' (SAMPLE DATA)' : ''}`
  const content = `<ul>${shown.map(({ line }) => line).join('')}</ul>`
  return [{ id: `${origin}/#${manifest.as_of}`, url: `${origin}/`, title, content, updated }]
}

const newestOf = (dated: readonly Pick<FeedEntry, 'updated'>[]): string | undefined =>
  dated
    .map(({ updated }) => updated)
    .sort()
    .at(-1)

function eventEntry(event: ChangeEvent, origin: string): FeedEntry {
  const title = eventTitle(toServedEvent(event))
  const { cursor, document, known_at: updated } = event
  const url = pageUrlOf(document, origin)
  return { id: `${origin}/#event-${cursor}`, url, title, content: `<p>${escaped(title)}</p>`, updated }
}

const about = 'Market briefings: the day, changes of state, and releases that came in.'

/** Atom, RFC 4287. */
function atomOf(view: EditionView, origin: string, now: number): string {
  const entries = entriesOf(view, origin, now)
  const { published_at, sample } = view.manifest
  const updated = newestOf(entries) ?? published_at
  const lines = entries.map(
    ({ id, url, title, content, updated: at }) =>
      `<entry><id>${xml(id)}</id><title>${xml(title)}</title><updated>${at}</updated><link href="${xml(url)}"/><content type="html">${xml(content)}</content></entry>`,
  )
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(origin)}/feed.xml</id><title>${nameOf(sample)}</title><subtitle>${about}</subtitle>`,
    `<updated>${updated}</updated><author><name>${productName}</name></author><link href="${xml(origin)}/"/><link rel="self" type="application/atom+xml" href="${xml(origin)}/feed.xml"/>`,
    ...lines,
    '</feed>\n',
  ].join('\n')
}

/** Without characters that XML cannot have. */
const xml = (text: string) => escaped(text.replace(/[^\P{C}\t\n\r]/gu, ''))

const nameOf = (sample: boolean) => `${productName}${sample ? ' (SAMPLE DATA)' : ''}`

const itemOf = ({ content, updated, ...entry }: FeedEntry) => ({ ...entry, content_html: content, date_modified: updated })

/** JSON Feed 1.1. */
function jsonFeedOf(view: EditionView, origin: string, now: number): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: nameOf(view.manifest.sample),
    description: about,
    home_page_url: `${origin}/`,
    feed_url: `${origin}/feed.json`,
    language: 'en',
    authors: [{ name: productName }],
    items: entriesOf(view, origin, now).map(itemOf),
  })
}
