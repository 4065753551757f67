import type { Upstream } from '../../data/upstreams.ts'

/**
 * What an answer without data means: it asks for a key that it accepts, takes us for a robot, has been asked too often, has not released
 * what was asked for yet, or never gives it to this key.
 */
type Meaning = 'key' | 'robot' | 'rate' | 'not-yet' | 'not-in-plan'

interface RefusalRow {
  readonly means: Meaning
  /** Looked for in the beginning of a body: its first `refusalScanBytes` bytes as UTF-8. */
  readonly says: RegExp
  /** Id of the only upstream that says so, where others may mean something else by the same words. */
  readonly upstream?: string
  /** HTTP statuses it comes with; any where left out. */
  readonly statuses?: readonly number[]
  /** Bytes of the longest body that says so, where a longer page may be data with such words in it; any length where left out. */
  readonly most?: number
  /** Milliseconds to leave the upstream alone at least; its own `restAfterRefusalMs` wins where it is longer. */
  readonly restMs?: number
}

/** Bytes of a body in which a refusal is looked for. */
export const refusalScanBytes = 4_096
/** Longer than a host waits for an upstream (a minute): a run continues without it immediately. */
const hopelessMs = 20 * 60_000

/**
 * How upstreams refuse us, whatever the status; the first row that matches counts. Bodies as they were received in 2026, and as documented
 * by Cloudflare, the SEC, Alpha Vantage, CoinGecko, data.go.kr, OpenDART, EDINET, api.data.gov, FRED, Kraken, Massive and J-Quants.
 */
