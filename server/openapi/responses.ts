import { STATUS_CODES } from 'node:http'
import { type ErrorCode, errorCodes } from '../http/errors.ts'
import { contentTypes } from '../http/formats.ts'
import { limitHeaderNames } from '../http/header-names.ts'
import { exampleOf } from './examples.ts'
import { headersNamed, type ResponseHeader, refusalHeaders } from './headers.ts'
import type { Operation, RouteName } from './operation.ts'
import { anyRefusals } from './refusals.ts'

/** A part of the description. */
export type Described = Readonly<Record<string, unknown>>

type ByStatus = Record<string, Described>

const onEvery = ['X-Edition', 'Briefing-Freshness', 'X-Request-Id'] as const
const toKeys = [...limitHeaderNames, 'X-Service-Tier'] as const
const toPayers = ['PAYMENT-RESPONSE', 'Payment-Receipt'] as const

/** Routes whose answers are made for the moment, without an entity tag. */
const passingRoutes: readonly RouteName[] = ['health', 'paymentStatus', 'keySet', 'didDocument', 'createClaim', 'pollClaim']
const isPassing = ({ route, path }: Operation) => passingRoutes.includes(route) || path.startsWith('/api/webhooks')

function granted(operation: Operation): ByStatus {
  const { also = {}, document, price, credential, status = 200, summary, route } = operation
  const toCallers: ResponseHeader[] =
    credential === 'payment'
      ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Service-Tier', ...toPayers]
      : price !== null
        ? ['Briefing-Signature', 'Briefing-Balance', ...toKeys, ...toPayers]
        : credential === 'key'
          ? [...toKeys]
          : []
  const named: ResponseHeader[] = [...onEvery, ...toCallers, ...(route === 'frontPage' ? (['Link'] as const) : [])]
  const passing = isPassing(operation)
  const others = Object.entries(also).map(([status, name]): [string, Described] => [
    status,
    {
      description: `${STATUS_CODES[status]}, as ${name.toLowerCase()}.`,
      headers: headersNamed(['Retry-After', ...onEvery]),
      content: contentOf(operation, name),
    },
  ])
  return {
    [status]: {
      description: `${summary}.`,
      headers: headersNamed(passing ? named : ['ETag', ...named]),
      content: contentOf(operation, document),
    },
    ...(passing ? {} : { 304: referenceTo('NotModified') }),
    ...Object.fromEntries(others),
  }
}

const unchanged: Described = {
  description: 'The document has not changed since the entity tag sent. Costs nothing.',
  headers: headersNamed(['ETag', ...onEvery, 'Briefing-Signature', ...toKeys]),
}

function contentOf({ accepts, formats, otherwise, kind, parameters }: Operation, document: string | null): Described {
  const sent = accepts ?? (formats.length === 0 ? [otherwise] : formats)
  return Object.fromEntries(
    sent.map((format) => {
      const type = contentTypes[format].split(';')[0]!
      const parts = [
        ...(document === kind?.component && kind!.short !== null ? [kind!.short.component] : []),
        ...(parameters.includes('fields') ? ['Selection'] : []),
      ]
      const schema =
        format === 'jsonFeed'
          ? { type: 'object' }
          : format !== 'json' || document === null
            ? { type: 'string', ...(format === 'arrow' ? { format: 'binary' } : {}) }
            : parts.length === 0
              ? schemaNamed(document)
              : { anyOf: [document, ...parts].map(schemaNamed) }
      return [type, { schema, ...exampleOf(document, format) }]
    }),
  )
}

const schemaNamed = (name: string): Described => ({ $ref: `#/components/schemas/${name}` })
const referenceTo = (response: string): Described => ({ $ref: `#/components/responses/${response}` })

/** All that operations can answer with. Refusals with the same codes are one component. */
export class Responses {
  /** Components, by name. */
  readonly shared = new Map<string, Described>([['NotModified', unchanged]])
  readonly #schemas: Readonly<Record<string, Described>>
  readonly #names = new Map<string, string>()

