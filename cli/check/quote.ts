import { decodePaymentRequiredHeader } from '@x402/core/http'
import {
  type DiscoveryExtension,
  isValidIconUrl,
  isValidRouteTemplate,
  isValidServiceName,
  sanitizeTags,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'

/** How much a failed check costs: `error`, the call cannot be listed or bought; `warn`, a part of its listing is dropped. */
export type CheckLevel = 'error' | 'warn'

/** A check of one subject. `code` is stable. */
export interface SubjectCheck<Subject> {
  readonly code: string
  readonly level: CheckLevel
  /** What is wrong, or null. */
  wrong(subject: Subject): string | null
}

const checkOf =
  (level: CheckLevel) =>
  <Subject>(code: string, wrong: (subject: Subject) => string | null): SubjectCheck<Subject> => ({ code, level, wrong })
export const errorCheck = checkOf('error')
export const warnCheck = checkOf('warn')

export type JsonObject = Readonly<Record<string, unknown>>

/** The answer to a request without a credential. */
export interface UnpaidAnswer {
  readonly url: string
  readonly status: number
  /** Bytes of its head: the status line and all headers. */
  readonly bytes: number
  /** Bytes of each header with its name, the longest first. */
  readonly headers: readonly (readonly [name: string, bytes: number])[]
  readonly challenge: string | null
  readonly quote: JsonObject | null
  /** Base units by the description, the least and the most; null where it names no price. */
  readonly described: readonly [number, number] | null
}

/** What nginx takes of a head by default: one page of memory. */
const usualBuffer = 4_096
const cure = 'set proxy_buffer_size as docs/guides/go-live.md#behind-a-proxy shows'
const longestDescription = 500
const draft = 'https://json-schema.org/draft/2020-12/schema'

export async function readUnpaid(url: string, described: UnpaidAnswer['described']): Promise<UnpaidAnswer> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(15_000) })
  await answer.body?.cancel()
  const headers = [...answer.headers]
    .map(([name, value]) => [name, name.length + value.length + ': \r\n'.length] as const)
    .toSorted(([, one], [, other]) => other - one)
  const around = `HTTP/1.1 ${answer.status} ${answer.statusText}\r\n\r\n`.length
  return {
    url,
    status: answer.status,
    bytes: headers.reduce((sum, [, bytes]) => sum + bytes, around),
    headers,
    challenge: answer.headers.get('www-authenticate'),
    quote: decoded(answer.headers.get('payment-required')),
    described,
  }
}

function decoded(header: string | null): JsonObject | null {
  try {
    return header === null ? null : (decodePaymentRequiredHeader(header) as unknown as JsonObject)
  } catch {
    return null
  }
}

export const asObject = (value: unknown): JsonObject => (typeof value === 'object' && value !== null ? (value as JsonObject) : {})
const resourceOf = ({ quote }: UnpaidAnswer) => asObject(quote?.['resource'])
const acceptsOf = ({ quote }: UnpaidAnswer): readonly JsonObject[] =>
  Array.isArray(quote?.['accepts']) ? quote['accepts'].map(asObject) : []
const bazaarOf = ({ quote }: UnpaidAnswer) => asObject(asObject(quote?.['extensions'])['bazaar'])
const schemaOf = (unpaid: UnpaidAnswer, side: 'input' | 'output') =>
  asObject(asObject(asObject(bazaarOf(unpaid)['schema'])['properties'])[side])
export const faultUnless = (isRight: unknown, wrong: string) => (isRight ? null : wrong)

