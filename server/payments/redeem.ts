import { timingSafeEqual } from 'node:crypto'
import type { ServerClock } from '../http/clock.ts'
import { Refusal } from '../http/errors.ts'
import { errorFields, type ServerLog } from '../http/log.ts'
import type { Ledger } from '../state/ledger.ts'
import type { PaymentRow } from '../state/payment-rows.ts'
import { OutcomeUnknown, type PaymentClaim, type PaymentProblem, PaymentRejected, retryLaterSeconds } from './claim.ts'
import type { Facilitator, ListingVerdict, SettledPayment } from './facilitator.ts'
import { holdLease } from './lease.ts'
import type { LookUp, LookUpOutcome } from './look-up.ts'

/** How long a process may work on a credential before another one takes it over. */
const leaseMs = 30_000
/** How long to look up an unknown outcome before asking the caller to retry. */
const lookMs = 1_200
const lookAgainMs = 200
/** Tries to write down how an answer ended, and the wait before the second, which doubles each time. */
const mostTries = 9
const firstAgainMs = 250
/** How often an answer is begun to be sent: who breaks off again and again does not read what comes tomorrow for what was paid today. */
const mostDeliveries = 10
const retrySoon = 1

/** What payments are taken with. Nothing that is logged of them is a secret. */
export interface RedeemParts extends Pick<ServerClock, 'now' | 'wall'>, Pick<ServerLog, 'warn'> {
  /** The ledger in the hands of one request: what it reserves no other request advances. */
  openLedger(): Ledger
  readonly facilitator: Facilitator
  readonly lookUp: LookUp
  /** Answers that are on their way: each lets go of its lease's timer when called. */
  readonly underWay: Set<() => void>
  wait(ms: number): Promise<void>
}

/** What the receipt of a settled credential says. */
export interface Receipt {
  readonly reference: string
  readonly payer: string
  readonly settledAt: number
  /** What the facilitator made of the listing, as the ledger keeps it with the receipt. */
  readonly listing?: ListingVerdict
}

/** The parts in the hands of one request. */
interface Work extends RedeemParts {
  readonly ledger: Ledger
}

type Outcome =
  | { readonly kind: 'paid'; readonly reference: string; readonly listing?: ListingVerdict | null | undefined }
  | { readonly kind: 'refused'; readonly problem: PaymentProblem; readonly detail: string }
  | { readonly kind: 'unknown' }

/** A payment that was taken. `redelivered`: it settled before, and its answer had not arrived. */
interface Taken {
  readonly receipt: Receipt
  readonly outcome: 'settled' | 'redelivered'
  /** To be called when the answer has ended, and once more with false where it shows only later that it did not arrive. */
  end(delivered: boolean): Promise<void>
}

/**
 * Takes one payment for one answer that is ready. However often and wherever a credential is sent, it settles at most once and is
 * delivered once; one whose answer was not handed over is delivered again. Throws `PaymentRejected` where it
 * does not pay, and a 503 `Refusal` where the same credential should be sent again.
 */
export async function redeem(parts: RedeemParts, claim: PaymentClaim, scope: string): Promise<Taken> {
  const ledger = parts.openLedger()
  const work: Work = { ...parts, ledger }
  const row = await ledger.find(claim.id)
  if (row !== undefined) return again(work, claim, scope, row)
  const begun = parts.now()
  // only now: what was paid in time is delivered whenever it is asked for
  if (claim.validBefore * 1_000 <= parts.wall()) throw expired()
  const { id, protocol, network, payer, amount, validBefore } = claim
  const reservation = { id, protocol, network, payer, amount, scope, valid_before: validBefore }
  if (!(await ledger.reserve(reservation, begun, begun + leaseMs))) throw atWork()
  return verifyAndSettle(work, claim)
}

/**
 * Refuses what cannot be served on the row of an earlier credential. What was settled goes only to who brings the very payment that was
 * settled, signature included: payer and nonce of it are on a public chain.
 */
