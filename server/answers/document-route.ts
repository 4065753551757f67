import { type Kind, placeOf, type RegisteredDocument } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { ReadPart } from '../access/access.ts'
import type { Gate } from '../access/gate.ts'
import { notPublished, staleDocumentRefusal, wasRefusedOnItsDay } from '../editions/absence.ts'
import { freshnessLine, servedFreshnessAt } from '../editions/freshness.ts'
import type { PreparedAnswer } from '../editions/prepared-answer.ts'
import { retryAfterMissing } from '../editions/stored-document.ts'
import { documentUnavailable, readOrNull } from '../editions/unavailable.ts'
import { Refusal } from '../http/errors.ts'
import { contentTypes, type DocumentFormat, formatsOf, type TextFormat, textFormats, wholeFormats } from '../http/formats.ts'
import { memoize } from '../http/once.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import { suggestDocuments } from '../http/suggest.ts'
import type { Operation } from '../openapi/operation.ts'
import { type Query, readDay, readFields, readFormat, readParameters, readPart } from '../openapi/query.ts'
import type { RequestedDocument } from '../pages/refusal-page.ts'
import { daysOnRecord } from './catalogues.ts'
import { answerForPart, artifactKey, pageWithFreshness, pastDocument, readRequestFor } from './edition-cache.ts'
import { callOfferOf, canonicalTarget } from './offer.ts'
import { sendOpenDocument } from './open-routes.ts'
import { needEdition, queryOf, type RequestContext, type RequestState } from './request-context.ts'
import { memberSelector } from './selection.ts'
import { type PricedAnswer, servePriced } from './serve-priced.ts'

/** What a document is asked for with, as a request of HTTP or as a call of a tool. */
export interface DocumentQuery {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly state: Pick<RequestState, 'target' | 'cache' | 'reading' | 'asked' | 'freshness'>
  accepts(...types: string[]): string | false
}

/** A document of any kind, by the route of the kind or by its own path. The steps are those of `decide`, in its order. */
export async function documentRoute(ctx: RequestContext, operation: Operation, gate: Gate, now: number): Promise<void> {
  const asking = ctx as RequestContext & DocumentQuery
  if (operation.price === null) openDocument(ctx, operation)
  else await servePriced(ctx, gate, await pricedDocument(asking, operation, now))
}

/** The parameters of a document. `asked`: the format that is named, null where the header Accept chooses. */
function readAsked(asking: DocumentQuery, operation: Operation, now: number) {
  const kind = operation.kind!
  const query = readParameters(queryOf(asking), operation)
  const part = readPart(query)
  const fields = readFields(query)
  const served = (all: readonly DocumentFormat[]) => (fields !== null ? onlyJson : part !== null ? textFormats : all)
  const asked = readFormat(query, served(operation.formats as readonly DocumentFormat[]))
  const preferred = () => preferredFormat(asking, served(formatsOf(kind.formats)), kind.route!.otherwise)
  const format = asked ?? (fields === null ? preferred() : 'json')
  const date = kind.archived ? readDay(query, 'date', new Date(now).toISOString().slice(0, 10), 'the current document') : null
  return { query, part, fields, asked, format, date }
}

/** Members can be selected in this alone. */
export const onlyJson = ['json'] as const

/** The format a text is sent in: the one that is named, else what the header Accept chooses. */
export function servedFormat(
  asking: DocumentQuery,
  query: Query,
  formats: readonly TextFormat[],
  otherwise: TextFormat,
): TextFormat {
  return readFormat(query, formats) ?? preferredFormat(asking, formats, otherwise)
}

