import type { IncomingHttpHeaders } from 'node:http'
import type { Gate } from '../access/gate.ts'
import type { EditionWatch } from '../answers/edition-watch.ts'
import type { RequestContext } from '../answers/request-context.ts'
import type { ServerVersion } from '../answers/system.ts'
import type { PerMinute } from '../http/per-minute.ts'
import type { PaidCall } from '../payments/payments.ts'
import type { HealthCheck } from '../schemas/system.ts'
import type { Argument, Arguments } from './arguments.ts'
import type { OutputSchema } from './output.ts'
import type { Purchases } from './payment.ts'

/** Calls of open tools a minute of an account or, without a key, of a network. */
export const openCallsPerMinute = 120

/** Names of the members, in whatever document, whose text is of a source and not of this service: those marked `x-untrusted` in /openapi.json. */
export const untrustedMembers: readonly string[] =
  'among arm class concept country debt exchange filer_class form holder industry label legal_name name program purpose quote release_time security segment text title title_as_filed within'.split(
    ' ',
  )

/** What the tools of one request work on. */
export interface ToolContext {
  readonly ctx: RequestContext
  readonly gate: Gate
  readonly version: ServerVersion
  readonly following: EditionWatch
  /** Where callers reach the server, such as `https://briefings.example`. */
  readonly origin: string
  /** Calls of open tools, by account or address. */
  readonly opened: PerMinute
  /** Checks of what the server needs beside its edition. */
  checks(): readonly HealthCheck[]
  now(): number
}

/** One call of a tool. */
export interface ToolCall extends ToolContext {
  /** The payment it brings, as headers of HTTP. */
  readonly payment: IncomingHttpHeaders
  readonly purchases: Purchases
}

/**
 * What a tool answers with. `data`: the same for programs; left out where the text is all there is. `freshness`: how fresh the document is now,
 * as the header `Briefing-Freshness` says it. `signature`: of the document, as the header `Briefing-Signature` has it. `paid`: where the call was bought.
 */
export interface ToolAnswer {
  readonly text: string
  readonly data?: Record<string, unknown>
  readonly freshness?: string | undefined
  readonly signature?: string | null
  readonly paid?: PaidCall | undefined
}

/** A tool of the MCP server, declared once: the list of tools and its calls follow from the row. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: Readonly<Record<string, Argument>>
  /** Of what it answers for programs, where it always does. A refusal that quotes a price is data too: where there can be one, nothing is required. */
  readonly output?: OutputSchema
  /** Needs no key and counts nothing, so that calls of it are limited by the minute. */
  readonly open?: true
  /** Its answers may have words of sources, which `_meta` tells. */
  readonly untrusted?: true
  answer(call: ToolCall, given: Arguments): Promise<ToolAnswer>
}
