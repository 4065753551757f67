import { turnsPassed } from '../editions/freshness.ts'
import { bytesOf, type Described, openAnswer, type PreparedAnswer, prepare, sendPrepared } from '../editions/prepared-answer.ts'
import { retryAfterStart } from '../http/first-run.ts'
import { contentTypes, type TextFormat, textFormats } from '../http/formats.ts'
import { pageHeaders, pagePolicy } from '../http/page-policy.ts'
import { preferredFormat } from '../http/preferred-format.ts'
import type { Operation } from '../openapi/operations.ts'
import { readFormat, readParameters } from '../openapi/query.ts'
import { feedsPage } from '../pages/feeds-page.ts'
import { frontPage } from '../pages/page.ts'
import { pricesPage } from '../pages/ways-to-read.ts'
import { paymentStatusTable } from '../payments/status.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import type { HealthCheck } from '../schemas/system.ts'
import { catalogueOf, catalogueText, readSelection } from './catalogues.ts'
import type { EditionCache } from './edition-cache.ts'
import { type Exchange, needEdition, queryOf, sendPassing } from './exchange.ts'
import { type FeedRuns, health, healthTable, type ServerVersion, status, statusTable, version, versionTable } from './system.ts'

/** Where answers that were made stay: the cache of an edition, or `undated()` for what depends on none. */
export interface Keep {
  readonly edition: string | null
  readonly made: Map<string, PreparedAnswer>
}

export function undated(): Keep {
  return { edition: null, made: new Map() }
}

/** What there is of a kind, each as fresh as it is at `now`. */
export function catalogueRoute(ctx: Exchange, operation: Operation, now: number): void {
  const cache = needEdition(ctx)
  const kind = operation.kind!
  const selection = readSelection(readParameters(queryOf(ctx), operation))
  const { category, page } = selection
  const written = {
    json: () => JSON.stringify(catalogueOf(kind, cache.view, now, selection)),
    markdown: () => catalogueText(kind, cache.view, now, selection),
  }
  sendOpen(ctx, cache, { ...operation, id: `${operation.id} ${category} ${page}` }, written, turnsPassed(cache.view, now))
}

/** `runs` are told as of the moment; what is written stays while neither they nor the words of the edition change. */
export function statusRoute(ctx: Exchange, operation: Operation, now: number, runs: FeedRuns): void {
  const cache = needEdition(ctx)
  const asOfNow = () => status(cache.view, now, runs)
  const newest = Object.values(runs).reduce(
    (latest, { last_run }) => (last_run && last_run.at > latest ? last_run.at : latest),
    '',
  )
  const kept = { ...operation, id: `${operation.id} ${turnsPassed(cache.view, now)} ${newest}` }
  const named = readFormat(readParameters(queryOf(ctx), operation), operation.formats)
  if ((named ?? preferredFormat(ctx, operation.formats, 'json')) === 'html')
    sendOpenPage(ctx, cache, kept, () => feedsPage(asOfNow(), cache.view.manifest.sample))
  else sendOpen(ctx, cache, kept, { json: () => JSON.stringify(asOfNow()), markdown: () => statusTable(asOfNow()) })
}

export function versionRoute(ctx: Exchange, operation: Operation, keep: Keep, facts: ServerVersion): void {
  sendOpen(ctx, keep, operation, {
    json: () => JSON.stringify(version(facts)),
    markdown: () => versionTable(version(facts)),
  })
}

/** Depends on the moment: written for each request and kept nowhere. */
export function healthRoute(ctx: Exchange, operation: Operation, now: number, others: readonly HealthCheck[]): void {
  const format = textFormatOf(ctx, operation)
  const report = health(ctx.state.cache?.view ?? null, now, others)
  const text = format === 'json' ? JSON.stringify(report) : healthTable(report)
  const down = report.status === 'down'
  sendPassing(ctx, down ? 503 : 200, text, contentTypes[format], [
    ...byAccept,
    ...(down ? ['Retry-After', String(retryAfterStart)] : []),
  ])
}

/** What is taken in payment at the moment. */
export function paymentStatusRoute(ctx: Exchange, operation: Operation, status: PaymentStatus): void {
  const format = textFormatOf(ctx, operation)
  sendPassing(ctx, 200, format === 'json' ? JSON.stringify(status) : paymentStatusTable(status), contentTypes[format], byAccept)
}