/** Steps 1 to 3 of `decide`: the document asked for, ready to be sold or served. Throws a `Refusal` where there is none. */
export async function pricedDocument(asking: DocumentQuery, operation: Operation, now: number): Promise<PricedAnswer> {
  const kind = operation.kind!
  const { query, part, fields, asked, format, date } = readAsked(asking, operation, now)
  // an edition from before there were pages has none, whatever a browser prefers
  const pageless = asked === null && format === 'html' ? preferredFormat(asking, textFormats, 'markdown') : null
  const row = requestedRow(asking, operation, kind, query)
  if (query.has('block'))
    throw new Refusal('UNKNOWN_PARAMETER', 'Only a company briefing has blocks. Omit block.', { field: 'block' })

  const cache = needEdition(asking)
  const { sample } = cache.view.manifest
  const place = placeOf(kind, row.id)
  const what = row.name === row.id ? `the ${kind.kind} ${row.id}` : `${row.name.charAt(0).toLowerCase()}${row.name.slice(1)}`
  const entry = cache.view.entries.get(place)
  asking.state.asked = askedOf(asking, kind, row, date ?? entry?.as_of ?? cache.view.manifest.as_of)
  if (date !== null && date !== entry?.as_of) {
    asking.state.freshness = `past; as-of=${date}`
    const days = entry === undefined ? cache.view.days(row.id) : daysOnRecord(cache.view, row.id, entry)
    if (days === null) throw notPublished(cache.view, place, what)
    let served = format
    const past = await readOrNull(cache.view.archived(date, row.id, 'json'))
    if (past !== null && wasRefusedOnItsDay(past.entry)) {
      const message = `${row.id} of ${date} was not served on its day: nothing current decided it. Ask for another day, or omit date.`
      throw new Refusal('NOT_ON_RECORD', message, { field: 'date' })
    }
    const read = (as: DocumentFormat) => pastDocument(cache, date, row.id, as, part, asked === null)
    const readEither = async () => {
      const first = await read(format)
      if (first === null && pageless !== null) served = pageless
      const one = first ?? (pageless && (await read(pageless)))
      if (one !== null || part === null || (await pastDocument(cache, date, row.id, 'json', null, false)) === null) return one
      const message = `${row.id} of ${date} was published without a ${part}. Leave part out for the whole document.`
      throw new Refusal('NOT_ON_RECORD', message, { field: 'part' })
    }
    const { edition } = cache
    const apart = fields === null || part !== null ? null : () => cache.view.archived(date, row.id, 'apart.json')
    const readSelected = async () => {
      const prepared = await readEither()
      return prepared && memberSelector(fields, { edition, prepared, apart: (await apart?.())?.plain ?? null })(prepared)
    }
    const prepared = await onRecord(readSelected, date, row.id, days)
    const wanted = readRequestFor(kind, row, served, sample, date)
    const offer = callOfferOf(wanted, operation, canonicalTarget(asking.path, queryOf(asking)), contentTypes[served])
    return { wanted, sample, offer, isPage: served === 'html', bytes: () => prepared }
  }
  const ready =
    cache.artifacts.get(artifactKey(place, part, format)) ?? (pageless && cache.artifacts.get(artifactKey(place, part, pageless)))
  if (!ready || entry === undefined) throw notPublished(cache.view, place, what)
  asking.state.freshness = freshnessLine(cache.view, entry, now)
  const { word, refused } = servedFreshnessAt(cache.view, entry, now)
  if (refused) throw await staleDocumentRefusal(cache.view, entry, row.id, what, now)
  const apart = part === null ? (cache.view.resident(place, 'apart.json')?.plain ?? null) : null
  const select = memberSelector(fields, { edition: cache.edition, prepared: ready.prepared, apart })
  const offer = callOfferOf(ready.wanted, operation, canonicalTarget(asking.path, queryOf(asking)), ready.type)
  const bytes = asked === null ? ready.negotiated : ready
  const { isPage, wanted } = ready
  const restated = { word, asOf: entry.as_of, open: wanted.open, negotiated: asked === null }
  const servedBytes = (part: ReadPart) =>
    isPage && word !== (entry.facts['freshness'] ?? word)
      ? pageWithFreshness(cache, answerForPart(bytes, part), restated)
      : select(answerForPart(bytes, part))
  return { wanted, sample, offer, isPage, bytes: servedBytes }
}

/** What a refusal may say of a document: what the catalogues say openly. */
function askedOf(
  asking: DocumentQuery,
  kind: Kind,
  { id, title, description, tier, price }: RegisteredDocument,
  day: string,
): RequestedDocument {
  const query = queryOf(asking).filter(({ name }) => name !== 'format')
  const place = placeOf(kind, id)
  return {
    place,
    title,
    description,
    tier,
    price,
    day,
    path: canonicalTarget(asking.path, query),
    formats: formatsOf(kind.formats),
  }
}

/** What anyone may read, as the edition holds it. */
function openDocument(ctx: RequestContext, operation: Operation): void {
  const kind = operation.kind!
  const cache = needEdition(ctx)
  const text = (format: DocumentFormat) => () => {
    const stored = cache.view.resident(placeOf(kind, kind.id), wholeFormats[format])
    if (stored !== null) return stored.plain.toString('utf8')
    throw new Refusal('NOT_PUBLISHED', `The edition contains no ${kind.kind}. Run briefing refresh.`)
  }
  sendOpenDocument(ctx, cache, operation, { json: text('json'), markdown: text('markdown'), html: text('html') })
}

/** The rows of a kind, made once an edition: what is close to a name is looked for in the same ones each time. */
const rowsIn = memoize(({ manifest }: EditionView) => memoize((kind: Kind) => kind.rows(manifest.sample)))

/** The document a request names: by its path, by the query, or because the kind has but one. */
export function requestedRow(asking: DocumentQuery, operation: Operation, kind: Kind, query: Query): RegisteredDocument {
  const { parameter } = kind.route!
  const cache = asking.state.cache
  const rows = cache === null ? [...kind.rows(true), ...kind.rows(false)] : rowsIn(cache.view)(kind)
  if (parameter === null) return rows[0]!
  const field = parameter.name
  const given = operation.row ?? asking.params[field] ?? query.get(field) ?? ''
  if (given === '' && parameter.missing !== undefined) throw new Refusal('MISSING_PARAMETER', parameter.missing, { field })
  if (parameter.shape?.pattern.test(given) === false) throw new Refusal(parameter.shape.code, parameter.shape.message, { field })
  const id = parameter.capitals ? given.toUpperCase() : given
  const row = rows.find((each) => each.id === id)
  if (row !== undefined) return row
  const suggestions = kind.catalogue === null ? {} : { suggestions: suggestDocuments(id, rows) }
  throw new Refusal('NOT_FOUND', parameter.unknown, { field, ...suggestions })
}

async function onRecord(
  read: () => Promise<PreparedAnswer | null>,
  day: string,
  id: string,
  { first, last }: { first: string; last: string },
): Promise<PreparedAnswer> {
  const prepared = await read().catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    const unavailable = documentUnavailable(error)
    if (unavailable !== null) throw unavailable
    throw new Refusal(
      'ARCHIVE_UNAVAILABLE',
      `${id} is on record for ${day}, but the document cannot be read right now. Retry in ${retryAfterMissing} seconds.`,
      { retryAfter: retryAfterMissing },
      error,
    )
  })
  if (prepared !== null) return prepared
  const message =
    day > first && day < last
      ? `${id} is not on record for ${day}, although its records run from ${first} to ${last}. Ask for another day, or omit date.`
      : `${id} is not on record for ${day}. Ask for a day from ${first} to ${last}, or omit date.`
  throw new Refusal('NOT_ON_RECORD', message, { field: 'date' })
}
