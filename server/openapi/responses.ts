import { STATUS_CODES } from 'node:http'
import documentSchemas from '../../pipeline/documents/schemas.json' with { type: 'json' }
import { type ErrorCode, errorCodes, hintOf } from '../http/errors.ts'
import { contentTypes } from '../http/formats.ts'
import { limitHeaderNames } from '../http/header-names.ts'
import { exampleName, examples } from './examples.ts'
import { headersNamed, type ResponseHeader, referenceTo, refusalHeaders } from './headers.ts'
import type { Operation, RouteName } from './operation.ts'
import { anyRefusals } from './refusals.ts'
import answerSchemas from './schemas.json' with { type: 'json' }

/** A part of the description. */
export type Described = Readonly<Record<string, unknown>>

/** Schemas of all that is served, by name. */
export const schemas: Readonly<Record<string, Described>> = { ...documentSchemas, ...answerSchemas }

type ByStatus = Record<string, Described>

const onEvery = ['X-Edition', 'Briefing-Freshness', 'X-Request-Id'] as const
const toKeys = [...limitHeaderNames, 'X-Service-Tier'] as const
const toPayers = ['PAYMENT-RESPONSE', 'Payment-Receipt'] as const

/** Routes whose answers are made for the moment, without an entity tag. */
const passingRoutes: readonly RouteName[] = ['health', 'paymentStatus', 'keySet', 'didDocument', 'createClaim', 'pollClaim']
const isPassing = ({ route, path }: Operation) => passingRoutes.includes(route) || path.startsWith('/api/webhooks')

const unchanged: Described = {
  description: 'The document has not changed since the entity tag sent. Costs nothing.',
  headers: headersNamed(['ETag', ...onEvery, 'Briefing-Signature', ...toKeys]),
}

function contentOf({ accepts, formats, otherwise, kind, parameters }: Operation, document: string | null): Described {
  const sent = accepts ?? (formats.length === 0 ? [otherwise] : formats)
  const parts = [
    ...(document === kind?.component && kind!.short !== null ? [kind!.short.component] : []),
    ...(parameters.includes('fields') ? ['Selection'] : []),
  ]
  const schemaOf = (format: (typeof sent)[number]): Described => {
    if (format === 'jsonFeed') return { type: 'object' }
    if (format === 'arrow') return { type: 'string', format: 'binary' }
    if (format !== 'json' || document === null) return { type: 'string' }
    const [whole, ...others] = [document, ...parts].map((name) => referenceTo('schemas', name))
    return others.length === 0 ? whole! : { anyOf: [whole, ...others] }
  }
  const contents = sent.map((format) => {
    const name = exampleName(document, format)
    const example = name in examples ? { examples: { served: referenceTo('examples', name) } } : {}
    return [contentTypes[format].split(';')[0]!, { schema: schemaOf(format), ...example }]
  })
  return Object.fromEntries(contents)
}

/** All that operations can answer with. What several of them answer alike is one component. */
export class Responses {
  /** Components, by name. */
  readonly shared = new Map<string, Described>([['NotModified', unchanged]])
  readonly #names = new Map<string, string>()

  of(operation: Operation): ByStatus {
    return { ...this.#granted(operation), ...this.#refusals(operation) }
  }

  #granted(operation: Operation): ByStatus {
    const { id, tag, also = {}, document, status = 200, summary, kind, route } = operation
    const passing = isPassing(operation)
    const whole = (description: string): Described => ({
      description: `${description}.`,
      headers: headersNamed(passing ? grantedHeaders(operation) : ['ETag', ...grantedHeaders(operation)]),
      content: contentOf(operation, document),
    })
    const others = Object.entries(also).map(([status, name]): [string, Described] => [
      status,
      {
        description: `${STATUS_CODES[status]}, as ${name.toLowerCase()}.`,
        headers: headersNamed(['Retry-After', ...onEvery]),
        content: contentOf(operation, name),
      },
    ])
    const answer =
      route === 'document'
        ? this.#reference(JSON.stringify(whole('')), [kind!.component, tag, id], () => whole(kind!.route!.summary))
        : whole(summary)
    return {
      [status]: answer,
      ...(passing ? {} : { 304: referenceTo('responses', 'NotModified') }),
      ...Object.fromEntries(others),
    }
  }

  #refusals({ id, tag, refusals, also = {} }: Operation): ByStatus {
    const codes: readonly ErrorCode[] = [...anyRefusals, ...refusals]
    const statuses = new Set(codes.map((code) => errorCodes[code].status).filter((status) => !(status in also)))
    const pairs = [...statuses].map((status): [string, Described] => {
      const all = codes.filter((code) => errorCodes[code].status === status)
      const phrase = STATUS_CODES[status]!.replace(/\W+/g, '')
      return [String(status), this.#reference(all.toSorted().join(' '), [phrase, tag, id], () => refused(status, all))]
    })
    return Object.fromEntries(pairs)
  }

  /** What has a key is one component. Its name is a phrase; where that is taken, with the first of its owners that tells it apart. */
  #reference(key: string, [phrase, ...owners]: readonly [string, ...string[]], make: () => Described): Described {
    const before = this.#names.get(key)
    if (before !== undefined) return referenceTo('responses', before)
    const longer = owners.map((owner) => `${phrase}Of${owner.charAt(0).toUpperCase()}${owner.slice(1).replace(/\W+/g, '')}`)
    const name = [phrase, ...longer].find((each) => !this.shared.has(each))!
    this.#names.set(key, name)
    this.shared.set(name, make())
    return referenceTo('responses', name)
  }
}

/** Headers of what is granted, beside the entity tag. */
function grantedHeaders({ credential, price, route }: Operation): readonly ResponseHeader[] {
  if (credential === 'payment')
    return [...onEvery, 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Service-Tier', ...toPayers]
  if (price !== null) return [...onEvery, 'Briefing-Signature', 'Briefing-Balance', ...toKeys, ...toPayers]
  if (credential === 'key') return [...onEvery, ...toKeys]
  return route === 'frontPage' ? [...onEvery, 'Link'] : onEvery
}

/** Refusals of calls without a key that counts. */
const toNobody: readonly number[] = [401, 402]

interface ObjectSchema {
  readonly properties: Described
  readonly required?: readonly string[]
}

/** What errors of a code have beside what every error has. */
const moreOf: Readonly<Partial<Record<ErrorCode, string>>> = { PAYMENT_REQUIRED: 'QuoteMembers', PLAN_REQUIRED: 'PlanMembers' }

function refused(status: number, codes: readonly ErrorCode[]): Described {
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
    hint: hintOf(code),
    status,
    request_id: 'k3v9q-2',
    docs: `/docs/errors#${code.toLowerCase()}`,
    ...(status === 403 && !codes.includes('PLAN_REQUIRED') ? {} : exampleMembers[status]),
  }
}
