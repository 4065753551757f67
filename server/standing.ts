import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type HolderMarks, limitHeaders } from './finished.ts'
import type { Gate } from './gate.ts'
import { presentedKey } from './keys/presented.ts'
import type { Count } from './limits/limits.ts'
import type { KeyHolder } from './state/accounts.ts'

/**
 * How the account of a key stands, as texts of headers. `policy` and `standing` are lists and parameters of structured fields
 * (draft-ietf-httpapi-ratelimit-headers).
 */
export function marksOf({ plan, perHour, perDay }: KeyHolder, { span, limit, remaining, reset, resetIn }: Count): HolderMarks {
  return {
    tier: plan,
    limit: String(limit),
    remaining: String(remaining),
    reset: String(reset),
    policy: `"hour";q=${perHour};w=3600, "day";q=${perDay};w=86400`,
    standing: `"${span}";r=${remaining};t=${resetIn}`,
  }
}

/** A refusal that needs no store waits no longer for one. */
const longestMs = 500

/**
 * The limits among them as a flat list of headers, for a refusal. Empty where no key was sent, it is none, or nobody can tell in half a
 * second.
 */
export async function standing(gate: Gate, headers: IncomingHttpHeaders): Promise<readonly string[]> {
  if (presentedKey(headers).kind !== 'key') return []
  return Promise.race([told(gate, headers).catch(() => []), wait(longestMs, [], { ref: false })])
}

async function told(gate: Gate, headers: IncomingHttpHeaders): Promise<readonly string[]> {
  const caller = await gate.caller(headers)
  return caller.kind === 'holder' ? limitHeaders(marksOf(caller.holder, await gate.look(caller.holder))) : []
}
