import { type Company, companyById, issuerId } from '../../data/companies.ts'
import { dayNumber } from '../time/day.ts'
import { bodyError } from './body.ts'

const root = 'https://api.edinet-fsa.go.jp/api/v2/documents'
const document = /^\/api\/v2\/documents\/(S[0-9A-Z]{7})$/u

/** Address of the list of what was submitted on a day of Tokyo, YYYY-MM-DD. */
export const listAddress = (day: string): string => `${root}.json?date=${day}&type=2`

/** Address of the CSV package of a document. */
export const packageAddress = (id: string): string => `${root}/${id}?type=5`

/** Where a reader sees the document. */
export const viewerAddress = (id: string): string => `https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?${id}`

/** An address of a list -> its day; null for any other address. */
export function dayOfListAddress(address: string): string | null {
  const day = URL.canParse(address) ? new URL(address).searchParams.get('date') : null
  return day !== null && dayNumber(day) !== null && address === listAddress(day) ? day : null
}

/** An address of a package -> its document, as CSV (`type=5`) or as inline XBRL (`type=1`); null for any other address. */
export function packagedDocument(address: string): { readonly id: string; readonly isCsv: boolean } | null {
  const [, id] = (URL.canParse(address) ? document.exec(new URL(address).pathname) : null) ?? []
  const isCsv = id !== undefined && address === packageAddress(id)
  return id !== undefined && (isCsv || address === `${root}/${id}?type=1`) ? { id, isCsv } : null
}

/** The company of the roster with this EDINET code; undefined for any other. */
export function edinetFiler(code: string): Company | undefined {
  return companyById(issuerId('jp', code))
}

/**
 * EDINET says what is wrong inside an answer of status 200, in two shapes: `{"metadata":{"status":"404","message":...}}`, and of its
 * gateway `{"StatusCode":401,"message":...}`. `ParseError` for either.
 */
export function refuseEdinetError(answer: Record<string, unknown>, feed: string): void {
  const metadata = answer['metadata']
  const ofList = typeof metadata === 'object' && metadata !== null && 'status' in metadata ? metadata.status : undefined
  const status = String(answer['StatusCode'] ?? answer['statusCode'] ?? ofList ?? 'without a status')
  if (status === '200') return
  const next = /^40[13]$/u.test(status) ? 'check EDINET_API_KEY and fetch it again' : 'fetch it again'
  const facts = { status: status.slice(0, 40) }
  throw bodyError(feed, 'EDINET_STATUS', `EDINET answered ${facts.status}; ${next}`, facts)
}
