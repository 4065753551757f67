import { type EventType, eventTypes } from '../../data/event-types.ts'
import { type NewsKind, newsKinds } from '../../data/news-kinds.ts'
import { wrong } from '../http/errors.ts'
import { suggest } from '../http/suggest.ts'
import { type Query, readIntegerParameter } from './query.ts'

/** Kinds of a read that names none: ownership reports come only when named. */
export const defaultNewsKinds: readonly NewsKind[] = newsKinds.filter((kind) => kind !== 'ownership-report')

export const mostEvents = 100
export const usualEvents = 50
export const mostCompanies = 200
/** Seconds. */
export const longestWait = 30

export const cursorShape = /^[0-9]{1,18}$/
const companyShape = /^[A-Za-z0-9.:-]{1,33}$/

/** What of the feed of events a read asks for. */
export interface EventFilter {
  /** Cursor of the event after which the page begins; null for the last 24 hours. */
  readonly after: number | null
  readonly types: readonly EventType[]
  /** Addresses of companies, in capitals: events of others are left out. */
  readonly companies: readonly string[]
  readonly kinds: readonly NewsKind[]
  readonly limit: number
  /** Seconds to wait for an event where there is none. */
  readonly wait: number
}

/** The filter that the parameters of a read spell. Throws a 400 `Refusal` that names the parameter. */
export function readFilter(query: Query): EventFilter {
  const cursor = query.get('cursor')
  if (cursor !== undefined && !(cursorShape.test(cursor) && Number.isSafeInteger(Number(cursor))))
    throw wrong(
      'cursor',
      `The cursor must be 1 to 18 digits, at most ${Number.MAX_SAFE_INTEGER}. Set cursor to the next_cursor of the read before, or omit it for the last 24 hours.`,
    )
  return {
    after: cursor === undefined ? null : Number(cursor),
    types: listOf(query, 'types', eventTypes) ?? eventTypes,
    companies: companiesOf(query),
    kinds: listOf(query, 'kinds', newsKinds) ?? defaultNewsKinds,
    limit: readIntegerParameter(query, 'limit', 1, mostEvents, 'The parameter limit') ?? usualEvents,
    wait: readIntegerParameter(query, 'wait', 0, longestWait, 'The parameter wait') ?? 0,
  }
}

const namesIn = (text: string) => text.split(',').map((name) => name.trim())

function listOf<Word extends string>(query: Query, field: string, words: readonly Word[]): Word[] | null {
  const text = query.get(field)
  if (text === undefined) return null
  return namesIn(text).map((name) => {
    const word = words.find((each) => each === name)
    if (word !== undefined) return word
    const message = `Unknown name in ${field}. Use ${words.join(', ')}, separated by commas.`
    throw wrong(field, message, { allowed: words, suggestions: suggest(name, words) })
  })
}

function companiesOf(query: Query): string[] {
  const text = query.get('companies')
  if (text === undefined) return []
  const companies = namesIn(text)
  if (companies.length > mostCompanies)
    throw wrong('companies', `At most ${mostCompanies} companies can be named, and these are ${companies.length}. Send fewer.`)
  if (!companies.every((company) => companyShape.test(company)))
    throw wrong(
      'companies',
      'A company is not well-formed. Set companies to names such as MSTR, each of 1 to 33 letters, digits, dots, colons and hyphens, separated by commas.',
    )
  return [...new Set(companies.map((company) => company.toUpperCase()))]
}
