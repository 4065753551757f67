import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { contentTypes } from '../formats.ts'
import { limitHeaderNames } from '../limits/header-names.ts'
import { type DocumentName, documents } from './documents.ts'
import { exampleOf } from './examples.ts'
import { headersNamed, type ResponseHeader, refusalHeaders } from './headers.ts'
import { anyRefusals, type Operation } from './operations.ts'
import { error, errorMembers } from './schemas/error.ts'

type Responses = Record<string, ZodOpenApiResponseObject>

const every = ['X-Edition', 'X-Request-Id'] as const
const toKeys = [...limitHeaderNames, 'X-Service-Tier'] as const
const toPayers = ['PAYMENT-RESPONSE', 'Payment-Receipt'] as const

/** All that each operation can answer with, by operation id. Refusals with the same codes are one component. */
export function responsesOf(operations: readonly Operation[]): ReadonlyMap<string, Responses> {
  const refusals = new Refusals()
  return new Map(operations.map((operation) => [operation.id, { ...granted(operation), ...refusals.of(operation) }]))
}

function granted(operation: Operation): Responses {
  const { also = {}, document, price, summary, route } = operation
  const named: ResponseHeader[] = [...every, ...(price === null ? [] : [...toKeys, ...toPayers])]
  const passing = route === 'health' || route === 'paymentStatus'
  const others = Object.entries(also).map(([status, name]): [string, ZodOpenApiResponseObject] => [
    status,
    {
      description: `${STATUS_CODES[status]}, told as ${name}.`,
      headers: headersNamed(['Retry-After', ...every]),
      content: contentOf(operation, name),
    },
  ])
  return {
    200: {
      description: `${summary}.`,
      headers: headersNamed(passing ? named : ['ETag', ...named]),
      content: contentOf(operation, document),
    },
    ...(passing ? {} : { 304: unchanged }),
    ...Object.fromEntries(others),
  }
}

const unchanged: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'The entity tag sent is that of the current document. Costs nothing.',
  headers: headersNamed(['ETag', ...every, ...toKeys]),
}

function contentOf({ accepts, formats, otherwise }: Operation, document: DocumentName | null): ZodOpenApiContentObject {
  const sent = accepts ?? (formats.length === 0 ? [otherwise] : formats)
  return Object.fromEntries(
    sent.map((format) => {
      const type = contentTypes[format].split(';')[0]!
      const schema = format === 'json' && document !== null ? documents[document] : z.string()
      return [type, { schema, ...exampleOf(document, format) }]
    }),
  )
}

class Refusals {
  readonly #made = new Map<string, ZodOpenApiResponseObject>()
  readonly #named = new Set<string>()

  of({ id, tag, refusals, also = {} }: Operation): Responses {
    const codes: readonly ErrorCode[] = [...anyRefusals, ...refusals]
    const statuses = new Set(codes.map((code) => errorCodes[code].status).filter((status) => !(status in also)))
    const pairs = [...statuses].map((status): [string, ZodOpenApiResponseObject] => {
      const all = codes.filter((code) => errorCodes[code].status === status)
      const key = all.toSorted().join(' ')
      const response = this.#made.get(key) ?? { id: this.#name(status, [tag, id]), ...refused(status, all) }
      this.#made.set(key, response)
      return [String(status), response]
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
    const name = names.find((each) => !this.#named.has(each))!
    this.#named.add(name)
    return name
  }
}

/** Refusals of calls without a key that counts. */
const toNobody: readonly number[] = [401, 402]

function refused(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const schema = error.extend({ error: z.enum(codes as readonly [ErrorCode, ...ErrorCode[]]), ...errorMembers[status] })
  const type = (status === 402 ? contentTypes.problem : contentTypes.json).split(';')[0]!
  const lines = codes.map((code) => `- \`${code}\`: ${errorCodes[code].meaning}`)
  return {
    description: `${STATUS_CODES[status]}.\n\n${lines.join('\n')}`,
    headers: headersNamed([...(refusalHeaders[status] ?? []), ...(toNobody.includes(status) ? [] : limitHeaderNames), ...every]),
    content: { [type]: { schema, example: refusalExample(status, codes[0]!) } },
  }
}

const exampleMembers: Readonly<Partial<Record<number, object>>> = {
  402: {
    type: 'https://paymentauth.org/problems/payment-required',
    title: 'Payment Required',
    detail: 'Pay by one of the payments in accepts (x402) or by the challenge in WWW-Authenticate (MPP).',
  },
  403: { plan: 'free', needs: 'pro', without_key: { price_usd: '0.05' } },
  429: { retry_after: 1_800 },
  503: { retry_after: 10 },
}

function refusalExample(status: number, code: ErrorCode) {
  return {
    error: code,
    message: errorCodes[code].meaning,
    status,
    request_id: 'k3v9q-2',
    docs: `/docs/errors#${code.toLowerCase()}`,
    ...exampleMembers[status],
  }
}
