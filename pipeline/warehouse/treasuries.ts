import type { Store } from './store.ts'

/** What is said of one company on a day (YYYY-MM-DD), as the server serves it but for its stamps. */
export interface SaidTreasury {
  readonly ticker: string
  readonly as_of: string
}

/**
 * Keeps what was said of each company. A document equal to the newest of its company and day adds nothing; another one is its next version,
 * so that everything ever said stays.
 *
 * @param computedAt logical time of the run, RFC 3339 UTC
 * @returns rows added
 */
export async function putTreasuries(store: Store, documents: readonly SaidTreasury[], computedAt: string): Promise<number> {
  const rows = documents.map((document) => ({
    ticker: document.ticker,
    as_of: document.as_of,
    document: JSON.stringify(document),
  }))
  return store.transaction(async () => {
    const result = await store.connection.run(
      `INSERT INTO treasury
       WITH said AS (SELECT unnest(from_json($1, '[{"ticker":"VARCHAR","as_of":"DATE","document":"VARCHAR"}]'), recursive := true)),
            last AS (SELECT ticker, as_of, document, version FROM treasury
                     QUALIFY row_number() OVER (PARTITION BY ticker, as_of ORDER BY version DESC) = 1)
       SELECT said.ticker, said.as_of, said.document, $2::TIMESTAMP, coalesce(last.version, 0) + 1
       FROM said LEFT JOIN last USING (ticker, as_of) WHERE last.document IS DISTINCT FROM said.document ORDER BY said.ticker`,
      [JSON.stringify(rows), computedAt.replace('Z', '')],
    )
    return result.rowsChanged
  })
}
