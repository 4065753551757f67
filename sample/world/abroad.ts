import { type Reporter, reporters } from './reporters.ts'
import { balanceAt, flowsIn, quarterEnd, quarterStart, sharesOn } from './statements.ts'

/** A company of calendar quarters, of another size and fortune. */
const like = (cik: string, size: Pick<Reporter, 'weeklyRevenue' | 'shares' | 'costShare'>): Reporter => ({
  ...reporters.find(({ ticker }) => ticker === 'PLFX')!,
  ...{ cik, firstYear: 2019, ...size },
})

/** An invented company in the UK, whose year is the calendar year; amounts in pounds. */
export const britishCompany = {
  lei: '213800SAMPLEPLC00042',
  name: 'Heather Specimen plc',
  business: like('213800', { weeklyRevenue: 5_400_000, shares: 84_000_000, costShare: 0.52 }),
  firstYear: 2019,
} as const

/** An invented company in India, whose year ends in March; amounts in rupees. */
export const indianCompany = {
  isin: 'INE000SAMP17',
  symbol: 'BANYANSMPL',
  name: 'Banyan Sample Industries Limited',
  business: like('INE000', { weeklyRevenue: 880_000_000, shares: 310_000_000, costShare: 0.58 }),
  firstYear: 2020,
} as const

/** The calendar quarter of a fiscal quarter of a year that ends in March. */
const calendar = (year: number, quarter: number): readonly [year: number, quarter: number] =>
  quarter === 4 ? [year, 1] : [year - 1, quarter + 1]

/** First and last day (day numbers) of the fiscal quarters of a year that ends in March. */
export const indianDays = (year: number, first: number, last: number): readonly [from: number, to: number] => [
  quarterStart(indianCompany.business, ...calendar(year, first)),
  quarterEnd(indianCompany.business, ...calendar(year, last)),
]

type Flows = ReturnType<typeof flowsIn>

/** Flows of those quarters. */
export function indianFlows(year: number, first: number, last: number): Flows {
  const quarters = Array.from({ length: last - first + 1 }, (_, at) => {
    const [ofYear, quarter] = calendar(year, first + at)
    return flowsIn(indianCompany.business, ofYear, quarter, quarter, 0)
  })
  const names = Object.keys(quarters[0]!) as (keyof Flows)[]
  const total = (name: keyof Flows) => quarters.reduce((sum, quarter) => sum + quarter[name], 0)
  const shares = total('shares_basic_average') / quarters.length
  const perShare = (count: number) => Math.round((100 * total('net_income')) / count) / 100
  return {
    ...(Object.fromEntries(names.map((name) => [name, total(name)])) as Flows),
    ...{ eps_basic: perShare(shares), eps_diluted: perShare(1.017 * shares) },
  }
}

export const indianBalance = (year: number, quarter: number) => balanceAt(indianCompany.business, ...calendar(year, quarter), 0)
export const indianShares = (year: number, quarter: number): number =>
  sharesOn(indianCompany.business, ...calendar(year, quarter), 0)
