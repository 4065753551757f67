import type { Issuer } from '../tables/company.ts'
import { listedCompanies } from './news.ts'
import type { Store } from './store.ts'

/** Who these companies (issuer ids) are, in their order. */
export async function issuersOf(store: Store, companies: readonly string[]): Promise<Issuer[]> {
  const listed = new Map((await listedCompanies(store)).map((each) => [each.company, each]))
  return companies.map((company) => ({
    company,
    name: listed.get(company)?.name ?? company,
    formerNames: [],
    country: null,
    listed: (listed.get(company)?.codes ?? []).map((code) => ({ code, exchange: null })),
    industry: null,
    industryCode: null,
    fiscalYearEnd: null,
    filerClass: null,
  }))
}
