import { briefingRows } from '../data/briefings.ts'
import { metricRows } from '../data/metrics.ts'
import { prices } from '../data/prices.ts'
import { notPublished, retryAfterMissing } from './absence.ts'
import type { Wanted } from './access.ts'
import { daysOnRecord } from './catalogues.ts'
import { Refusal } from './errors.ts'
import { type Exchange, needShelf, queryOf } from './exchange.ts'
import type { Finished } from './finished.ts'
import { contentTypes, type DocumentFormat } from './formats.ts'
import type { Gate } from './gate.ts'
import { canonicalTarget, offerOf } from './offer.ts'
import type { Operation } from './openapi/operations.ts'
import type { Offer } from './payments/payments.ts'
import { readDate, readFormat, readParameters } from './query.ts'
import { servePriced } from './serve-priced.ts'
import { bytesFor, pastBriefing } from './shelf.ts'
import { suggest, suggestBriefings } from './suggest.ts'

/** GET /api/context, and a briefing's own path. The steps are those of `decide`, in its order. */
export async function briefingRoute(ctx: Exchange, operation: Operation, gate: Gate, now: number): Promise<void> {
  const query = readParameters(queryOf(ctx), operation)
  const asked = readFormat(query, operation.formats)
  const text = asked ?? 'markdown'
  const page = asked === null && ctx.accepts('text/markdown', 'text/html') === 'text/html'
  const date = readDate(query, new Date(now).toISOString().slice(0, 10))
  const row = namedBriefing(operation.briefing ?? query.get('briefing'))

  const shelf = needShelf(ctx)
  const place = `briefing/${row.id}`
  const entry = shelf.view.entries.get(place)
  const past = date === null || date === entry?.as_of ? null : date
  if (past !== null) {
    const days = entry === undefined ? shelf.view.days(row.id) : daysOnRecord(shelf.view, row.id, entry)
    if (days === null) throw notPublished(shelf.view, place, `the briefing ${row.id}`)
    const read = (format: DocumentFormat) => pastBriefing(shelf, past, row.id, format, asked === null)
    const finished = await onRecord(async () => (page ? await read('html') : null) ?? read(text), past, row.id, days)
    const wanted: Wanted = { kind: 'briefing', id: row.id, tier: row.tier, date: past, price: prices.briefing[row.tier] }
    const type = contentTypes[page ? 'html' : text]
    return servePriced(ctx, gate, {
      wanted,
      sample: shelf.view.manifest.sample,
      offer: offerHere(ctx, wanted, type),
      bytes: () => finished,
    })
  }
  const ready = (page ? shelf.artifacts.get(`${place} html`) : undefined) ?? shelf.artifacts.get(`${place} ${text}`)
  if (ready === undefined) throw notPublished(shelf.view, place, `the briefing ${row.id}`)
  const finished = (asked === null ? ready.negotiated : null) ?? ready.finished
  return servePriced(ctx, gate, {
    wanted: ready.wanted,
    sample: ready.sample,
    offer: offerHere(ctx, ready.wanted, ready.type),
    bytes: () => finished,
  })
}

/** GET /api/metrics/{metric}. */
export async function metricRoute(ctx: Exchange, operation: Operation, gate: Gate, name: string): Promise<void> {
  const query = readParameters(queryOf(ctx), operation)
  const format = readFormat(query, operation.formats) ?? 'markdown'
  const row = metricRows.find(({ metric }) => metric === name)
  if (row === undefined) {
    const suggestions = suggest(
      name,
      metricRows.map(({ metric }) => metric),
    )
    throw new Refusal('NOT_FOUND', 'There is no metric of that name. GET /api/metrics lists them.', {
      field: 'metric',
      suggestions,
    })
  }

  const shelf = needShelf(ctx)
  const place = `metric/${row.metric}`
  const ready = shelf.artifacts.get(`${place} ${format}`)
  if (ready === undefined) throw notPublished(shelf.view, place, `the metric ${row.metric}`)
  return servePriced(ctx, gate, {
    wanted: ready.wanted,
    sample: ready.sample,
    offer: offerHere(ctx, ready.wanted, ready.type),
    bytes: (part) => bytesFor(ready, part),
  })
}

function namedBriefing(id: string | undefined) {
  if (id === undefined || id === '') {
    throw new Refusal('MISSING_PARAMETER', 'Name a briefing: /api/context?briefing=ID. GET /api/briefings lists the ids.', {
      field: 'briefing',
    })
  }
  const row = briefingRows.find((each) => each.id === id)
  if (row !== undefined) return row
  throw new Refusal('NOT_FOUND', 'There is no briefing of that id. GET /api/briefings lists them.', {
    field: 'briefing',
    suggestions: suggestBriefings(id, briefingRows),
  })
}

async function onRecord(
  read: () => Promise<Finished | null>,
  day: string,
  id: string,
  days: { first: string; last: string },
): Promise<Finished> {
  const finished = await read().catch((error: unknown) => {
    throw new Refusal(
      'ARCHIVE_UNAVAILABLE',
      `The document of ${id} for ${day} is on record and cannot be read at the moment. Ask again in ${retryAfterMissing} seconds.`,
      { retryAfter: retryAfterMissing },
      error,
    )
  })
  if (finished !== null) return finished
  const message = `${id} is not on record for ${day}. Its first day on record is ${days.first}, its last ${days.last}; ask for a day between them, or leave date out.`
  throw new Refusal('NOT_ON_RECORD', message, { field: 'date' })
}

export function offerHere(ctx: Exchange, wanted: Wanted, type: string): Offer {
  return offerOf(wanted, canonicalTarget(ctx.path, queryOf(ctx)), type)
}
