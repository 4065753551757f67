import { briefingRows } from '../../data/briefings.ts'
import { companyBlocks } from '../../data/companies/blocks.ts'
import { listSorts } from '../../data/companies/list-sorts.ts'
import { companyMarkets } from '../../data/companies/markets.ts'
import { eventTypes } from '../../data/event-types.ts'
import { metricCategories } from '../../data/metrics.ts'
import { newsKinds, newsOrigins } from '../../data/news-kinds.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { documentParts } from '../http/formats.ts'
import { cursorShape, longestWait, mostCompanies, mostEvents, usualEvents } from './event-filter.ts'
import { aboutShape, longestWindow, mostRecords, usualRecords } from './news-filter.ts'
import type { Operation, RouteName } from './operation.ts'
import type { Described } from './responses.ts'

/** What an operation takes, as the description of the server has it: its own parameters, then the format. */
export function parametersOf(operation: Operation): Described[] {
  const { parameters, formats } = operation
  const own = parameters.map((name) => parameterOf(operation, name))
  return formats.length === 0 ? own : [...own, formatOf(operation)]
}

export const addressShape = /^[A-Za-z0-9.&-]{1,33}$/
/** Companies of a page of GET /api/companies, where no limit is given, and most. */
export const defaultListedCompanies = 50
export const maxListedCompanies = 200

const text = (description: string, example?: string) => ({ type: 'string', minLength: 1, description, example })
const like = ({ source }: RegExp, description: string, example: string) => ({
  ...{ type: 'string', pattern: source, description, example },
})
const oneOf = (words: readonly string[], description: string, example: string) => ({
  ...{ type: 'string', enum: words, description, example },
})
// no example: which days are on record differs from server to server
const day = (description: string) => ({ type: 'string', format: 'date', description })
const whole = (minimum: number, maximum: number, usual: number, description: string, example: number) => ({
  ...{ type: 'integer', minimum, maximum, default: usual, description, example },
})
const listText = (words: readonly string[]) => `Separated by commas: ${words.join(', ')}.`

type Schemas = Readonly<Record<string, Described>>

const company: Schemas = {
  company: like(
    addressShape,
    'A company in any case: in the USA by its ticker, a class of shares after a dot or a dash, or its CIK; in Japan and Korea by its securities code; anywhere by an ISIN or LEI that is known. A CIK of four digits that is a code in Tokyo too is written with ten. GET /api/companies lists them.',
    'MZPX',
  ),
  date: day(
    'Of the block numbers alone: a past day whose figures are served as known at its end in the market of the company (default: now).',
  ),
}

const categoryIds = metricCategories.map(({ id }) => id)
const briefingIds = briefingRows.map(({ id }) => id)
const marketIds = companyMarkets.map(({ market }) => market)

const companyList: Schemas = {
  search: text('Letters of a name, or a code. Default: every company.', 'marzipan'),
  market: oneOf(marketIds, 'One market. Default: all.', 'us'),
  sort: oneOf(listSorts, 'By address, name, market, or newest: the newest report first. Default: address.', 'newest'),
  changed: oneOf(
    ['week'],
    'week: those with a report that became known, or a situation that turned on, in the last 7 days of the edition. Default: all.',
    'week',
  ),
  cursor: text('The next_cursor of the page before. Default: the first page.'),
  limit: whole(1, maxListedCompanies, defaultListedCompanies, 'Most companies of a page.', 10),
}

/** Schemas of parameters that are of one route alone. */
const ofRoute: Readonly<Partial<Record<RouteName, Schemas>>> = {
  company,
  companyList,
  companiesPage: companyList,
  catalogue: {
    category: oneOf(categoryIds, 'One category (default: all).', 'bitcoin'),
    page: { type: 'integer', minimum: 1, description: 'A page of 100 metrics (default: all metrics).', example: 1 },
  },
  calendar: {
    category: oneOf(categoryIds, 'What can change metrics of one category (default: all).', 'bitcoin'),
    briefing: oneOf(briefingIds, 'What can change one briefing (default: all).', 'macro.snapshot'),
  },
  doc: { page: text('A page of the documentation; GET /docs lists them.', 'running') },
  news: {
    about: like(
      aboutShape,
      'One company by its ticker (USA), securities code (Japan, Korea), CIK, LEI or issuer id as news prints it (us:0000320193): its filings alone. An ISIN is accepted where a list that is read has it. Filings of companies in India and Europe are not read. Default: every company and agency.',
      'HRBX',
    ),
    kind: oneOf(newsOrigins, 'Filings of companies, or documents of agencies and central banks. Default: both.', 'filed'),
    since: day(`First date of the window, which has at most ${longestWindow} days. Default: seven days before the last.`),
    until: day('Last date of the window. Default: today (UTC).'),
    as_of: day('Only records dated on or before this date; used in place of until.'),
    limit: whole(1, mostRecords, usualRecords, 'Most records of the answer.', 5),
  },
}

