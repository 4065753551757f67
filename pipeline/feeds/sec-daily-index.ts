import { dayOf, isoDay } from '../time/day.ts'
import { isBusinessDay } from '../time/holiday.ts'
import { localToUtc } from '../time/zone.ts'
import { bodyError, bodyObject, latin1Of } from './body.ts'
import type { FollowUpRequest } from './feed.ts'
import { type Item, itemOf } from './json-feed.ts'
import { sec } from './sec-address.ts'
import { filerIndexRequests } from './sec-discovery.ts'
import { type NamedFiling, secNews } from './sec-news.ts'
import { namedPeriodicFilings } from './sec-periodic-filings.ts'
import { type BodyContents, feedOf, type Sightings } from './sightings.ts'

const id = 'sec-daily-index'
const root = 'https://www.sec.gov/Archives/edgar/daily-index/'
const path = /^\/Archives\/edgar\/daily-index\/(\d{4})\/QTR([1-4])\/(?:index\.json|form\.(\d{8})\.idx)$/u
/** Days whose index is read, as long as events are kept. */
const days = 30
/** When the index of a day is there, New York. */
const published = '22:30'
/** Columns of an index, fixed in width; the heading says how wide. */
const headings = ['Form Type', 'Company Name', 'CIK', 'Date Filed', 'File Name'] as const

/**
 * All filings of a day by form (EDGAR daily index). The list of a quarter's files says which days have an index: to ask for a day without
 * one is refused, and costs the whole upstream ten minutes of rest. It leads to the newest days, and a day to the indexes of the followed
 * filers whose filings it names. Its 8-Ks and 6-Ks are news, without their items, which it does not tell; periodic reports of all filers are
 * kept.
 */
export const secDailyIndex = feedOf(
  {
    id,
    ...sec,
    title: 'SEC daily index of filings',
    match: (url) => url.origin === 'https://www.sec.gov' && url.search === '' && path.test(url.pathname),
    plan: ({ now }) => [...new Set(newestDays(now).map(quarterOf))].map((quarter) => `${root}${quarter}/index.json`),
  },
  (body, sightings) => {
    const [, year, quarter, day] = path.exec(sightings.url.pathname) ?? []
    if (year === undefined) throw bodyError(id, 'NOT_A_DAILY_INDEX', 'the URL does not name an index; inspect the recording')
    return day === undefined
      ? { next: daysOf(bodyObject(body, id), `${year}/QTR${quarter}`, sightings.seenAt) }
      : filingsOf(latin1Of(body, id), day, sightings)
  },
)

/** The newest business days whose index is out at `now` (milliseconds UTC). */
function newestDays(now: number): number[] {
  return Array.from({ length: days }, (_, at) => dayOf(now) - at).filter(
    (day) => isBusinessDay(day, 'us-federal') && localToUtc(day, published, 'America/New_York') <= now,
  )
}

function quarterOf(day: number): string {
  const [year, month] = isoDay(day).split('-')
  return `${year}/QTR${Math.ceil(Number(month) / 3)}`
}

/** What the list of a quarter's files leads to: its newest days. */
function daysOf(list: Item, quarter: string, now: number): string[] {
  const { item: items } = itemOf(list['directory'])
  if (!Array.isArray(items))
    throw bodyError(id, 'FILES_NOT_A_LIST', 'directory.item is not a list; inspect the recording', { quarter })
  const names = items.flatMap((item: unknown) => {
    const { name } = itemOf(item)
    return typeof name === 'string' && /^form\.\d{8}\.idx$/.test(name) ? name : []
  })
  const first = `form.${isoDay(dayOf(now) - days + 1).replaceAll('-', '')}.idx`
  return names
    .filter((name) => name >= first)
    .sort()
    .map((name) => `${root}${quarter}/${name}`)
}

function filingsOf(text: string, day: string, { recording, reject }: Sightings): BodyContents {
  const lines = text.split(/\r?\n/)
  if (lines.pop() !== '') throw bodyError(id, 'BODY_CUT', 'the body ends within a line', { day })
  const top = lines.findIndex((line) => /^-{80,}$/.test(line))
  const heading = lines[top - 1] ?? ''
  const starts = headings.map((name) => heading.indexOf(name))
  if (top < 1 || starts.some((start, at) => start < 0 || (at > 0 && start <= starts[at - 1]!)))
    throw bodyError(id, 'HEADER', `the columns are not ${headings.join(', ')}; inspect the recording`, { day })
  const next: FollowUpRequest[] = []
  const filings = new Map<string, NamedFiling>()
  for (const line of lines.slice(top + 1)) {
    const [form = '', name = '', cik = '', filed = '', file = ''] = starts.map((start, at) =>
      line.slice(start, starts[at + 1]).trim(),
    )
    const [, folder, accession] = /^edgar\/data\/(\d{1,10})\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(file) ?? []
    // correspondence is let out weeks after it was filed
    if (accession === undefined || folder !== cik || !/^\d{8}$/.test(filed) || filed > day || form === '') {
      reject(null, 'index-row', 'the form, CIK, day or file is invalid, or they disagree', line)
      continue
    }
    const before = filings.get(accession)
    const companies = [...(before?.companies ?? []), { cik, name }]
    filings.set(accession, { accession, form, items: null, day: filed.replace(/(....)(..)(..)/, '$1-$2-$3'), companies })
    next.push(...filerIndexRequests({ cik, form, accession }))
  }
  if (filings.size === 0) throw bodyError(id, 'INDEX_EMPTY', `there is no filing of ${day} in it`, { day })
  const named = [...filings.values()]
  return { rows: { ...secNews(named, 'index', recording.at), periodic_filing: namedPeriodicFilings(named) }, next }
}
