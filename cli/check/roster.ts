import { homeAt } from '../../activities/home.ts'
import { type Company, rosterOf } from '../../data/companies.ts'
import { NotFoundError } from '../../pipeline/errors.ts'
import { type Listed, listingsOf } from '../../pipeline/warehouse/companies/listings.ts'
import { openMarket } from '../../pipeline/warehouse/market.ts'
import { sampleOrReal } from '../../pipeline/warehouse/recordings.ts'
import type { Finding } from './home.ts'

const check = 'roster'

/** Whether the companies of the roster still have their tickers, by the SEC's list of tickers as it was loaded last. */
export async function roster(folder: string): Promise<Finding[]> {
  const loaded = await listed(homeAt(folder).market)
  if (loaded.listings.length === 0)
    return [
      {
        check,
        level: 'WARN',
        detail: 'no ticker list has been loaded yet',
        next: 'run "briefing refresh --only sec-tickers"',
      },
    ]
  const own = rosterOf(loaded.sample).filter(({ market }) => market === 'us')
  const findings = rosterFindings(own, loaded.listings)
  return findings.length > 0
    ? findings
    : [{ check, level: 'OK', detail: `${own.length} companies have the tickers listed by the SEC`, next: null }]
}

async function listed(market: string): Promise<{ listings: readonly Listed[]; sample: boolean }> {
  try {
    const store = await openMarket(market)
    try {
      return { listings: await listingsOf(store), sample: (await sampleOrReal(store)) === 'sample' }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof NotFoundError) return { listings: [], sample: false }
    throw error
  }
}

/** Companies whose ticker is another's by now, or that are listed under others or none. */
export function rosterFindings(companies: readonly Company[], listings: readonly Listed[]): Finding[] {
  const owners = new Map(listings.map((listing) => [listing.code, listing]))
  return companies.flatMap(({ id, code, ticker, name }): Finding[] => {
    const owner = owners.get(ticker)
    if (owner?.company === id) return []
    const own = listings.filter((listing) => listing.company === id)
    const now = own.length > 0 ? `is listed as ${own.map((listing) => listing.code).join(', ')}` : 'is not listed'
    const title = own[0] ? `, ${own[0].name},` : ''
    const taken = owner
      ? `${ticker} is the ticker of ${owner.name} (CIK ${owner.company.slice('us:'.length)})`
      : `no company is listed as ${ticker}`
    return [
      {
        check: `roster ${ticker}`,
        level: 'WARN',
        detail: `${taken}; ${name} (CIK ${code})${title} ${now}`,
        next:
          own.length > 0
            ? 'correct its ticker in data/companies.ts'
            : 'find out what happened to it and correct its row in data/companies.ts',
      },
    ]
  })
}
