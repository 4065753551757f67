import { type AuctionKind, couponMaturities, unflaggedSecurities } from '../../data/auctions.ts'
import { isoTime } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'

const maturities: readonly string[] = couponMaturities
/** Months a reopened security may have lost and still be sold as its maturity. */
const lostMonths = 3

/**
 * The maturity a note or bond is sold as: its term where that is one of them, also of an old 5-Year sold again as a 2-Year; a reopening of up to
 * three months later counts as the maturity it has just left (`9-Year 10-Month` as `10-Year`). Null for another term, such as the 6-Year
 * 7-Months of October 2008.
 *
 * @param reopening whether more of an existing security is sold; null where that is not stated
 */
export function auctionedMaturity(term: string, reopening: boolean | null): string | null {
  if (maturities.includes(term)) return term
  const [, years, months] = /^(\d{1,2})-Year (\d{1,2})-Month$/.exec(term) ?? []
  if (years === undefined || reopening === false) return null
  const length = 12 * Number(years) + Number(months)
  const sold = maturities.find((maturity) => 12 * Number.parseInt(maturity, 10) >= length)
  return sold !== undefined && 12 * Number.parseInt(sold, 10) - length <= lostMonths ? sold : null
}

/** When the results of an auction are out (RFC 3339 UTC): two to five minutes after bids close, at 11:30 New York for bills, 13:00 for coupons. */
export function resultsDue(day: string, kind: AuctionKind): string {
  const clock = kind === 'bill' || kind === 'cash management' ? '11:35' : '13:05'
  return isoTime(zonedToUtc(day, clock, 'America/New_York'))
}

/** What the flags of an auction say is sold: `Yes` or `No` each, or the text `null`. Null where they do not say and nothing else is on record. */
export function auctionKindOf(
  cusip: string,
  { type, inflation, floating, cashManagement }: Readonly<Record<'type' | 'inflation' | 'floating' | 'cashManagement', unknown>>,
): AuctionKind | null {
  if (type === 'Bill') return cashManagement === 'Yes' ? 'cash management' : cashManagement === 'No' ? 'bill' : null
  if (type !== 'Note' && type !== 'Bond') return null
  if (inflation === 'Yes') return 'inflation-linked'
  if (floating === 'Yes') return 'floating'
  if (inflation === 'No' && floating === 'No') return 'nominal'
  const kinds: Readonly<Record<string, readonly string[]>> = unflaggedSecurities
  const [kind] = Object.entries(kinds).find(([, cusips]) => cusips.includes(cusip)) ?? [null]
  return kind as AuctionKind | null
}
