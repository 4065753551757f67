import { hash } from 'node:crypto'
import type { PaymentPayload, PaymentRequirements, VerifyResponse } from '@x402/core/types'
import type { State } from '../state/open.ts'
import { playMoneyBalance, playTransfer, playTransfers, transferPlay, voidPlayNonce } from '../state/play.ts'
import type { Authorization } from './authorization.ts'
import type { Facilitator, SettledPayment } from './facilitator.ts'
import { clockSlackSeconds, type LookUp } from './look-up.ts'
import type { SettlementRecords } from './reconciliation.ts'
import { sandboxNetwork, sandboxSupport } from './sandbox-terms.ts'
import { isSigned } from './signature.ts'

/** A payment must live this long yet to be taken, as real facilitators ask. */
const leastSeconds = 6

/**
 * A facilitator in this process that takes play money: it checks terms, window, signature, nonce and balance as a real one does, with the
 * same reasons, and keeps its books in the state store. Nothing goes to a chain: the transaction it names is the SHA-256 of payer and
 * nonce.
 */
export function sandboxFacilitator(state: State, now: () => number): Facilitator {
  const refused = (invalidReason: string) => ({ isValid: false, invalidReason: `invalid_exact_evm_${invalidReason}` })

  /** What needs no look into the books. */
  function check(payload: PaymentPayload, requirements: PaymentRequirements): VerifyResponse & { authorization?: Authorization } {
    const { signature, authorization } = payload.payload as { signature?: string; authorization?: Authorization }
    if (requirements.network !== sandboxNetwork.id || payload.accepted.network !== sandboxNetwork.id)
      return refused('network_mismatch')
    if (signature === undefined || authorization === undefined) return refused('payload_missing')
    const { from, to, value, validAfter, validBefore } = authorization
    const seconds = Math.floor(now() / 1_000)
    if (to.toLowerCase() !== requirements.payTo.toLowerCase()) return refused('recipient_mismatch')
    if (value !== requirements.amount) return refused('payload_authorization_value_mismatch')
    if (Number(validBefore) < seconds + leastSeconds) return refused('payload_authorization_valid_before')
    if (Number(validAfter) > seconds) return refused('payload_authorization_valid_after')
    if (!isSigned(sandboxNetwork, authorization, signature)) return refused('signature')
    return { isValid: true, payer: from, authorization }
  }

  return {
    ...sandboxSupport,
    async verify(payload, requirements) {
      const { authorization, ...verified } = check(payload, requirements)
      if (authorization === undefined) return verified
      const { from, value, nonce } = authorization
      const [used, balance] = await Promise.all([playTransfer(state, from, nonce), playMoneyBalance(state, from)])
      if (used !== null) return refused('nonce_already_used')
      return balance < BigInt(value) ? refused('insufficient_balance') : verified
    },
    async settle(payload, requirements): Promise<SettledPayment> {
      const { isValid, invalidReason, authorization } = check(payload, requirements)
      const failed = (errorReason: string) => ({ success: false, transaction: '', network: sandboxNetwork.id, errorReason })
      if (!isValid || authorization === undefined) return failed(invalidReason ?? 'invalid_exact_evm_payload_missing')
      const { from, to, value, nonce } = authorization
      const reference = `0x${hash('sha256', `${from}/${nonce}`.toLowerCase())}`
      const done = await transferPlay(state, { payer: from, nonce, recipient: to, amount: BigInt(value), reference }, now())
      if (done === 'nonce used') return failed('invalid_exact_evm_nonce_already_used')
      if (done === 'too little') return failed('invalid_exact_evm_insufficient_balance')
      return { success: true, transaction: reference, network: sandboxNetwork.id, payer: from, amount: value }
    },
  }
}

/** The books of the sandbox tell what became of a payment. One that is over is written into them, so that no slow settlement comes after. */
export function sandboxLookUp(state: State, now: () => number): LookUp {
  return {
    begin: async () => null,
    async find({ payer, signed }) {
      const { nonce, validBefore } = JSON.parse(signed) as Authorization
      if (now() >= 1_000 * (Number(validBefore) + clockSlackSeconds)) await voidPlayNonce(state, payer, nonce, now())
      const transfer = await playTransfer(state, payer, nonce)
      if (transfer === null) return { kind: 'open' }
      return transfer.recipient === '' ? { kind: 'over' } : { kind: 'paid', reference: transfer.reference }
    },
  }
}

/** The books of the sandbox on what reached a payee at `from` or later and before `to`. */
export function sandboxTransfers(state: State, payTo: string, from: number, to: number): SettlementRecords {
  return {
    span: 'its books',
    async transfers() {
      const rows = await playTransfers(state, payTo)
      return rows.filter(({ created_at: at }) => at >= from && at < to).map(transferOf)
    },
    async transaction(reference) {
      const rows = (await playTransfers(state, payTo)).filter((row) => row.reference === reference)
      const [first] = rows
      if (first === undefined) return null
      const inSpan = first.created_at >= from && first.created_at < to
      return { inSpan, transfers: rows.map(transferOf), authorizations: rows.map(({ payer, nonce }) => ({ payer, nonce })) }
    },
  }
}

function transferOf({ reference, payer, amount }: { reference: string; payer: string; amount: string }) {
  return { reference, payer, units: BigInt(amount) }
}
