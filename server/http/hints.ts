/** Facts of an error, beside its code and message. */
export interface RefusalFacts {
  /** The parameter or header that is wrong. */
  field?: string
  /** The next step, where it is not the one that every error of the code has. */
  hint?: string
  /** Seconds to wait before retrying; also sent in the Retry-After header. */
  retryAfter?: number
  /** What would have been accepted. */
  allowed?: readonly string[]
  suggestions?: readonly string[]
  /** Methods of the path, for the header Allow. */
  methods?: readonly string[]
  /** More headers, as a flat list of names and values. */
  headers?: readonly string[]
  /** More members of the body; never in the way of those every error has. */
  members?: Readonly<Record<string, unknown>>
  /** The same as JSON already written, without its braces, such as a quote. */
  json?: string
}

export type Hint = string | ((facts: RefusalFacts, message: string) => string)

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const wait = (seconds: number): string => `Wait ${seconds} second${seconds === 1 ? '' : 's'}, then send`
const member = ({ members = {} }: RefusalFacts, name: string): string | null => {
  const value = members[name]
  return typeof value === 'string' ? value : null
}

/** Values that a hint names one by one; more are in `allowed` alone. */
const mostNamed = 12
const oneOf = (words: readonly string[]): string =>
  words.length === 0 || words.length > mostNamed ? 'a value that allowed lists' : or.format(words)

/** The same request after the wait that the error names. */
const later = ({ retryAfter }: RefusalFacts): string =>
  `${retryAfter === undefined ? 'Wait the seconds in retry_after, or a minute without it, then send' : wait(retryAfter)} the same request again.`

/** What to set a parameter or a member to, as far as the error has a name for it; else the step that its message ends with. */
function corrected({ field, allowed = [], suggestions: [first] = [] }: RefusalFacts, message: string): string {
  const name = field ?? 'the value'
  if (first !== undefined) return `Set ${name} to ${first}.`
  if (allowed.length > 0) return `Set ${name} to ${oneOf(allowed)}.`
  return message.slice(message.lastIndexOf('. ') + 1).trim() || `Correct ${name}, then send the request again.`
}

/** Where names are listed, by the parameter that takes one. */
const lists: Readonly<Record<string, string>> = {
  briefing: 'GET /api/briefings lists the ids of briefings.',
  metric: 'GET /api/metrics lists the names of metrics.',
  ticker: 'GET /api/treasuries lists the tickers of the roster.',
  company: 'GET /api/companies lists the addresses of companies.',
  companies: 'GET /api/companies lists the addresses of companies.',
  about: 'GET /api/companies lists the addresses of companies.',
  id: 'search lists the ids that fetch takes.',
  file: 'GET /docs/analysts lists the files.',
  page: 'GET /docs lists the pages.',
}

/** What makes a request well-formed, by the header that is wrong. */
const wellFormed: Readonly<Record<string, string>> = {
  host: 'Send one Host header with the name of this server.',
  'content-type': 'Send the body as JSON with Content-Type: application/json, not compressed.',
  Authorization: 'Send GET /api/balance without an API key.',
  'Idempotency-Key': 'Set Idempotency-Key to 1 to 128 visible ASCII characters.',
}

const newCredential =
  'Request the quote again without a credential, sign a new payment as it says, and send the same request with that.'
const problems: Readonly<Record<string, string>> = {
  'payment-insufficient':
    'Pay the quoted amount from an address that has enough USDC, or buy a balance with GET /api/balance, and send the same request with that.',
  'malformed-credential':
    'Write the credential again: base64 JSON of an x402 version 2 payload in PAYMENT-SIGNATURE, or an MPP credential in Authorization.',
}

function toPay(facts: RefusalFacts): string {
  const type = member(facts, 'type')
  if (type !== null) return problems[type.slice(type.lastIndexOf('/') + 1)] ?? newCredential
  return 'Sign one of accepts and send the same request with it in PAYMENT-SIGNATURE (x402), answer the challenge of WWW-Authenticate in Authorization (MPP), or send an API key as "Authorization: Bearer KEY".'
}

function toReach({ members = {} }: RefusalFacts): string {
  const { needs, without_key: sold } = members as { needs?: string; without_key?: { price_usd: string } }
  const key = `Use a key of the plan ${needs ?? 'that includes it'}${needs === undefined ? '' : ' or above'}`
  return sold === undefined ? `${key}.` : `${key}, or send the request without a key and pay ${sold.price_usd} USD for it.`
}

function toName(facts: RefusalFacts, message: string): string {
  const { field, allowed = [], suggestions: [first] = [] } = facts
  if (field === undefined)
    return first === undefined ? 'GET /api/openapi/spec.json lists every path.' : `Request ${first} instead.`
  return (first === undefined && allowed.length === 0 && lists[field]) || corrected(facts, message)
}

const dated = (facts: RefusalFacts): string => {
  const day = member(facts, 'available_date')
  return day === null ? later(facts) : `Send the same request with date=${day}, or ${later(facts).replace(/^W/, 'w')}`
}

const newClaim = 'POST /api/agent/claims asks a person to approve a key.'

/**
 * The next step after each error: what to send, set or call, without what happened. A function where it depends on the facts of the error. What
 * is thrown with a step that only its place knows has that as `hint` among its facts instead.
 */