const rows: readonly RefusalRow[] = [
  { means: 'not-yet', statuses: [403], says: /Attempted to request today's data before end of day/i },
  { means: 'not-in-plan', statuses: [403], says: /Your plan doesn.t include this data timeframe/i },
  // recovers after two and a half to three minutes
  { means: 'rate', statuses: [429], says: /exceeded the maximum requests per minute/i, restMs: 180_000 },

  { means: 'rate', says: /<title>[^<]*Request Rate Threshold Exceeded/i },
  { means: 'key', says: /<title>[^<]*Undeclared Automated Tool/i },
  {
    means: 'robot',
    says: /<title>\s*(Just a moment|Attention Required! \| Cloudflare|Checking your browser|Verifying[.…\s]*<|DDoS-Guard|Pardon Our Interruption|Robot Check|Human Verification|Are you (human|a robot)|Access Denied\s*<|Access to this page has been denied|[^<]*\bcaptcha\b)/i,
  },
  // a proof of work, as Stooq wants one
  { means: 'robot', says: /^\s*<(!doctype|html)[\s\S]*\/__verify\b/i },
  {
    means: 'robot',
    says: /\/cdn-cgi\/challenge-platform\/h\/|_Incapsula_Resource|captcha-delivery\.com|id="px-captcha"|class="(g-recaptcha|h-captcha|cf-turnstile)"/,
    most: 32_768,
  },
  { means: 'robot', says: /^\s*<(!doctype|html)[\s\S]*\bcaptcha\b/i, most: refusalScanBytes },

  { means: 'key', says: /^\s*Get your api ?key\b/i },
  { means: 'rate', says: /^\s*Exceeded the daily hits limit/i },
  {
    means: 'rate',
    says: /^\s*\{\s*"(Information|Note)"\s*:\s*"[^"]*(rate limit|call frequency|requests per (second|minute|day))/i,
  },
  { means: 'key', says: /^\s*\{\s*"(Information|Note|Error Message)"\s*:\s*"[^"]*\bapi ?key\b/i },
  { means: 'rate', says: /^\s*\{\s*("error"\s*:\s*\{\s*)?"status"\s*:\s*\{[^}]*"error_code"\s*:\s*429\b/ },
  { means: 'key', says: /^\s*\{\s*("error"\s*:\s*\{\s*)?"status"\s*:\s*\{[^}]*"error_code"\s*:\s*(401|10002|10010|10011)\b/ },
  { means: 'key', says: /^\s*\{\s*"error"\s*:\s*\{\s*"code"\s*:\s*"API_KEY_\w+"/ },
  { means: 'rate', says: /^\s*\{\s*"error"\s*:\s*\{\s*"code"\s*:\s*"OVER_RATE_LIMIT"/ },
  { means: 'key', says: /^\s*\{\s*"error_code"\s*:\s*400\s*,\s*"error_message"\s*:\s*"[^"]*\bapi_key\b/ },
  { means: 'key', says: /^\s*\{\s*"status_?code"\s*:\s*"?401\b[^}]*subscription key/i },
  { means: 'key', says: /^\s*\{\s*"message"\s*:\s*"The (api key is required|incoming (api key|token) is invalid)/i },
  { means: 'rate', says: /^\s*\{\s*"error"\s*:\s*\[\s*"(EGeneral:Too many requests|EAPI:Rate limit exceeded)/ },
  {
    means: 'key',
    says: /\b(SERVICE_KEY_IS_NOT_REGISTERED|SERVICE_ACCESS_DENIED|DEADLINE_HAS_EXPIRED|UNREGISTERED_IP|TEMPORARILY_DISABLE_THE_SERVICEKEY)_ERROR\b/,
  },
  { means: 'rate', says: /\bLIMITED_NUMBER_OF_SERVICE_REQUESTS(_PER_SECOND)?_EXCEEDS_ERROR\b/ },
  { means: 'key', upstream: 'dart', says: /^[\s\S]{0,200}?(<status>|"status"\s*:\s*")(010|011|012|901)\b/ },
  { means: 'rate', upstream: 'dart', says: /^[\s\S]{0,200}?(<status>|"status"\s*:\s*")(020|021)\b/ },
]

const happened: Readonly<Record<Meaning, string>> = {
  key: 'asks for a key that it accepts',
  robot: 'takes this program for a robot and shows a check for people',
  rate: 'received more requests than it allows',
  'not-yet': 'has not released this yet',
  'not-in-plan': 'does not give this to our key',
}

/** An answer without data. */
export interface Refusal {
  readonly means: Meaning
  readonly status: number
  /** What the upstream did, with the status. */
  readonly what: string
  /** Milliseconds to leave the upstream alone; 0 where only this address is not to be had. */
  readonly restMs: number
}

/** The refusal in an answer, by its status and body (or the beginning of one); null for any other answer. */
export function refusalIn(
  { id, restAfterRefusalMs }: Pick<Upstream, 'id' | 'restAfterRefusalMs'>,
  status: number,
  body: Uint8Array,
): Refusal | null {
  const text = beginningOf(body)
  const row = rows.find(
    ({ upstream = id, statuses = [status], most = Number.POSITIVE_INFINITY, says }) =>
      upstream === id && statuses.includes(status) && body.byteLength <= most && says.test(text),
  )
  if (row === undefined) return null
  const { means, restMs = means === 'key' ? hopelessMs : 0 } = row
  const isOfAddress = means === 'not-yet' || means === 'not-in-plan'
  return {
    means,
    status,
    what: `${happened[means]} (HTTP ${status})`,
    restMs: isOfAddress ? 0 : Math.max(restMs, restAfterRefusalMs),
  }
}

/** A credential that is not accepted (HTTP 401) makes every other request hopeless too. */
export const restAfterUnauthorized = ({ restAfterRefusalMs }: Pick<Upstream, 'restAfterRefusalMs'>): number =>
  Math.max(hopelessMs, restAfterRefusalMs)

const beginningOf = (body: Uint8Array): string =>
  Buffer.from(body.subarray(0, refusalScanBytes))
    .toString('utf8')
    .replace(/^\ufeff/, '')

const mostQuoted = 140

/**
 * The first words of a body, in double quotes and without markup, control characters and what looks like a key; of JSON and XML its message.
 * Empty where there are none.
 */
export function bodyExcerpt(body: Uint8Array): string {
  const text = beginningOf(body)
  const [, message] =
    /"(?:message|error_message|errMsg|msg|error|Information|Note|Error Message)"\s*:\s*\[?\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? []
  const words = (message ?? text)
    .replaceAll(/<(script|style)\b[\s\S]*?(<\/\1>|$)|<!--[\s\S]*?(-->|$)/gi, ' ')
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/[\p{C}\ufffd"]+|\s+/gu, ' ')
    .replaceAll(/(?=[A-Za-z_-]*\d)[\w-]{16,}/g, '…')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  if (words === '') return ''
  return `"${words.length <= mostQuoted ? words : `${words.slice(0, mostQuoted - 1)}…`}"`
}
