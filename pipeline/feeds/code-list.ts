import { unzip } from '../filings/zip.ts'
import type { ListingRow } from '../tables/company.ts'
import { bodyError, refuseEmptyOrHtml } from './body.ts'

/** Several times what the lists of codes hold: that of DART has 110,000 companies in 20 MB. */
const limits = { entries: 10, bytes: 200 * 1024 * 1024, ratio: 200 }
const zipBegins = Buffer.from('PK')

/** The member of an archive that holds a list of codes or closes, or the body itself where it is that member, as some who record it keep it. */
export function codeListIn(body: Uint8Array, name: string | RegExp, feed: string): Uint8Array {
  if (!zipBegins.equals(body.subarray(0, 2))) {
    refuseEmptyOrHtml(Buffer.from(body.subarray(0, 1_000)).toString('latin1'), feed)
    return body
  }
  const [member] = unzip(body, limits, (each) => (typeof name === 'string' ? each === name : name.test(each))).values()
  if (member === undefined) throw bodyError(feed, 'MEMBER_MISSING', `the archive has no ${name}; inspect the recording`)
  return member
}

/** A code under which a list names a company. @param at when the list was recorded, RFC 3339 UTC */
export function codeListed(row: Pick<ListingRow, 'company' | 'code' | 'name'>, at: string): ListingRow {
  return { ...row, scheme: 'code', position: null, from_day: at.slice(0, 10), to_day: null }
}
