import { OverLimit } from '../answers/serve-priced.ts'
import { errorBody, type Refusal } from '../http/errors.ts'
import { paymentRequired } from './payment.ts'

/** A refusal that ends the whole call: an error of JSON-RPC, with the HTTP status its cause has elsewhere. */
export interface FailedCall {
  readonly code: number
  readonly message: string
  /** As JSON-RPC carries more about an error. */
  readonly data: { readonly hint: string }
  readonly status: number
  /** Flat list of names and values. */
  readonly headers: readonly string[]
}

/** Codes outside the range of the protocol, which clients of MCP know from other servers. */
const unauthenticated = -32_001
const limited = -32_029

/** A revoked key and a used-up limit, which another tool or another argument would meet too; null for all else. */
export function failedCall(refusal: Refusal): FailedCall | null {
  const { retryAfter, headers = [] } = refusal.facts
  const status = refusal.status
  const data = { hint: hintFor(refusal) }
  if (refusal.code === 'KEY_INVALID')
    return { code: unauthenticated, message: `The API key is invalid or expired. ${refusal.message}`, data, status, headers }
  if (refusal.code !== 'RATE_LIMITED') return null
  const wait = ['Retry-After', String(retryAfter), ...headers]
  if (!(refusal instanceof OverLimit)) return { code: limited, message: refusal.message, data, status, headers: wait }
  const { span, limit, reset } = refusal.count
  const [title, unit] = span === 'hour' ? ['Hourly', 'hr'] : ['Daily', 'day']
  const message = `${title} limit reached (${limit}/${unit}). Resets ${new Date(reset * 1_000).toISOString()}.`
  return { code: limited, message, data, status, headers: wait }
}

/**
 * A refusal as a tool's answer, for the model to read: nothing but JSON, since the bridges of agents parse it. A missing key is AUTH_REQUIRED
 * here, the word that makes them ask for one. Where a payment would do too, the same JSON is what x402 expects, as data as well,
 * and `_meta` has the challenge of MPP.
 */
export function refusedResult(refusal: Refusal, requestId: string) {
  const body = errorBody(refusal, requestId)
  const required = paymentRequired(refusal)
  const isKeyMissing = refusal.code === 'KEY_REQUIRED' || isUnpaid(refusal)
  const hint = isKeyMissing ? `${attachKey}${required === null ? '' : orPay}` : hintFor(refusal)
  const data = {
    ...body,
    ...required?.x402,
    error: isKeyMissing ? 'AUTH_REQUIRED' : body.error,
    message: isKeyMissing ? `This tool requires an API key. ${hint}` : body.message,
    hint,
  }
  return {
    isError: true,
    content: [{ type: 'text' as const, text: JSON.stringify(data) }],
    ...(required === null ? {} : { structuredContent: data, _meta: required.meta }),
  }
}

/** A call without a key that brought no payment either: a credential that does not pay gets told what is wrong with it. */
function isUnpaid({ code, facts }: Refusal): boolean {
  return code === 'PAYMENT_REQUIRED' && facts.members === undefined
}

const attachKey =
  'Set the header "Authorization: Bearer KEY" for this MCP server; the command "briefing mcp" asks a person to approve access and attaches the key by itself. search, search_companies, list_briefings, list_metrics and get_health work without a key.'
const orPay =
  ' Or pay for this call as accepts quotes it: x402 in _meta["x402/payment"], MPP in _meta["org.paymentauth/credential"].'

/** What a caller of tools has instead of operations of HTTP. */
const tools: readonly (readonly [operation: string, tool: string])[] = [
  ['GET /api/briefings', 'list_briefings'],
  ['GET /api/metrics', 'list_metrics'],
  ['GET /api/companies lists', 'list_companies lists'],
  ['GET /api/health', 'get_health'],
]

/** The next step, by tools where there are such. */
const hintFor = ({ hint }: Refusal): string => tools.reduce((text, [operation, tool]) => text.replaceAll(operation, tool), hint)
