import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { limitHeaderNames } from '../http/header-names.ts'
import { presentedKey } from '../http/presented.ts'
import type { KeyHolder } from '../state/accounts.ts'
import type { Gate } from './gate.ts'
import type { CallCount } from './limits.ts'

/**
 * How the account of a key stands, as headers. `RateLimit-Policy` and `RateLimit` are lists and parameters of structured fields
 * (draft-ietf-httpapi-ratelimit-headers).
 */
function limitHeaders({ perHour, perDay }: KeyHolder, { span, limit, remaining, reset, resetIn }: CallCount): string[] {
  const policy = `"hour";q=${perHour};w=3600, "day";q=${perDay};w=86400`
  const standing = `"${span}";r=${remaining};t=${resetIn}`
  const values = [String(limit), String(remaining), String(reset), policy, standing]
  return values.flatMap((value, at) => [limitHeaderNames[at]!, value])
}

/** What the answer to a key holder has among its headers. */
export function rateLimitHeaders(holder: KeyHolder, count: CallCount): string[] {
  return ['X-Service-Tier', holder.plan, ...limitHeaders(holder, count)]
}

/** A refusal that needs no store waits no longer for one. */
const longestMs = 500

/** What a refusal says of the one who calls. */
interface Quota {
  readonly holder: KeyHolder | null
  /** The limits as a flat list of headers. */
  readonly headers: readonly string[]
}

const unknown: Quota = { holder: null, headers: [] }

/**
 * Who is refused, and how their account stands. Unknown where no key was sent, it is unknown, or nobody can tell in half a second.
 */
export async function callerQuota(gate: Gate, headers: IncomingHttpHeaders): Promise<Quota> {
  if (presentedKey(headers).kind !== 'key') return unknown
  return Promise.race([standingOf(gate, headers).catch(() => unknown), wait(longestMs, unknown, { ref: false })])
}

async function standingOf(gate: Gate, headers: IncomingHttpHeaders): Promise<Quota> {
  const caller = await gate.caller(headers)
  if (caller.kind !== 'holder') return unknown
  const { holder } = caller
  return { holder, headers: limitHeaders(holder, await gate.look(holder)) }
}
