import { errorBody, type Refusal } from '../errors.ts'
import { OverLimit } from '../serve-priced.ts'

/** A refusal that ends the whole call: an error of JSON-RPC, with the HTTP status its cause has elsewhere. */
export interface FailedCall {
  readonly code: number
  readonly message: string
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
  if (refusal.code === 'KEY_INVALID')
    return { code: unauthenticated, message: `The API key is invalid or expired. ${refusal.message}`, status, headers }
  if (!(refusal instanceof OverLimit)) return null
  const { span, limit, reset } = refusal.count
  const [title, unit] = span === 'hour' ? ['Hourly', 'hr'] : ['Daily', 'day']
  const message = `${title} limit reached (${limit}/${unit}). Resets ${new Date(reset * 1_000).toISOString()}.`
  return { code: limited, message, status, headers: ['Retry-After', String(retryAfter), ...headers] }
}

/**
 * A refusal as the text of a tool's answer, for the model to read: nothing but JSON, since the bridges of agents parse it. A missing key is
 * AUTH_REQUIRED here, the word that makes them ask for one.
 */
export function refusedText(refusal: Refusal, requestId: string): string {
  const body = errorBody(refusal, requestId)
  if (refusal.code !== 'KEY_REQUIRED') return JSON.stringify(body)
  return JSON.stringify({ ...body, error: 'AUTH_REQUIRED', message: keyNeeded })
}

const keyNeeded =
  'This tool requires an API key. Set the header "Authorization: Bearer KEY" for this MCP server; the command "briefing mcp" asks a person to approve access and attaches the key by itself. list_briefings, list_metrics and get_health work without a key.'
