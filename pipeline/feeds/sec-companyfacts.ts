import { ParseError } from '../errors.ts'
import type { FeedRequest } from '../http/request.ts'
import { dayNumber } from '../time/day.ts'
import { bodyObject } from './body.ts'
import { exactFigures } from './exact-figures.ts'
import type { BulkFeed } from './feed.ts'
import { sec, secIssuerId, usCodes } from './sec-address.ts'

const id = 'sec-companyfacts'
const root = 'https://data.sec.gov/api/xbrl/companyfacts/'
const path = /^\/api\/xbrl\/companyfacts\/CIK(\d{10})\.json$/u

/**
 * Every fact without a dimension that a company has ever tagged in a report (data.sec.gov, XBRL company facts), whole each time: its
 * history is in the day each was filed. `fy` and `fp` speak of the report and not of the fact. Funds and warrants have none. Loaded into the table `company_fact` inside DuckDB.
 */
export const secCompanyfacts: BulkFeed = {
  id,
  kind: 'bulk',
  table: 'company_fact',
  ...sec,
  title: 'SEC company facts from all reports',
  match: (url) => url.origin === 'https://data.sec.gov' && url.search === '' && path.test(url.pathname),
  absence: true,
  plan: ({ roster, companies }) => usCodes(roster, companies.facts).map(factsRequest),
  prepare: (body) => exactFigures(oneLine(body)),
  parse: (body, recording) => {
    const page = bodyObject(body, id)
    const company = filerOfFacts(recording.url)
    if (company === null || secIssuerId(String(page['cik'])) !== company)
      throw refusal('OTHER_FILER', `the facts are not those of ${company}`)
    let count = 0
    for (const tags of Object.values(objectIn(page['facts'])))
      for (const tag of Object.values(objectIn(tags)))
        for (const facts of Object.values(objectIn(objectIn(tag)['units']))) {
          if (!Array.isArray(facts)) throw refusal('FACTS_NOT_A_LIST', 'the facts of a tag are not a list')
          for (const fact of facts) count += isFact(fact) ? 1 : 0
        }
    if (count === 0) throw refusal('FACTS_EMPTY', 'it contains no facts')
    return { rows: {}, rejected: [], next: [] }
  },
}

/** The request of the facts of the company with this CIK of ten digits. Funds and warrants have none. */
export function factsRequest(cik: string): FeedRequest {
  return { feed: id, upstream: 'sec', url: `${root}CIK${cik}.json`, absence: true }
}

/** The company a recorded address names, by its issuer id; null for an address that is not this feed's. */
export function filerOfFacts(url: string): string | null {
  const [, cik] = (URL.canParse(url) && path.exec(new URL(url).pathname)) || []
  return cik === undefined ? null : secIssuerId(cik)
}

function refusal(code: string, what: string): ParseError {
  return new ParseError(code, `${id}: ${what}; inspect the recording`, { feed: id })
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw refusal('FACTS_MISSING', 'taxonomies, tags and units are not nested objects')
}

/** True for a fact, false for null instead; throws for one that lacks what every fact has. */
function isFact(fact: unknown): boolean {
  if (fact === null) return false
  const { start, end, val, accn, form, filed } = objectIn(fact)
  const day = (value: unknown) => typeof value === 'string' && dayNumber(value) !== null
  if (!day(end) || !day(filed) || !(start === undefined || start === null || day(start)))
    throw refusal('FACT_DAY', `a fact has no day: ${JSON.stringify(fact).slice(0, 200)}`)
  if (typeof val !== 'number' || typeof accn !== 'string' || typeof form !== 'string')
    throw refusal('FACT_VALUE', `a fact has no value, filing or form: ${JSON.stringify(fact).slice(0, 200)}`)
  return true
}

const lineFeed = 10
const space = 32

/**
 * A JSON text on one line, which a reader takes by looking for its end instead of counting braces; the body itself where it is on one
 * already. Line feeds stand between tokens only: in a string they are not JSON.
 */
function oneLine(body: Uint8Array): Uint8Array {
  const first = body.indexOf(lineFeed)
  if (first === -1 || first === body.length - 1) return body
  const line = Uint8Array.from(body)
  for (let at = first; at < line.length; at++) if (line[at] === lineFeed) line[at] = space
  return line
}
