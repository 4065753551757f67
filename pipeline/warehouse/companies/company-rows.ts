import { type CompanyRatioRow, type CompanySituationRow, companyRatioTable, companySituationTable } from '../../tables/company.ts'
import { tableRowsSql, textListSql } from '../sql.ts'
import type { Store } from '../store.ts'

/** Replaces what the newest edition says of companies (issuer ids), of which some may have no row any more. */
export async function putCompanyRows(
  store: Store,
  companies: readonly string[],
  rows: { readonly ratios: readonly CompanyRatioRow[]; readonly situations: readonly CompanySituationRow[] },
): Promise<void> {
  const tables = [
    [companyRatioTable, rows.ratios],
    [companySituationTable, rows.situations],
  ] as const
  await store.transaction(async () => {
    for (const [table, all] of tables) {
      await store.connection.run(`DELETE FROM ${table.name} WHERE company IN ${textListSql('$1')}`, [JSON.stringify(companies)])
      await store.connection.run(`INSERT INTO ${table.name} SELECT * FROM ${tableRowsSql(table)}`, [JSON.stringify(all)])
    }
  })
}
