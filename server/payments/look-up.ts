import type { Claim } from './claim.ts'

/** What became of a payment whose outcome was not told. */
export type Found =
  /** It went through, by that transaction. */
  | { readonly kind: 'paid'; readonly reference: string }
  /** It did not. Once its end has passed by the clock, too, it never will. */
  | { readonly kind: 'unspent' }
  /** It did not, and may still whatever the clock says: the chain has not reached its end. */
  | { readonly kind: 'open' }
  /** The payer spent the authorization on something else. */
  | { readonly kind: 'elsewhere' }
  /** Nobody can be asked. */
  | { readonly kind: 'untold' }

/** The payment to look up: a claim, or what the ledger kept of one. */
export interface Sought extends Pick<Claim, 'id' | 'network' | 'payer' | 'amount' | 'payTo' | 'asset' | 'nonce' | 'validBefore'> {
  /** Of a Solana transaction where `payload` does not hold it. */
  readonly lifetime?: { readonly blockHash: string; readonly signer: string }
  readonly payload?: Claim['payload']
}

/** Looks up payments where they are recorded for good: on their chain, or in the books of the sandbox. Rejects where that fails. */
export interface LookUp {
  /** Where a search for a payment made from now on has to begin, such as a block number; null where it need not be known. */
  begin(network: string): Promise<string | null>
  find(sought: Sought, from: string | null): Promise<Found>
}
