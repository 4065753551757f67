import { dayNumber, dayOf, isoDay } from '../../time/day.ts'
import type { FeedRequest } from '../http/request.ts'
import { bodyError, objectOf } from './body.ts'
import { defineFeed, type Lead, type Rejected, rejection } from './feed.ts'
import { officialRecord } from './official-news.ts'

const id = 'federal-register'
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
export const federalRegister = defineFeed({
  id,
  upstream: 'federal-register',
  title: 'Federal Register: trade actions and export controls',
  needs: null,
  match: (url) => `${url.origin}${url.pathname}`.replace(/\.json$/, '') === address.slice(0, -5) && url.search !== '',
  plan: ({ now }) => [request(now, ['RULE', 'PRORULE', 'NOTICE'], agencies), request(now, ['PRESDOCU'], [])],
  parse: (body, { at }) => {
    const page = objectOf(body, id)
    const { results, count, next_page_url: next } = page
    if (results === undefined && count === 0) return { rows: { news_record: [] }, rejected: [], next: [] }
    if (!Array.isArray(results)) throw bodyError(id, 'RESULTS_MISSING', 'the answer has no list "results"; inspect the recording')
    const rejected: Rejected[] = []
    const records = results.flatMap((row: unknown) => {
      const read = documentOf(row)
      if (read === null)
        rejected.push(rejection(null, 'document', 'the number, title, date or link is invalid', JSON.stringify(row)))
      return read === null || !isOnTrade(read) ? [] : officialRecord(shownOf(read), at)
    })
    return { rows: { news_record: records }, rejected, next: pageAfter(next) }
  },
})

function request(now: number, types: readonly string[], slugs: readonly string[]): FeedRequest {
  const query = [
    ...slugs.map((slug) => `conditions[agencies][]=${slug}`),
    ...types.map((type) => `conditions[type][]=${type}`),
    `conditions[publication_date][gte]=${isoDay(dayOf(now) - days)}`,
    ...fields.map((field) => `fields[]=${field}`),
    'order=newest',
    'per_page=1000',
  ]
  return { feed: id, upstream: 'federal-register', url: `${address}?${query.join('&')}` }
}

function pageAfter(next: unknown): Lead[] {
  if (typeof next !== 'string' || !URL.canParse(next) || new URL(next).origin !== 'https://www.federalregister.gov') return []
  return [{ feed: id, upstream: 'federal-register', url: next, changes: true }]
}

interface Document {
  readonly number: string
  readonly title: string
  readonly type: string
  readonly link: string
  readonly day: string
  readonly slugs: readonly string[]
}

function documentOf(row: unknown): Document | null {
  const cells = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>
  const text = (name: string): string => (typeof cells[name] === 'string' ? cells[name].trim() : '')
  const [number, title, link, day] = [text('document_number'), text('title'), text('html_url'), text('publication_date')]
  const named = Array.isArray(cells['agencies']) ? (cells['agencies'] as readonly ({ slug?: unknown } | null)[]) : []
  // an agency of the past has a name and no slug
  const slugs = named.flatMap((agency) => (typeof agency?.slug === 'string' ? agency.slug : []))
  const valid =
    /^[\w-]+$/.test(number) && title !== '' && dayNumber(day) !== null && link.startsWith('https://www.federalregister.gov/')
  return valid ? { number, title, type: text('type'), link, day, slugs } : null
}

function isOnTrade({ type, title, slugs }: Document): boolean {
  if (type === presidential) return onTrade.test(title) && !ceremonial.test(title)
  return slugs.some((slug) => agencies.includes(slug))
}

function shownOf({ number, type, title, link, day }: Document) {
  return {
    source: 'federal-register',
    id: number,
    form: type === '' ? null : type,
    title,
    link,
    day,
    clock: null,
    zone: 'America/New_York',
    at: null,
  }
}
