import { ParseError } from '../../errors.ts'

const ok = '000'
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
  throw new ParseError('DART_STATUS', `${feed}: DART answered ${words}; ${next}`, { status: String(status).slice(0, 40) })
}
