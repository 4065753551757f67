import { briefingRows } from '../data/briefings.ts'
import { metricRows } from '../data/metrics.ts'
import { prices } from '../data/prices.ts'
import { notPublished, retryAfterMissing } from './absence.ts'
import type { Wanted } from './access.ts'
import { daysOnRecord } from './catalogues.ts'
import { Refusal } from './errors.ts'
import { type Exchange, needShelf, queryOf } from './exchange.ts'
import type { Finished } from './finished.ts'
import { contentTypes, type DocumentFormat, pageFormats, textFormats } from './formats.ts'
import type { Gate } from './gate.ts'
import { canonicalTarget, offerOf } from './offer.ts'
import type { Operation } from './openapi/operations.ts'
import type { Offer } from './payments/payments.ts'
import { preferredFormat } from './preferred-format.ts'
import { readDate, readFormat, readParameters } from './query.ts'
import { servePriced } from './serve-priced.ts'
import { bytesFor, pastBriefing } from './shelf.ts'
import { suggestBriefings, suggestMetrics } from './suggest.ts'

/** GET /api/context, and a briefing's own path. The steps are those of `decide`, in its order. */
export async function briefingRoute(ctx: Exchange, operation: Operation, gate: Gate, now: number): Promise<void> {
  const query = readParameters(queryOf(ctx), operation)
  const asked = readFormat(query, operation.formats)
  const format = asked ?? preferredFormat(ctx, pageFormats, 'markdown')
  // an edition from before there were pages has none, whatever a browser prefers
  const pageless = asked === null && format === 'html' ? preferredFormat(ctx, textFormats, 'markdown') : null
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
    const stored = async () => (await read(format)) ?? (pageless && read(pageless))
    const finished = await onRecord(stored, past, row.id, days)
    const wanted: Wanted = { kind: 'briefing', id: row.id, tier: row.tier, date: past, price: prices.briefing[row.tier] }
    const type = contentTypes[format]
    return servePriced(ctx, gate, {
      wanted,
      sample: shelf.view.manifest.sample,
      offer: offerHere(ctx, wanted, type),
      bytes: () => finished,
    })
  }
  const ready = shelf.artifacts.get(`${place} ${format}`) ?? (pageless && shelf.artifacts.get(`${place} ${pageless}`))
  if (!ready) throw notPublished(shelf.view, place, `the briefing ${row.id}`)
  const { finished } = asked === null ? ready.negotiated : ready
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
  const asked = readFormat(query, operation.formats)
  const format = asked ?? preferredFormat(ctx, textFormats, 'markdown')
  const row = metricRows.find(({ metric }) => metric === name)
  if (row === undefined) {
    const suggestions = suggestMetrics(name, metricRows)
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
    bytes: (part) => bytesFor(asked === null ? ready.negotiated : ready, part),
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
  const { first, last } = days
  const gap = day > first && day < last
  const message = gap
    ? `${id} is not on record for ${day}, although its first day on record is ${first}, its last ${last}. Ask for another day, or leave date out.`
    : `${id} is not on record for ${day}. Its first day on record is ${first}, its last ${last}. Ask for a day from ${first} to ${last}, or leave date out.`
  throw new Refusal('NOT_ON_RECORD', message, { field: 'date' })
}

export function offerHere(ctx: Exchange, wanted: Wanted, type: string): Offer {
  return offerOf(wanted, canonicalTarget(ctx.path, queryOf(ctx)), type)
}
