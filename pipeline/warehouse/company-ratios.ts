import { type CompanyRatioRow, companyRatio } from '../tables/company.ts'
import { rowsIn, textsIn } from './sql.ts'
import type { Store } from './store.ts'

/** Replaces the ratios of companies (issuer ids), of which some may have none any more. */
export async function putRatios(store: Store, companies: readonly string[], rows: readonly CompanyRatioRow[]): Promise<void> {
  await store.transaction(async () => {
    await store.connection.run(`DELETE FROM company_ratio WHERE company IN ${textsIn('$1')}`, [JSON.stringify(companies)])
    await store.connection.run(`INSERT INTO company_ratio SELECT * FROM ${rowsIn(companyRatio)}`, [JSON.stringify(rows)])
  })
}
