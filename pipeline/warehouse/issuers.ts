import type { Issuer, IssuerRow } from '../tables/company.ts'
import { listedCompanies } from './news.ts'
import { textsIn } from './sql.ts'
import { type Store, select } from './store.ts'

/** Who these companies (issuer ids) are, in their order: by the index of their filings, and by the list of tickers where that was not read. */
export async function issuersOf(store: Store, companies: readonly string[]): Promise<Issuer[]> {
  const listed = new Map((await listedCompanies(store)).map((each) => [each.company, each]))
  type Described = Omit<IssuerRow, 'former_names' | 'tickers' | 'exchanges'> &
    Record<'former_names' | 'tickers' | 'exchanges', string>
  const rows = await select<Described>(
    store,
    `SELECT company, name, former_names, country, industry_code, industry, fiscal_year_end, filer_class, tickers, exchanges
     FROM issuer WHERE company IN ${textsIn('$1')}`,
    [JSON.stringify(companies)],
  )
  const described = new Map(rows.map((row) => [row.company, row]))
  return companies.map((company): Issuer => {
    const row = described.get(company)
    const tickers: readonly string[] = JSON.parse(row?.tickers ?? '[]')
    const exchanges: readonly (string | null)[] = JSON.parse(row?.exchanges ?? '[]')
    const former: IssuerRow['former_names'] = JSON.parse(row?.former_names ?? '[]')
    const codes = listed.get(company)?.codes ?? tickers
    return {
      company,
      name: row?.name ?? listed.get(company)?.name ?? company,
      formerNames: former.map(({ name, to }) => ({ name, until: to })),
      country: row?.country ?? null,
      listed: codes.map((code) => ({ code, exchange: exchanges[tickers.indexOf(code)] ?? null })),
      industry: row?.industry ?? null,
      industryCode: row?.industry_code ?? null,
      fiscalYearEnd: row?.fiscal_year_end ?? null,
      filerClass: row?.filer_class ?? null,
    }
  })
}
