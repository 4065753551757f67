import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from './errors.ts'

/** What a request asks to read, made once for each artifact. */
export interface Wanted {
  readonly kind: 'briefing' | 'metric'
  readonly id: string
  /** Least plan that reads it, in full where it is a metric. */
  readonly tier: 'free' | 'basic' | 'pro'
  /** The past day asked for; null for the current document. */
  readonly date: string | null
}

export type Decision = { readonly serve: true } | { readonly serve: false; readonly refusal: Refusal }

const open: Decision = { serve: true }

/**
 * Who may read a priced artifact. The one place that decides; it has no I/O of its own and both paths to an artifact call it after they
 * know that the request is valid, that the artifact exists and that it is available, and before they look at If-None-Match:
 *
 *   1 valid?               400
 *   2 exists and covered?  404
 *   3 available?           503
 *   4 a key:               valid (401), plan reaches (403 PLAN_REQUIRED), within limits (429), then serve
 *   5 no key, a credential: reserve, verify, settle (402, 503), then serve
 *   6 neither:             402 with the quotes
 *
 * Steps 1 to 3 are the caller's. Nothing is sold yet, so steps 4 to 6 let everyone read.
 */
export function decide(_wanted: Wanted, _headers: IncomingHttpHeaders): Decision {
  return open
}
