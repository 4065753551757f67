import type { IncomingHttpHeaders } from 'node:http'
import type { PlanName } from '../../data/plans.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import {
  type AccessDecision,
  anonymousCaller,
  type Caller,
  decideAccess,
  type ReadPart,
  type ReadRequest,
} from '../access/access.ts'
import { bearerChallenge, type Gate } from '../access/gate.ts'
import type { CallCount } from '../access/limits.ts'
import { rateLimitHeaders } from '../access/rate-limit-headers.ts'
import { fingerprintOf, isNotModified, type PreparedAnswer, sendPaid, sendPrepared } from '../editions/prepared-answer.ts'
import { Refusal } from '../http/errors.ts'
import { balanceKeyIn } from '../payments/balance-key.ts'
import type { Buyer, Offer, PaidCall, Payments, Quote } from '../payments/payments.ts'
import type { KeyHolder } from '../state/accounts.ts'
import { DeliveryConfirmation } from './delivery-confirmation.ts'
import type { RequestContext } from './request-context.ts'

/** A priced answer that is ready: what the request wants, its bytes, and what a call of it costs. */
export interface PricedAnswer {
  readonly wanted: ReadRequest
  readonly sample: boolean
  readonly offer: Offer
  /** A browser's session reads it too. */
  readonly isPage: boolean
  /** The bytes may be long in coming: a call that would be refused after that is refused before. */
  readonly mayWait?: boolean
  /** The bytes are written for the call: not for one that brings no key, or a payment that is refused as soon as it is read. */
  readonly isComposed?: boolean
  /** `plan`: that of the key that reads, null where the call is paid. Throws a refusal, before anything is charged, where there are none. */
  bytes(part: ReadPart, plan: PlanName | null): PreparedAnswer | Promise<PreparedAnswer>
}

/** What is sold, its bytes ready before it is paid, or made of the id that the payment has in the ledger. */
type Sold = Pick<PricedAnswer, 'wanted' | 'sample' | 'offer' | 'mayWait' | 'isComposed'> &
  (Pick<PricedAnswer, 'bytes'> | { made(payment: string): Promise<PreparedAnswer> })

/** Steps 4 to 6 of `decideAccess`: lets a key holder read, takes a payment, or quotes one; then sends. */
export async function servePriced(ctx: RequestContext, gate: Gate, priced: PricedAnswer): Promise<void> {
  const caller = priced.wanted.open ? anonymousCaller : await callerOf(ctx, gate, priced)
  if (caller.kind === 'holder') {
    ctx.state.plan = caller.holder.plan
    ctx.state.holder = caller.holder
  }
  const decision = admitted(gate, priced, caller)
  if (decision.kind === 'open') return sendPrepared(ctx, await signed(ctx, gate, await priced.bytes('full', null)))
  if (decision.kind === 'sell') await sellForPayment(ctx, gate, priced)
  else await serveHolder(ctx, gate, decision.holder, await signed(ctx, gate, await bytesFor(gate, priced, decision)))
}

/** The bytes, whose signature goes with them where they show a fingerprint. Before a payment: what cannot be signed is not sold. */
async function signed({ state }: RequestContext, gate: Gate, prepared: PreparedAnswer): Promise<PreparedAnswer> {
  const signature = await signatureOf(gate, prepared)
  if (signature !== null) state.signature = signature
  return prepared
}

async function signatureOf({ signer }: Gate, prepared: PreparedAnswer): Promise<string | null> {
  const fingerprint = fingerprintOf(prepared)
  return fingerprint === null ? null : signer.sign(fingerprint)
}

/** The bytes for a key holder; where they take more than a look, not for one whose limit is used up already. */
async function bytesFor(
  gate: Gate,
  priced: PricedAnswer,
  { part, holder }: Extract<AccessDecision, { kind: 'serve' }>,
): Promise<PreparedAnswer> {
  if (priced.mayWait || priced.isComposed) await needCallLeft(gate, holder)
  return priced.bytes(part, holder.plan)
}

/** Refuses a key whose calls are used up before anything is read or written for it: what comes of that could be asked for without end. */
export async function needCallLeft(gate: Gate, holder: KeyHolder): Promise<void> {
  const count = await gate.look(holder)
  if (count.remaining === 0) throw new OverLimit(holder, count)
}

/** Counts a call, but one that costs nothing, and gives how the account stands. Throws 429 where its calls are used up. */
export async function countCall(gate: Gate, holder: KeyHolder, isFree = false): Promise<CallCount> {
  const count = await (isFree ? gate.look(holder) : gate.count(holder))
  if (!count.passed) throw new OverLimit(holder, count)
  return count
}