function checkRow(claim: PaymentClaim, scope: string, row: PaymentRow): void {
  const spent = (detail: string, hint?: string) => new PaymentRejected('invalid-challenge', detail, true, hint)
  if (row.scope !== scope || row.protocol !== claim.protocol)
    throw spent('The payment was used for another resource. Pay for this one separately.')
  if (row.state === 'served')
    throw spent(
      'The payment was charged before and the whole answer was sent: each payment buys one answer.',
      'If the answer did not arrive, ask the operator of this server with the payer and the time of the payment; a new payment is another purchase.',
    )
  if (row.state === 'closed') throw spent('The operator has closed this payment, for example by a refund. Make a new payment.')
  if (row.state !== 'reserved' && !isPaymentOf(row, claim))
    throw new PaymentRejected('verification-failed', 'This differs from the payment sent before in its signature or terms.')
  if (row.deliveries >= mostDeliveries)
    throw spent('The answer was sent as often as allowed but never fully received. Ask the operator for a refund.')
}

/** Rows older than the columns of what was signed take a signature that is good. */
function isPaymentOf({ signed, signature_hash, amount, payer }: PaymentRow, claim: PaymentClaim): boolean {
  if (signed === null) return claim.isProven && amount === claim.amount && samePayer(claim.payer, payer)
  const sameSignature =
    signature_hash !== null && timingSafeEqual(Buffer.from(signature_hash, 'hex'), Buffer.from(claim.signatureHash, 'hex'))
  return signed === claim.signed && (claim.isProven || sameSignature)
}

/** A credential that was sent before. */
async function again(parts: Work, claim: PaymentClaim, scope: string, row: PaymentRow): Promise<Taken> {
  const { ledger, now } = parts
  checkRow(claim, scope, row)
  if (!(await ledger.takeOver(row, now(), now() + leaseMs))) throw atWork()
  if (row.state === 'settled') {
    const step = { lease_until: now() + leaseMs, deliveries: row.deliveries + 1 }
    if (!(await ledger.advance(row.id, 'settled', step, now()))) throw atWork()
    return delivery(parts, row.id, JSON.parse(row.receipt!) as Receipt, 'redelivered')
  }
  if (row.state === 'reserved') {
    // settlement was never asked for, so nothing can have been paid: it begins again, with the terms of this credential
    await ledger.release(claim.id, 'reserved')
    return redeem(parts, claim, scope)
  }
  const outcome = await lookAgain(parts, claim, row.from_block)
  if (outcome.kind === 'paid') return settled(parts, claim, outcome.reference)
  if (outcome.kind === 'elsewhere')
    return refuse(parts, claim, 'unknown', 'verification-failed', 'The authorization was spent elsewhere.')
  if (outcome.kind === 'over')
    return refuse(parts, claim, 'unknown', 'payment-expired', 'The authorization has expired, and nothing was charged.')
  return settle(parts, claim, row.from_block, 2)
}

/**
 * Whether a credential would pay for the answer now: throws as `redeem` does where it would not. Charges nothing, reserves nothing, and
 * leaves the credential as good as it was.
 */
export async function verifyPayment(parts: RedeemParts, claim: PaymentClaim, scope: string): Promise<void> {
  const row = await parts.openLedger().find(claim.id)
  if (row !== undefined) {
    checkRow(claim, scope, row)
    // whose settlement was asked for is entitled once that is known
    if (row.state === 'unknown') throw new OutcomeUnknown()
    if (row.state === 'settled') return
  }
  const { validBefore, payload, requirements, network } = claim
  if (validBefore * 1_000 <= parts.wall()) throw expired()
  const { isValid, invalidReason } = await parts.facilitator.verify(payload, requirements).catch((error: unknown) => {
    parts.warn('a payment cannot be verified', { network, error: errorFields(error).name })
    throw unavailable()
  })
  if (!isValid) throw new PaymentRejected(problemOf(invalidReason), detailOf(invalidReason))
}

function expired(): PaymentRejected {
  return new PaymentRejected('payment-expired', 'The payment has expired. Request a new quote.')
}

