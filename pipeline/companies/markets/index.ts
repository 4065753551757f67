import type { Market } from '../market.ts'
import { edinet } from './edinet.ts'
import { sec } from './sec.ts'

/** Every market, one file each. */
export const markets: readonly Market[] = [sec, edinet]

export function marketOf({ market: id }: { readonly market: string }): Market {
  return markets.find((market) => market.id === id)!
}
