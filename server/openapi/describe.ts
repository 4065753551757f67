import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { networks } from '../../data/networks.ts'
import type { DocumentFormat } from '../formats.ts'
import { priceOf } from '../price.ts'
import { descriptionOf, type Operation, operations, tags } from './operations.ts'
import { parameters } from './parameters.ts'
import { responsesOf } from './responses.ts'
import type { PaymentStatus } from './schemas/payment.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

/**
 * The description of the server, OpenAPI 3.0.3, made of the table of operations and the schemas of what they answer with.
 * @param sold what is taken in payment, which the offers of priced operations follow
 */
export function describe(sold: PaymentStatus): OpenApiDocument {
  const responses = responsesOf(operations)
  const paths = operations.map((operation) => {
    const described = { ...outline(operation, sold), responses: responses.get(operation.id) }
    return [operation.path, { get: described as ZodOpenApiOperationObject }]
  })
  const document = createDocument({
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
    paths: Object.fromEntries(paths),
    components: { securitySchemes },
  })
  return plain(document) as OpenApiDocument
}

/** OpenAPI 3.0.3 has no type null; a schema without a type of its own becomes nullable by this alternative. */
const nothing = { type: 'string', nullable: true, enum: [null] }

/**
 * Schemas as clients should read them: objects may gain members, so none forbids others; a pattern beside a format says nothing more; null
 * stands among the values of a nullable enum; and nullable only where a type is.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { additionalProperties, pattern, allOf, anyOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === 'example' ? member : plain(member)]),
  )
  const variants = (anyOf ?? allOf) as object[] | undefined
  if (variants !== undefined && rest['nullable'] === true) {
    const { nullable, ...others } = rest
    return { ...others, anyOf: [...variants, nothing] }
  }
  if (allOf !== undefined && Object.keys(rest).length === 0) return (allOf as object[])[0]
  const { format, nullable, enum: values } = rest
  return {
    ...rest,
    ...(variants === undefined ? {} : { anyOf: variants }),
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
    ...(pattern === undefined || format !== undefined ? {} : { pattern }),
    ...(nullable === true && Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

const introduction = (sold: boolean) =>
  [
    'Market briefings with the interpretation already done: dated, sourced, reproducible. Markdown by default, JSON with `format=json`.',
    sold
      ? 'Priced operations are read with an API key, or paid for call by call: the answer 402 quotes x402 version 2 and MPP 1.0, and the same request is sent again with the payment.'
      : 'Priced operations are read with an API key. This server sells no single calls at the moment: without a key the answer is 401, and never the 402 that is described here too. GET /api/x402/status tells whether that has changed.',
    'Every path also answers HEAD and OPTIONS; neither costs anything. An answer carries an entity tag: sent back in `If-None-Match` it costs nothing while the document is unchanged.',
    'Every error has one shape; its codes are a closed list.',
  ].join('\n\n')

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer KEY`.' },
  keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same in a header of its own.' },
  keyAsUser: { type: 'http', scheme: 'basic', description: 'The same as the user name, with any password.' },
  x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE', description: 'A payment of x402 version 2, base64 JSON.' },
  mpp: { type: 'http', scheme: 'Payment', description: 'A payment of MPP 1.0, intent charge, method evm.' },
} as const

/** An operation without what it answers. */
function outline(operation: Operation, sold: PaymentStatus): Omit<ZodOpenApiOperationObject, 'responses'> {
  const { id, tag, summary, price } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: descriptionOf(operation, sold.enabled),
    security: price === null ? [] : Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    requestParams: requestParams(operation),
    ...(price === null ? {} : { 'x-payment-info': paymentInfo(price, sold) }),
  }
}

function requestParams({ path, parameters: names, formats, otherwise }: Operation) {
  const inPath = names.filter((name) => path.includes(`{${name}}`))
  const inQuery = names.filter((name) => !inPath.includes(name))
  const format = z.enum(formats as readonly [DocumentFormat, ...DocumentFormat[]]).meta({
    ...(formats.includes('html') ? { description: 'Left out, a header Accept that prefers text/html gets a page.' } : {}),
    default: otherwise,
    example: 'json',
  })
  const query = {
    ...Object.fromEntries(inQuery.map((name) => [name, name === 'briefing' ? parameters.briefing : parameters[name].optional()])),
    ...(formats.length === 0 ? {} : { format: format.optional() }),
  }
  return {
    ...(inPath.length === 0 ? {} : { path: z.object(Object.fromEntries(inPath.map((name) => [name, parameters[name]]))) }),
    ...(Object.keys(query).length === 0 ? {} : { query: z.object(query) }),
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