async function verifyAndSettle(parts: Work, claim: PaymentClaim) {
  const { ledger, facilitator, lookUp, now, warn } = parts
  let valid: Awaited<ReturnType<Facilitator['verify']>>
  let from: string | null
  try {
    ;[valid, from] = await Promise.all([facilitator.verify(claim.payload, claim.requirements), lookUp.begin(claim.network)])
  } catch (error) {
    await ledger.release(claim.id, 'reserved')
    warn('a payment cannot be verified', { network: claim.network, error: errorFields(error).name })
    throw unavailable()
  }
  if (!valid.isValid) return refuse(parts, claim, 'reserved', problemOf(valid.invalidReason), detailOf(valid.invalidReason))
  // From here on nobody knows the outcome but by asking; the row must say so before the question is asked.
  const step = {
    state: 'unknown',
    from_block: from,
    payer: valid.payer ?? claim.payer,
    asset: claim.asset,
    pay_to: claim.payTo,
    signed: claim.signed,
    signature_hash: claim.signatureHash,
    lease_until: now() + leaseMs,
  } as const
  if (!(await ledger.advance(claim.id, 'reserved', step, now()))) throw atWork()
  return settle(parts, claim, from, 1)
}

/** @param attempt 1 where settlement of this credential was never asked for before */
async function settle(parts: Work, claim: PaymentClaim, from: string | null, attempt: number) {
  const { ledger, facilitator, now, warn } = parts
  let outcome: Outcome = { kind: 'unknown' }
  for (let call = attempt; call < attempt + 2 && outcome.kind === 'unknown'; call++) {
    // the first call finds the lease as new as the row's last step
    if (call > 1 && !(await ledger.advance(claim.id, 'unknown', { lease_until: now() + leaseMs }, now()))) throw atWork()
    try {
      outcome = outcomeOf(await facilitator.settle(claim.payload, claim.requirements), claim, call === 1)
      if (outcome.kind === 'unknown') break
    } catch (error) {
      warn('a settlement was not answered', { network: claim.network, error: errorFields(error).name })
    }
  }
  if (outcome.kind !== 'paid') outcome = confirmed(await lookAgain(parts, claim, from), outcome)
  if (outcome.kind === 'paid') return settled(parts, claim, outcome.reference, outcome.listing)
  if (outcome.kind === 'refused') return refuse(parts, claim, 'unknown', outcome.problem, outcome.detail)
  await ledger.advance(claim.id, 'unknown', { lease_until: 0 }, now())
  throw new OutcomeUnknown()
}

/** What became of a payment, by the chain first: a facilitator that settled twice refuses what it has just settled. */
function confirmed(seen: LookUpOutcome, answer: Outcome): Outcome {
  if (seen.kind === 'paid') return seen
  if (seen.kind === 'elsewhere')
    return { kind: 'refused', problem: 'verification-failed', detail: 'The authorization was spent elsewhere.' }
  return seen.kind === 'open' ? answer : { kind: 'unknown' }
}

/**
 * A refusal for terms that a facilitator reads before it sends anything. A word about the nonce, the balance or a transaction may be the echo
 * of a settlement that the node asked here has not seen yet.
 */
const refusedUnsent =
  /^invalid_(?!.*(nonce|already|used|duplicate|balance|funds|insufficient|transaction|simulation|pending|time|unexpected))/

/** What a facilitator answers, as far as it can be believed: a second refusal may be the echo of a first success. */
function outcomeOf(
  { success, network, payer, transaction, errorReason, listing }: SettledPayment,
  claim: PaymentClaim,
  first: boolean,
): Outcome {
  if (success) {
    const foreign = network !== claim.network || (payer !== undefined && !samePayer(payer, claim.payer))
    return foreign ? { kind: 'unknown' } : { kind: 'paid', reference: transaction, listing }
  }
  const reason = errorReason ?? ''
  if (!first || !refusedUnsent.test(reason)) return { kind: 'unknown' }
  return { kind: 'refused', problem: problemOf(reason), detail: detailOf(reason) }
}

function samePayer(payer: string, claimed: string): boolean {
  return claimed === '' || payer.toLowerCase() === claimed.toLowerCase()
}

