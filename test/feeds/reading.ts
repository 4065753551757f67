import { rosterOf } from '../../data/companies.ts'
import { ParseError } from '../../pipeline/errors.ts'
import type { FeedState, ParsedBody } from '../../pipeline/feeds/feed.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'

/** What feeds plan from at a time (RFC 3339) in a home of real data that has these newest periods (day numbers), and every credential. */
export function stateAt(time: string, newestPeriod: FeedState['newestPeriod'] = new Map()): FeedState {
  return {
    now: Date.parse(time),
    newestPeriod,
    credentials: new Set(['EIA_API_KEY']),
    roster: rosterOf(false),
    companies: { facts: [], indexes: [] },
    firstYear: 0,
  }
}

/** Newest periods of series by their days, as `stateAt` has them. */
export const newestOf = (days: Readonly<Record<string, string>>): FeedState['newestPeriod'] =>
  new Map(Object.entries(days).map(([id, day]) => [id, dayNumber(day)!]))

/** The values of a body: series, day and number. */
export const valuesIn = (parsed: ParsedBody) =>
  flattened(parsed).sighting.map((row) => [row.series, isoDay(row.period), row.value])

/** Code of the `ParseError` with which something is refused; null where it is not. */
export function refusalOf(read: () => unknown): string | null {
  try {
    read()
  } catch (error) {
    if (error instanceof ParseError) return error.code
    throw error
  }
  return null
}

/** Reads bodies, which are texts, bytes or values of JSON, through the feed that takes their address; recorded at `at` (RFC 3339) where no other time is given. */
export function readingAt(at: string) {
  const parse = (url: string, body: unknown, time = at): ParsedBody => {
    const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    return feedFor(url)!.parse(bytes, recordingOf(url, bytes, time))
  }
  return {
    parse,
    values: (url: string, body: unknown, time?: string) => valuesIn(parse(url, body, time)),
    rules: (url: string, body: unknown, time?: string) => parse(url, body, time).rejected.map(({ rule }) => rule),
    contents: (url: string, body: unknown, time?: string) => {
      const parsed = parse(url, body, time)
      const rejected = parsed.rejected.map(({ series, rule }) => [series, rule])
      return { rows: valuesIn(parsed), rejected, next: parsed.next.map((request) => request.url) }
    },
    refusal: (url: string, body: unknown, time?: string) => refusalOf(() => parse(url, body, time)),
  }
}

/** The same of bodies of one address. */
export function readingOf(url: string, at: string) {
  const { parse, values, rules, refusal } = readingAt(at)
  return {
    parse: (body: unknown, time?: string) => parse(url, body, time),
    values: (body: unknown, time?: string) => values(url, body, time),
    rules: (body: unknown, time?: string) => rules(url, body, time),
    refusal: (body: unknown, time?: string) => refusal(url, body, time),
  }
}
