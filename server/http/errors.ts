import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentTypes } from './formats.ts'
import { type Hint, hints, type RefusalFacts } from './hints.ts'
import { pageHeaders } from './page-policy.ts'
import { securityHeaders, withExposedHeaders } from './security-headers.ts'

export type { RefusalFacts } from './hints.ts'

/**
 * Every error code the server answers with, by its HTTP status: what it means. The list is closed: `/docs/errors` prints it, and a code that
 * is not here cannot be sent.
 */
const meanings = {
  400: {
    INVALID_REQUEST: 'The request is not well-formed HTTP, or its target is not a path.',
    INVALID_FORMAT: 'The format parameter has an unsupported value.',
    INVALID_PART: 'The part parameter has an unsupported value. Nothing is charged.',
    INVALID_FIELDS:
      'The fields parameter names a member that the JSON of the document does not have; `allowed` lists them. Nothing is charged.',
    INVALID_DATE:
      'A date parameter is not a day (YYYY-MM-DD), is later than the current UTC day, or makes an empty or too long window.',
    INVALID_TICKER: 'The ticker in the path contains characters that tickers do not have, or is too long. Nothing is charged.',
    INVALID_COMPANY: 'The company in the path contains characters that no address has, or is too long. Nothing is charged.',
    MISSING_PARAMETER: 'A required parameter is missing.',
    REPEATED_PARAMETER: 'A parameter was given more than once.',
    UNKNOWN_PARAMETER: 'A priced or counted route was called with a parameter it does not have. Nothing is charged.',
    SEVERAL_CREDENTIALS: 'The request carries more than one payment credential. Send only one. Nothing is charged.',
    VALIDATION_ERROR: 'A member of the JSON body is too long, not text, not printable, or a name with a URL; `field` names it.',
    WEBHOOK_ADDRESS:
      'Events cannot be sent to the address: `reason` says why (form, scheme, userinfo, port, name, network, unresolved). Nothing was connected.',
  },
  401: {
    KEY_REQUIRED:
      'The route requires an API key and the request has none. Returned where single calls are not sold, or cannot be paid for at the moment.',
    SIGN_IN_FAILED: 'The email address or the password is wrong, no account has the passkey, or a change asks for them again.',
    KEY_INVALID: 'The API key is malformed, unknown, revoked or expired. Nothing is charged.',
  },
  402: {
    PAYMENT_REQUIRED:
      'The call requires payment, or the credential sent does not pay for it; `type` and `detail` say why. Nothing was charged.',
  },
  403: {
    ACCOUNT_SUSPENDED:
      'The account of the key is suspended. The key is valid but cannot be used until the operator resumes the account.',
    PLAN_REQUIRED:
      'The plan of the key does not include what was requested; `needs` names the plan that does. `without_key` is present if the call can be paid for instead.',
    SCOPE_REQUIRED:
      'The key may read and nothing else, as one that an agent claimed, or a key was entered in the browser where a person has to sign in. Use a key made at `/settings`, or sign in. Nothing is counted.',
    ADDRESS_UNPROVED:
      'Nobody has proved yet that the email address of the account is theirs. The account reads; what would give access to it waits for the link that `/settings` offers.',
    FOREIGN_FORM: 'The form was not sent by a page of this server.',
    SIGN_UP_CLOSED: 'Accounts are made by the operator of this server.',
  },
  404: {
    NOT_FOUND: 'No such path, briefing or metric exists, or the company is not on the roster or not covered.',
    NOT_COVERED_YET: 'The company is known, but its statements have not been read, or state too little. Nothing is charged.',
    BLOCK_NOT_COVERED_YET:
      'The block is left out for this company; the message says why, as its header does. Nothing is charged.',
    NOT_OFFERED:
      'The document exists, but this server does not offer it because it does not read the data it needs. Retrying does not help; the message says why. Nothing is charged.',
    NOT_ON_RECORD: 'The briefing exists, but not for that day.',
    CLAIM_NOT_FOUND: 'There is no claim with this code and token. The answer is the same whichever of the two is wrong.',
    WEBHOOK_NOT_FOUND: 'The account of the key has no webhook with this id.',
    DELIVERY_NOT_FOUND: 'The webhook has no delivery with this id, or it is older than 30 days.',
  },
  405: {
    METHOD_NOT_ALLOWED: 'The path does not support this method. The Allow header lists those it supports.',
  },
  408: {
    REQUEST_TIMEOUT: 'The request took too long to arrive.',
  },
  409: {
    WEBHOOK_LIMIT: 'The account has as many webhooks as it may.',
    WEBHOOK_STATE: 'The webhook is paused or disabled, several of its tests wait, or the event is too old to be sent again.',
  },
  413: {
    FORM_TOO_LARGE: 'The form is larger than 4 KB.',
    BODY_TOO_LARGE: 'The JSON body is larger than 4 KB.',
  },
  414: {
    URI_TOO_LONG: 'The request target is longer than any path of this server.',
  },
  417: {
    EXPECTATION_FAILED: 'The Expect header asks for something this server does not support.',
  },
  422: {
    IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was sent before with another body. Use a new key for a new request.',
  },
  429: {
    RATE_LIMITED:
      'The hourly or daily call limit is used up, or this address created or polled too many claims, called open tools of MCP too often, has too many reads that wait for events, or took more than its share of the time of the server without a key.',
    CLAIM_RATE_LIMITED: 'Too many claims of this address are waiting for approval.',
    SIGN_IN_LIMITED:
      'Too many attempts to sign in failed, too many accounts were created from this address, or too much was changed in an account. Requests with a key are not affected.',
  },
  431: {
    HEADERS_TOO_LARGE: 'The request headers are too large.',
  },
  500: {
    INTERNAL_ERROR: 'The server failed. The request id identifies the entry in its log.',
  },
  503: {
    DATA_STALE:
      'What decides the document is stale: nothing newer has been read for long after it was due. `available_date` is the newest day that can be asked for instead, null if there is none. Nothing is charged or counted.',
    ARCHIVE_UNAVAILABLE: 'The document is on record, but it cannot be read right now.',
    COMPANY_UNAVAILABLE: 'The company could not be checked. No price is quoted and nothing is charged.',
    DOCUMENT_UNAVAILABLE:
      'The store of the documents does not answer, and this one is not in memory. Nothing is counted or charged; retry after the seconds of Retry-After.',
    DATED_READ_UNAVAILABLE: 'The figures of the company as known on a past day cannot be read right now. Nothing is charged.',
    NOT_PUBLISHED: 'There is no data for this document yet; a later refresh may bring it. Nothing is charged.',
    PAYMENT_BUSY:
      'Too many invalid credentials came from the same address, or too many are being checked at the same time. Nothing was charged; retry the same request later.',
    PAYMENT_PENDING:
      'The outcome of the payment is not known yet. Retry the same request with the same credential; it is charged only once.',
    PAYMENT_UNAVAILABLE: 'Payments cannot be checked right now. Nothing was charged; retry the same request later.',
    CLAIM_CAPACITY: 'Too many claims are waiting for approval on this server.',
    STATE_UNAVAILABLE: 'API keys, limits or payments cannot be checked right now. Retry the same request.',
    NOT_READY: 'No edition has been published yet, or it cannot be read at the moment.',
    EDITION_OLDER:
      'The published edition is older than one that was served before; the operator has to restore or accept it. Nothing is charged.',
  },
} as const

