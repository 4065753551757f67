import { companyBlocks } from '../../data/companies/blocks.ts'
import { addressOf, companyKind, type DirectoryRow } from '../../pipeline/documents/company/company.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { queryOf } from '../answers/exchange.ts'
import { Refusal } from '../http/errors.ts'
import { oncePer } from '../http/once.ts'
import { suggest } from '../http/suggest.ts'
import { companyNamed, isIsin } from '../news/company.ts'
import { readDirectory } from '../news/stored.ts'

/** The companies of an edition whose statements were read. */
export interface Directory {
  readonly companies: readonly DirectoryRow[]
}

/** What an edition says of its companies, in the order of their issuer ids. */
export const directoryOf = oncePer(({ packedEntries }: EditionView): Directory => {
  const rows = [...packedEntries].filter(([place]) => place.startsWith(`${companyKind.folder}/`))
  rows.sort(([a], [b]) => (a < b ? -1 : 1))
  return { companies: rows.map(([, { facts }]): DirectoryRow => JSON.parse(String(facts['row']))) }
})

export type BlockName = (typeof companyBlocks)[number]['block']

/**
 * The company at an address: a ticker, a securities code, an ISIN, a LEI or a number in its market, in any case. Throws 404 NOT_FOUND where no list that is
 * read has it, with those once listed there and the closest, three in all; 404 NOT_COVERED_YET where its statements were not read or state too
 * little.
 */
export async function soldCompany(view: EditionView, given: string): Promise<DirectoryRow> {
  const address = given.toUpperCase()
  const directory = directoryOf(view)
  const row = companyNamed(directory, address)
  if (row !== null && row.blocks.length > 0) return row
  if (row !== null) throw notCovered(row.name, row.why['company']!)
  const listed = await readDirectory(view)
  const company = listed && companyNamed(listed, address)
  if (company !== null) throw notCovered(company.name, 'its statements have not been read yet')
  const message = isIsin(address)
    ? 'No list of companies that is read here contains this ISIN. Name the company by its ticker, its securities code or its number.'
    : 'No company sold here has this address. GET /api/companies?search= finds companies by name.'
  throw new Refusal('NOT_FOUND', message, { field: 'company', suggestions: suggestedCompanies(view, given) })
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

/** Addresses of companies once listed under the word, then of those whose name begins with it or whose code is close to it, at most three. */
export function suggestedCompanies(view: EditionView, given: string): string[] {
  const covered = directoryOf(view).companies.filter(({ blocks }) => blocks.length > 0)
  const word = lettersOf(given)
  const former = covered.filter(({ former_codes = [] }) => former_codes.some((code) => lettersOf(code) === word))
  const named = covered.filter(({ name }) => word.length > 2 && lettersOf(name).startsWith(word))
  return [...new Set([...[...former, ...named].map(addressOf), ...suggest(given, covered.map(addressOf))])].slice(0, 3)
}

export const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether a request of /api/context is for a company. */
export const isCompanyAsked = (asking: Parameters<typeof queryOf>[0]): boolean =>
  queryOf(asking).some(({ name, value }) => name === 'briefing' && value.startsWith('equities.company/'))
