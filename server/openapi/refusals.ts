import type { ErrorCode } from '../http/errors.ts'

/** Errors that any request can end in, before or in whichever route. */
export const anyRefusals = [
  'INVALID_REQUEST',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'EXPECTATION_FAILED',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
] as const satisfies readonly ErrorCode[]

/** What anything made of an edition can refuse. */
export const editionRefusals = ['NOT_READY', 'EDITION_OLDER'] as const
export const formatRefusals = ['INVALID_FORMAT', 'REPEATED_PARAMETER'] as const
/** What any operation can refuse that takes a key. */
export const keyedRefusals = ['KEY_REQUIRED', 'KEY_INVALID', 'ACCOUNT_SUSPENDED', 'STATE_UNAVAILABLE'] as const
export const pricedRefusals = [
  'UNKNOWN_PARAMETER',
  'NOT_OFFERED',
  'NOT_PUBLISHED',
  ...editionRefusals,
  ...keyedRefusals,
  'PAYMENT_REQUIRED',
  'SEVERAL_CREDENTIALS',
  'PAYMENT_BUSY',
  'PAYMENT_PENDING',
  'PAYMENT_UNAVAILABLE',
] as const
export const newsRefusals = [
  'UNKNOWN_PARAMETER',
  'INVALID_DATE',
  'NOT_FOUND',
  ...editionRefusals,
  'NOT_PUBLISHED',
  'ARCHIVE_UNAVAILABLE',
  'DOCUMENT_UNAVAILABLE',
] as const
export const archivedRefusals = [
  'INVALID_DATE',
  'NOT_ON_RECORD',
  'ARCHIVE_UNAVAILABLE',
  'DOCUMENT_UNAVAILABLE',
  'DATA_STALE',
] as const

export const companyRefusals = [
  ...formatRefusals,
  ...pricedRefusals,
  'INVALID_COMPANY',
  'INVALID_FIELDS',
  'NOT_FOUND',
  'NOT_COVERED_YET',
  'COMPANY_UNAVAILABLE',
  'ARCHIVE_UNAVAILABLE',
  'DOCUMENT_UNAVAILABLE',
  'DATA_STALE',
  'PLAN_REQUIRED',
] as const

/** What only a company briefing is refused for. */
export const companyBriefingRefusals = [
  'INVALID_COMPANY',
  'NOT_COVERED_YET',
  'BLOCK_NOT_COVERED_YET',
  'COMPANY_UNAVAILABLE',
  'DATED_READ_UNAVAILABLE',
] as const