type ByStatus = typeof meanings
export type ErrorCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus]

/** Status and meaning of each code. */
export const errorCodes = Object.fromEntries(
  Object.entries(meanings).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => [code, { status: Number(status), meaning }]),
  ),
) as Readonly<Record<ErrorCode, { readonly status: number; readonly meaning: string }>>

/** The next step after an error: what its place says, else what its code says with the facts. One or two sentences. */
export function hintOf(code: ErrorCode, facts: RefusalFacts = {}, message = ''): string {
  const rows: Readonly<Record<ErrorCode, Hint>> = hints
  const hint = facts.hint ?? rows[code]
  return typeof hint === 'string' ? hint : hint(facts, message)
}

/** A request that is answered with an error. `message` is for the caller: what is wrong, then the next thing to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly status: number
  readonly facts: RefusalFacts

  constructor(code: ErrorCode, message: string, facts: RefusalFacts = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = errorCodes[code].status
    this.facts = facts
  }

  /** The next thing to do alone: what to send, set or call. */
  get hint(): string {
    return hintOf(this.code, this.facts, this.message)
  }
}

type WhatIsRight = Pick<RefusalFacts, 'allowed' | 'hint' | 'suggestions'>

/** 400 INVALID_REQUEST: what is wrong with a parameter or header. */
export const wrong = (field: string, message: string, facts: WhatIsRight = {}): Refusal =>
  new Refusal('INVALID_REQUEST', message, { field, ...facts })