/** Looks the payment up until its outcome is known, for about a second. */
async function lookAgain({ lookUp, wait, warn }: RedeemParts, claim: PaymentClaim, from: string | null): Promise<LookUpOutcome> {
  let seen: LookUpOutcome = { kind: 'untold' }
  for (let waited = 0; waited <= lookMs; waited += lookAgainMs) {
    try {
      seen = await lookUp.find(claim, from)
    } catch (error) {
      warn('a payment cannot be looked up', { network: claim.network, error: errorFields(error).name })
    }
    if (seen.kind !== 'open') return seen
    await wait(lookAgainMs)
  }
  return seen
}

async function settled(parts: Work, claim: PaymentClaim, reference: string, listing?: ListingVerdict | null) {
  const receipt: Receipt = { reference, payer: claim.payer, settledAt: parts.now(), ...(listing ? { listing } : {}) }
  const step = {
    state: 'settled',
    reference,
    receipt: JSON.stringify(receipt),
    lease_until: parts.now() + leaseMs,
    deliveries: 1,
  } as const
  // another process has taken over meanwhile, and delivers
  if (!(await parts.ledger.advance(claim.id, 'unknown', step, parts.now()))) throw atWork()
  return delivery(parts, claim.id, receipt, 'settled')
}

/** Holds the lease for as long as the answer is on its way. */
function delivery({ ledger, now, wait, underWay }: Work, id: string, receipt: Receipt, outcome: Taken['outcome']): Taken {
  const letGo = holdLease(underWay, leaseMs, () => ledger.advance(id, 'settled', { lease_until: now() + leaseMs }, now()))
  /** How an answer ended is known here alone, so it is repeated until the store takes it: for two minutes, then the lease has ended too. */
  async function persist(from: 'settled' | 'served', to: 'settled' | 'served'): Promise<boolean> {
    for (let tries = 0; ; tries++)
      try {
        return await ledger.advance(id, from, { state: to, lease_until: 0 }, now())
      } catch (error) {
        if (tries === mostTries) throw error
        await wait(firstAgainMs * 2 ** tries)
      }
  }
  return {
    receipt,
    outcome,
    async end(delivered) {
      letGo()
      if (delivered) await persist('settled', 'served')
      else if (!(await persist('settled', 'settled'))) await persist('served', 'settled')
    },
  }
}

async function refuse(
  { ledger }: Work,
  { id }: PaymentClaim,
  state: 'reserved' | 'unknown',
  problem: PaymentProblem,
  detail: string,
): Promise<never> {
  await ledger.release(id, state)
  throw new PaymentRejected(problem, detail)
}

const reasons: readonly [RegExp, PaymentProblem, string][] = [
  [/insufficient/, 'payment-insufficient', 'The payer does not have enough USDC.'],
  [/valid_before|expired|block_?hash/, 'payment-expired', 'The payment has expired.'],
  [/valid_after/, 'verification-failed', 'The payment is not valid yet.'],
  [/signature/, 'verification-failed', 'The signature is not by the payer.'],
  [/nonce|duplicate/, 'invalid-challenge', 'The authorization has already been used.'],
  [/amount|value/, 'payment-insufficient', 'The payment is for a different amount than the quote.'],
  [/recipient/, 'verification-failed', 'The payment goes to a different address than the quote.'],
]

function problemOf(reason = ''): PaymentProblem {
  return reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? 'verification-failed'
}

/** In our own words: what a facilitator writes may hold anything. */
function detailOf(reason = ''): string {
  return reasons.find(([pattern]) => pattern.test(reason))?.[2] ?? 'The facilitator refused the payment.'
}

function atWork(): Refusal {
  const message = `This payment is being processed. Retry the same request with the same credential in ${retrySoon} second; it is charged only once.`
  return new Refusal('PAYMENT_PENDING', message, { retryAfter: retrySoon })
}

function unavailable(): Refusal {
  const message = `Payments cannot be checked right now, and nothing was charged. Retry the same request with the same credential in ${retryLaterSeconds} seconds.`
  return new Refusal('PAYMENT_UNAVAILABLE', message, { retryAfter: retryLaterSeconds })
}
