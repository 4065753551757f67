import { briefingRows } from '../../data/briefings.ts'
import { type PlanTerms, plans } from '../../data/plans.ts'
import type { Gate } from '../access/gate.ts'
import { freshnessTurnsPassed, servedFreshnessAt } from '../editions/freshness.ts'
import {
  type AnswerDescription,
  codedBytesOf,
  openAnswer,
  type PreparedAnswer,
  prepareAnswer,
  sendPrepared,
} from '../editions/prepared-answer.ts'
import { retryAfterStart } from '../http/first-run.ts'
import { type AnyFormat, contentTypes } from '../http/formats.ts'
import { pageHeaders, pagePolicy } from '../http/page-policy.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import type { Operation } from '../openapi/operation.ts'
import { readFormat, readParameters } from '../openapi/query.ts'
import { feedsPage } from '../pages/feeds-page.ts'
import { type FrontReader, frontPage } from '../pages/page.ts'
import { pricesPage } from '../pages/ways-to-read.ts'
import { paymentStatusTable } from '../payments/status.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import type { HealthCheck } from '../schemas/system.ts'
import { catalogueOf, catalogueText, readCatalogueSelection } from './catalogues.ts'
import type { EditionCache } from './edition-cache.ts'
import { needEdition, queryOf, type RequestContext, sendUncached } from './request-context.ts'
import {
  type FeedRuns,
  healthReport,
  healthTable,
  type ServerVersion,
  statusReport,
  statusTable,
  versionReport,
  versionTable,
} from './system.ts'

/** Where answers that were made stay: the cache of an edition, or `undated()` for what depends on none. */
export interface AnswerCacheSlot {
  readonly edition: string | null
  readonly made: Map<string, PreparedAnswer>
}

export function undatedCache(): AnswerCacheSlot {
  return { edition: null, made: new Map() }
}

/** What there is of a kind, each as fresh as it is at `now`. */
export function catalogueRoute(ctx: RequestContext, operation: Operation, now: number): void {
  const cache = needEdition(ctx)
  const kind = operation.kind!
  const selection = readCatalogueSelection(readParameters(queryOf(ctx), operation))
  const written = {
    json: () => JSON.stringify(catalogueOf(kind, cache.view, now, selection)),
    markdown: () => catalogueText(kind, cache.view, now, selection),
  }
  const { category, page } = selection
  sendOpenDocument(ctx, cache, operation, written, `${operation.id} ${category} ${page} ${freshnessTurnsPassed(cache.view, now)}`)
}

/** `runs` are those of the moment; what is written stays while neither they nor the words of the edition change. */
export function statusRoute(ctx: RequestContext, operation: Operation, now: number, runs: FeedRuns): void {
  const cache = needEdition(ctx)
  const asOfNow = () => statusReport(cache.view, now, runs)
  const newest = Object.values(runs).reduce(
    (latest, { last_run }) => (last_run && last_run.at > latest ? last_run.at : latest),
    '',
  )
  const written = {
    json: () => JSON.stringify(asOfNow()),
    markdown: () => statusTable(asOfNow()),
    html: () => feedsPage(asOfNow(), cache.view.manifest.sample),
  }
  sendOpenDocument(ctx, cache, operation, written, `${operation.id} ${freshnessTurnsPassed(cache.view, now)} ${newest}`)
}

export function versionRoute(ctx: RequestContext, operation: Operation, keep: AnswerCacheSlot, facts: ServerVersion): void {
  sendOpenDocument(ctx, keep, operation, {
    json: () => JSON.stringify(versionReport(facts)),
    markdown: () => versionTable(versionReport(facts)),
  })
}

/** Depends on the moment: written for each request and kept nowhere. */
export function healthRoute(ctx: RequestContext, operation: Operation, now: number, others: readonly HealthCheck[]): void {
  const format = formatAsked(ctx, operation)
  const report = healthReport(ctx.state.cache?.view ?? null, now, others)
  const text = format === 'json' ? JSON.stringify(report) : healthTable(report)
  const down = report.status === 'down'
  sendUncached(ctx, down ? 503 : 200, text, contentTypes[format], [
    ...byAccept,
    ...(down ? ['Retry-After', String(retryAfterStart)] : []),
  ])
}

/** What is taken in payment at the moment. */
export function paymentStatusRoute(ctx: RequestContext, operation: Operation, status: PaymentStatus): void {
  const format = formatAsked(ctx, operation)
  sendUncached(ctx, 200, format === 'json' ? JSON.stringify(status) : paymentStatusTable(status), contentTypes[format], byAccept)
}

/**
 * As a page, or in Markdown as `guide` writes it. `head` is HTML for the head of the page, `links` the header Link. Who is signed in gets a page
 * of their plan, which is kept nowhere.
 */