/** What CDP Bazaar and AgentCash look at in the answer to a request without a credential, and the price against the description. */
export const quoteChecks: readonly SubjectCheck<UnpaidAnswer>[] = [
  errorCheck('RETURNS_402', ({ status }) =>
    faultUnless(
      status === 402,
      status === 502
        ? `answers 502: a proxy may have no room for the headers of a quote; ${cure}, or check the server behind it to see their lengths`
        : `answers ${status} to a request without a credential, not 402`,
    ),
  ),
  errorCheck('QUOTE_IN_HEADER', ({ quote }) => faultUnless(quote, 'PAYMENT-REQUIRED is missing or cannot be decoded')),
  errorCheck('X402_VERSION', ({ quote }) => faultUnless(quote?.['x402Version'] === 2, 'x402Version is not 2')),
  errorCheck('X402_ACCEPTS', (unpaid) => faultUnless(acceptsOf(unpaid).length > 0, 'accepts is missing or empty')),
  errorCheck('NETWORK_CAIP2', (unpaid) =>
    faultUnless(
      acceptsOf(unpaid).every(({ network }) => /^(eip155:\d+|solana:[1-9A-HJ-NP-Za-km-z]{32})$/.test(String(network))),
      'a network of accepts is not a CAIP-2 id',
    ),
  ),
  errorCheck('AMOUNT_ATOMIC', (unpaid) =>
    faultUnless(
      acceptsOf(unpaid).every(({ amount }) => typeof amount === 'string' && /^[1-9]\d*$/.test(amount)),
      'an amount of accepts is not a number of base units as text',
    ),
  ),
  errorCheck('ACCEPT_COMPLETE', (unpaid) =>
    faultUnless(
      acceptsOf(unpaid).every(
        ({ scheme, asset, payTo, maxTimeoutSeconds }) => scheme && asset && payTo && Number(maxTimeoutSeconds) > 0,
      ),
      'an entry of accepts has no scheme, asset, payTo or maxTimeoutSeconds',
    ),
  ),
  errorCheck('EIP712_DOMAIN', (unpaid) =>
    faultUnless(
      acceptsOf(unpaid).every(({ network, extra }) => {
        const { name, version } = asObject(extra)
        return !String(network).startsWith('eip155:') || (name && version)
      }),
      'extra of an EVM network does not name the EIP-712 domain',
    ),
  ),
  errorCheck('RESOURCE_URL', (unpaid) => {
    const { url } = resourceOf(unpaid)
    const [quoted, asked] = [String(url), unpaid.url].map((each) => (URL.canParse(each) ? new URL(each) : null))
    return faultUnless(
      quoted && quoted.origin === asked?.origin && quoted.pathname === asked.pathname,
      `the quote is for ${url}; set BRIEFING_URL to the public URL of the server`,
    )
  }),
  warnCheck('DESCRIPTION_MISSING', (unpaid) => faultUnless(resourceOf(unpaid)['description'], 'the resource has no description')),
  errorCheck('DESCRIPTION_LENGTH', (unpaid) => {
    const { length } = [...String(resourceOf(unpaid)['description'] ?? '')]
    return faultUnless(
      length < longestDescription,
      `the description has ${length} code points; from ${longestDescription} on a facilitator refuses to settle`,
    )
  }),
  warnCheck('MIME_TYPE', (unpaid) => faultUnless(resourceOf(unpaid)['mimeType'], 'the resource has no mimeType')),
  // a quote with little room has none of these three: a facilitator is given them when it settles
  warnCheck('SERVICE_NAME', (unpaid) => {
    const { serviceName } = resourceOf(unpaid)
    return faultUnless(
      serviceName === undefined || isValidServiceName(serviceName as string),
      'serviceName is not 1 to 32 printable ASCII characters',
    )
  }),
  warnCheck('SERVICE_TAGS', (unpaid) => {
    const { tags } = resourceOf(unpaid)
    return faultUnless(
      tags === undefined || (Array.isArray(tags) && sanitizeTags(tags)?.length === tags.length),
      'tags are not 1 to 5 different texts of 32 printable ASCII characters at most',
    )
  }),
  warnCheck('SERVICE_ICON', (unpaid) => {
    const { iconUrl } = resourceOf(unpaid)
    return faultUnless(
      iconUrl === undefined || isValidIconUrl(iconUrl as string),
      'iconUrl is not a URL with a public host name, and is dropped',
    )
  }),
  errorCheck('BAZAAR_MISSING', (unpaid) =>
    faultUnless(Object.keys(bazaarOf(unpaid)).length > 0, 'extensions.bazaar is missing: the call cannot be listed'),
  ),
  errorCheck('BAZAAR_WRAPPED', (unpaid) => faultUnless(!('bazaar' in bazaarOf(unpaid)), 'extensions.bazaar contains bazaar')),
  errorCheck('BAZAAR_INPUT', (unpaid) => {
    const { valid, errors = [] } = validateDiscoveryExtensionSpec(bazaarOf(unpaid))
    const { method } = asObject(asObject(bazaarOf(unpaid)['info'])['input'])
    return valid ? faultUnless(method, 'info.input has no method') : errors.join(', ')
  }),
  errorCheck('BAZAAR_SCHEMA_DRAFT', (unpaid) =>
    faultUnless(asObject(bazaarOf(unpaid)['schema'])['$schema'] === draft, `schema is not of draft 2020-12`),
  ),
  errorCheck('BAZAAR_INFO', (unpaid) => {
    const { valid, errors = [] } = validateDiscoveryExtension(bazaarOf(unpaid) as unknown as DiscoveryExtension)
    return valid ? null : errors.join(', ')
  }),
  errorCheck('SCHEMA_INPUT_MISSING', (unpaid) => {
    const { queryParams, body } = asObject(schemaOf(unpaid, 'input')['properties'])
    return faultUnless(queryParams ?? body, 'the schema describes neither the query nor a body')
  }),
  errorCheck('SCHEMA_OUTPUT_MISSING', (unpaid) =>
    faultUnless(asObject(schemaOf(unpaid, 'output')['properties'])['example'], 'the schema does not describe the output'),
  ),
  errorCheck('OUTPUT_EXAMPLE', (unpaid) => {
    const { type, example } = asObject(asObject(bazaarOf(unpaid)['info'])['output'])
    return faultUnless(type && example, 'info.output has no type or no example')
  }),
  errorCheck('ROUTE_TEMPLATE', (unpaid) => {
    const { routeTemplate } = bazaarOf(unpaid)
    if (routeTemplate === undefined) return null
    const isNamed = isValidRouteTemplate(routeTemplate as string) && !/:var\d/.test(String(routeTemplate))
    return faultUnless(isNamed, `routeTemplate ${String(routeTemplate)} is invalid or has no names`)
  }),
  warnCheck('HEADERS_LONG', ({ bytes, headers }) => {
    const longest = headers.slice(0, 3).map(([name, size]) => `${name} ${size}`)
    const room = `nginx takes ${usualBuffer} unless told otherwise, and answers 502 above that`
    return faultUnless(bytes <= usualBuffer, `the headers have ${bytes} bytes (${longest.join(', ')}); ${room}: ${cure}`)
  }),
  errorCheck('PRICE_DIFFERS', (unpaid) => {
    const { described } = unpaid
    const amounts = acceptsOf(unpaid).map(({ amount }) => Number(amount))
    return described === null
      ? null
      : faultUnless(
          amounts.every((amount) => amount >= described[0] && amount <= described[1]),
          `the quote asks for ${[...new Set(amounts)].join(', ')} base units, the description for ${[...new Set(described)].join(' to ')}`,
        )
  }),
]
