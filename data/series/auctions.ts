import { type CouponMaturity, couponMaturities, shortMaturity } from '../auctions.ts'
import type { Series } from './row.ts'

/** Figures of the auctions of one maturity, by the day of the auction; the next one replaces it. */
const figure = <const Of extends string>(maturity: CouponMaturity, key: Of, what: string, unit: string, range: Series['range']) =>
  ({
    id: `auction.${shortMaturity(maturity)}.${key}`,
    key: `auction/${maturity}/${key}`,
    upstream: 'fiscaldata',
    title: `${maturity} Treasury auction: ${what}`,
    unit,
    frequency: 'on change',
    rule: 'auction',
    revised: 'seldom',
    range,
    url: 'https://fiscaldata.treasury.gov/datasets/treasury-securities-auctions-data/',
  }) as const satisfies Series

/** Of each nominal maturity: bids for each dollar awarded, and the shares of the competitive awards that went to dealers and to indirect bidders. */
export const auctionSeries = couponMaturities.flatMap((maturity) => [
  figure(maturity, 'bid-to-cover', 'bid to cover', '1', [1, 10]),
  figure(maturity, 'dealers', 'share of primary dealers in competitive awards', 'percent', [0, 100]),
  figure(maturity, 'indirect', 'share of indirect bidders in competitive awards', 'percent', [0, 100]),
])
