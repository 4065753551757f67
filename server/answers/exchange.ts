import type { ParameterizedContext } from 'koa'
import type { Plan } from '../../data/plans.ts'
import { freshnessHeader } from '../editions/prepared-answer.ts'
import { type ErrorCode, Refusal } from '../http/errors.ts'
import { retryAfterStart } from '../http/first-run.ts'
import type { Metered } from '../http/processor-share.ts'
import { exposing, securityHeaders } from '../http/security-headers.ts'
import type { Parameter, Target } from '../http/target.ts'
import type { Asked } from '../pages/refusal-page.ts'
import type { KeyHolder } from '../state/accounts.ts'
import type { EditionCache } from './edition-cache.ts'

export interface RequestState {
  id: string
  /** Null until it has been read; a malformed one never is. */
  target: Target | null
  /** The edition of this request; null before the first one is published. */
  cache: EditionCache | null
  /** Size of the body sent. */
  bytes: number
  /** Pattern of the path, as the description of the server writes it; left out where no route took the request. */
  route?: string
  /** Where it came from. */
  address: string
  /** What the request has taken on the serving thread, and what it was expected to take when it waited. */
  metered: Metered & { expectedMs: number }
  /** Token of the browser's session that may read a page; null where it has none. */
  session: string | null
  /** The document it asks for, once that is known. */
  asked?: Asked
  /** How fresh that document, or the edition, is now: a word and its day, as the header `Briefing-Freshness` has them. */
  freshness?: string
  /** What the document that is sent is signed with. */
  signature?: string
  /** What it was refused with. */
  error?: ErrorCode
  /** What the key that reads has, or that the call was paid. */
  plan?: Plan | 'paid'
  /** Who calls, where a key said so. */
  holder?: KeyHolder
}

/** A request on its way through the routes. */
export type Exchange = ParameterizedContext<RequestState>

/** The query of a request that has come as far as a route. */
export function queryOf(ctx: { readonly state: Pick<RequestState, 'target'> }): readonly Parameter[] {
  return ctx.state.target?.query ?? []
}

/** The edition of this request, or 503 where there is none yet. */
export function needEdition(ctx: { readonly state: Pick<RequestState, 'cache'> }): EditionCache {
  if (ctx.state.cache !== null) return ctx.state.cache
  const message = `No edition has been published yet. Retry in ${retryAfterStart} seconds; GET /api/health shows when one is available.`
  throw new Refusal('NOT_READY', message, { retryAfter: retryAfterStart })
}

/** What keys that are made now begin with beside their prefix: one of a sandbox is told from a live one. */
export function keyModeOf({ state }: Exchange): 'live' | 'test' {
  return state.cache?.view.manifest.sample ? 'test' : 'live'
}

/** Sends what holds for this moment only. `headers` and `security` are flat lists of names and values. */
export function sendPassing(
  ctx: Exchange,
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
  ctx.res.writeHead(status, exposing(all))
  ctx.res.end(body)
  ctx.state.bytes = ctx.method === 'HEAD' ? 0 : body.length
}