/** As a page, or in Markdown as `guide` writes it. `head` is HTML for the head of the page, `links` the header Link. */
export function frontPageRoute(
  ctx: Exchange,
  { id, otherwise }: Operation,
  keep: EditionCache,
  { enabled, sandbox }: PaymentStatus,
  { guide, head, links }: { readonly guide: () => string; readonly head: string; readonly links: string },
): void {
  const page = () => frontPage(keep.view, { enabled, sandbox }).replace('</title>', () => `</title>${head}`)
  const format = preferredFormat(ctx, ['markdown', 'html'], otherwise as 'html')
  const described = { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, links, type: contentTypes[format] }
  const name = `${id} ${format} ${enabled} ${sandbox}`
  if (format === 'markdown') sendKept(ctx, keep, name, described, guide)
  else sendKept(ctx, keep, name, described, page, pagePolicy)
}

/** The front page until there is an edition: written for each request and kept nowhere. */
export function sendFirstPage(ctx: Exchange, progress: string, sold: PaymentStatus): void {
  const text = frontPage(null, sold, progress)
  sendPassing(ctx, 200, text, contentTypes.html, [], pageHeaders(text))
}

/** What keys and single calls cost here, and how to get in. */
export function pricesRoute(ctx: Exchange, operation: Operation, keep: Keep, sold: PaymentStatus, origin: string): void {
  const id = `${operation.id} ${JSON.stringify(sold)}`
  sendFile(ctx, { ...operation, id }, keep, () => pricesPage(origin, sold), pagePolicy)
}

/** Sends an open document in the format asked for. Another `turn`: what was written before is no longer so. */
export function sendOpen(
  ctx: Exchange,
  keep: Keep,
  operation: Operation,
  written: Readonly<Record<TextFormat, () => string>>,
  turn = 0,
): void {
  const format = textFormatOf(ctx, operation)
  // whether the header or the parameter chose, one answer is kept: a cache that looks at Accept needlessly is never wrong
  sendKept(
    ctx,
    keep,
    `${operation.id} ${format} ${turn}`,
    { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, type: contentTypes[format] },
    written[format],
  )
}

/** Sends an open document as a page. */
export function sendOpenPage(ctx: Exchange, keep: Keep, operation: Operation, write: () => string): void {
  const described = { ...openAnswer, vary: `Accept, ${openAnswer.vary}`, type: contentTypes.html }
  sendKept(ctx, keep, `${operation.id} html`, described, write, pagePolicy)
}

function textFormatOf(ctx: Exchange, operation: Operation): TextFormat {
  const otherwise = operation.otherwise as TextFormat
  return namedFormat(ctx, operation) ?? preferredFormat(ctx, textFormats, otherwise)
}

function namedFormat(ctx: Exchange, operation: Operation): TextFormat | null {
  return readFormat(readParameters(queryOf(ctx), operation), operation.formats) as TextFormat | null
}

const byAccept = ['Vary', 'Accept'] as const

/** Sends what has one format. `policy` gives the content security policy of a page. */
export function sendFile(
  ctx: Exchange,
  { id, otherwise }: Operation,
  keep: Keep,
  write: () => string,
  policy?: (page: string) => string,
): void {
  sendKept(ctx, keep, id, { ...openAnswer, type: contentTypes[otherwise] }, write, policy)
}

/** Sends what was made before under that name, or is made now. `policy` gives the content security policy of a page. */
export function sendKept(
  ctx: Exchange,
  keep: Keep,
  name: string,
  kind: Pick<Described, 'type' | 'cache' | 'vary' | 'links'>,
  write: () => string,
  policy?: (page: string) => string,
): void {
  let prepared = keep.made.get(name)
  if (prepared === undefined) {
    const text = write()
    const described = { ...kind, edition: keep.edition }
    prepared = prepare(
      bytesOf(text),
      policy === undefined ? described : { ...described, contentSecurityPolicy: () => policy(text) },
    )
    keep.made.set(name, prepared)
  }
  sendPrepared(ctx, prepared)
}
