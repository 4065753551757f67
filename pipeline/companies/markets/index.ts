import type { Market } from '../market.ts'
import { edinetMarket } from './edinet.ts'
import { secMarket } from './sec.ts'

/** Every market, one file each. */
export const markets: readonly Market[] = [secMarket, edinetMarket]

export function marketOf({ market: id }: { readonly market: string }): Market {
  return markets.find((market) => market.id === id)!
}
