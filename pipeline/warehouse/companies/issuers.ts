import type { Issuer, IssuerRow } from '../../tables/company.ts'
import { listedCompanies } from '../news.ts'
import { textListSql } from '../sql.ts'
import { type Store, select } from '../store.ts'

/** Who these companies (issuer ids) are, in their order: by the index of their filings, and by the list of tickers where that was not read. */
export async function issuersOf(store: Store, companies: readonly string[]): Promise<Issuer[]> {
  const listed = new Map((await listedCompanies(store)).map((each) => [each.company, each]))
  const taken = new Set([...listed.values()].flatMap(({ codes }) => codes))
  type Described = Omit<IssuerRow, 'told_by' | 'former_names' | 'tickers' | 'exchanges'> &
    Record<'former_names' | 'tickers' | 'exchanges', string>
  const rows = await select<Described>(
    store,
    `SELECT company, name, former_names, country, industry_code, coalesce(sector, industry) AS industry, fiscal_year_end, filer_class, tickers, exchanges, lei
     FROM v_issuer LEFT JOIN sector USING (company) WHERE company IN ${textListSql('$1')}`,
    [JSON.stringify(companies)],
  )
  const described = new Map(rows.map((row) => [row.company, row]))
  const ended = await select<{ company: string; codes: string }>(
    store,
    `SELECT company, string_agg(code, ' ' ORDER BY to_day DESC, code) AS codes
     FROM listing WHERE to_day IS NOT NULL AND company IN ${textListSql('$1')} GROUP BY company`,
    [JSON.stringify(companies)],
  )
  const former = new Map(ended.map(({ company, codes }) => [company, codes.split(' ')]))
  return companies.map((company): Issuer => {
    const row = described.get(company)
    const tickers: readonly string[] = JSON.parse(row?.tickers ?? '[]')
    const exchanges: readonly (string | null)[] = JSON.parse(row?.exchanges ?? '[]')
    const formerNames: IssuerRow['former_names'] = JSON.parse(row?.former_names ?? '[]')
    // an index may be older than the list that gave its ticker to another company
    const codes = listed.get(company)?.codes ?? tickers.filter((code) => !taken.has(code))
    return {
      company,
      name: row?.name ?? listed.get(company)?.name ?? company.slice(company.indexOf(':') + 1),
      formerNames: formerNames.map(({ name, to }) => ({ name, until: to })),
      country: row?.country ?? null,
      listed: codes.map((code) => ({ code, exchange: exchanges[tickers.indexOf(code)] ?? null })),
      formerCodes: (former.get(company) ?? []).filter((code) => !taken.has(code) && !codes.includes(code)),
      industry: row?.industry ?? null,
      industryCode: row?.industry_code ?? null,
      fiscalYearEnd: row?.fiscal_year_end ?? null,
      filerClass: row?.filer_class ?? null,
      lei: row?.lei ?? null,
    }
  })
}