export async function frontPageRoute(
  ctx: RequestContext,
  operation: Operation,
  keep: EditionCache,
  sold: PaymentStatus,
  { guide, head, links, gate, now }: FrontRoute,
): Promise<void> {
  const { view } = keep
  const unsold = briefingRows.flatMap(({ id }) => {
    const entry = view.entries.get(`briefing/${id}`)
    return entry !== undefined && servedFreshnessAt(view, entry, now).refused ? [id] : []
  })
  const page = (reader?: FrontReader) =>
    frontPage(view, sold, { unsold, ...(reader && { reader }) }).replace('</title>', () => `</title>${head()}`)
  const reader = formatAsked(ctx, operation) === 'html' ? await signedInReader(ctx, gate) : null
  if (reader === null) {
    const name = `${operation.id} ${sold.enabled} ${sold.sandbox} ${unsold.join()}`
    sendOpenDocument(ctx, keep, operation, { markdown: guide, html: () => page() }, name, {
      links,
      vary: `Accept, ${openAnswer.vary}, Cookie`,
    })
  } else {
    const text = page(reader)
    sendUncached(ctx, 200, text, contentTypes.html, ['Link', links], pageHeaders(text))
  }
}

interface FrontRoute {
  readonly guide: () => string
  readonly head: () => string
  readonly links: string
  readonly gate: Gate
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Who reads the front page by the session of the browser; null for anyone, also where sessions cannot be looked up. */
async function signedInReader({ state }: RequestContext, gate: Gate): Promise<FrontReader | null> {
  const caller = state.session === null ? null : await gate.visitor(state.session).catch(() => null)
  if (caller?.kind !== 'holder' || caller.holder.suspended) return null
  const { title, tiers } = plans.find(({ plan }) => plan === caller.holder.plan)!
  return { tiers, plan: title }
}

/** The front page until there is an edition: written for each request and kept nowhere. */
export function sendFirstPage(ctx: RequestContext, progress: string, sold: PaymentStatus): void {
  const text = frontPage(null, sold, { progress })
  sendUncached(ctx, 200, text, contentTypes.html, [], pageHeaders(text))
}

/** What keys and single calls cost here, and how to get in. */
export function pricesRoute(
  ctx: RequestContext,
  operation: Operation,
  keep: AnswerCacheSlot,
  sold: PaymentStatus,
  origin: string,
  terms: PlanTerms,
): void {
  const id = `${operation.id} ${JSON.stringify(sold)}`
  sendSingleFormat(ctx, { ...operation, id }, keep, () => pricesPage(origin, sold, terms))
}

/**
 * Sends an open document in the format asked for. Another `name`: what was written before is no longer so. Whether the header or the
 * parameter chose, one answer is kept: a cache that looks at Accept needlessly is never wrong.
 */
export function sendOpenDocument(
  ctx: RequestContext,
  keep: AnswerCacheSlot,
  operation: Operation,
  written: Readonly<Partial<Record<AnyFormat, () => string>>>,
  name = operation.id,
  more: Partial<Pick<AnswerDescription, 'links' | 'vary'>> = {},
): void {
  const format = formatAsked(ctx, operation)
  const described = { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, ...more, type: contentTypes[format] }
  sendCached(ctx, keep, `${name} ${format}`, described, written[format]!)
}

/** The format that the query names, else the one that the header Accept prefers. */
function formatAsked(ctx: RequestContext, operation: Operation): AnyFormat {
  const { accepts, formats, otherwise } = operation
  const named = readFormat(readParameters(queryOf(ctx), operation), formats)
  return named ?? preferredFormat(ctx, accepts ?? formats, otherwise as AnyFormat)
}

const byAccept = ['Vary', 'Accept'] as const

/** Sends what has one format. */
export function sendSingleFormat(
  ctx: RequestContext,
  { id, otherwise }: Operation,
  keep: AnswerCacheSlot,
  write: () => string,
): void {
  sendCached(ctx, keep, id, { ...openAnswer, type: contentTypes[otherwise] }, write)
}

/** Sends what was made before under that name, or is made now. */
export function sendCached(
  ctx: RequestContext,
  keep: AnswerCacheSlot,
  name: string,
  kind: Pick<AnswerDescription, 'type' | 'cache' | 'vary' | 'links'>,
  write: () => string,
): void {
  let prepared = keep.made.get(name)
  if (prepared === undefined) {
    const text = write()
    const policy = kind.type === contentTypes.html ? { contentSecurityPolicy: () => pagePolicy(text) } : {}
    prepared = prepareAnswer(codedBytesOf(text), { ...kind, ...policy, edition: keep.edition })
    keep.made.set(name, prepared)
  }
  sendPrepared(ctx, prepared)
}
