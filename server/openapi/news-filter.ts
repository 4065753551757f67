import { type NewsOrigin, newsOrigins } from '../../data/news-kinds.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { wrong } from '../http/errors.ts'
import { suggest } from '../http/suggest.ts'
import { invalidDate, isDay, type Query, readEnumParameter, readIntegerParameter } from './query.ts'

export const mostRecords = 25
export const usualRecords = 10
/** Days between the first and the last date of a window. */
export const longestWindow = 92
const usualWindow = 7

export const aboutShape = /^[A-Za-z0-9.:-]{1,33}$/

/** What news a read asks for. Days are YYYY-MM-DD, both ends included. */
export interface NewsFilter {
  /** A company as the caller names it, in capitals; null for everybody. */
  readonly about: string | null
  /** Null for both. */
  readonly kind: NewsOrigin | null
  readonly since: string
  readonly until: string
  /** True where both `as_of` and `until` were given: `as_of` counts. */
  readonly untilUnused: boolean
  readonly limit: number
}

/** The filter that the parameters of a read spell; `today` is the UTC day. Throws a 400 `Refusal` that names the parameter. */
export function readNewsFilter(query: Query, today: string): NewsFilter {
  const about = aboutOf(query)
  const unknown = `Unknown kind. Use ${newsOrigins.join(' or ')}, or omit it for both.`
  const kind = readEnumParameter(query, 'kind', newsOrigins, (text) =>
    wrong('kind', unknown, { allowed: newsOrigins, suggestions: suggest(text, newsOrigins) }),
  )
  if (kind === 'official' && about !== null)
    throw wrong('kind', 'Official documents are about no company. Omit about, or ask for kind=filed.')
  const asOf = dateOf(query, 'as_of')
  const last = dateOf(query, 'until')
  const until = asOf ?? last ?? today
  const since = dateOf(query, 'since') ?? dayBefore(until, usualWindow)
  if (since > until)
    throw invalidDate(
      'since',
      `since, ${since}, is after the last date, ${until}. Give a date at or before it.`,
      `Set since to ${until} or an earlier day, or omit it.`,
    )
  if (since < dayBefore(until, longestWindow))
    throw invalidDate(
      'since',
      `A window has at most ${longestWindow} days, and this one begins on ${since} and ends on ${until}.`,
      `Set since to ${dayBefore(until, longestWindow)} or a later day, or omit it.`,
    )
  return {
    about,
    // a company has filings alone
    kind: about === null ? kind : 'filed',
    since,
    until,
    untilUnused: asOf !== null && last !== null,
    limit: readIntegerParameter(query, 'limit', 1, mostRecords) ?? usualRecords,
  }
}

function aboutOf(query: Query): string | null {
  const text = query.get('about')
  if (text === undefined) return null
  if (aboutShape.test(text)) return text.toUpperCase()
  throw wrong(
    'about',
    'The company is not well-formed. Set about to a ticker, securities code, ISIN or issuer id: 1 to 33 letters, digits, dots, colons and hyphens.',
  )
}

function dateOf(query: Query, field: string): string | null {
  const text = query.get(field)
  if (text === undefined || isDay(text)) return text ?? null
  throw invalidDate(field, `The ${field} parameter is not a valid date. Write it as YYYY-MM-DD, or omit it.`)
}
