import { dayNumber, dayOf, isoDay } from '../time/day.ts'
import { itemOf, jsonFeed, jsonItemTexts } from './json-feed.ts'
import { type OfficialDocument, officialRecord } from './official-news.ts'

const address = 'https://www.federalregister.gov/api/v1/documents.json'
/** Days read every time: documents are dated ahead and corrected by new ones, so that nothing older changes. */
const days = 30
/** Agencies of trade and of export controls, by slug. Never by word: "tariff" also matches rates of pipelines. */
const agencies = [
  'trade-representative-office-of-united-states',
  'international-trade-administration',
  'international-trade-commission',
  'industry-and-security-bureau',
  'foreign-assets-control-office',
]
const fields = ['document_number', 'title', 'type', 'html_url', 'publication_date', 'agencies']
const presidential = 'Presidential Document'
/** Proclamations and orders on trade by their titles, without weeks and days that are proclaimed each year. */
const onTrade = /\b(?:imports?|exports?|tariffs?|duty|duties|trade)\b/i
const ceremonial = /\b(?:day|week|month),? (?:of|\d{4})|\b(?:day|week|month)$/i

/**
 * Documents of the Federal Register on trade and export controls: those of five agencies, and presidential documents by their titles. Dated by
 * publication, which may be days after the signing. What lies open for public inspection is not published and is not read. An answer without
 * hits has no list. The next page is the address the answer gives.
 */
export const federalRegister = jsonFeed({
  id: 'federal-register',
  upstream: 'federal-register',
  title: 'Federal Register: trade actions and export controls',
  match: (url) => `${url.origin}${url.pathname}`.replace(/\.json$/, '') === address.slice(0, -5) && url.search !== '',
  plan: ({ now }) => [request(now, ['RULE', 'PRORULE', 'NOTICE'], agencies), request(now, ['PRESDOCU'], [])],
  rows: ({ results, count }) => (results === undefined && count === 0 ? [] : results),
  absent: () => 'the answer has no list "results"; inspect the recording',
  codes: { absent: 'RESULTS_MISSING' },
  read: (rows, { each, recording }) => {
    const documents = each(rows, 'document', (row) => documentOf(row) ?? 'the number, title, date or link is invalid')
    const records = documents.filter(isOnTrade).map(({ slugs: _, ...shown }) => officialRecord(shown, recording.at))
    return { rows: { news_record: records } }
  },
  next: ({ next_page_url: next }) =>
    typeof next === 'string' && URL.canParse(next) && new URL(next).origin === 'https://www.federalregister.gov'
      ? [{ feed: 'federal-register', upstream: 'federal-register', url: next, changes: true }]
      : [],
})

function request(now: number, types: readonly string[], slugs: readonly string[]): string {
  const query = [
    ...slugs.map((slug) => `conditions[agencies][]=${slug}`),
    ...types.map((type) => `conditions[type][]=${type}`),
    `conditions[publication_date][gte]=${isoDay(dayOf(now) - days)}`,
    ...fields.map((field) => `fields[]=${field}`),
    'order=newest',
    'per_page=1000',
  ]
  return `${address}?${query.join('&')}`
}

interface Document extends OfficialDocument {
  readonly slugs: readonly string[]
}

function documentOf(row: unknown): Document | null {
  const text = jsonItemTexts(row)
  const { agencies: named } = itemOf(row)
  const [id, title, link, day] = [text('document_number'), text('title'), text('html_url'), text('publication_date')]
  // an agency of the past has a name and no slug
  const slugs = (Array.isArray(named) ? named : []).flatMap((agency) => jsonItemTexts(agency)('slug') || [])
  const isNamed = /^[\w-]+$/.test(id) && title !== '' && link.startsWith('https://www.federalregister.gov/')
  const shown = { source: 'federal-register', id, form: text('type') || null, title, link, day }
  return isNamed && dayNumber(day) !== null ? { ...shown, clock: null, zone: 'America/New_York', at: null, slugs } : null
}

function isOnTrade({ form, title, slugs }: Document): boolean {
  if (form === presidential) return onTrade.test(title) && !ceremonial.test(title)
  return slugs.some((slug) => agencies.includes(slug))
}
