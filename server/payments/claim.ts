import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'

/** What a credential promises, read and checked as far as that goes without asking anybody. */
export interface Claim {
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
  /** As the facilitator takes it. */
  readonly payload: PaymentPayload
  readonly requirements: PaymentRequirements
  readonly challengeId: string | null
}

/** Kinds of problem of the Payment scheme that are answered with 402. */
export type Problem =
  | 'malformed-credential'
  | 'invalid-challenge'
  | 'payment-expired'
  | 'payment-insufficient'
  | 'verification-failed'

/** A credential that does not pay for the offer. `detail` is for the caller. */
export class BadCredential extends Error {
  override readonly name = 'BadCredential'
  readonly problem: Problem
  constructor(problem: Problem, detail: string) {
    super(detail)
    this.problem = problem
  }
}
