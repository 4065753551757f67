import { type CouponMaturity, couponMaturities, shortMaturity } from '../auctions.ts'
import type { MetricRow } from './row.ts'

const auction = { cadence: 'by auction', change: 'unit' } as const

/** Maturities sold beside another of much the same buyers: their figures count once in the pool of scores. */
const neighbours: Readonly<Partial<Record<CouponMaturity, CouponMaturity>>> = {
  '3-Year': '2-Year',
  '7-Year': '5-Year',
  '20-Year': '30-Year',
}

const repeated = (maturity: CouponMaturity, figure: string) => {
  const neighbour = neighbours[maturity]
  return neighbour === undefined ? {} : { repeats: `auction-${shortMaturity(neighbour)}-${figure}` }
}

const ofMaturity = <const Maturity extends CouponMaturity>(maturity: Maturity) => {
  const name = shortMaturity(maturity)
  const years = maturity.toLowerCase()
  return [
    {
      ...auction,
      metric: `auction-${name}-bid-to-cover`,
      title: `${maturity} auction, bid to cover`,
      prose: `bid-to-cover at the ${years} auction`,
      step: 0.01,
      description: `Bids for each dollar awarded at the newest auction of nominal ${years} Treasuries, as the Treasury states it.`,
      why: 'How many buyers there were for the debt on offer.',
      rise: 'bullish for bonds',
      of: [`auction.${name}.bid-to-cover`],
      ...repeated(maturity, 'bid-to-cover'),
    },
    {
      ...auction,
      metric: `auction-${name}-dealer-share`,
      title: `${maturity} auction, share of dealers`,
      prose: `the dealers’ share of the ${years} auction`,
      description: `Share of primary dealers in the competitive awards of the newest auction of nominal ${years} Treasuries.`,
      why: 'Dealers must bid; what they are left with, investors did not want at the price.',
      rise: 'bearish for bonds',
      of: [`auction.${name}.dealers`],
      ...repeated(maturity, 'dealer-share'),
    },
    {
      ...auction,
      metric: `auction-${name}-indirect-share`,
      title: `${maturity} auction, share of indirect bidders`,
      prose: `indirect bidders’ share of the ${years} auction`,
      description: `Share of indirect bidders, such as foreign central banks and funds that bid through a dealer, in the competitive awards of the newest auction of nominal ${years} Treasuries.`,
      why: 'Demand of investors who bid through others, foreign official ones among them.',
      rise: 'bullish for bonds',
      of: [`auction.${name}.indirect`],
      ...repeated(maturity, 'indirect-share'),
    },
  ] as const satisfies readonly MetricRow[]
}

/** Of each nominal maturity: bid to cover, and who bought. What direct bidders took is the rest of 100. */
export const auctionMetrics = couponMaturities.flatMap((maturity) => [...ofMaturity(maturity)])