export const hints = {
  INVALID_REQUEST: (facts, message) =>
    wellFormed[facts.field ?? ''] ??
    (facts.field === undefined
      ? 'Send a well-formed HTTP/1.1 request for a path of this server, such as GET /api/briefings.'
      : corrected(facts, message)),
  INVALID_FORMAT: ({ allowed = [] }) => `Set format to ${oneOf(allowed)}, or omit it.`,
  INVALID_PART: ({ allowed = [] }) => (allowed.length === 0 ? 'Omit part.' : `Set part to ${oneOf(allowed)}, or omit it.`),
  INVALID_FIELDS: ({ suggestions: [first] = [] }) =>
    first === undefined
      ? 'Set fields to members that allowed lists, separated by commas, or omit it.'
      : `Use ${first} in fields, or another member that allowed lists.`,
  INVALID_DATE: ({ field = 'date' }) => `Set ${field} to a UTC day up to today as YYYY-MM-DD, or omit it.`,
  INVALID_TICKER: 'Use 1 to 10 letters, digits, dots or hyphens; GET /api/treasuries lists the tickers.',
  INVALID_COMPANY: 'Use 1 to 33 letters, digits, dots, hyphens or ampersands; GET /api/companies lists the addresses.',
  MISSING_PARAMETER: ({ field = '' }) => `Add ${field === '' ? 'the parameter' : field}. ${lists[field] ?? ''}`.trim(),
  REPEATED_PARAMETER: ({ field = 'the parameter' }) => `Send ${field} once.`,
  UNKNOWN_PARAMETER: ({ allowed = [], suggestions: [first] = [] }) =>
    first !== undefined
      ? `Rename the parameter to ${first}.`
      : allowed.length === 0
        ? 'Remove the parameter: none is accepted here.'
        : `Remove the parameter; accepted here: ${allowed.join(', ')}.`,
  SEVERAL_CREDENTIALS: 'Remove all payment credentials but one and send the same request again.',
  VALIDATION_ERROR: corrected,
  WEBHOOK_ADDRESS: 'Set url to an https address of a public host that resolves, without user name and password.',
  KEY_REQUIRED: `Send an API key as "Authorization: Bearer KEY" or "X-API-Key: KEY". ${newClaim}`,
  SIGN_IN_FAILED: 'Check the email address and the password, and sign in again at /sign-in.',
  KEY_INVALID: `Send another API key. ${newClaim}`,
  PAYMENT_REQUIRED: toPay,
  ACCOUNT_SUSPENDED: 'Ask the operator of this server to resume the account; until then no request with this key succeeds.',
  PLAN_REQUIRED: toReach,
  SCOPE_REQUIRED: 'Ask a person to sign in at /sign-in and do it, or to create a key at /settings.',
  ADDRESS_UNPROVED: 'Request the link at /settings and open it.',
  FOREIGN_FORM: 'Open the page again and send its form.',
  SIGN_UP_CLOSED: 'Ask the operator of this server for an account.',
  NOT_FOUND: toName,
  NOT_COVERED_YET: 'GET /api/companies lists the companies that can be read now.',
  BLOCK_NOT_COVERED_YET: 'GET /api/companies/ADDRESS is the whole briefing, with every block there is.',
  NOT_OFFERED: 'Choose another document: GET /api/briefings and GET /api/metrics list them.',
  NOT_ON_RECORD: ({ field }) =>
    field === 'part'
      ? 'Omit part for the whole document.'
      : `Set ${field ?? 'date'} to a day on record, or omit it; GET /api/briefings has first_date and last_date of each briefing.`,
  CLAIM_NOT_FOUND: 'Create a new claim with POST /api/agent/claims, and poll with its claim_token.',
  WEBHOOK_NOT_FOUND: 'GET /api/webhooks lists the ids of webhooks.',
  DELIVERY_NOT_FOUND: 'GET /api/webhooks/ID/deliveries lists the ids of deliveries.',
  METHOD_NOT_ALLOWED: ({ methods = ['a method that Allow lists'] }) => `Send the request as ${or.format(methods)}.`,
  REQUEST_TIMEOUT: 'Send the whole request again without pausing.',
  WEBHOOK_LIMIT: 'Delete a webhook with DELETE /api/webhooks/ID, then create this one.',
  WEBHOOK_STATE: 'GET /api/webhooks shows the state; POST /api/webhooks/ID/resume resumes a webhook.',
  FORM_TOO_LARGE: 'Shorten the form to 4 KB.',
  BODY_TOO_LARGE: 'Shorten the JSON body to 4 KB.',
  URI_TOO_LONG: 'Shorten the query of the request.',
  EXPECTATION_FAILED: 'Remove the Expect header and send the request again.',
  IDEMPOTENCY_KEY_REUSED: 'Send a new Idempotency-Key with this body.',
  RATE_LIMITED: later,
  CLAIM_RATE_LIMITED: later,
  SIGN_IN_LIMITED: later,
  HEADERS_TOO_LARGE: 'Send fewer or shorter headers, 16 KiB in all.',
  INTERNAL_ERROR: 'Wait a minute, then send the same request again; report request_id if it fails again.',
  DATA_STALE: dated,
  ARCHIVE_UNAVAILABLE: later,
  COMPANY_UNAVAILABLE: later,
  DOCUMENT_UNAVAILABLE: later,
  DATED_READ_UNAVAILABLE: later,
  NOT_PUBLISHED: (facts) => `${later(facts)} GET /api/health shows what is missing.`,
  PAYMENT_BUSY: later,
  PAYMENT_PENDING: ({ retryAfter = 1 }) =>
    `${wait(retryAfter)} the same request with the same credential again; do not sign a new payment.`,
  PAYMENT_UNAVAILABLE: (facts) => `${later(facts)} GET /api/x402/status shows when payments work.`,
  CLAIM_CAPACITY: later,
  STATE_UNAVAILABLE: later,
  EDITION_OLDER: (facts) =>
    `${later(facts)} If it is still refused, ask the operator to restore the newer edition; GET /api/health says how it stands.`,
  NOT_READY: (facts) => `${later(facts)} GET /api/health shows when an edition is there.`,
} satisfies Readonly<Record<string, Hint>>
