import type { BodyFields } from '../../feeds/body-shape.ts'
import { type ContractDrift, driftOf } from '../../feeds/contract-drift.ts'
import { type Store, select } from '../store.ts'

/** What differs at `now` (milliseconds) from what the bodies of feeds always showed; nothing in a copy from before shapes were kept. */
export async function contractDrift(store: Store, now: number): Promise<ContractDrift[]> {
  const [table] = await select(store, "SELECT table_name FROM duckdb_tables() WHERE table_name = 'body_shape'")
  if (table === undefined) return []
  const rows = await select<{ feed: string; request: string; fields: string; first: number; last: number }>(
    store,
    `SELECT feed, request, fields::VARCHAR AS fields, epoch_ms(first_seen)::DOUBLE AS first, epoch_ms(last_seen)::DOUBLE AS last
     FROM body_shape`,
  )
  return driftOf(
    rows.map(({ fields, ...row }) => ({ ...row, fields: JSON.parse(fields) as BodyFields })),
    now,
  )
}
