import type { ListingRow } from '../tables/company.ts'
import { bodyError } from './body.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { sec, secIssuerId } from './sec-address.ts'
import { factsRequest } from './sec-companyfacts.ts'
import { indexRequest } from './sec-submissions.ts'

const id = 'sec-tickers'
const address = 'https://www.sec.gov/files/company_tickers.json'

/** Companies that the list leads to: a body has some megabytes, and a first refresh is to take minutes. */
const newCompanies = 40

/**
 * The SEC's list of tickers: an object keyed `0`, `1` and so on, the largest company first. A company has as many rows as it has listed
 * classes; a ticker has one. The CIK is a number in spite of its name. It leads to the facts and indexes of the largest companies, so that the
 * first refresh has some; later ones ask for those that are due.
 */
export const secTickers = jsonFeed({
  id,
  ...sec,
  title: 'SEC ticker list',
  keyed: [''],
  match: (url) => url.href === address,
  plan: () => [address],
  rows: (answer) => Object.values(answer),
  read: (rows, { recording: { at }, reject }) => {
    const listings = new Map<string, ListingRow>()
    for (const [place, row] of rows.entries()) {
      const listing = listingOf(row, place + 1, at)
      if (typeof listing === 'string') reject(null, 'listing', listing, row)
      else if (listings.has(listing.code)) reject(null, 'ticker-repeated', `${listing.code} appears twice in the list`, row)
      else listings.set(listing.code, listing)
    }
    if (listings.size === 0) throw bodyError(id, 'LIST_EMPTY', 'the list contains no tickers')
    const largest = [...new Set([...listings.values()].map(({ company }) => company))].slice(0, newCompanies)
    const next = largest.map(codeOf).flatMap((cik) => [factsRequest(cik), indexRequest(cik)])
    return { rows: { listing: [...listings.values()] }, next }
  },
})

const codeOf = (company: string) => company.slice(company.indexOf(':') + 1)

/** The row, or what is wrong with it. */
function listingOf(row: unknown, position: number, at: string): ListingRow | string {
  const { cik_str: cik, ticker, title } = itemOf(row)
  if (!Number.isInteger(cik) || Number(cik) < 1 || Number(cik) > 9_999_999_999) return 'the CIK is invalid'
  if (typeof ticker !== 'string' || !/^[A-Z0-9][A-Z0-9.-]*$/.test(ticker)) return 'the ticker is invalid'
  if (typeof title !== 'string' || title.trim() === '') return 'the name is missing'
  return {
    ...{ company: secIssuerId(String(cik)), scheme: 'ticker', code: ticker, name: title.trim(), position },
    ...{ from_day: at.slice(0, 10), to_day: null },
  }
}
