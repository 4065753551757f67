import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { Refusal } from '../http/errors.ts'

/** What a credential promises, read and checked as far as that goes without asking anybody. */
export interface PaymentClaim {
  /** `network/asset/from/nonce` in lower case, the same for both protocols; of Solana `network/message hash`. */
  readonly id: string
  readonly protocol: 'x402' | 'mpp'
  readonly network: string
  /** Empty where the credential does not name it. */
  readonly payer: string
  readonly amount: string
  readonly payTo: string
  readonly asset: string
  /** 32 bytes in hex; empty on Solana. */
  readonly nonce: string
  /** Seconds since 1970 after which it cannot settle; on Solana commonly, see `LookUp`. */
  readonly validBefore: number
  /** What the payer signed, as the ledger keeps it: equal texts are equal payments. */
  readonly signed: string
  /** SHA-256 of the signature in hex. */
  readonly signatureHash: string
  /** Whether the signature was found good here. That of a wallet that is a contract only the facilitator can check. */
  readonly isProven: boolean
  /** As the facilitator takes it: made of the fields that were read, and no others. */
  readonly payload: PaymentPayload
  readonly requirements: PaymentRequirements
  readonly challengeId: string | null
}

/** Kinds of problem of the Payment scheme that are answered with 402. */
export type PaymentProblem =
  | 'malformed-credential'
  | 'invalid-challenge'
  | 'payment-expired'
  | 'payment-insufficient'
  | 'verification-failed'

/** A credential that does not pay for the offer. Who sells answers it with a 402 and a fresh quote. */
export class PaymentRejected extends Error {
  readonly problem: PaymentProblem
  /** Whether it did pay before: then it cost its sender something, and is not a flood of inventions. */
  readonly isSpent: boolean
  /** The next step, where it is not that of every payment with this problem. */
  readonly hint: string | undefined

  /** @param detail for the caller */
  constructor(problem: PaymentProblem, detail: string, isSpent = false, hint?: string) {
    super(detail)
    this.problem = problem
    this.isSpent = isSpent
    this.hint = hint
  }
}

/** Seconds after which a credential whose outcome is not known is to be sent again. */
export const retryLaterSeconds = 5

/** Settlement was requested and its outcome is not known: a 503, never a 402, which would make the caller pay again. */
export class OutcomeUnknown extends Refusal {
  constructor(cause?: unknown) {
    const message = `The outcome of this payment is not known yet. Retry the same request with the same credential in ${retryLaterSeconds} seconds; it is charged only once.`
    super('PAYMENT_PENDING', message, { retryAfter: retryLaterSeconds }, cause)
  }
}
