import { eventTypes } from '../../data/event-types.ts'
import { categories } from '../../data/metrics.ts'
import { networks } from '../../data/networks.ts'
import { newsKinds } from '../../data/news-kinds.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import documentSchemas from '../../pipeline/documents/schemas.json' with { type: 'json' }
import { priceOf } from '../access/price.ts'
import { parts } from '../http/formats.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import { companyParameters } from './company-parameters.ts'
import { cursorShape, longestWait, mostCompanies, mostEvents, usualEvents } from './event-filter.ts'
import { newsParameters } from './news-filter.ts'
import { descriptionOf, type Operation, operations, tags } from './operations.ts'
import { type Described, Responses } from './responses.ts'
import answerSchemas from './schemas.json' with { type: 'json' }

/** An OpenAPI document, as far as its readers here look into it. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, { readonly get?: Described; readonly post?: Described; readonly delete?: Described }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Described>>
    readonly responses: Readonly<Record<string, Described>>
  }
  readonly [member: string]: unknown
}

const schemas: Readonly<Record<string, Described>> = { ...documentSchemas, ...answerSchemas }

/**
 * The description of the server, OpenAPI 3.0.3, made of the table of operations and the generated schemas of what they answer with.
 * @param sold what is taken in payment, which the offers of priced operations follow
 */
export function describe(sold: PaymentStatus): OpenApiDocument {
  const responses = new Responses(schemas)
  const paths: Record<string, Record<string, Described>> = {}
  for (const operation of operations) {
    const described: Described = { ...outline(operation, sold), responses: responses.of(operation) }
    paths[operation.path] = { ...paths[operation.path], [operation.method ?? 'get']: described }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Market briefings',
      version: '1.0.0',
      description: introduction(sold.enabled),
      contact: { name: 'Operator of this server', url: '/' },
      license: { name: 'Documents carry the notices of their sources', url: '/docs/methodology' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: referred([paths, [...responses.shared]]),
      responses: Object.fromEntries(responses.shared),
      securitySchemes,
    } as OpenApiDocument['components'],
  }
}

/** The schemas that a value refers to, and those that they refer to, by name. */
function referred(value: unknown): Record<string, Described> {
  const names = new Set<string>()
  const gather = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      gather(JSON.stringify(schemas[name]))
    }
  }
  gather(JSON.stringify(value))
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}

const introduction = (sold: boolean) =>
  [
    'Market briefings with the interpretation already done: dated, sourced, reproducible. Markdown by default, JSON with `format=json` or `Accept: application/json`.',
    sold
      ? 'Call priced operations with an API key, or pay per call: without a key the server answers 402 with a quote for x402 version 2 and MPP 1.0; send the same request again with the payment.'
      : 'Call priced operations with an API key. This server does not currently sell single calls: without a key it answers 401, never the 402 also described here. GET /api/x402/status shows whether that has changed.',
    'Every path that supports GET also supports HEAD and OPTIONS, free of charge. Responses carry an ETag; send it back in `If-None-Match`, and an unchanged document costs nothing.',
    'All errors have the same shape, with a code from a closed list; a browser gets them as a page.',
  ].join('\n\n')

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer KEY`.' },
  keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key in the X-API-Key header.' },
  keyAsUser: { type: 'http', scheme: 'basic', description: 'The same key as the user name, with an empty password.' },
  x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE', description: 'An x402 version 2 payment, base64 JSON.' },
  claimToken: { type: 'http', scheme: 'bearer', description: 'The token of a claim: `Authorization: Bearer CLAIM_TOKEN`.' },
  mpp: { type: 'http', scheme: 'Payment', description: 'An MPP 1.0 payment, intent charge, method evm.' },
} as const

/** Credentials that priced operations take, and those of them that are keys. */
const toRead = Object.keys(securitySchemes).filter((name) => name !== 'claimToken')
const keys = toRead.filter((name) => name.startsWith('key'))

function credentialsOf({ credential, price }: Operation): readonly string[] {
  if (credential === 'key') return keys
  if (credential !== undefined) return [credential]
  return price === null ? [] : toRead
}

/** An operation without what it answers. */
function outline(operation: Operation, sold: PaymentStatus): Described {
  const { id, tag, summary, price, parameters, formats, body } = operation
  const described = [
    ...parameters.map((name) => parameterOf(operation, name)),
    ...(formats.length === 0 ? [] : [formatOf(operation)]),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: descriptionOf(operation, sold.enabled),
    security: credentialsOf(operation).map((name) => ({ [name]: [] })),
    ...(price === null ? {} : { 'x-payment-info': paymentInfo(price, sold) }),
    parameters: described,
    ...(body === undefined
      ? {}
      : { requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } } } }),
  }
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

const catalogueParameters: Readonly<Record<string, Described['schema']>> = {
  category: {
    type: 'string',
    enum: categories.map(({ id }) => id),
    description: 'One category (default: all).',
    example: 'bitcoin',
  },
  page: { type: 'integer', minimum: 1, description: 'A page of 100 metrics (default: all metrics).', example: 1 },
}

/** The past day, the part, members, or what names a document of the kind. */
function parameterOf({ path, route }: Operation, name: string): Described {
  if (name === 'fields')
    return { in: 'query', name, schema: { type: 'string', minLength: 1, description: fieldsText, example: 'as_of,notices' } }
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

/** What a call costs, and the offers of MPP as its clients look for them. */
function paymentInfo(usd: string, { x402, mpp }: PaymentStatus) {
  const asset = networks.find(({ id }) => id === mpp?.network)?.asset
  const { base_units: amount } = priceOf(usd)
  return {
    price: { ...priceOf(usd), currency: 'USDC' },
    x402: { version: x402.version, scheme: 'exact', networks: x402.networks.map(({ network }) => network) },
    offers: mpp === null ? [] : [{ intent: mpp.intent, method: mpp.method, amount, currency: asset }],
  }
}
