import { bodyError } from './body.ts'
import type { Item } from './json-feed.ts'

/** What every feed of DART states. */
export const dart = { upstream: 'dart', needs: 'DART_API_KEY' } as const

const ok = '000'
/** There is no such report; nothing was received. */
export const dartNoDataStatus = '013'
/** Unknown, disabled or expired keys, and addresses they are not for. */
const ofKey = ['010', '011', '012', '901']

/** Codes of listed shares have six places, newer ones with letters; an unlisted company has a blank. */
export function isStockCode(text: string): boolean {
  return /^[0-9A-Z]{6}$/u.test(text)
}

/** DART answers with the HTTP status 200 and says what is wrong in its own status: `ParseError` for any but that of success. */
export function refuseDartStatus(status: unknown, message: unknown, feed: string): void {
  if (status === ok) return
  const next = ofKey.includes(String(status)) ? 'check DART_API_KEY and fetch it again' : 'fetch it again later'
  const words = `${String(status ?? 'without a status')} ${String(message ?? '')}`.trim().slice(0, 120)
  throw bodyError(feed, 'DART_STATUS', `DART answered ${words}; ${next}`, { status: String(status).slice(0, 40) })
}

/** The list of an answer, empty where there is no data. */
export function dartAnswerList({ status, message, list }: Item, feed: string): unknown {
  if (status === dartNoDataStatus) return []
  refuseDartStatus(status, message, feed)
  return list
}

/** The day of a report by its receipt number, which begins with it. */
export const dayOfReceiptNumber = (filing: string): string => `${filing.slice(0, 4)}-${filing.slice(4, 6)}-${filing.slice(6, 8)}`
