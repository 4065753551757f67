import { networks } from '../../data/networks.ts'
import { priceOf } from '../access/price.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import { examples } from './examples.ts'
import { referenceTo, responseHeaders } from './headers.ts'
import type { Operation } from './operation.ts'
import { descriptionOf, operations, tags } from './operations.ts'
import { parametersOf } from './parameters.ts'
import { priceBounds } from './priced-operations.ts'
import { type Described, Responses, schemas } from './responses.ts'

/**
 * The description of the server, OpenAPI 3.0.3, made of the table of operations and the generated schemas of what they answer with.
 * @param sold what is taken in payment, which the offers of priced operations follow
 * @param contact e-mail address of the operator, where one is known
 * @param described the operations to describe
 */
export function describeApi(sold: PaymentStatus, contact: string | null = null, described = operations) {
  const responses = new Responses()
  const paths: Record<string, Record<string, Described>> = {}
  for (const operation of described) {
    const one: Described = { ...outline(operation, sold), responses: responses.of(operation) }
    paths[operation.path] = { ...paths[operation.path], [operation.method ?? 'get']: one }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Market briefings',
      version: '1.0.0',
      description: introduction(sold.enabled, described.length === operations.length),
      'x-guidance': guidance,
      contact: { name: 'Operator of this server', url: '/', ...(contact === null ? {} : { email: contact }) },
      license: { name: 'Documents carry the notices of their sources', url: '/docs/methodology' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(tags).flatMap(([name, description]) =>
      described.some(({ tag }) => tag === name) ? [{ name, description }] : [],
    ),
    'x-service-info': {
      categories: ['data', 'finance'],
      docs: { apiReference: '/docs/api', homepage: '/', llms: '/llms.txt' },
    },
    paths,
    components: {
      ...referred(paths, { schemas, responses: Object.fromEntries(responses.shared), headers: responseHeaders, examples }),
      securitySchemes,
    },
  }
}

type Components = Readonly<Record<string, Readonly<Record<string, object>>>>

/** The components that a value refers to, and those that they refer to, by kind and name. */
function referred(value: unknown, all: Components): Components {
  const used = new Set<string>()
  const gather = (text: string) => {
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      if (used.has(`${kind} ${name}`)) continue
      used.add(`${kind} ${name}`)
      gather(JSON.stringify(all[kind]![name]))
    }
  }
  gather(JSON.stringify(value))
  const kept = Object.entries(all).map(([kind, members]) => [
    kind,
    Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${kind} ${name}`))),
  ])
  return Object.fromEntries(kept)
}

const introduction = (sold: boolean, isWhole: boolean) =>
  [
    'Market briefings with the interpretation already done: dated, sourced, reproducible. Markdown by default, JSON with `format=json` or `Accept: application/json`.',
    sold
      ? 'Call priced operations with an API key, or pay per call: without a key the server answers 402 with a quote for x402 version 2 and MPP 1.0; send the same request again with the payment.'
      : 'Call priced operations with an API key. This server does not currently sell single calls: without a key it answers 401, never the 402 also described here. GET /api/x402/status shows whether that has changed.',
    ...(isWhole ? [] : ['These are operations that a single call can be bought of. All operations: GET /api/openapi/spec.json.']),
    'Every path that supports GET also supports HEAD and OPTIONS, free of charge. Responses carry an ETag; send it back in `If-None-Match`, and an unchanged document costs nothing.',
    'All errors have the same shape, with a code from a closed list; a browser gets them as a page.',
  ].join('\n\n')

/** What an agent has to know to choose a call, short enough for a prompt. */
const guidance = [
  'Market briefings for agents: Markdown by default, JSON with format=json.',
  'A path such as /api/btc or /api/macro is a briefing with trends, signals, a state and what would change it; part=summary gives its gist in fewer than 150 tokens at the same price, fields=summary,points those members of the JSON, date=YYYY-MM-DD a past day.',
  'Open lists with titles, prices and freshness: GET /api/briefings, /api/metrics and /api/companies.',
  'A metric: /api/metrics/{metric}; its values over time: /api/metrics/{metric}/history. A listed company: /api/companies/{company}, or one block of it for less. What changed since the last read: /api/events.',
  'To pay, send the request, take the quote from its 402 and send the same request again with the payment. After a 503, retry with the same payment: it is charged only once. Refused requests are never charged.',
  'Documents with sample: true contain invented data.',
].join(' ')

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
  if (credential === 'payment') return toRead.filter((name) => !keys.includes(name))
  if (credential !== undefined) return [credential]
  return price === null ? [] : toRead
}

/** An operation without what it answers. */
function outline(operation: Operation, sold: PaymentStatus): Described {
  const { id, tag, summary, price, body } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: descriptionOf(operation, sold.enabled),
    security: credentialsOf(operation).map((name) => ({ [name]: [] })),
    ...(price === null ? {} : { 'x-payment-info': paymentInfo(priceBounds({ ...operation, price }), sold) }),
    parameters: parametersOf(operation),
    ...(body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: referenceTo('schemas', body) } } } }),
  }
}

/** What a call costs and by which protocols it is paid, as AgentCash reads it, and the offers of MPP as its clients look for them. */
function paymentInfo([least, most]: readonly [string, string], { enabled, x402, mpp }: PaymentStatus) {
  const currency = networks.find(({ id }) => id === mpp?.network)?.asset
  const isFixed = least === most
  return {
    price: { ...(isFixed ? { mode: 'fixed', amount: least } : { mode: 'dynamic', min: least, max: most }), currency: 'USD' },
    protocols: [
      ...(enabled
        ? [{ x402: { version: x402.version, scheme: 'exact', networks: x402.networks.map(({ network }) => network) } }]
        : []),
      ...(mpp === null ? [] : [{ mpp: { method: mpp.method, intent: mpp.intent, currency } }]),
    ],
    ...(mpp === null
      ? {}
      : { offers: [{ intent: mpp.intent, method: mpp.method, amount: isFixed ? priceOf(least).base_units : null, currency }] }),
  }
}
