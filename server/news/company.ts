import { companyMarketOf } from '../../data/companies/markets.ts'
import { newsSources } from '../../data/news-sources.ts'
import { companyAddress } from '../../pipeline/documents/company/company.ts'
import { isIsin, matchCompany } from '../../pipeline/documents/company/named.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { Refusal } from '../http/errors.ts'
import { companiesOf, type KnownCompany } from './stored.ts'

export { matchCompany } from '../../pipeline/documents/company/named.ts'

/** The company that a name stands for in an edition; null for one that no list has. */
export const companyByName = async (view: EditionView, name: string): Promise<KnownCompany | null> =>
  matchCompany({ companies: await companiesOf(view) }, name)

/** Those of these names that no list of companies has. */
export async function unknownNames(view: EditionView, names: readonly string[]): Promise<string[]> {
  const companies = names.length === 0 ? [] : await companiesOf(view)
  return names.filter((name) => matchCompany({ companies }, name) === null)
}

/** Issuer ids of the companies that these names stand for; a name that no list has stands for none. */
export async function issuersNamed(view: EditionView, names: readonly string[]): Promise<ReadonlySet<string>> {
  const companies = names.length === 0 ? [] : await companiesOf(view)
  return new Set(names.flatMap((name) => matchCompany({ companies }, name)?.company ?? []))
}

/** Whether filings of companies of a market are read at all. */
export const readsFilingsOf = (market: string): boolean =>
  newsSources.some((source) => source.origin === 'filed' && source.market === market)

/** The company that news is asked about; throws 404 NOT_FOUND where its filings are not read, or no list has it. */
export async function coveredCompany(view: EditionView, about: string): Promise<KnownCompany> {
  const company = await companyByName(view, about)
  const message = company === null ? unknownWords(about) : whyUnread(company)
  if (company !== null && message === null) return company
  throw new Refusal('NOT_FOUND', message!, { field: 'about' })
}

function unknownWords(about: string): string {
  return isIsin(about)
    ? 'No list of companies that is read here contains this ISIN. Name the company by its ticker or securities code, or as GET /api/companies prints it.'
    : 'This company is not covered: no list of companies that is read here contains it. That is not evidence that it has filed nothing.'
}

function whyUnread({ name, company, row }: KnownCompany): string | null {
  const { market, title } = companyMarketOf({ company })
  if (readsFilingsOf(market)) return null
  const instead = row === null ? '' : ` GET /api/companies/${companyAddress(row)} has its figures.`
  return `Filings of ${name} are not read: no source here has those of its market (${title}).${instead}`
}
