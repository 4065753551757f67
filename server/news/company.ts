import type { NewsDirectory } from '../../pipeline/documents/news-directory.ts'
import { Refusal } from '../http/errors.ts'

/** A company whose filings are read. */
export type CoveredCompany = NewsDirectory['companies'][number]

/** What every directory says of a company. */
type Listed = Pick<CoveredCompany, 'company' | 'codes'>
interface Directory<Company extends Listed> {
  readonly companies: readonly Company[]
}

/** Companies by code and by CIK, of each directory that was asked for. */
const indexes = new WeakMap<object, ReadonlyMap<string, Listed>>()

function indexOf<Company extends Listed>({ companies }: Directory<Company>): ReadonlyMap<string, Company> {
  const known = indexes.get(companies) as ReadonlyMap<string, Company> | undefined
  if (known !== undefined) return known
  const index = new Map(companies.map((each) => [each.company, each]))
  for (const each of companies) for (const code of each.codes) if (!index.has(code)) index.set(code, each)
  indexes.set(companies, index)
  return index
}

/**
 * The company that a ticker, securities code, CIK or issuer id (US:0000320193) names, in capitals. Classes of shares are written with a dot or a dash, and Japanese codes
 * with or without the fifth digit; companies of India and Europe by their number alone. Null for one that no list names.
 */
export function companyNamed<Company extends Listed>(directory: Directory<Company>, about: string): Company | null {
  const index = indexOf(directory)
  const codes = [about, about.replace('.', '-'), ...(/^[0-9][0-9A-Z]{3}0$/.test(about) ? [about.slice(0, 4)] : [])]
  const [, market = 'US', number = ''] = /^(?:([A-Z]{2}):)?(\w+)$/.exec(about) ?? []
  const issuer = `${market.toLowerCase()}:${market === 'US' ? number.padStart(10, '0') : number}`
  for (const code of [...codes, issuer, `in:${about}`, `eu:${about}`]) {
    const company = index.get(code)
    if (company !== undefined) return company
  }
  return null
}

/** The same; throws 404 NOT_FOUND for one that no list names: nothing is known of its filings then. */
export function coveredCompany(directory: Pick<NewsDirectory, 'companies'>, about: string): CoveredCompany {
  const company = companyNamed(directory, about)
  if (company !== null) return company
  const isin = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(about)
  const message = isin
    ? 'No list of companies that is read here contains this ISIN. Name the company by its ticker (USA) or securities code (Japan).'
    : 'This company is not covered: no list of companies that is read here contains it. That is not evidence that it has filed nothing.'
  throw new Refusal('NOT_FOUND', message, { field: 'about' })
}
