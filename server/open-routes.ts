import { briefingCatalogue, briefingTable, metricCatalogue, metricTable } from './catalogues.ts'
import { errorList, errorListText } from './error-list.ts'
import { type Exchange, needShelf, queryOf, retryAfterStart, send, sendPassing } from './exchange.ts'
import { finishText } from './finish-text.ts'
import type { Finished } from './finished.ts'
import { frontPage } from './front-page.ts'
import { pagePolicy } from './page-policy.ts'
import type { PaymentStatus } from './payments/payments.ts'
import { paymentStatusTable } from './payments/status.ts'
import { readFormat, readParameters, type TextFormat, textFormats } from './query.ts'
import { contentTypes } from './shelf.ts'
import { calibrationText, health, healthTable, type ServerVersion, status, statusTable, version, versionTable } from './system.ts'

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

/** The record of past scores, as the edition holds it. */
export function calibrationRoute(ctx: Exchange): void {
  const shelf = needShelf(ctx)
  sendOpen(ctx, shelf, 'calibration', 'json', {
    json: () => calibrationText(shelf.view, 'json'),
    markdown: () => calibrationText(shelf.view, 'md'),
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
  const format = readFormat(readParameters(queryOf(ctx), ['format'], 'open'), textFormats) ?? 'json'
  const report = health(ctx.state.shelf?.view ?? null, now)
  const text = format === 'json' ? JSON.stringify(report) : healthTable(report)
  const down = report.status === 'down'
  sendPassing(ctx, down ? 503 : 200, text, contentTypes[format], down ? ['Retry-After', String(retryAfterStart)] : [])
}

/** What is taken in payment at the moment. */
export function paymentStatusRoute(ctx: Exchange, status: PaymentStatus): void {
  const format = readFormat(readParameters(queryOf(ctx), ['format'], 'open'), textFormats) ?? 'json'
  sendPassing(ctx, 200, format === 'json' ? JSON.stringify(status) : paymentStatusTable(status), contentTypes[format])
}

export function frontPageRoute(ctx: Exchange, without: Keep): void {
  const keep = ctx.state.shelf ?? without
  sendKept(ctx, keep, 'front page', contentTypes.html, () => frontPage(ctx.state.shelf?.view ?? null))
}

/** Sends an open document in the format asked for. */
function sendOpen(
  ctx: Exchange,
  keep: Keep,
  name: string,
  otherwise: TextFormat,
  written: Readonly<Record<TextFormat, () => string>>,
): void {
  const format = readFormat(readParameters(queryOf(ctx), ['format'], 'open'), textFormats) ?? otherwise
  sendKept(ctx, keep, `${name} ${format}`, contentTypes[format], written[format])
}

function sendKept(ctx: Exchange, keep: Keep, name: string, type: string, write: () => string): void {
  let finished = keep.made.get(name)
  if (finished === undefined) {
    const text = write()
    const policy = type === contentTypes.html ? { contentSecurityPolicy: pagePolicy(text) } : {}
    finished = finishText(text, { ...open, type, edition: keep.edition, ...policy })
    keep.made.set(name, finished)
  }
  send(ctx, finished)
}
