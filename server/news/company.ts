import type { NewsDirectory } from '../../pipeline/documents/news-directory.ts'
import { Refusal } from '../http/errors.ts'
import { oncePer } from '../http/once.ts'

/** A company whose filings are read. */
export type CoveredCompany = NewsDirectory['companies'][number]

/** What every directory says of a company. */
type Listed = Pick<CoveredCompany, 'company' | 'codes'> & { readonly lei?: string | undefined }
interface Directory<Company extends Listed> {
  readonly companies: readonly Company[]
}

/** Companies by code and by number. */
const indexOf = oncePer((companies: readonly Listed[]): ReadonlyMap<string, Listed> => {
  const index = new Map(companies.map((each) => [each.company, each]))
  // symbols of other markets may be tickers in the USA
  const inOrder = companies.toSorted((a, b) => Number(b.company.startsWith('us:')) - Number(a.company.startsWith('us:')))
  for (const each of inOrder)
    for (const code of [...each.codes, ...(each.lei ? [each.lei] : [])]) if (!index.has(code)) index.set(code, each)
  return index
})

/**
 * The company that a ticker, securities code, ISIN, LEI, number or issuer id (US:0000320193) names, in capitals. Classes of shares are written with a
 * dot or a dash, and Japanese codes with or without the fifth digit; a code comes before a CIK of the same digits. Null for one that no list names.
 */
export function companyNamed<Company extends Listed>(directory: Directory<Company>, about: string): Company | null {
  const index = indexOf(directory.companies) as ReadonlyMap<string, Company>
  const korean = isIsin(about) ? /^KR7(\w{6})00/.exec(about) : null
  const codes = [
    ...[about, about.replace('.', '-')],
    ...(/^[0-9][0-9A-Z]{3}0$/.test(about) ? [about.slice(0, 4)] : []),
    ...(korean === null ? [] : [korean[1]!]),
  ]
  const [, market = 'US', number = ''] = /^(?:([A-Z]{2}):)?(\w+)$/.exec(about) ?? []
  const issuer = `${market.toLowerCase()}:${market === 'US' ? number.padStart(10, '0') : number}`
  const numbers = /^\w+$/.test(about) ? ['jp', 'in', 'eu'].map((each) => `${each}:${about}`) : []
  for (const code of [...codes, issuer, ...numbers]) {
    const company = index.get(code)
    if (company !== undefined) return company
  }
  return null
}

const isinShape = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/

/** Whether an address, in capitals, is an ISIN: its last digit is that of the others. */
export function isIsin(address: string): boolean {
  if (!isinShape.test(address)) return false
  const digits = [...address].map((each) => Number.parseInt(each, 36)).join('')
  const sum = [...digits].reverse().reduce((total, each, at) => {
    const weighed = Number(each) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(weighed / 10) + (weighed % 10)
  }, 0)
  return sum % 10 === 0
}

/** The same; throws 404 NOT_FOUND for one that no list names: nothing is known of its filings then. */
export function coveredCompany(directory: Pick<NewsDirectory, 'companies'>, about: string): CoveredCompany {
  const company = companyNamed(directory, about)
  if (company !== null) return company
  const message = isIsin(about)
    ? 'No list of companies that is read here contains this ISIN. Name the company by its ticker (USA) or securities code (Japan).'
    : 'This company is not covered: no list of companies that is read here contains it. That is not evidence that it has filed nothing.'
  throw new Refusal('NOT_FOUND', message, { field: 'about' })
}
