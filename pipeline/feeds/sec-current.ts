import { isNewsForm } from '../news/current-report.ts'
import { dayNumber } from '../time/day.ts'
import { latin1Of } from './body.ts'
import type { FollowUpRequest } from './feed.ts'
import { sec } from './sec-address.ts'
import { filerIndexRequests } from './sec-discovery.ts'
import { type NamedFiling, secNews } from './sec-news.ts'
import { feedOf } from './sightings.ts'
import { type XmlRecord, xmlRecords } from './xml-records.ts'

const id = 'sec-current'
const address = 'https://www.sec.gov/cgi-bin/browse-edgar'
/** Asked for by how a form begins, which finds amendments too. Rarer forms are left to the daily index. */
const forms = ['8-K', '6-K', '10-Q', '10-K'] as const
/** Entries of a page, the most EDGAR gives. */
const pageSize = 100
/** The list has about 5,100 entries of all forms; an address beyond its end is answered like an outage. */
const lastStart = 5_000
/** What a party of a filing is to it: a record is about these, not about those who report on them. */
const subjects = ['Filer', 'Issuer', 'Subject']

/**
 * The newest filings EDGAR has accepted (Atom in ISO-8859-1), one entry a party, so that a filing may have several. 8-Ks and 6-Ks among them
 * are news. A page leads to the indexes of the followed filers it names and, where there may be more, to the next page: as long as the
 * newest filing of the page had not been told of before, so a page more than needed is read, since pages shift while they are read.
 */
export const secCurrent = feedOf(
  {
    id,
    ...sec,
    title: 'SEC latest filings',
    match: (url) =>
      `${url.origin}${url.pathname}` === address &&
      url.searchParams.get('action') === 'getcurrent' &&
      url.searchParams.get('output') === 'atom',
    plan: () => forms.map((form) => pageAddress(form, 0)),
  },
  (body, { url, recording: { at }, each }) => {
    const next = new Map<string, FollowUpRequest>()
    const filings = new Map<string, NamedFiling>()
    // none in a quiet hour
    const { records: entries } = xmlRecords(latin1Of(body, id), id, { root: 'feed', record: 'entry', attribute: 'category@term' })
    const wrong = 'the entry lacks a company, a filing, a form or a filing date'
    for (const filing of each(entries, 'entry', (entry) => filingOf(entry) ?? wrong)) {
      const { accession, form, cik } = filing
      for (const lead of filerIndexRequests({ cik, form, accession })) next.set(`${lead.url} ${accession}`, lead)
      const before = filings.get(accession)
      const companies = [...(before?.companies ?? []), ...filing.companies]
      filings.set(accession, { ...(before ?? filing), companies })
    }
    const news = [...filings.values()].filter(({ form }) => isNewsForm(form))
    const more = entries.length < pageSize ? [] : nextPage(url, news[0]?.accession, at)
    return { rows: secNews(news, 'list', at), next: [...next.values(), ...more] }
  },
)

function pageAddress(form: string, start: number): string {
  return `${address}?action=getcurrent&type=${form}&count=${pageSize}${start > 0 ? `&start=${start}` : ''}&output=atom`
}

/** The page after a full one; none for a form whose filings are not news. `newest`: accession number of its newest record. */
function nextPage({ searchParams }: URL, newest: string | undefined, at: string): FollowUpRequest[] {
  const form = searchParams.get('type') ?? ''
  const start = Number(searchParams.get('start') ?? 0) + pageSize
  if (!isNewsForm(form) || start > lastStart) return []
  const unlessTold = newest === undefined ? {} : { unlessTold: { source: 'sec', id: newest, before: at } }
  return [{ feed: id, upstream: 'sec', url: pageAddress(form, start), changes: true, ...unlessTold }]
}

/** `8-K - Example Corp (0001234567) (Filer)`; the summary is HTML, with filing date, accession number, size and, of an 8-K, a line an item. */
function filingOf(entry: XmlRecord): (NamedFiling & { readonly cik: string }) | null {
  const [title = '', name = '', form = '', summary = ''] = ['title', 'id', 'category@term', 'summary'].map((each) =>
    entry.get(each),
  )
  const [, party = '', cik, role = ''] = /^(.+) \((\d{10})\) \(([^()]+)\)$/s.exec(title) ?? []
  const [, accession] = /^urn:tag:sec\.gov,2008:accession-number=(\d{10}-\d{2}-\d{6})$/.exec(name) ?? []
  const [, day = ''] = /<b>Filed:<\/b> (\d{4}-\d{2}-\d{2})\b/.exec(summary) ?? []
  if (cik === undefined || accession === undefined || form === '' || dayNumber(day) === null) return null
  const company = { cik, name: party.startsWith(`${form} - `) ? party.slice(form.length + 3).trim() : party }
  const items = [...summary.matchAll(/<br>Item (\d{1,2}(?:\.\d\d)?):/g)].map(([, item = '']) => item)
  return { accession, form, items, day, cik, companies: subjects.includes(role) ? [company] : [] }
}
