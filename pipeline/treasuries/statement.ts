import type { CountCheck } from './extraction.ts'
import type { StatedAmount } from './price.ts'

/** Coins a filing says were bought and sold in a period, both days included. */
export interface CoinChange {
  readonly acquired: string
  readonly sold: string
  readonly from: string
  readonly to: string
}

/** Whether a place is in an exhibit: a press release, a presentation, at times the report of another company. */
export function isInExhibit({ place }: { readonly place: string }): boolean {
  return /^EX-/u.test(place)
}

/** One place of a filing that states the whole number of bitcoins held. `asOf` is null where a table's date could not be read. */
export interface HoldingStatement {
  readonly coins: string
  readonly clean: boolean
  readonly asOf: string | null
  readonly how: 'table' | 'sentence'
  readonly place: string
  readonly quote: string
  readonly price: CountCheck | null
  /** Why the place may not state the whole holding; null where it does in known words. */
  readonly doubt: string | null
  /** Whether the words leave open that it is all: `we held`, not `we held a total of`. */
  readonly bare: boolean
  /** What the coins are worth, where that is next to the count. */
  readonly value: StatedAmount | null
  /** A sentence next to it, of a table without prices the previous one, that may count further bitcoins; null where none does. */
  readonly beside: string | null
  readonly change: CoinChange | null
}

/** What a place that gives the count alone leaves open. */
export const countAloneDefaults = { bare: false, value: null, beside: null, price: null, change: null } as const
