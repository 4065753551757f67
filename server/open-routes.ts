import { briefingCatalogue, briefingTable, metricCatalogue, metricTable } from './catalogues.ts'
import { errorList, errorListText } from './error-list.ts'
import { type Exchange, needShelf, queryOf, retryAfterStart, send, sendPassing } from './exchange.ts'
import { finishText } from './finish-text.ts'
import type { Finished } from './finished.ts'
import { frontPage, frontPagePolicy } from './front-page.ts'
import { type DocumentFormat, readFormat, readParameters } from './query.ts'
import { contentTypes } from './shelf.ts'
import { health, healthTable, type ServerVersion, status, statusTable, version, versionTable } from './system.ts'

/** Where answers that were made stay: the shelf of an edition, or `undated()` for what depends on none. */
export interface Keep {
  readonly edition: string | null
  readonly made: Map<string, Finished>
}

export function undated(): Keep {
  return { edition: null, made: new Map() }
}

const open = { cache: 'public, no-cache', vary: 'Accept-Encoding' } as const

export function briefingsRoute(ctx: Exchange): void {
  const shelf = needShelf(ctx)
  sendOpen(ctx, shelf, 'briefings', 'json', {
    json: () => JSON.stringify(briefingCatalogue(shelf.view)),
    markdown: () => briefingTable(briefingCatalogue(shelf.view), shelf.view),
  })
}

export function metricsRoute(ctx: Exchange): void {
  const shelf = needShelf(ctx)
  sendOpen(ctx, shelf, 'metrics', 'json', {
    json: () => JSON.stringify(metricCatalogue(shelf.view)),
    markdown: () => metricTable(metricCatalogue(shelf.view), shelf.view),
  })
}

export function statusRoute(ctx: Exchange): void {
  const shelf = needShelf(ctx)
  sendOpen(ctx, shelf, 'status', 'json', {
    json: () => JSON.stringify(status(shelf.view)),
    markdown: () => statusTable(status(shelf.view)),
  })
}

export function versionRoute(ctx: Exchange, keep: Keep, facts: ServerVersion): void {
  sendOpen(ctx, keep, 'version', 'json', {
    json: () => JSON.stringify(version(facts)),
    markdown: () => versionTable(version(facts)),
  })
}

export function errorListRoute(ctx: Exchange, keep: Keep): void {
  sendOpen(ctx, keep, 'errors', 'markdown', { json: () => JSON.stringify(errorList()), markdown: errorListText })
}

/** A page in Markdown alone. */
export function methodologyRoute(ctx: Exchange, keep: Keep, text: () => string): void {
  sendKept(ctx, keep, 'methodology', contentTypes.markdown, text)
}

/** Depends on the moment: written for each request and kept nowhere. */
export function healthRoute(ctx: Exchange, now: number): void {
  const format = readFormat(readParameters(queryOf(ctx), ['format'], 'open'), 'json')
  const report = health(ctx.state.shelf?.view ?? null, now)
  const text = format === 'json' ? JSON.stringify(report) : healthTable(report)
  const down = report.status === 'down'
  sendPassing(ctx, down ? 503 : 200, text, contentTypes[format], down ? ['Retry-After', String(retryAfterStart)] : [])
}

export function frontPageRoute(ctx: Exchange, without: Keep): void {
  const keep = ctx.state.shelf ?? without
  sendKept(ctx, keep, 'front page', 'text/html; charset=utf-8', () => frontPage(ctx.state.shelf?.view ?? null), frontPagePolicy)
}

/** Sends an open document in the format asked for. */
function sendOpen(
  ctx: Exchange,
  keep: Keep,
  name: string,
  otherwise: DocumentFormat,
  written: Readonly<Record<DocumentFormat, () => string>>,
): void {
  const format = readFormat(readParameters(queryOf(ctx), ['format'], 'open'), otherwise)
  sendKept(ctx, keep, `${name} ${format}`, contentTypes[format], written[format])
}

function sendKept(
  ctx: Exchange,
  keep: Keep,
  name: string,
  type: string,
  write: () => string,
  contentSecurityPolicy?: string,
): void {
  let finished = keep.made.get(name)
  if (finished === undefined) {
    const policy = contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy }
    finished = finishText(write(), { ...open, type, edition: keep.edition, ...policy })
    keep.made.set(name, finished)
  }
  send(ctx, finished)
}
