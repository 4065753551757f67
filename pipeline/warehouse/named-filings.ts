import { type Store, select } from './store.ts'

/** Of these accession numbers those that an index of a filer has named. */
export async function namedFilings(store: Store, accessions: readonly string[]): Promise<ReadonlySet<string>> {
  if (accessions.length === 0) return new Set()
  const rows = await select<{ accession: string }>(
    store,
    'SELECT accession FROM filing WHERE accession IN (SELECT unnest($1::VARCHAR[]))',
    [`[${accessions.join(',')}]`],
  )
  return new Set(rows.map(({ accession }) => accession))
}