  constructor(schemas: Readonly<Record<string, Described>>) {
    this.#schemas = schemas
  }

  of(operation: Operation): ByStatus {
    return { ...granted(operation), ...this.#refusals(operation) }
  }

  #refusals({ id, tag, refusals, also = {} }: Operation): ByStatus {
    const codes: readonly ErrorCode[] = [...anyRefusals, ...refusals]
    const statuses = new Set(codes.map((code) => errorCodes[code].status).filter((status) => !(status in also)))
    const pairs = [...statuses].map((status): [string, Described] => {
      const all = codes.filter((code) => errorCodes[code].status === status)
      const key = all.toSorted().join(' ')
      const name = this.#names.get(key) ?? this.#name(status, [tag, id])
      if (!this.#names.has(key)) this.shared.set(name, refused(status, all, this.#schemas))
      this.#names.set(key, name)
      return [String(status), referenceTo(name)]
    })
    return Object.fromEntries(pairs)
  }

  /** By status; where that alone is taken, with the first of `owners` that tells it apart: the tag of an operation, or its id. */
  #name(status: number, owners: readonly string[]): string {
    const phrase = STATUS_CODES[status]!.replace(/\W+/g, '')
    const names = [
      phrase,
      ...owners.map((owner) => `${phrase}Of${owner.charAt(0).toUpperCase()}${owner.slice(1).replace(/\W+/g, '')}`),
    ]
    return names.find((each) => !this.shared.has(each))!
  }
}

/** Refusals of calls without a key that counts. */
const toNobody: readonly number[] = [401, 402]

interface ObjectSchema {
  readonly properties: Described
  readonly required?: readonly string[]
}

/** What errors of a code have beside what every error has. */
const moreOf: Readonly<Partial<Record<ErrorCode, string>>> = { PAYMENT_REQUIRED: 'QuoteMembers', PLAN_REQUIRED: 'PlanMembers' }

function refused(status: number, codes: readonly ErrorCode[], schemas: Readonly<Record<string, Described>>): Described {
  const every = schemas['Error'] as unknown as Required<ObjectSchema>
  const named = codes.flatMap((code) => moreOf[code] ?? [])[0]
  const more = (schemas[named ?? ''] ?? { properties: {} }) as unknown as ObjectSchema
  const { description: _, ...error } = schemas['Error']!
  const schema = {
    ...error,
    properties: { ...every.properties, error: { type: 'string', enum: codes }, ...more.properties },
    required: [...every.required, ...(more.required ?? [])],
  }
  const type = (status === 402 ? contentTypes.problem : contentTypes.json).split(';')[0]!
  const lines = codes.map((code) => `- \`${code}\`: ${errorCodes[code].meaning}`)
  return {
    description: `${STATUS_CODES[status]}.\n\n${lines.join('\n')}`,
    headers: headersNamed([
      ...(refusalHeaders[status] ?? []),
      ...(toNobody.includes(status) ? [] : limitHeaderNames),
      ...onEvery,
    ]),
    content: { [type]: { schema, example: refusalExample(status, codes) }, 'text/html': { schema: { type: 'string' } } },
  }
}

const exampleMembers: Readonly<Partial<Record<number, object>>> = {
  402: {
    type: 'https://paymentauth.org/problems/payment-required',
    title: 'Payment Required',
    detail: 'Pay with one of the options in accepts (x402) or with the challenge in WWW-Authenticate (MPP).',
  },
  403: { plan: 'free', needs: 'pro', without_key: { price_usd: '0.05' } },
  429: { retry_after: 1_800 },
  503: { retry_after: 10 },
}

function refusalExample(status: number, codes: readonly ErrorCode[]) {
  const [code] = codes as readonly [ErrorCode]
  return {
    error: code,
    message: errorCodes[code].meaning,
    status,
    request_id: 'k3v9q-2',
    docs: `/docs/errors#${code.toLowerCase()}`,
    ...(status === 403 && !codes.includes('PLAN_REQUIRED') ? {} : exampleMembers[status]),
  }
}
