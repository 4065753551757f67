import { type CompanyRatioRow, type CompanySituationRow, companyRatio, companySituation } from '../../tables/company.ts'
import { rowsIn, textsIn } from '../sql.ts'
import type { Store } from '../store.ts'

/** Replaces what the newest edition says of companies (issuer ids), of which some may have no row any more. */
export async function putCompanyRows(
  store: Store,
  companies: readonly string[],
  rows: { readonly ratios: readonly CompanyRatioRow[]; readonly situations: readonly CompanySituationRow[] },
): Promise<void> {
  const tables = [
    [companyRatio, rows.ratios],
    [companySituation, rows.situations],
  ] as const
  await store.transaction(async () => {
    for (const [table, all] of tables) {
      await store.connection.run(`DELETE FROM ${table.name} WHERE company IN ${textsIn('$1')}`, [JSON.stringify(companies)])
      await store.connection.run(`INSERT INTO ${table.name} SELECT * FROM ${rowsIn(table)}`, [JSON.stringify(all)])
    }
  })
}
