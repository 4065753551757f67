import { changedWithinDays, listSorts } from '../../data/companies/list-sorts.ts'
import { companyMarkets } from '../../data/companies/markets.ts'
import type { DirectoryRow } from '../../pipeline/documents/company/company.ts'
import { matchCompany } from '../../pipeline/documents/company/named.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { wrong } from '../http/errors.ts'
import { memoize } from '../http/once.ts'
import { defaultListedCompanies, maxListedCompanies } from '../openapi/parameters.ts'
import { type Query, readEnumParameter, readIntegerParameter } from '../openapi/query.ts'
import { directoryOf, type SoldCompany, searchLetters, soldCompaniesOf, toSoldCompany } from './directory.ts'

type ListSort = (typeof listSorts)[number]

export interface CompanyPage {
  /** Companies that match, on all pages. */
  readonly count: number
  readonly page: readonly SoldCompany[]
  /** The cursor of the next page; null on the last. */
  readonly next: string | null
}

/**
 * A page of the companies that match a search by name or by any code of theirs, in a market, or that changed in the last days of the edition. A page
 * ends with the address of a company, and the next one begins after its place in the order, also where it has left the list since.
 */
export function companyPageOf(view: EditionView, query: Query): CompanyPage {
  const markets = companyMarkets.map((row) => row.market)
  const market = oneOf(query, 'market', markets)
  const sort = oneOf(query, 'sort', listSorts) ?? 'address'
  const isWeek = oneOf(query, 'changed', ['week']) !== null
  const limit = readIntegerParameter(query, 'limit', 1, maxListedCompanies) ?? defaultListedCompanies
  const matches = matcher(view, (query.get('search') ?? '').trim())
  const matching = ordered(soldCompaniesOf(view), sort).filter(
    (each) =>
      (market === null || each.row.company.startsWith(`${market}:`)) &&
      matches(each) &&
      (!isWeek || isChanged(each.row, view.manifest.as_of)),
  )
  const after = cursorOf(view, query)
  const rest = matching.filter((each) => after === null || compare(sort, each, after) > 0)
  const page = rest.slice(0, limit)
  return { count: matching.length, page, next: rest.length > page.length ? page.at(-1)!.address : null }
}

/** The day after which something changed this week. */
const weekBefore = (day: string): string => dayBefore(day, changedWithinDays)

/** Situations that turned on in the last days. */
export const newSituations = ({ on = [] }: DirectoryRow, day: string): string[] =>
  on.flatMap((each) => {
    const [situation = '', since = ''] = each.split(' ')
    return since > weekBefore(day) ? [situation] : []
  })

/** Whether a report became known in the last days, on a day that its filing states, or a situation turned on. */
function isChanged(row: DirectoryRow, day: string): boolean {
  const report = row.latest_report
  const isNew = report !== undefined && report.basis !== 'deadline' && report.known > weekBefore(day)
  return isNew || newSituations(row, day).length > 0
}

function matcher(view: EditionView, search: string): (company: SoldCompany) => boolean {
  if (search === '') return () => true
  const word = searchLetters(search)
  // a name in another script has no letters to compare
  if (word === '') return ({ row }) => row.name.toLowerCase().includes(search.toLowerCase())
  const called = matchCompany(directoryOf(view), search)?.company
  return ({ row, name, codes, former }) =>
    row.company === called || name.includes(word) || codes.includes(word) || former.includes(word)
}

const names = new Intl.Collator('en')
const orders: Readonly<Record<ListSort, (one: SoldCompany, other: SoldCompany) => number>> = {
  address: () => 0,
  name: (one, other) => names.compare(one.row.name, other.row.name),
  market: (one, other) => marketAt(one) - marketAt(other) || names.compare(one.row.name, other.row.name),
  newest: (one, other) => names.compare(other.row.latest_report?.known ?? '', one.row.latest_report?.known ?? ''),
}
const marketAt = ({ row }: SoldCompany): number => companyMarkets.findIndex(({ market }) => row.company.startsWith(`${market}:`))

const compare = (sort: ListSort, one: SoldCompany, other: SoldCompany): number =>
  orders[sort](one, other) || (one.address < other.address ? -1 : one.address > other.address ? 1 : 0)

const orderedIn = memoize((_sold: readonly SoldCompany[]) => new Map<ListSort, readonly SoldCompany[]>())

/** The companies of an edition in an order, which is made once: thousands of names take long to compare. */
function ordered(sold: readonly SoldCompany[], sort: ListSort): readonly SoldCompany[] {
  const made = orderedIn(sold)
  const before = made.get(sort) ?? sold.toSorted((one, other) => compare(sort, one, other))
  made.set(sort, before)
  return before
}

function cursorOf(view: EditionView, query: Query): SoldCompany | null {
  const after = query.get('cursor')
  if (after === undefined) return null
  const row = matchCompany(directoryOf(view), after)
  if (row === null)
    throw wrong(
      'cursor',
      'No page begins after this cursor. Set cursor to the next_cursor of the page before, or omit it for the first page.',
    )
  return toSoldCompany(row)
}

const oneOf = <Word extends string>(query: Query, field: string, words: readonly Word[]): Word | null =>
  readEnumParameter(query, field, words, () =>
    wrong(field, `The ${field} is unknown. Use ${words.join(' or ')}, or omit it.`, { allowed: words }),
  )
