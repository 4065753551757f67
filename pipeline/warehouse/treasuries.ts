import { createHash } from 'node:crypto'
import { treasury, treasuryDocument } from '../tables/treasury.ts'
import { rowsIn } from './sql.ts'
import { type Store, sqlTime } from './store.ts'

/** What is said of one company on a day (YYYY-MM-DD), as the server serves it but for its stamps. */
export interface SaidTreasury {
  readonly ticker: string
  readonly as_of: string
  readonly holding?: { readonly age_days: number } | null
}

/** The same as it is kept: the document without its day and what is counted from it, by its hash, for on most days it is that of the day before. */
export interface TreasuryRow extends SaidTreasury {
  readonly said: string
  readonly document: string
}

export function treasuryRow({ as_of, ...rest }: SaidTreasury): TreasuryRow {
  const document = JSON.stringify(rest.holding == null ? rest : { ...rest, holding: { ...rest.holding, age_days: undefined } })
  return { ticker: rest.ticker, as_of, said: createHash('sha256').update(document).digest('hex'), document }
}

/**
 * Keeps what was said of companies on days, one row a company and day. What is equal to the newest said of its company and day adds nothing;
 * something else is its next version, so that everything ever said stays.
 *
 * @param computedAt logical time of the run, RFC 3339 UTC
 * @returns rows added
 */
export async function putTreasuries(store: Store, rows: readonly TreasuryRow[], computedAt: string): Promise<number> {
  const documents = new Map(rows.map(({ said: hash, document }) => [hash, document]))
  return store.transaction(async () => {
    await store.connection.run(
      `INSERT INTO treasury_document SELECT * FROM ${rowsIn(treasuryDocument)} ON CONFLICT DO NOTHING`,
      // the documents are JSON already
      [`[${[...documents].map(([id, document]) => `{"id":"${id}","document":${document}}`).join(',')}]`],
    )
    const result = await store.connection.run(
      `INSERT INTO treasury
       WITH fresh AS (SELECT * FROM ${rowsIn(treasury, ['ticker', 'as_of', 'said'])}),
            last AS (SELECT ticker, as_of, arg_max(said, version) AS said, max(version) AS version
                     FROM treasury WHERE as_of IN (SELECT as_of FROM fresh) GROUP BY ticker, as_of)
       SELECT fresh.ticker, fresh.as_of, fresh.said, $2::TIMESTAMP, coalesce(last.version, 0) + 1
       FROM fresh LEFT JOIN last USING (ticker, as_of) WHERE last.said IS DISTINCT FROM fresh.said ORDER BY fresh.as_of, fresh.ticker`,
      [JSON.stringify(rows.map(({ document: _, ...row }) => row)), sqlTime(computedAt)],
    )
    return result.rowsChanged
  })
}