/** Whoever calls with a key, noted for the log. Throws 401 KEY_REQUIRED where there is no key, 403 ACCOUNT_SUSPENDED. */
export async function needHolder({ headers, state }: RequestContext, gate: Gate): Promise<KeyHolder> {
  const caller = await gate.caller(headers)
  if (caller.kind === 'nobody') throw keyRequired()
  const { holder } = caller
  state.plan = holder.plan
  state.holder = holder
  if (holder.suspended) throw accountSuspended()
  return holder
}

/** What is read with a key of any plan and never sold: lets its holder read, and sends. Throws 401 KEY_REQUIRED where there is no key. */
export async function serveKeyed(ctx: RequestContext, gate: Gate, bytes: () => Promise<PreparedAnswer>): Promise<void> {
  const holder = await needHolder(ctx, gate)
  await needCallLeft(gate, holder)
  await serveHolder(ctx, gate, holder, await bytes())
}

/** The same for a call of a tool: resolves to what was read, counted once. */
export async function readKeyed<Read>(gate: Gate, caller: Caller, read: () => Promise<Read>): Promise<Read> {
  if (caller.kind === 'nobody') throw keyRequired()
  const { holder } = caller
  if (holder.suspended) throw accountSuspended()
  await needCallLeft(gate, holder)
  const answer = await read()
  await countCall(gate, holder)
  return answer
}

/** What is read by a call that is not an HTTP request. `paid`: where it was bought. */
export interface PricedRead {
  readonly prepared: PreparedAnswer
  readonly signature: string | null
  readonly paid?: PaidCall
}

/** The same for a call that is not an HTTP request: the bytes, counted once or bought with what `buyer` brings. */
export async function readPriced(gate: Gate, priced: PricedAnswer, caller: Caller, buyer: Buyer): Promise<PricedRead> {
  const decision = admitted(gate, priced, caller)
  const read = async (bytes: Promise<PreparedAnswer> | PreparedAnswer) => {
    const prepared = await bytes
    return { prepared, signature: await signatureOf(gate, prepared) }
  }
  if (decision.kind === 'open') return read(priced.bytes('full', null))
  if (decision.kind === 'sell') {
    const payments = presentedTo(gate, priced, buyer.headers)
    await checked(payments, buyer, priced)
    const answer = await read(priced.bytes('full', null))
    return { ...answer, paid: await payments.redeem(buyer, priced.offer) }
  }
  const { holder } = decision
  const answer = await read(bytesFor(gate, priced, decision))
  await countCall(gate, holder)
  return answer
}

/** The decision where it lets the caller go on; throws the refusal where it does not. */
function admitted(gate: Gate, priced: PricedAnswer, caller: Caller): Exclude<AccessDecision, { kind: 'refuse' | 'suspended' }> {
  const decision = decideAccess(priced.wanted, caller)
  if (decision.kind === 'refuse') throw planRequired(decision, priced, gate)
  if (decision.kind === 'suspended') throw accountSuspended()
  return decision
}

/** The caller: by a key or, where nothing else says who pays for a page, by the session of a browser. */
async function callerOf({ headers, state }: RequestContext, gate: Gate, { isPage, sample }: PricedAnswer): Promise<Caller> {
  const caller = await gate.caller(headers)
  const { session } = state
  if (caller.kind === 'holder' || !isPage || session === null) return caller
  return gate.payments(sample)?.presented(headers) ? caller : gate.visitor(session)
}

export function accountSuspended(): Refusal {
  return new Refusal('ACCOUNT_SUSPENDED', 'The account of this key is suspended. Ask the operator of this server to resume it.')
}

type PlanRefusal = Omit<Extract<AccessDecision, { kind: 'refuse' }>, 'kind'>

/** 403 where a key of another plan is the only way. */
export function planNeeded({ plan, needs, what }: PlanRefusal): Refusal {
  return new Refusal('PLAN_REQUIRED', `${what}. Use a key with that plan.`, { members: { plan, needs } })
}

/** A call without the key is offered only where one could be paid for now. */
function planRequired(
  { plan, needs, what }: PlanRefusal,
  { wanted: { price }, sample, offer }: PricedAnswer,
  gate: Gate,
): Refusal {
  if (!gate.condition().sound || (gate.payments(sample)?.quote(offer) ?? null) === null) return planNeeded({ plan, needs, what })
  const message = `${what}. Use a key with that plan, or omit the key and pay ${price} USD for this call.`
  return new Refusal('PLAN_REQUIRED', message, { members: { plan, needs, without_key: { price_usd: price } } })
}

async function serveHolder(ctx: RequestContext, gate: Gate, holder: KeyHolder, prepared: PreparedAnswer): Promise<void> {
  const count = await countCall(gate, holder, costsNothing(ctx, prepared))
  sendPrepared(ctx, prepared, rateLimitHeaders(holder, count))
}

