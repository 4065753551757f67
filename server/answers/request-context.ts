import type { ParameterizedContext } from 'koa'
import type { PlanName } from '../../data/plans.ts'
import type { ReaderState } from '../../pipeline/editions/reader.ts'
import { freshnessHeader } from '../editions/prepared-answer.ts'
import { type ErrorCode, Refusal } from '../http/errors.ts'
import { retryAfterStart } from '../http/first-run.ts'
import type { MeteredRequest } from '../http/processor-share.ts'
import { securityHeaders, withExposedHeaders } from '../http/security-headers.ts'
import type { RequestTarget, TargetParameter } from '../http/target.ts'
import type { RequestedDocument } from '../pages/refusal-page.ts'
import type { KeyHolder } from '../state/accounts.ts'
import type { EditionCache } from './edition-cache.ts'

export interface RequestState {
  id: string
  /** Null until it has been read; a malformed one never is. */
  target: RequestTarget | null
  /** The edition of this request; null before the first one is published. */
  cache: EditionCache | null
  /** How well the reader follows what is published, where there is no edition. */
  reading?: ReaderState | undefined
  /** Size of the body sent. */
  bytes: number
  /** Pattern of the path, as the description of the server writes it; left out where no route took the request. */
  route?: string
  /** Where it came from. */
  address: string
  /** What the request has taken on the serving thread, and what it was expected to take when it waited. */
  metered: MeteredRequest & { expectedMs: number }
  /** Token of the browser's session that may read a page; null where it has none. */
  session: string | null
  /** The document it asks for, once that is known. */
  asked?: RequestedDocument
  /** How fresh that document, or the edition, is now: a word and its day, as the header `Briefing-Freshness` has them. */
  freshness?: string
  /** What the document that is sent is signed with. */
  signature?: string
  /** What it was refused with. */
  error?: ErrorCode
  /** What the key that reads has, or that the call was paid. */
  plan?: PlanName | 'paid'
  /** The caller, where a key names one. */
  holder?: KeyHolder
}

/** A request on its way through the routes. */
export type RequestContext = ParameterizedContext<RequestState>

/** The query of a request that has come as far as a route. */
export function queryOf(ctx: { readonly state: Pick<RequestState, 'target'> }): readonly TargetParameter[] {
  return ctx.state.target?.query ?? []
}

/** Seconds after which an operator may have put back what is missing. */
const retryAfterOperator = 60

/** The edition of this request. Throws 503 where there is none: EDITION_OLDER where the published one is refused, else NOT_READY. */
export function needEdition({
  state: { cache, reading },
}: {
  readonly state: Pick<RequestState, 'cache' | 'reading'>
}): EditionCache {
  if (cache !== null) return cache
  if (reading?.refused) {
    const message = `The published edition is older than one that was served before, so it is not served until the operator restores or accepts it. Nothing was charged; retry in ${retryAfterOperator} seconds. GET /api/health shows when an edition is available.`
    throw new Refusal('EDITION_OLDER', message, { retryAfter: retryAfterOperator })
  }
  const why = reading?.unreadMs === null ? 'What is published cannot be read at the moment' : 'No edition has been published yet'
  const message = `${why}. Retry in ${retryAfterStart} seconds; GET /api/health shows when one is available.`
  throw new Refusal('NOT_READY', message, { retryAfter: retryAfterStart })
}

/** What keys that are made now begin with beside their prefix: a key of a sandbox differs visibly from a live one. */
export function keyModeOf({ state }: RequestContext): 'live' | 'test' {
  return state.cache?.view.manifest.sample ? 'test' : 'live'
}

/** Sends what holds for this moment only. `headers` and `security` are flat lists of names and values. */
export function sendUncached(
  ctx: RequestContext,
  status: number,
  text: string,
  type: string | null,
  headers: readonly string[] = [],
  security: readonly string[] = securityHeaders,
): void {
  const body = Buffer.from(text)
  ctx.respond = false
  const all = [
    ...(type === null ? [] : ['Content-Type', type, 'Content-Length', String(body.length)]),
    'Cache-Control',
    'no-store',
    ...headers,
    ...(ctx.state.cache === null ? [] : ['X-Edition', ctx.state.cache.edition]),
    ...freshnessHeader(ctx.state.freshness),
    ...security,
    'X-Request-Id',
    ctx.state.id,
  ]
  ctx.res.writeHead(status, withExposedHeaders(all))
  ctx.res.end(body)
  ctx.state.bytes = ctx.method === 'HEAD' ? 0 : body.length
}
