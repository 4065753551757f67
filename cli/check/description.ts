import { UnavailableError } from '../../pipeline/errors.ts'
import { asObject, errorCheck, faultUnless, type JsonObject, type SubjectCheck, warnCheck } from './quote.ts'

/** A priced operation of the description. */
export interface PricedOperation {
  readonly method: string
  readonly path: string
  readonly operation: JsonObject
  /** What it answers with where it succeeds, a component of the description resolved. */
  readonly answer: JsonObject
}

/** What a server says of itself without being asked for a document. */
export interface DescribedServer {
  readonly openapi: JsonObject | null
  readonly operations: number
  readonly priced: readonly PricedOperation[]
  /** Types of what other paths answer with; null where they are not there. */
  readonly types: ReadonlyMap<string, string | null>
}

/** Above these numbers AgentCash warns. */
const mostRoutes = 40
const longestGuidance = 4_000

const paths = ['/llms.txt', '/favicon.svg', '/robots.txt', '/sitemap.xml', '/.well-known/api-catalog'] as const

export async function readServerDescription(origin: string): Promise<DescribedServer> {
  const asked = (path: string) => fetch(`${origin}${path}`, { signal: AbortSignal.timeout(15_000) })
  const typeOf = async (path: string) => {
    const answer = await asked(path).catch(() => null)
    await answer?.body?.cancel()
    return [path, answer?.ok ? answer.headers.get('content-type') : null] as const
  }
  const described = await asked('/openapi.json').catch((error: unknown) => {
    const { code = error instanceof Error ? error.name : 'unknown' } = ((error as Error).cause ?? {}) as { code?: string }
    throw new UnavailableError('NOT_REACHED', `the server does not answer (${code}); start it, or correct the URL`)
  })
  const openapi = described.ok ? await described.json().then(asObject, () => null) : null
  const types = new Map(await Promise.all(paths.map(typeOf)))
  const resolved = (value: JsonObject): JsonObject => {
    const [, ...steps] = typeof value['$ref'] === 'string' ? value['$ref'].split('/') : []
    return steps.length === 0 ? value : steps.reduce((at, step) => asObject(at[step]), asObject(openapi))
  }
  const operations = Object.entries(asObject(openapi?.['paths'])).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).map(([method, operation]) => {
      const answer = resolved(asObject(asObject(asObject(operation)['responses'])['200']))
      return { method, path, operation: asObject(operation), answer }
    }),
  )
  const priced = operations.filter(({ operation }) => operation['x-payment-info'] !== undefined)
  return { openapi, operations: operations.length, priced, types }
}

const serves = (path: (typeof paths)[number], code: string, start: string): SubjectCheck<DescribedServer> =>
  warnCheck(code, ({ types }) => faultUnless(types.get(path)?.startsWith(start), `${path} is missing or is not ${start}`))

/** What AgentCash, registries of MPP and readers of robots.txt look for once. */
export const describedChecks: readonly SubjectCheck<DescribedServer>[] = [
  errorCheck('OPENAPI_NOT_FOUND', ({ openapi }) => faultUnless(openapi, '/openapi.json is missing or is not JSON')),
  errorCheck('L2_NO_PAID_ROUTES', ({ priced }) => faultUnless(priced.length > 0, 'no operation has x-payment-info')),
  warnCheck('L2_ROUTE_COUNT_HIGH', ({ operations }) =>
    faultUnless(operations <= mostRoutes, `${operations} operations are described; clients take ${mostRoutes}`),
  ),
  warnCheck('OPENAPI_CONTACT_MISSING', ({ openapi }) =>
    faultUnless(asObject(asObject(openapi?.['info'])['contact'])['email'], 'info.contact has no email; set BRIEFING_CONTACT'),
  ),
  warnCheck('L4_GUIDANCE_MISSING', ({ openapi }) => {
    const { length } = String(asObject(openapi?.['info'])['x-guidance'] ?? '')
    return faultUnless(length > 0 && length <= longestGuidance, `info.x-guidance has ${length} characters`)
  }),
  warnCheck('SERVICE_INFO_MISSING', ({ openapi }) => {
    const { categories, docs } = asObject(openapi?.['x-service-info'])
    return faultUnless(Array.isArray(categories) && docs, 'x-service-info has no categories or no docs')
  }),
  serves('/llms.txt', 'LLMS_TXT_MISSING', 'text/'),
  serves('/favicon.svg', 'FAVICON_MISSING', 'image/'),
  serves('/robots.txt', 'ROBOTS_MISSING', 'text/plain'),
  serves('/sitemap.xml', 'SITEMAP_MISSING', 'application/xml'),
  serves('/.well-known/api-catalog', 'API_CATALOG_MISSING', 'application/linkset+json'),
]

const infoOf = ({ operation }: PricedOperation) => asObject(operation['x-payment-info'])
const protocolsOf = (priced: PricedOperation): readonly JsonObject[] => {
  const { protocols } = infoOf(priced)
  return Array.isArray(protocols) ? protocols.map(asObject) : []
}
const isCode = (text: unknown) => typeof text === 'string' && /^[A-Z]{3}$/.test(text)
const isUsd = (text: unknown) => typeof text === 'string' && /^\d+(\.\d+)?$/.test(text)

/** What they look for in each priced operation. */
export const operationChecks: readonly SubjectCheck<PricedOperation>[] = [
  errorCheck('L2_PRICING_MODE_UNKNOWN', (priced) => {
    const { mode, amount, min, max } = asObject(infoOf(priced)['price'])
    return faultUnless(
      (mode === 'fixed' && isUsd(amount)) || (mode === 'dynamic' && isUsd(min) && isUsd(max)),
      'price is neither fixed with an amount nor dynamic with min and max',
    )
  }),
  errorCheck('L2_CURRENCY_INVALID', (priced) =>
    faultUnless(isCode(asObject(infoOf(priced)['price'])['currency']), 'price.currency is not an ISO 4217 code'),
  ),
  errorCheck('L2_PROTOCOLS_MISSING_ON_PAID', (priced) =>
    faultUnless(protocolsOf(priced).length > 0, 'protocols is missing or empty'),
  ),
  errorCheck('L2_X402_MALFORMED', (priced) =>
    faultUnless(
      protocolsOf(priced).every(({ x402 }) => x402 === undefined || (typeof x402 === 'object' && !Array.isArray(x402))),
      'the x402 entry of protocols is not an object',
    ),
  ),
  errorCheck('L2_MPP_MALFORMED', (priced) =>
    faultUnless(
      protocolsOf(priced).every(({ mpp }) => {
        const { method, intent, currency } = asObject(mpp)
        return mpp === undefined || (method && intent && currency)
      }),
      'the mpp entry of protocols has no method, intent or currency',
    ),
  ),
  errorCheck('L2_AUTH_MODE_MISSING', ({ operation }) =>
    faultUnless(Array.isArray(operation['security']), 'the operation declares no security'),
  ),
  errorCheck('L3_INPUT_SCHEMA_MISSING', ({ operation: { parameters, requestBody } }) =>
    faultUnless(
      (Array.isArray(parameters) && parameters.length > 0) || requestBody,
      'the operation describes no parameters and no body',
    ),
  ),
  errorCheck('L3_OUTPUT_SCHEMA_MISSING', ({ answer }) =>
    faultUnless(asObject(asObject(answer['content'])['application/json'])['schema'], 'the operation does not describe its JSON'),
  ),
  errorCheck('OPENAPI_402_MISSING', ({ operation }) =>
    faultUnless('402' in asObject(operation['responses']), 'the operation describes no answer 402'),
  ),
]