/** Schemas of the other parameters, but those that name a document of a kind. */
const ofAny: Schemas = {
  fields: text(
    'Members of the JSON, separated by commas, instead of the whole document, at the same price; of a briefing also single readings, as `readings.METRIC`, and what the whole document leaves out: `readings_in_full` or `readings_in_full.METRIC`, its readings with all their members, and `confidence_factors`, the steps to their scores. What the document is, its day, fingerprint and notices are always included. Only JSON is served so.',
    'as_of,notices',
  ),
  part: oneOf(
    documentParts,
    'The short form instead of the whole document, at the same price: headline, state, signal, summary, what would change the state, and the next releases. As JSON or as Markdown of fewer than 150 tokens.',
    'summary',
  ),
  date: day(
    'A past day on record (default: the current document). How far back a key can read depends on its plan; a paid call can read any day.',
  ),
  block: oneOf(
    companyBlocks.map(({ block }) => block),
    `A block: ${companyBlocks.map(({ block, answers }) => `${block} (${answers.charAt(0).toLowerCase()}${answers.slice(1, -1)})`).join('; ')}.`,
    'header',
  ),
  from: day('First period (default: the first one, or the first day of history that the plan of the key includes).'),
  to: day('Last period (default: the last one).'),
  as_of: day(
    'The values as they were known at the end of this day, UTC (default: the day of the edition). Revisions that became known later are not in them.',
  ),
  cursor: like(cursorShape, 'The next_cursor of the read before (default: begin 24 hours back).', '0'),
  types: text(`${listText(eventTypes)} Default: all.`, 'state.changed'),
  companies: text(
    `Companies whose events are wanted too, by ticker, securities code, ISIN, LEI, CIK or issuer id, separated by commas, at most ${mostCompanies}. Those of others are left out.`,
    'MSTR',
  ),
  kinds: text(`Kinds of news of companies. ${listText(newsKinds)} Default: all but ownership-report.`, 'earnings-release'),
  limit: whole(1, mostEvents, usualEvents, 'Most events of the page.', 20),
  wait: whole(
    0,
    longestWait,
    0,
    'Seconds to wait for an event where there is none yet. Nothing is counted or charged until the answer. At most 1,000 reads of one network may wait at a time.',
    0,
  ),
  webhook: text('Id of the webhook.', 'wh_0b9f3f3e8a554c1e9a583f1f0f1c2d11'),
  delivery: text('Id of the message.', 'msg_0b9f3f3e8a554c1e9a583f1f0f1c2d11_7'),
  claim_code: text('The code of the claim.', 'MB-ABCD-2345'),
  'Idempotency-Key': {
    maxLength: 255,
    ...text(
      'A random value, such as a UUID. A repeated request with the same key and body from the same network or account has the same answer for 24 hours, and creates nothing a second time.',
      '0b9f3f3e-8a55-4c1e-9a58-3f1f0f1c2d11',
    ),
  },
}

/** Schemas of what names a document of a kind. */
const ofKinds: Schemas = Object.fromEntries(
  kinds.flatMap(({ route }) => {
    if (!route?.parameter) return []
    const { name, description, example, shape } = route.parameter
    return [[name, shape === undefined ? text(description, example) : like(shape.pattern, description, example)]]
  }),
)

function parameterOf({ path, route }: Operation, name: string): Described {
  const place = path.includes(`{${name}}`) ? 'path' : name === 'Idempotency-Key' ? 'header' : 'query'
  const own = ofRoute[route]?.[name] ?? ofAny[name]
  const schema = own ?? ofKinds[name]
  const required = place === 'path' || own === undefined
  return { in: place, name, schema, ...(required ? { required, description: schema!['description'] } : {}) }
}

function formatOf({ formats, otherwise }: Operation): Described {
  const description = `If omitted, the Accept header chooses between ${new Intl.ListFormat('en-GB').format(formats)}; if it names none of them, the default is sent.`
  return { in: 'query', name: 'format', schema: { ...oneOf(formats, description, 'json'), default: otherwise } }
}
