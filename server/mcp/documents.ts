import { type Caller, nobody } from '../access.ts'
import { type Asking, pricedDocument } from '../document-route.ts'
import { Refusal } from '../errors.ts'
import type { Exchange } from '../exchange.ts'
import { contentTypes, type TextFormat } from '../formats.ts'
import type { Gate } from '../gate.ts'
import { operations } from '../openapi/operations.ts'
import { readPriced } from '../serve-priced.ts'

/** A document as a tool asks for it, by the route that serves it over HTTP. */
export interface Wish {
  /** Path of the route, as the table of operations has it. */
  readonly route: string
  /** Parameters of the path and of the query, as their caller wrote them. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly format: TextFormat
}

/**
 * Reads a document for a tool: the same look-up, access decision, limits and bytes as a GET of its route, so that a call counts once
 * whichever way it comes. Throws the same refusals.
 */
export async function readDocument(ctx: Exchange, gate: Gate, now: number, wish: Wish): Promise<string> {
  const { route, params = {}, query = {}, format } = wish
  const operation = operations.find(({ path }) => path === route)!
  const [type] = contentTypes[format].split(';')
  const asking: Asking = {
    path: route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    params,
    state: { cache: ctx.state.cache, target: { path: route, query: parametersOf(query) } },
    accepts: (...types) => types.find((each) => each === type) ?? false,
  }
  const priced = await pricedDocument(asking, operation, now)
  const prepared = await readPriced(gate, priced, await callerOf(ctx, gate))
  if (prepared === null) throw new Refusal('KEY_REQUIRED', 'This tool requires an API key.')
  return prepared.plain.body.toString('utf8')
}

/** Who calls, noted for the log. */
export async function callerOf({ headers, state }: Exchange, gate: Gate): Promise<Caller> {
  const caller = await gate.caller(headers)
  if (caller.kind === 'nobody') return nobody
  state.plan = caller.holder.plan
  state.holder = caller.holder
  return caller
}

function parametersOf(query: Readonly<Record<string, string | undefined>>) {
  return Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}
