import type { FeedRequest } from '../http/request.ts'
import type { FilingRow } from '../tables/filing.ts'
import { dayOf, isoDay } from '../time/day.ts'
import { bodyError, bodyObject } from './body.ts'
import { requireOk, rosterFilerOf, sec, submissionUrl, usCodes } from './sec-address.ts'
import { readFilings } from './sec-filings.ts'
import {
  amendedReportForms,
  currentReportForms,
  exhibitReportForms,
  foreignAnnualReportForms,
  foreignCurrentReportForms,
  periodicReportForms,
} from './sec-forms.ts'
import { issuerRow } from './sec-issuer.ts'
import { secNews } from './sec-news.ts'
import { ownershipFilingsOf } from './sec-ownership.ts'
import { periodicFilingsOf } from './sec-periodic-filings.ts'
import { feedOf } from './sightings.ts'

const id = 'sec-submissions'
const root = 'https://data.sec.gov/submissions/'
const html = /\.html?$/u
const path = /^\/submissions\/CIK(\d{10})(-submissions-\d{3})?\.json$/u
/** Items a holdings update stands under: results, Regulation FD disclosure and other events. */
const updateItems = ['2.02', '7.01', '8.01']
/** The item that lists exhibits: press releases among them. */
const exhibitsItem = '9.01'
/** Strategy (then MicroStrategy) announced its first purchase of bitcoin on 2020-08-11; no filer had a holding to report before. */
const firstHoldings = '2020-08-01'
/** Days of current reports, and of exhibits, that nobody compared by hand: nothing could confirm older ones. Thirteen months. */
const currentDays = 396
/** Periodic reports asked for: those of a year, and one before. */
const mostPeriodic = 5
/** Annual reports of foreign private issuers asked for. */
const mostAnnual = 1

/**
 * A filer's index of filings (data.sec.gov/submissions), and who it is. The newest 1,000 filings or a year of them are in `filings.recent`,
 * columns as parallel arrays; older pages are named in `filings.files` and are such columns bare.
 *
 * Filings other than news, periodic reports and signs of situations are kept of the roster alone, whose bodies lead on: to older pages of the filer that may name
 * a filing asked for, to its current reports that may hold a holdings update (the primary documents of 8-Ks, and the complete submissions of
 * those with exhibits and of 6-Ks), and to the primary documents of its newest periodic reports, newest first; of a 40-F, whose primary
 * document is a cover, to the complete submission. What is loaded already is the caller's to leave out.
 */
export const secSubmissions = feedOf(
  {
    id,
    ...sec,
    title: 'SEC filings by company',
    match: (url) => url.origin === 'https://data.sec.gov' && url.search === '' && path.test(url.pathname),
    plan: ({ roster, companies }) => usCodes(roster, companies.indexes).map(indexRequest),
  },
  (body, { url, recording }) => {
    const [, cik, older] = path.exec(url.pathname) ?? []
    if (cik === undefined) throw bodyError(id, 'NOT_A_SUBMISSIONS_PAGE', 'the URL does not name a filer; inspect the recording')
    requireOk(recording, id, 'index')
    const page = bodyObject(body, id)
    const { filings, onOthers, rejected } = readFilings(older === undefined ? columnsOf(page, cik) : page, cik)
    const issuer = older === undefined ? issuerRow(page, cik) : null
    const rows = {
      issuer: issuer === null ? [] : [issuer],
      periodic_filing: periodicFilingsOf(filings, cik, onOthers),
      ownership_filing: ownershipFilingsOf(filings, cik, recording.at),
      ...newsOf(filings, cik, nameOf(page), recording.at),
    }
    const holder = rosterFilerOf(cik)
    if (holder === undefined) return { rows, rejected }
    const recent = isoDay(dayOf(Date.parse(recording.at)) - currentDays)
    const since = holder.reviewed.includes('current') ? firstHoldings : recent
    const pages = older === undefined ? olderPages(page, cik, since) : []
    const reports = older === undefined ? periodic(filings, cik) : []
    return {
      rows: { ...rows, filing: filings },
      rejected,
      next: [...pages.map((name) => `${root}${name}`), ...current(filings, cik, since, recent), ...reports],
    }
  },
)

