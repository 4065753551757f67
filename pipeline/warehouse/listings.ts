import type { ListingRow } from '../tables/company.ts'
import { type Store, select } from './store.ts'

/** The list of tickers as it was recorded last; empty where it never was. */
export async function listingsOf(store: Store): Promise<ListingRow[]> {
  return select<ListingRow>(store, 'SELECT ticker, company, title, position FROM listing ORDER BY ticker')
}
