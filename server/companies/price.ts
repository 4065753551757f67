import { companyBlocks } from '../../data/companies/blocks.ts'
import { prices } from '../../data/prices.ts'
import { priceOf, usdText } from '../access/price.ts'

const units = (usd: string): number => Number(priceOf(usd).base_units)

/** Dollars for all blocks of a company in one call: never more than for each of them alone, because a company may have few. */
export function wholeBriefingPrice(blocks: number): string {
  return usdText(String(Math.min(units(prices.company), blocks * units(prices.companyBlock))))
}

/** Base units that the whole of any company can cost: the price of one may change with an edition, while payments of the earlier price are under way. */
export const wholeBriefingUnits: readonly string[] = [
  ...new Set(companyBlocks.map((_, at) => priceOf(wholeBriefingPrice(at + 1)).base_units)),
]
