import { type NewsOrigin, newsOrigins } from '../../data/news-kinds.ts'
import { Refusal } from '../http/errors.ts'
import { suggest } from '../http/suggest.ts'
import { isDay, type Query } from './query.ts'

export const mostRecords = 25
const usualRecords = 10
/** Days between the first and the last date of a window. */
const longestWindow = 92
const usualWindow = 7
const dayMs = 86_400_000

const aboutShape = /^[A-Za-z0-9.:-]{1,33}$/

/** Schemas of the parameters of GET /api/news, as the description prints them. */
export const newsParameters: Readonly<Record<string, object>> = {
  about: {
    type: 'string',
    pattern: aboutShape.source,
    description:
      'One company by its ticker (USA), securities code (Japan), CIK, or issuer id as news prints it (us:0000320193): its filings alone. An ISIN is accepted where a source that is read lists one. Default: every company and agency.',
    example: 'HRBX',
  },
  kind: {
    type: 'string',
    enum: newsOrigins,
    description: 'Filings of companies, or documents of agencies and central banks. Default: both.',
    example: 'filed',
  },
  since: {
    type: 'string',
    format: 'date',
    description: `First date of the window, which has at most ${longestWindow} days. Default: seven days before the last.`,
  },
  until: { type: 'string', format: 'date', description: 'Last date of the window. Default: today (UTC).' },
  as_of: {
    type: 'string',
    format: 'date',
    description: 'Only records dated on or before this date; used in place of until.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: mostRecords,
    default: usualRecords,
    description: 'Most records of the answer.',
    example: 5,
  },
}

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
  const kind = kindOf(query)
  if (kind === 'official' && about !== null)
    throw wrong('kind', 'Official documents are about no company. Omit about, or ask for kind=filed.')
  const asOf = dateOf(query, 'as_of')
  const last = dateOf(query, 'until')
  const until = asOf ?? last ?? today
  const since = dateOf(query, 'since') ?? dayBefore(until, usualWindow)
  if (since > until) throw wrongDate('since', `since, ${since}, is after the last date, ${until}. Give a date at or before it.`)
  if (since < dayBefore(until, longestWindow))
    throw wrongDate('since', `A window has at most ${longestWindow} days, and this one begins on ${since} and ends on ${until}.`)
  return {
    about,
    // a company has filings alone
    kind: about === null ? kind : 'filed',
    since,
    until,
    untilUnused: asOf !== null && last !== null,
    limit: limitOf(query),
  }
}

function aboutOf(query: Query): string | null {
  const text = query.get('about')
  if (text === undefined) return null
  if (aboutShape.test(text)) return text.toUpperCase()
  throw wrong(
    'about',
    'The company must be 1 to 33 letters, digits, dots, colons and hyphens: a ticker, securities code, ISIN or issuer id.',
  )
}

function kindOf(query: Query): NewsOrigin | null {
  const text = query.get('kind')
  if (text === undefined) return null
  const kind = newsOrigins.find((each) => each === text)
  if (kind !== undefined) return kind
  throw wrong('kind', `Unknown kind. Use ${newsOrigins.join(' or ')}, or omit it for both.`, {
    allowed: newsOrigins,
    suggestions: suggest(text, newsOrigins),
  })
}

function dateOf(query: Query, field: string): string | null {
  const text = query.get(field)
  if (text === undefined || isDay(text)) return text ?? null
  throw wrongDate(field, `The ${field} parameter is not a valid date. Write it as YYYY-MM-DD, or omit it.`)
}

function limitOf(query: Query): number {
  const text = query.get('limit')
  if (text === undefined) return usualRecords
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (number >= 1 && number <= mostRecords) return number
  throw wrong('limit', `The limit must be a whole number from 1 to ${mostRecords}.`)
}

/** The day so many days before another. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
}

function wrong(field: string, message: string, facts: { allowed?: readonly string[]; suggestions?: readonly string[] } = {}) {
  return new Refusal('INVALID_REQUEST', message, { field, ...facts })
}

function wrongDate(field: string, message: string): Refusal {
  return new Refusal('INVALID_DATE', message, { field })
}
