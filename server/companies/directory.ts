import { companyBlocks } from '../../data/companies/blocks.ts'
import { companyAddress, type DirectoryRow } from '../../pipeline/documents/company/company.ts'
import { isIsin } from '../../pipeline/documents/company/named.ts'
import { whySaleStopped } from '../../pipeline/documents/company/next-report.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { queryOf } from '../answers/request-context.ts'
import { dayInWords } from '../http/day-in-words.ts'
import { Refusal } from '../http/errors.ts'
import { memoize } from '../http/once.ts'
import { suggest } from '../http/suggest.ts'
import { companyByName } from '../news/company.ts'
import { directoryOf, type KnownCompany } from '../news/stored.ts'

export { directoryOf }

export type BlockName = (typeof companyBlocks)[number]['block']

/**
 * The company at an address: a ticker, a securities code, an ISIN, a LEI or a number in its market, in any case. Throws 404 NOT_FOUND where no list that is
 * read has it, with those once listed there and the closest, three in all; 404 NOT_COVERED_YET where its statements were not read or state too
 * little, or lack two annual reports on the day.
 */
export async function soldCompany(view: EditionView, given: string, day = view.manifest.as_of): Promise<DirectoryRow> {
  const company = await companyByName(view, given)
  const row = company?.row ?? null
  const stopped = row && whySaleStopped(row, day)
  if (row !== null && row.blocks.length > 0 && stopped === null) return row
  if (company !== null) throw notCovered(company.name, stopped ?? row?.why['company'] ?? whyUnread(company, day))
  const message = isIsin(given.toUpperCase())
    ? 'No list of companies that is read here contains this ISIN. Name the company by its ticker, its securities code or its number.'
    : 'No company sold here has this address. GET /api/companies?search= finds companies by name.'
  throw new Refusal('NOT_FOUND', message, { field: 'company', suggestions: suggestedCompanies(view, given) })
}

/** That the statements of a company have not been read, and the day by which they are to be, unless it is over. */
function whyUnread({ to_be_read: until }: KnownCompany, today: string): string {
  const unread = 'its statements have not been read yet'
  return until === undefined || until < today ? unread : `${unread} and are to be read by ${dayInWords(until)}`
}

function notCovered(name: string, why: string): Refusal {
  return new Refusal('NOT_COVERED_YET', `${name} is not covered: ${why}. Nothing is charged.`, { field: 'company' })
}

/** The name of a block. Throws 404 NOT_FOUND for any other. */
export function blockNamed(name: string): BlockName {
  const row = companyBlocks.find(({ block }) => block === name)
  if (row !== undefined) return row.block
  const names = companyBlocks.map(({ block }) => block)
  const message = `There is no such block. Use ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)}.`
  throw new Refusal('NOT_FOUND', message, { field: 'block', allowed: names, suggestions: suggest(name, names) })
}

/** A company that is sold, with what it is looked for by. */
export interface SoldCompany {
  readonly row: DirectoryRow
  readonly address: string
  /** Letters and digits of its name and of its codes, in small letters. */
  readonly name: string
  readonly codes: readonly string[]
  readonly former: readonly string[]
}

/** The companies that are sold, in the order of their addresses: written once an edition, for anyone may search them. */
export const soldCompaniesOf = memoize((view: EditionView): readonly SoldCompany[] =>
  directoryOf(view)
    .companies.filter((row) => row.blocks.length > 0 && whySaleStopped(row, view.manifest.as_of) === null)
    .map(toSoldCompany)
    .sort((a, b) => (a.address < b.address ? -1 : 1)),
)

/** A row of the directory with what it is looked for by. */
export const toSoldCompany = (row: DirectoryRow): SoldCompany => ({
  ...{ row, address: companyAddress(row), name: searchLetters(row.name) },
  ...{ codes: row.codes.map(searchLetters), former: (row.former_codes ?? []).map(searchLetters) },
})

const addressesIn = memoize((sold: readonly SoldCompany[]) => sold.map(({ address }) => address))

/** Addresses of companies once listed under the word, then of those whose name begins with it or whose code is close to it, at most three. */
export function suggestedCompanies(view: EditionView, given: string): string[] {
  const sold = soldCompaniesOf(view)
  const word = searchLetters(given)
  const former = sold.filter((each) => each.former.includes(word))
  const named = sold.filter(({ name }) => word.length > 2 && name.startsWith(word))
  return [...new Set([...[...former, ...named].map(({ address }) => address), ...suggest(given, addressesIn(sold))])].slice(0, 3)
}

/** Its letters without accents, and its digits. */
export const searchLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Whether a request of /api/context is for a company. */
export const isCompanyAsked = (asking: Parameters<typeof queryOf>[0]): boolean =>
  queryOf(asking).some(({ name, value }) => name === 'briefing' && value.startsWith('equities.company/'))
