import { type PlanName, plans, type Tier } from '../../data/plans.ts'
import type { KeyHolder } from '../state/accounts.ts'

/**
 * What an operation needs its caller to be allowed, each with all before it. `open`: nothing that a key or a session gives. `read`: any key.
 * `account`: a key that a person or the operator made. `person`: a person who is signed in; no key will do.
 */
export type Scope = 'open' | KeyHolder['scope']
const order: readonly Scope[] = ['open', 'read', 'account', 'person']

/** Whether a caller may use an operation of this scope. */
export function hasScope(holder: Pick<KeyHolder, 'scope'>, needed: Scope): boolean {
  return order.indexOf(holder.scope) >= order.indexOf(needed)
}

/** What a request asks to read, made once for each artifact. */
export interface ReadRequest {
  /** How callers know it. */
  readonly name: string
  /** What is in it, as the end of a sentence that begins with its name; left out where its operation says all. */
  readonly contents?: string
  /** Least plan that reads it, in full where others read its latest reading. */
  readonly tier: Tier
  /** A plan that does not reach it reads its latest reading alone. */
  readonly hasLatest: boolean
  /** The past day asked for; null for the current document. */
  readonly date: string | null
  /** Price of one call in dollars. */
  readonly price: string
  /** Anyone reads it: a page of an edition made from sample feeds, whose values are invented. */
  readonly open: boolean
}

/** A read of the current document that is whole or nothing, and not open: what most reads are. */
export const currentRead = { hasLatest: false, date: null, open: false } as const

export type Caller = { readonly kind: 'nobody' } | { readonly kind: 'holder'; readonly holder: KeyHolder }

export const anonymousCaller: Caller = { kind: 'nobody' }

/** The whole document, or its latest reading alone. */
export type ReadPart = 'full' | 'latest_reading'

export type AccessDecision =
  | { readonly kind: 'open' }
  | { readonly kind: 'serve'; readonly holder: KeyHolder; readonly part: ReadPart }
  | { readonly kind: 'refuse'; readonly plan: PlanName; readonly needs: PlanName; readonly what: string }
  /** No 401: the caller is known, and another try with the same key, or a new key of the account, would not help. */
  | { readonly kind: 'suspended' }
  | { readonly kind: 'sell' }

const open: AccessDecision = { kind: 'open' }
const sell: AccessDecision = { kind: 'sell' }
const suspended: AccessDecision = { kind: 'suspended' }

/**
 * Who may read a priced artifact. The one place that decides; it has no I/O. Every path to an artifact follows this order:
 *
 *   1 valid?                400
 *   2 exists and covered?   404
 *   3 available?            503
 *   - open?                 serve, whoever asks: neither a key nor a payment is looked at
 *   4 a key:                valid (401), account not suspended (403 ACCOUNT_SUSPENDED), plan reaches (403
 *                           PLAN_REQUIRED), within limits (429), then serve
 *   5 no key, a credential: reserve, verify, settle (402, 503), then serve
 *   6 neither:              402 with the quotes, 401 where nothing is sold
 *
 * Steps 1 to 3 are the route's, limits the gate's, 5 and 6 those of `payments`.
 */
export function decideAccess(wanted: ReadRequest, caller: Caller): AccessDecision {
  if (wanted.open) return open
  if (caller.kind === 'nobody') return sell
  const { holder } = caller
  if (holder.suspended) return suspended
  const { plan } = holder
  const row = plans.find((each) => each.plan === plan)!
  const reached = (row.tiers as readonly Tier[]).includes(wanted.tier)
  if (wanted.hasLatest) return { kind: 'serve', holder, part: reached ? 'full' : 'latest_reading' }
  if (!reached)
    return { kind: 'refuse', plan, needs: wanted.tier, what: `${wanted.name} requires the ${wanted.tier} plan or higher` }
  const { date } = wanted
  if (date !== null && !reaches(row.from, date)) {
    const needs = plans.find(({ from }) => reaches(from, date))!.plan
    const reach = row.from === null ? 'the current day only' : `days from ${row.from}`
    return { kind: 'refuse', plan, needs, what: `The ${plan} plan reads ${reach}; ${date} requires the ${needs} plan` }
  }
  return { kind: 'serve', holder, part: 'full' }
}

/** Whether history that begins at `from` holds a past day. */
function reaches(from: string | null, day: string): boolean {
  return from !== null && (from === 'all' || day >= from)
}
