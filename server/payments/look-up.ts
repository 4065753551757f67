import type { PaymentClaim } from './claim.ts'

/** What a payment is looked up by: a claim has it, and so has a row of the ledger whose settlement was asked for. */
export type PaymentQuery = Pick<PaymentClaim, 'id' | 'network' | 'asset' | 'payer' | 'payTo' | 'amount' | 'signed'>

/** How far, in seconds, those who are asked may be behind, and a chain may go back on itself, before an end counts as passed. */
export const clockSlackSeconds = 60

/** Events of the token of an EVM network that a settlement leaves (EIP-3009, ERC-20). */
export const tokenEvents = [
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
] as const

/** What became of a payment whose outcome was not told. */
export type LookUpOutcome =
  /** It went through, by that transaction. */
  | { readonly kind: 'paid'; readonly reference: string }
  /** It did not so far, and may still. */
  | { readonly kind: 'open' }
  /** It did not and never will, by the word of those who would settle it: no clock of this machine decides that. */
  | { readonly kind: 'over' }
  /** The payer spent the authorization on something else. */
  | { readonly kind: 'elsewhere' }
  /** Nobody can be asked. */
  | { readonly kind: 'untold' }

/** Looks up payments where they are recorded for good: on their chain, or in the books of the sandbox. Rejects where that fails. */
export interface LookUp {
  /** Where a search for a payment made from now on has to begin, such as a block number; null where it need not be known. */
  begin(network: string): Promise<string | null>
  find(payment: PaymentQuery, from: string | null): Promise<LookUpOutcome>
}
