import type { RequestLine } from '../http/log.ts'
import type { LedgerFigures } from '../state/payment-rows.ts'
import type { ClaimState } from '../state/schema.ts'
import type { DeliveryFigures } from '../state/webhook-deliveries.ts'

/** `redelivered`: a payment that settled before, whose answer had not arrived. `unknown`: the caller is asked to retry. */
export const paymentOutcomes = ['settled', 'redelivered', 'refused', 'unknown'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

export const paymentProtocols = ['x402', 'mpp', 'balance'] as const

export interface PaymentTelemetry {
  /** What became of a credential that was sent. */
  payment(protocol: (typeof paymentProtocols)[number], outcome: PaymentOutcome): void
  /** A payment settled: `amount` in base units, on a network that is quoted. */
  received(network: string, amount: string): void
  facilitatorReached(reached: boolean): void
  /** A call of the facilitator failed; `status` is null where no answer came. */
  facilitatorFailed(call: 'supported' | 'verify' | 'settle', status: number | null): void
}

export interface StateTelemetry {
  stateReached(reached: boolean): void
  /** Whom to ask for the claims of agents by state, once the store is open. */
  claimsFrom(count: () => Promise<Readonly<Record<ClaimState, number>>>): void
  /** Whom to ask how deliveries of events stand, once the store is open. */
  webhooksFrom(look: () => Promise<DeliveryFigures>): void
  /** An attempt to send an event was made: what came of it is a word of a closed list. */
  webhookAttempted(outcome: string): void
  /** The state store could not count a call: the caller is asked to retry. */
  countFailed(): void
}

export interface LedgerTelemetry {
  /** How the ledger stands; null where it could not be read. */
  ledger(figures: LedgerFigures | null): void
  /** How many payments were served and closed; null where they could not be counted. */
  ledgerEnded(counts: Readonly<Record<string, number>> | null): void
}

/** What is counted for operators. Nothing a caller sends is a label: each is one of a closed list. */
export interface Telemetry extends PaymentTelemetry, StateTelemetry, LedgerTelemetry {
  answered(line: RequestLine): void
}