/** 400 VALIDATION_ERROR: what is wrong with a member of a body. */
export const bodyRefusal = (field: string, message: string, facts: WhatIsRight = {}): Refusal =>
  new Refusal('VALIDATION_ERROR', message, { field, ...facts })

/** The body of an error, the same on every status. Members that do not apply are left out. */
export function errorBody({ code, message, hint, status, facts }: Refusal, requestId: string) {
  return {
    error: code,
    message,
    hint,
    status,
    request_id: requestId,
    docs: `/docs/errors#${code.toLowerCase()}`,
    ...(facts.field === undefined ? {} : { field: facts.field }),
    ...(facts.retryAfter === undefined ? {} : { retry_after: facts.retryAfter }),
    ...(facts.allowed === undefined ? {} : { allowed: facts.allowed }),
    ...(facts.suggestions?.length ? { suggestions: facts.suggestions } : {}),
    ...facts.members,
  }
}

interface ErrorAnswer {
  readonly body: string
  /** Bytes of it. */
  readonly length: number
  readonly headers: string[]
}

/**
 * An error as it goes out: the body, and all headers as a flat list of names and values.
 *
 * @param marks more headers, which depend on who asked
 * @param page sent instead of the body to a browser: the same error as HTML
 */
export function errorAnswer(
  refusal: Refusal,
  requestId: string,
  edition: string | null,
  marks: readonly string[] = [],
  page: string | null = null,
): ErrorAnswer {
  const { retryAfter, methods, headers: more = [], json } = refusal.facts
  const written = JSON.stringify(errorBody(refusal, requestId))
  const body = page ?? (json === undefined ? written : `${written.slice(0, -1)},${json}}`)
  const length = Buffer.byteLength(body)
  const headers = [
    'Content-Type',
    // what a payment error is to clients of MPP; the body is the same
    page !== null ? contentTypes.html : refusal.status === 402 ? contentTypes.problem : contentTypes.json,
    'Content-Length',
    String(length),
    'Cache-Control',
    'no-store',
    ...(retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]),
    ...(methods === undefined ? [] : ['Allow', methods.join(', ')]),
    ...more,
    ...marks,
    ...(edition === null ? [] : ['X-Edition', edition]),
    ...(page === null ? securityHeaders : pageHeaders(page)),
    'X-Request-Id',
    requestId,
  ]
  return { body, length, headers: withExposedHeaders(headers) }
}

/** Answers a request with an error and returns the size of the body sent. An answer already begun is cut off instead: half of one is worse. */
export function sendError(
  req: IncomingMessage,
  res: ServerResponse,
  refusal: Refusal,
  requestId: string,
  edition: string | null,
  marks: readonly string[] = [],
  page: string | null = null,
): number {
  if (res.headersSent) {
    res.destroy()
    return 0
  }
  const { body, length, headers } = errorAnswer(refusal, requestId, edition, marks, page)
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  res.writeHead(refusal.status, headers)
  res.end(body)
  return req.method === 'HEAD' ? 0 : length
}

/** Codes in the `error` of answers other than errors of HTTP: the page explains them, the closed list is without them. */
const carried = {
  KEY_ISSUE_FAILED:
    'In the answer to a poll: the claim is approved, but its key could not be made. Poll again; the approval stands.',
  KEY_LIMIT_REACHED:
    'In the answer to a poll: the claim is approved, but the account has as many keys as its plan allows. Poll again after the person has revoked one; the approval stands.',
  AUTH_REQUIRED:
    'In the answer of a tool of MCP: the tool requires an API key or, where single calls are sold, a payment. Over HTTP this is KEY_REQUIRED or PAYMENT_REQUIRED.',
}

const codes = (Object.keys(errorCodes) as ErrorCode[]).map((error) => ({ error, ...errorCodes[error], hint: hintOf(error) }))

/** GET /docs/errors: every code an answer may carry; `docs` of an error points at its heading here. */
export function errorList() {
  return { count: codes.length, errors: codes }
}

export function errorListText(): string {
  const others = Object.entries(carried).map(([error, meaning]) => ({ error, status: 200, meaning, hint: '' }))
  const sections = [...codes, ...others].map(
    ({ error, status, meaning, hint }) => `## ${error}\n\nStatus ${status}. ${meaning}\n${hint && `\nHint: ${hint}\n`}`,
  )
  return `# Errors\n\nEvery error response carries one of these codes in \`error\`, what happened in \`message\`, and the next step alone in \`hint\`, filled in from the request.\n\n${sections.join('\n')}`
}
