import type { ListingRow } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { type Store, select, sqlTime } from './store.ts'

/** Keeps the list of tickers of its newest recording, whichever was loaded first. */
export async function keepListings(store: Store, listings: readonly ListingRow[], { id, at }: Recording): Promise<void> {
  if (listings.length === 0) return
  const [standing] = await select<{ newer: boolean }>(
    store,
    'SELECT (listed_at, recording) > ($1::TIMESTAMP, $2) AS newer FROM listing LIMIT 1',
    [sqlTime(at), id],
  )
  if (standing?.newer) return
  await store.connection.run('DELETE FROM listing')
  await store.connection.run(
    `INSERT INTO listing SELECT ticker, cik, title, $2::TIMESTAMP, $3
     FROM (SELECT unnest(from_json($1, '[{"ticker":"VARCHAR","cik":"VARCHAR","title":"VARCHAR"}]'), recursive := true))`,
    [JSON.stringify(listings.map(({ ticker, cik, title }) => ({ ticker, cik, title }))), sqlTime(at), id],
  )
}

/** The list of tickers as it was recorded last; empty where it never was. */
export async function listingsOf(store: Store): Promise<ListingRow[]> {
  return select<{ ticker: string; cik: string; title: string }>(store, 'SELECT ticker, cik, title FROM listing ORDER BY ticker')
}