/** HEAD and an answer the client holds already are neither counted nor paid. */
function costsNothing({ req }: RequestContext, prepared: PreparedAnswer): boolean {
  return req.method === 'HEAD' || isNotModified(req, prepared)
}

/**
 * Takes a payment and hands over what it pays for. Whoever sends the credential may be gone at any moment: what was charged and did not
 * arrive stays theirs, to be had with the same credential.
 */
export async function sellForPayment(ctx: RequestContext, gate: Gate, priced: Sold): Promise<void> {
  const { req, res, state } = ctx
  const { offer } = priced
  // HEAD takes no payment: the key of a balance opens it as an API key does, and nothing is taken
  const isHead = req.method === 'HEAD'
  const payments = presentedTo(gate, priced, isHead && balanceKeyIn(req.headers) === null ? {} : req.headers)
  const buyerAt = (hasLeft: () => boolean): Buyer => ({ headers: req.headers, address: state.address, hasLeft })
  const early = buyerAt(() => res.closed)
  await checked(payments, early, priced)
  const ready = 'bytes' in priced ? await signed(ctx, gate, await priced.bytes('full', null)) : null
  await DeliveryConfirmation.ofEarlier(req)
  const arrival = new DeliveryConfirmation(req, res)
  const buyer = buyerAt(() => arrival.hasLeft)
  if (ready !== null && (isHead || isNotModified(req, ready))) {
    await payments.verifyOnly(buyer, offer)
    sendPrepared(ctx, ready)
    return
  }
  const paid = await payments.redeem(buyer, offer)
  state.plan = 'paid'
  // where the ledger cannot be written, the lease runs out and the same credential gets the answer again
  arrival.report((whole) => paid.end(whole && res.statusCode === 200).catch(() => {}))
  await arrival.pollConnection()
  const prepared = 'made' in priced ? await priced.made(paid.id) : ready!
  ctx.respond = false
  if (!arrival.hasLeft) sendPaid(ctx, prepared, paid.headers)
}

/** Looks at a payment before the answer is made, as far as making that costs: it charges nothing. */
async function checked(payments: Payments, buyer: Buyer, { mayWait, isComposed, offer }: Sold): Promise<void> {
  if (mayWait) await payments.verifyOnly(buyer, offer)
  else if (isComposed) await payments.examine(buyer, offer)
}

/** What takes the payment a call brings. Throws the answer to a call without one: what it costs, or that it needs a key. */
function presentedTo(
  gate: Gate,
  { wanted, sample, offer }: Pick<PricedAnswer, 'wanted' | 'sample' | 'offer'>,
  headers: IncomingHttpHeaders,
): Payments {
  const payments = gate.payments(sample)
  if (payments === null) throw keyRequired()
  if (payments.presented(headers)) return payments
  // who cannot be sold to is not asked to pay
  gate.needLedger()
  const quote = payments.quote(offer)
  throw quote === null ? noneToPay() : unpaid(wanted, quote)
}

/** 402 to a call that brings no payment. */
function unpaid({ price }: ReadRequest, facts: Quote): Refusal {
  const message = `This call costs ${price} USD. Pay it with x402 or MPP as quoted and send the request again, or send an API key.`
  return new Refusal('PAYMENT_REQUIRED', message, facts)
}

/** Seconds after which there may be a way to pay again: those between two looks at the facilitator. */
const retryAfterFacilitator = 15

function noneToPay(): Refusal {
  const message = `Payments are unavailable: the payment facilitator does not respond. Retry in ${retryAfterFacilitator} seconds, or send an API key; GET /api/x402/status shows when it responds.`
  return new Refusal('PAYMENT_UNAVAILABLE', message, { retryAfter: retryAfterFacilitator })
}

/** 401 where a key is the only way. */
export function keyRequired(): Refusal {
  const message =
    'This route requires an API key: send "Authorization: Bearer KEY" or "X-API-Key: KEY". The operator creates one with: briefing keys create'
  return new Refusal('KEY_REQUIRED', message, { headers: bearerChallenge })
}

/** 429: the calls of an hour or a day are used up. */
export class OverLimit extends Refusal {
  readonly count: CallCount

  constructor(holder: KeyHolder, count: CallCount) {
    const { span, limit, reset, resetIn } = count
    const message = `The ${span === 'hour' ? 'hourly' : 'daily'} limit of ${limit} requests is used up. It resets at ${isoTime(reset * 1_000)}. Unchanged documents (If-None-Match) cost nothing.`
    super('RATE_LIMITED', message, {
      retryAfter: resetIn,
      headers: rateLimitHeaders(holder, count),
    })
    this.count = count
  }
}
