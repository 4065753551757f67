import { briefingRows } from '../../data/briefings.ts'
import { eventTypes } from '../../data/event-types.ts'
import { categories } from '../../data/metrics.ts'
import { newsKinds } from '../../data/news-kinds.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { parts } from '../http/formats.ts'
import { companyParameters } from './company-parameters.ts'
import { cursorShape, longestWait, mostCompanies, mostEvents, usualEvents } from './event-filter.ts'
import { newsParameters } from './news-filter.ts'
import type { Operation } from './operation.ts'
import type { Described } from './responses.ts'

/** What an operation takes, as the description of the server has it: its own parameters, then the format. */
export function parametersOf(operation: Operation): Described[] {
  const { parameters, formats } = operation
  const own = parameters.map((name) => parameterOf(operation, name))
  return formats.length === 0 ? own : [...own, formatOf(operation)]
}

const dateText =
  'A past day on record (default: the current document). How far back a key can read depends on its plan; a paid call can read any day.'

const partText =
  'The short form instead of the whole document, at the same price: headline, state, signal, summary, what would change the state, and the next releases. As JSON or as Markdown of fewer than 150 tokens.'

const fieldsText =
  'Members of the JSON, separated by commas, instead of the whole document, at the same price; of a briefing also single readings, as `readings.METRIC`, and `confidence_factors`, the steps to the scores of its readings, which the whole document leaves out. What the document is, its day, fingerprint and notices are always included. Only JSON is served so.'

const docParameter = {
  description: 'A page of the documentation; GET /docs lists them.',
  example: 'running',
  shape: undefined,
} as const

const historyTexts: Readonly<Record<string, string>> = {
  from: 'First period (default: the first one, or the first day of history that the plan of the key includes).',
  to: 'Last period (default: the last one).',
  as_of:
    'The values as they were known at the end of this day, UTC (default: the day of the edition). Revisions that became known later are not in them.',
}

const webhookParameters: Readonly<Record<string, Described>> = {
  webhook: {
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, description: 'Id of the webhook.', example: 'wh_0b9f3f3e8a554c1e9a583f1f0f1c2d11' },
  },
  delivery: {
    in: 'path',
    required: true,
    schema: {
      type: 'string',
      minLength: 1,
      description: 'Id of the message.',
      example: 'msg_0b9f3f3e8a554c1e9a583f1f0f1c2d11_7',
    },
  },
}

const claimParameters: Readonly<Record<string, Described>> = {
  claim_code: {
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, description: 'The code of the claim.', example: 'MB-ABCD-2345' },
    description: 'The code of the claim.',
  },
  'Idempotency-Key': {
    in: 'header',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'A random value, such as a UUID. A repeated request with the same key and body from the same network or account has the same answer for 24 hours, and creates nothing a second time.',
      example: '0b9f3f3e-8a55-4c1e-9a58-3f1f0f1c2d11',
    },
  },
}

const listText = (words: readonly string[]) => `Separated by commas: ${words.join(', ')}.`
const eventParameters: Readonly<Record<string, Described['schema']>> = {
  cursor: {
    type: 'string',
    pattern: cursorShape.source,
    description: 'The next_cursor of the read before (default: begin 24 hours back).',
    example: '0',
  },
  types: {
    type: 'string',
    minLength: 1,
    description: `${listText(eventTypes)} Default: all.`,
    example: 'state.changed',
  },
  companies: {
    type: 'string',
    minLength: 1,
    description: `Companies whose events are wanted too, by ticker, securities code, CIK or issuer id, separated by commas, at most ${mostCompanies}. Those of others are left out.`,
    example: 'MSTR',
  },
  kinds: {
    type: 'string',
    minLength: 1,
    description: `Kinds of news of companies. ${listText(newsKinds)} Default: all but ownership-report.`,
    example: 'earnings-release',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: mostEvents,
    default: usualEvents,
    description: 'Most events of the page.',
    example: 20,
  },
  wait: {
    type: 'integer',
    minimum: 0,
    maximum: longestWait,
    default: 0,
    description:
      'Seconds to wait for an event where there is none yet. Nothing is counted or charged until the answer. At most 1,000 reads of one network may wait at a time.',
    example: 0,
  },
}

const catalogueParameters: Readonly<Record<string, Described>> = {
  category: {
    type: 'string',
    enum: categories.map(({ id }) => id),
    description: 'One category (default: all).',
    example: 'bitcoin',
  },
  page: { type: 'integer', minimum: 1, description: 'A page of 100 metrics (default: all metrics).', example: 1 },
}

const calendarParameters: Readonly<Record<string, Described['schema']>> = {
  category: { ...catalogueParameters['category'], description: 'What can change metrics of one category (default: all).' },
  briefing: {
    type: 'string',
    enum: briefingRows.map(({ id }) => id),
    description: 'What can change one briefing (default: all).',
    example: 'macro.snapshot',
  },
}

/** The past day, the part, members, or what names a document of the kind. */
function parameterOf({ path, route }: Operation, name: string): Described {
  if (name === 'fields')
    return { in: 'query', name, schema: { type: 'string', minLength: 1, description: fieldsText, example: 'as_of,notices' } }
  if (route === 'calendar') return { in: 'query', name, schema: calendarParameters[name] }
  if (route === 'news') return { in: 'query', name, schema: newsParameters[name] }
  if (route === 'company' || route === 'companyList' || name === 'block') {
    const inPath = path.includes(`{${name}}`)
    return { in: inPath ? 'path' : 'query', name, schema: companyParameters[name], ...(inPath ? { required: true } : {}) }
  }
  if (name === 'date')
    // no example: which days are on record differs from server to server
    return { in: 'query', name, schema: { type: 'string', format: 'date', description: dateText } }
  const ofHistory = historyTexts[name]
  if (ofHistory !== undefined) return { in: 'query', name, schema: { type: 'string', format: 'date', description: ofHistory } }
  const ofEvents = eventParameters[name] ?? (route === 'catalogue' ? catalogueParameters[name] : undefined)
  if (ofEvents !== undefined) return { in: 'query', name, schema: ofEvents }
  const ofClaim = claimParameters[name] ?? webhookParameters[name]
  if (ofClaim !== undefined) return { name, ...ofClaim }
  if (name === 'part')
    return { in: 'query', name, schema: { type: 'string', enum: parts, description: partText, example: 'summary' } }
  const { description, example, shape } =
    kinds.flatMap(({ route }) => route?.parameter ?? []).find((each) => each.name === name) ?? docParameter
  const limits = shape === undefined ? { minLength: 1 } : { pattern: shape.pattern.source }
  return {
    in: path.includes(`{${name}}`) ? 'path' : 'query',
    name,
    schema: { type: 'string', ...limits, description, example },
    required: true,
    description,
  }
}

function formatOf({ formats, otherwise }: Operation): Described {
  const description = `If omitted, the Accept header chooses between ${new Intl.ListFormat('en-GB').format(formats)}; if it names none of them, the default is sent.`
  return {
    in: 'query',
    name: 'format',
    schema: { type: 'string', enum: formats, description, default: otherwise, example: 'json' },
  }
}
