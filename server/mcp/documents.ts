import { anonymousCaller, type Caller } from '../access/access.ts'
import type { Gate } from '../access/gate.ts'
import { type DocumentQuery, pricedDocument } from '../answers/document-route.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { readPriced } from '../answers/serve-priced.ts'
import { isCompanyAsked } from '../companies/directory.ts'
import { pricedCompany } from '../companies/route.ts'
import { fingerprintOf } from '../editions/prepared-answer.ts'
import { offeredEvents } from '../events/route.ts'
import { contentTypes, type TextFormat } from '../http/formats.ts'
import { operations } from '../openapi/operations.ts'
import type { RequestedDocument } from '../pages/refusal-page.ts'
import { balanceKeyIn } from '../payments/balance-key.ts'
import type { PaidCall } from '../payments/payments.ts'
import type { ToolCall } from './tool.ts'

/** A document as a tool asks for it, by the route that serves it over HTTP. */
export interface RouteRequest {
  /** Path of the route, as the table of operations has it. */
  readonly route: string
  /** Parameters of the path and of the query, as their caller wrote them. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly format: TextFormat
}

/** What was read, and what it is. */
export interface DocumentRead {
  readonly text: string
  /** What catalogues tell of it openly; undefined where it is in none. */
  readonly asked: RequestedDocument | undefined
  readonly fingerprint: string | null
  readonly freshness: string | undefined
  readonly signature: string | null
  readonly paid: PaidCall | undefined
}

/**
 * Reads a document for a tool with the same look-up, access decision, limits, prices and bytes as a GET of its route, so that a call is
 * counted or charged once on either path. Throws the same refusals. `paid` is set if the call was bought.
 */
export async function readDocument(
  { ctx, gate, following, now, payment, purchases }: ToolCall,
  wish: RouteRequest,
): Promise<DocumentRead> {
  const { route, params = {}, query = {}, format } = wish
  const operation = operations.find(({ path }) => path === route)!
  const [type] = contentTypes[format].split(';')
  const asking: DocumentQuery = {
    path: route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    params,
    state: { cache: ctx.state.cache, reading: ctx.state.reading, target: { path: route, query: parametersOf(query) } },
    accepts: (...types) => types.find((each) => each === type) ?? false,
  }
  const pricedWish = () => {
    if (operation.route === 'events')
      return offeredEvents(asking, operation, { following, now, address: ctx.state.address, left: new AbortController().signal })
    return isCompanyAsked(asking) ? pricedCompany(asking, operation, now()) : pricedDocument(asking, operation, now())
  }
  const priced = await pricedWish()
  await purchases.begin()
  // the key of a balance pays for calls of tools too
  const { authorization, 'x-api-key': named } = ctx.headers
  const headers = balanceKeyIn(ctx.headers) === null ? payment : { ...payment, authorization, 'x-api-key': named }
  const buyer = { headers, address: ctx.state.address, hasLeft: () => purchases.hasLeft }
  const { prepared, signature, paid } = await readPriced(gate, priced, await callerOf(ctx, gate), buyer)
  const text = prepared.plain.body.toString('utf8')
  if (paid !== undefined) {
    ctx.state.plan = 'paid'
    purchases.add(paid)
  }
  const { freshness, asked } = asking.state
  return { text, asked, fingerprint: fingerprintOf(prepared), freshness, signature, paid }
}

/** Puts the freshness before a text that is no longer fresh, so that a model reads it first. Programs find the same in `_meta`. */
export function withStaleNotice(text: string, freshness: string | undefined): string {
  const isFresh = freshness === undefined || /^(?:fresh|past);/.test(freshness)
  return isFresh ? text : `Briefing-Freshness: ${freshness}\n\n${text}`
}

/** The caller, noted for the log. */
export async function callerOf({ headers, state }: RequestContext, gate: Gate): Promise<Caller> {
  const caller = await gate.caller(headers)
  if (caller.kind === 'nobody') return anonymousCaller
  state.plan = caller.holder.plan
  state.holder = caller.holder
  return caller
}

function parametersOf(query: Readonly<Record<string, string | undefined>>) {
  return Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}
