import type { Recording } from '../recordings/recording.ts'
import type { Store } from './store.ts'

/** Keeps that a recording says of filings that they are withdrawn, known from when it was made. */
export async function keepWithdrawals(store: Store, accessions: readonly string[], { id }: Recording): Promise<void> {
  for (const accession of new Set(accessions))
    await store.connection.run('INSERT INTO withdrawal VALUES ($1, $2) ON CONFLICT DO NOTHING', [accession, id])
}
