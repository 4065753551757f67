import type { Claim } from './claim.ts'

/** What became of a payment whose outcome was not told. */
export type Found =
  /** It went through, by that transaction. */
  | { readonly kind: 'paid'; readonly reference: string }
  /** It did not, and may still before its end. */
  | { readonly kind: 'unspent' }
  /** It did not, and may still whatever the clock says. */
  | { readonly kind: 'open' }
  /** The payer spent the authorization on something else. */
  | { readonly kind: 'elsewhere' }
  /** Nobody can be asked. */
  | { readonly kind: 'untold' }

/** Looks up payments where they are recorded for good: on their chain, or in the books of the sandbox. Rejects where that fails. */
export interface LookUp {
  /** Where a search for a payment made from now on has to begin, such as a block number; null where it need not be known. */
  begin(network: string): Promise<string | null>
  find(claim: Claim, from: string | null): Promise<Found>
}