/** Its 8-Ks and 6-Ks as news: this index tells their items. */
function newsOf(filings: readonly FilingRow[], cik: string, name: string | null, at: string) {
  const named = filings.map(({ accession, form, items, filing_date: day }) => ({
    ...{ accession, form, day, companies: [{ cik, name }] },
    items: items === '' ? [] : items.split(','),
  }))
  return secNews(named, 'filer', at)
}

/** What the filer calls itself; null on an older page, which does not say. */
function nameOf({ name }: Record<string, unknown>): string | null {
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null
}

/** The request of the index of the company with this CIK of ten digits. */
export const indexRequest = (cik: string): FeedRequest => ({ feed: id, upstream: 'sec', url: `${root}CIK${cik}.json` })

function columnsOf(page: Record<string, unknown>, cik: string): Record<string, unknown> {
  const whose = String(page['cik'] ?? '')
  if (!/^\d{1,10}$/u.test(whose) || whose.padStart(10, '0') !== cik)
    throw bodyError(id, 'OTHER_FILER', `the page of ${cik} is not that filer’s; inspect the recording`, { cik })
  return objectAt(objectAt(page, 'filings'), 'recent')
}

function olderPages(page: Record<string, unknown>, cik: string, since: string): string[] {
  const files = objectAt(page, 'filings')['files'] ?? []
  if (!Array.isArray(files))
    throw bodyError(id, 'FILES_NOT_A_LIST', `filings.files of ${cik} is not a list; inspect the recording`, { cik })
  const own = new RegExp(`^CIK${cik}-submissions-\\d{3}\\.json$`, 'u')
  return files.flatMap((file: unknown) => {
    const { name, filingTo } = (file ?? {}) as { name?: unknown; filingTo?: unknown }
    if (typeof name !== 'string' || !own.test(name))
      throw bodyError(id, 'PAGE_NAME', `filings.files of ${cik} names no page of that filer; inspect the recording`, { cik })
    return typeof filingTo === 'string' && filingTo < since ? [] : name
  })
}

function objectAt(parent: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = parent[key]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bodyError(id, 'FILINGS_MISSING', `the page has no object "${key}"; inspect the recording`, { key })
  return value as Record<string, unknown>
}

/** @param since the first day of reports asked for; `recent` that of their exhibits */
function current(filings: readonly FilingRow[], cik: string, since: string, recent: string): FeedRequest[] {
  return newestFirst(filings.filter((filing) => filing.filing_date >= since)).flatMap((filing) => {
    if (foreignCurrentReportForms.includes(filing.form)) return complete(cik, filing)
    const items = filing.items.split(',')
    const update = currentReportForms.includes(filing.form) && items.some((item) => updateItems.includes(item))
    if (!update) return []
    const furnishes = items.includes(exhibitsItem) && filing.filing_date >= recent
    return [...(html.test(filing.url) ? [primary(filing)] : []), ...(furnishes ? [complete(cik, filing)] : [])]
  })
}

function periodic(filings: readonly FilingRow[], cik: string): FeedRequest[] {
  const readable = newestFirst(filings.filter(({ url, filing_date: day }) => html.test(url) && day >= firstHoldings))
  const ofForms = (forms: readonly string[]) => readable.filter(({ form }) => forms.includes(form))
  const reports = ofForms(periodicReportForms).slice(0, mostPeriodic)
  const amendments = ofForms(amendedReportForms).filter(
    (filing) => filing.filing_date >= (reports.at(-1)?.filing_date ?? firstHoldings),
  )
  const annual = ofForms(foreignAnnualReportForms).slice(0, mostAnnual)
  return [...newestFirst([...reports, ...amendments]), ...annual].map((filing) =>
    exhibitReportForms.includes(filing.form) ? complete(cik, filing) : primary(filing),
  )
}

function newestFirst(filings: readonly FilingRow[]): FilingRow[] {
  return filings.toSorted((a, b) => (a.accepted_at < b.accepted_at ? 1 : a.accepted_at > b.accepted_at ? -1 : 0))
}

function primary({ url }: FilingRow): FeedRequest {
  return { feed: 'sec-documents', upstream: 'sec', url }
}

function complete(cik: string, { accession }: FilingRow): FeedRequest {
  return { feed: 'sec-complete-submissions', upstream: 'sec', url: submissionUrl(cik, accession) }
}
