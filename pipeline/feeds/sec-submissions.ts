import { followedFilers } from '../../data/filers.ts'
import { ParseError } from '../errors.ts'
import type { FeedRequest } from '../http/request.ts'
import { objectOf } from './body.ts'
import { defineFeed, type FilingRow, nothing } from './feed.ts'
import { filerOf } from './sec-address.ts'
import { readFilings } from './sec-filings.ts'

const id = 'sec-submissions'
const root = 'https://data.sec.gov/submissions/'
const path = /^\/submissions\/CIK(\d{10})(-submissions-\d{3})?\.json$/u
/** Items a holdings update stands under: Regulation FD disclosure and other events. */
const updateItems = ['7.01', '8.01']
/** Strategy (then MicroStrategy) announced its first purchase of bitcoin on 2020-08-11; no filer had a holding to report before. */
const firstHoldings = '2020-08-01'

/**
 * A filer's index of filings (data.sec.gov/submissions). The newest 1,000 filings or a year of them stand in `filings.recent`, columns as
 * parallel arrays; older pages are named in `filings.files` and are such columns bare. A body leads to all older pages of its filer, and
 * to the primary documents of its current reports that may hold a holdings update, and of its newest periodic reports, newest first. What is loaded already is the caller's
 * to leave out.
 */
export const secSubmissions = defineFeed({
  id,
  upstream: 'sec',
  title: 'SEC filings by company',
  cadence: 'daily',
  needs: 'SEC_CONTACT',
  match: (url) => {
    const cik = url.origin === 'https://data.sec.gov' && url.search === '' ? path.exec(url.pathname)?.[1] : undefined
    return cik !== undefined && filerOf(cik) !== undefined
  },
  plan: (state) =>
    followedFilers.filter((filer) => filer.sample === state.sample).map((filer) => request(`CIK${filer.cik}.json`)),
  parse: (body, recording) => {
    const [, cik, older] = path.exec(URL.canParse(recording.url) ? new URL(recording.url).pathname : '') ?? []
    if (cik === undefined)
      throw new ParseError('NOT_A_SUBMISSIONS_PAGE', `${id}: the address names no filer; look at the recording`, { feed: id })
    if (recording.status !== 200)
      throw new ParseError('SEC_STATUS', `${id}: the SEC answered ${recording.status}; fetch the index again`, {
        status: recording.status,
      })
    const page = objectOf(body, id)
    const { filings, rejected } = readFilings(older === undefined ? recent(page, cik) : page, cik)
    const pages = older === undefined ? olderPages(page, cik) : []
    return { ...nothing, filings, rejected, next: [...pages.map(request), ...documents(filings)] }
  },
})

function request(name: string): FeedRequest {
  return { feed: id, upstream: 'sec', url: `${root}${name}` }
}

function recent(page: Record<string, unknown>, cik: string): Record<string, unknown> {
  const whose = String(page['cik'] ?? '')
  if (!/^\d{1,10}$/u.test(whose) || whose.padStart(10, '0') !== cik)
    throw new ParseError('OTHER_FILER', `${id}: the page of ${cik} is not that filer's; look at the recording`, { cik })
  const columns = objectAt(objectAt(page, 'filings'), 'recent')
  return columns
}

function olderPages(page: Record<string, unknown>, cik: string): string[] {
  const files = objectAt(page, 'filings')['files'] ?? []
  if (!Array.isArray(files))
    throw new ParseError('FILES_NOT_A_LIST', `${id}: filings.files of ${cik} is not a list; look at the recording`, { cik })
  const own = new RegExp(`^CIK${cik}-submissions-\\d{3}\\.json$`, 'u')
  return files.map((file: unknown) => {
    const name: unknown = typeof file === 'object' && file !== null && 'name' in file ? file.name : undefined
    if (typeof name !== 'string' || !own.test(name))
      throw new ParseError('PAGE_NAME', `${id}: filings.files of ${cik} names no page of that filer; look at the recording`, {
        cik,
      })
    return name
  })
}

function objectAt(parent: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = parent[key]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ParseError('FILINGS_MISSING', `${id}: the page has no object "${key}"; look at the recording`, { key })
  return value as Record<string, unknown>
}

/** Periodic reports asked for: those of a year, and one before. */
const mostPeriodic = 5

function documents(filings: readonly FilingRow[]): FeedRequest[] {
  const readable = filings
    .filter((filing) => /\.html?$/u.test(filing.url) && filerOf(filing.cik) !== undefined && filing.filingDate >= firstHoldings)
    .sort((a, b) => (a.acceptedAt < b.acceptedAt ? 1 : a.acceptedAt > b.acceptedAt ? -1 : 0))
  const periodic = readable.filter(({ form }) => /^10-[QK]$/u.test(form)).slice(0, mostPeriodic)
  const current = readable.filter(
    (filing) => (filing.form === '8-K' || filing.form === '8-K/A') && filing.items.some((item) => updateItems.includes(item)),
  )
  return [...current, ...periodic].map((filing) => ({ feed: 'sec-documents', upstream: 'sec', url: filing.url }))
}
