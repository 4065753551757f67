import { randomUUID } from 'node:crypto'
import { isoTime } from '../../pipeline/time/day.ts'
import { Refusal } from '../http/errors.ts'
import type { Balance } from '../schemas/balance.ts'
import {
  balanceOf,
  balanceRefusal,
  callLeaseMs,
  endBalanceCall,
  openBalance,
  type RefusedCall,
  renewBalanceCall,
  takeFromBalance,
} from '../state/balances.ts'
import { isWellFormedKey } from '../state/key.ts'
import type { State } from '../state/open.ts'
import type { BalanceTable } from '../state/schema.ts'
import { balanceKeyOf, isKeyOfMode, type KeyMode } from './balance-key.ts'
import { type PaymentProblem, PaymentRejected } from './claim.ts'
import { holdLease } from './lease.ts'
import type { Offer, TakenPayment } from './payments.ts'

/** How long a balance pays for calls. */
const balanceMs = 86_400_000

/** A call that is to be paid from a balance, named so that it is charged once. */
interface BroughtCall {
  readonly key: string
  readonly name: string | null
  readonly offer: Offer
}

/** Takes the price of an offer from a balance. Throws as `PaymentProcessor.take` does. */
export async function takeBalanceCall(
  state: State,
  { key, name: named, offer }: BroughtCall,
  { mode, underWay, now }: { readonly mode: KeyMode; readonly underWay: Set<() => void>; now(): number },
): Promise<TakenPayment> {
  const holder = randomUUID()
  const call = { key, name: named, target: offer.target, units: Number(offer.units), holder }
  const took =
    isWellFormedKey(key) && isKeyOfMode(key, mode) ? await takeFromBalance(state, call, now()) : ({ kind: 'no balance' } as const)
  if (took.kind !== 'taken') throw refused(took)
  const { id, left, expires } = took
  const letGo = holdLease(underWay, callLeaseMs, () => renewBalanceCall(state, id, holder, now()))
  return {
    outcome: 'settled',
    network: 'balance',
    amount: offer.units,
    id,
    headers: ['Briefing-Balance', `left=${usdOf(left)}; ends=${isoTime(expires)}`],
    async end(delivered) {
      letGo()
      await endBalanceCall(state, id, holder, delivered, now())
    },
  }
}

/** Throws as `takeBalanceCall` does where a balance would not pay for an offer. Takes nothing. */
export async function checkBalanceCall(
  state: State,
  { key, name, offer }: BroughtCall,
  { mode, now }: { readonly mode: KeyMode; now(): number },
): Promise<void> {
  if (!isWellFormedKey(key) || !isKeyOfMode(key, mode)) throw refused({ kind: 'no balance' })
  const why = await balanceRefusal(state, { key, name, target: offer.target, units: Number(offer.units) }, now())
  if (why !== null) throw refused(why)
}

/** Dollars of base units, with cents. */
const usdOf = (units: number): string => (units / 1_000_000).toFixed(2)

function refused(took: RefusedCall): Error {
  if (took.kind === 'at work')
    return new Refusal(
      'PAYMENT_PENDING',
      'The answer of this call is being sent. Retry with the same Idempotency-Key in 1 second; it is charged only once.',
      { retryAfter: 1 },
    )
  const left = took.kind === 'too little' ? usdOf(took.left) : ''
  const end = took.kind === 'ended' ? isoTime(took.expires) : ''
  const [problem, detail, isSpent] = (
    {
      'other target': ['invalid-challenge', 'The Idempotency-Key stands for a call of another address. Choose a new one.', true],
      spent: [
        'invalid-challenge',
        'The answer of this call was delivered, or sent as often as allowed. Choose a new Idempotency-Key for another call.',
        true,
      ],
      'too little': [
        'payment-insufficient',
        `The balance has ${left} USD left. Buy another one with GET /api/balance, or pay for this call.`,
        true,
      ],
      ended: ['payment-expired', `The balance of this key has ended, at ${end}. Buy another one with GET /api/balance.`, true],
      'no balance': [
        'verification-failed',
        'The key of a balance is unknown or mistyped. Buy a balance with GET /api/balance.',
        false,
      ],
    } as const satisfies Record<string, readonly [PaymentProblem, string, boolean]>
  )[took.kind]
  const isReused = took.kind === 'other target' || took.kind === 'spent'
  const hint = isReused ? 'Send the call with a new Idempotency-Key.' : 'Buy a balance with GET /api/balance and send its key.'
  return new PaymentRejected(problem, detail, isSpent, hint)
}

/** Opens and shows balances by their keys; `sample`: those of play money, for invented documents. One that has ended says so. */
export function openBalances(state: State, now: () => number) {
  const shown = (key: string | null, { bought, left, expires_at }: Readonly<BalanceTable>): Balance => ({
    ...{ key, scope: 'read', bought_usd: usdOf(bought), left_usd: usdOf(left) },
    ...{ ends_at: new Date(expires_at).toISOString(), ended: expires_at <= now() },
  })
  return {
    /** Opens the balance that a payment bought, by its id in the ledger; the same one forever, however often it is asked for. */
    async open(payment: string, units: number, sample: boolean): Promise<Balance> {
      const key = await balanceKeyOf(state, payment, sample ? 'test' : 'live')
      const at = now()
      return shown(key, await openBalance(state, { key, units, expires: at + balanceMs, now: at }))
    },
    /** Null where there is none. */
    async of(key: string, sample: boolean): Promise<Balance | null> {
      if (!isWellFormedKey(key) || !isKeyOfMode(key, sample ? 'test' : 'live')) return null
      const balance = await balanceOf(state, key)
      return balance && shown(null, balance)
    },
  }
}
