import { issuerIdsOf } from '../../data/companies/successors.ts'
import { type Company, companyById, issuerId } from '../../data/companies.ts'
import type { Recording } from '../recordings/recording.ts'
import { bodyError } from './body.ts'

/** What every feed of the SEC states. */
export const sec = { upstream: 'sec', needs: 'SEC_CONTACT' } as const

/** The company of the roster whose CIK has these digits, padded or not; undefined for any other. */
export function rosterFilerOf(cik: string): Company | undefined {
  return companyById(secIssuerId(cik))
}

/** The issuer id of the company whose CIK has these digits, padded or not. */
export function secIssuerId(cik: string): string {
  return issuerId('us', cik.padStart(10, '0'))
}

/** CIKs to ask the SEC about: those of the roster, then others, each once. */
export function usCodes(roster: readonly Company[], others: readonly string[]): string[] {
  const own = roster.flatMap(({ market, code }) => (market === 'us' ? code : []))
  const all = [...own, ...others].flatMap((code) =>
    issuerIdsOf(`us:${code}`)
      .toReversed()
      .map((id) => id.slice(3)),
  )
  return [...new Set(all)]
}

/** Folder of a filing: the CIK without leading zeros, the accession number without dashes. */
export function filingFolder(cik: string, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik.replace(/^0+/u, '')}/${accession.replaceAll('-', '')}`
}

/** The page that lists the documents of a filing. */
export function filingIndexUrl(cik: string, accession: string): string {
  return `${filingFolder(cik, accession)}/${accession}-index.htm`
}

/** Whose it is and of which filing what the archives have at an address, by the path of such addresses; null for any other address. */
export function archivedFiling({ origin, search, pathname }: URL, path: RegExp): { cik: string; accession: string } | null {
  const match = origin === 'https://www.sec.gov' && search === '' ? path.exec(pathname) : null
  return match && { cik: match[1]!.padStart(10, '0'), accession: match[2]!.replace(/^(\d{10})(\d{2})(\d{6})$/u, '$1-$2-$3') }
}

const document = /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/[\w.-]+\.html?$/u

/** An address of a filed HTML document. */
export const documentAddress = (url: URL) => archivedFiling(url, document)

/** The complete submission of a filing: one text file with all its documents. */
export function submissionUrl(cik: string, accession: string): string {
  return `https://www.sec.gov/Archives/edgar/data/${cik.replace(/^0+/u, '')}/${accession}.txt`
}

const submission = /^\/Archives\/edgar\/data\/(\d{1,10})\/(?:\d{18}\/)?(\d{10}-\d{2}-\d{6})\.txt$/u

/** An address of a complete submission, beside the folder of its filing or in it. */
export const submissionAddress = (url: URL) => archivedFiling(url, submission)

/** `ParseError` for an answer of the SEC that is not 200, and so not what was asked for, such as a `document`. */
export function requireOk({ status }: Recording, feed: string, what: string): void {
  if (status !== 200) throw bodyError(feed, 'SEC_STATUS', `the SEC answered ${status}; fetch the ${what} again`, { status })
}
