import { companyMarketOf } from '../../data/companies/markets.ts'
import { situationById } from '../../data/companies/situations.ts'
import { eventDays } from '../../data/event-types.ts'
import { companyAddress, companyKind, type DirectoryRow, type StoredCompany } from '../documents/company/company.ts'
import { placeOf } from '../documents/kind.ts'
import { type NewsDay, newsDayKind, type StoredNewsRecord } from '../documents/news-day.ts'
import type { Blobs } from '../store/blobs.ts'
import { dayBefore } from '../time/day.ts'
import type { Entry } from './edition.ts'
import type { CodedFormat } from './edition-files.ts'
import { readBody } from './edition-view.ts'
import type { NewEvent } from './events.ts'
import type { Placement } from './merge.ts'
import { sortedByPlaceIn } from './shard.ts'

export const newsFolder = newsDayKind.folder
const news = `${newsFolder}/`

/** Whether a place is that of the news of a day. */
export const isNewsDay = (place: string): boolean => place.startsWith(news)

/** The edition that stands: its entry at a place, and whether it has any news. */
export interface StandingNews {
  readonly hasNews: boolean
  /** For entries of other places than those of added documents: reads them, so that `entryAt` knows them. */
  read(places: Iterable<string>): Promise<void>
  entryAt(place: string): Entry | undefined
}

/** What it takes to tell of filings: addresses of listed companies, by issuer id, and when the edition is published (RFC 3339 UTC). */
interface Telling {
  readonly addresses: ReadonlyMap<string, string>
  readonly publishedAt: string
}

/**
 * The filings of companies that documents of days list and those they replace do not, as events: one for each company of a filing. Where the
 * edition that stands has no news at all, what the first one brings is its past and no event. Filings dated before the days that events are
 * kept make none either, because an index read late brings filings of years; those of a gap between two refreshes do.
 */
export async function companyNews(
  blobs: Blobs,
  { hasNews, read, entryAt }: StandingNews,
  added: readonly Placement[],
  { addresses, publishedAt }: Telling,
): Promise<NewEvent[]> {
  if (!hasNews) return []
  const oldest = dayBefore(publishedAt, eventDays)
  const days = sortedByPlaceIn(added, news).filter(({ place }) => place.slice(news.length) >= oldest)
  const replaced = await Promise.all(
    days.map(async ({ place }) => {
      const json = entryAt(place)?.formats.json as CodedFormat | undefined
      return json === undefined ? [] : (documentIn((await readBody(blobs, json)).plain) as NewsDay).records
    }),
  )
  const listed = new Set(replaced.flat().map(keyOf))
  const fresh = days
    .flatMap(({ artifact }) => (documentIn(artifact.formats.json!) as NewsDay).records)
    .filter((record) => record.kind === 'filed' && !listed.has(keyOf(record)) && !record.withdrawn)
  await read(fresh.flatMap(({ companies }) => companies.map(({ company }) => placeOf(companyKind, company))))
  const placed = new Map(added.map((each) => [each.place, each]))
  const addressIn = (company: string): string | undefined => {
    const place = placeOf(companyKind, company)
    const sold = placed.get(place) ?? entryAt(place)
    return sold === undefined ? addresses.get(company) : companyAddress(rowOf(sold))
  }
  return fresh.flatMap(({ id, news_kinds, date, at, companies }) =>
    companies.flatMap(({ company }): NewEvent[] => {
      const address = addressIn(company)
      if (address === undefined) return []
      return [
        {
          type: 'company.news',
          tier: 'basic',
          company: address,
          issuer: company,
          record: id,
          kinds: news_kinds,
          happened_at: at ?? date,
          known_at: publishedAt,
          rule: '/docs/methodology#changes',
          document: `/api/news?about=${encodeURIComponent(address)}&since=${date}&until=${date}`,
        },
      ]
    }),
  )
}

const documentIn = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'))

const keyOf = ({ source, id }: StoredNewsRecord): string => `${source} ${id}`

const rowOf = ({ facts }: Pick<Entry, 'facts'>): DirectoryRow => JSON.parse(String(facts['row']))

/** Companies of the edition that stands of which another document is added, each with its row before and now. */
const changed = (entryAt: StandingNews['entryAt'], added: readonly Placement[]) =>
  sortedByPlaceIn(added, `${companyKind.folder}/`).flatMap((placement) => {
    const entry = entryAt(placement.place)
    if (entry === undefined) return []
    const row = rowOf(placement)
    return [{ entry, before: rowOf(entry), row, address: companyAddress(row), json: placement.artifact.formats.json! }]
  })

/**
 * Companies whose newest period with figures is a later one than in the edition that stands. One that was not covered there has no event: all its
 * periods are new.
 *
 * @param entryAt of the edition that stands
 */
export const figuresUpdated = (entryAt: StandingNews['entryAt'], added: readonly Placement[], publishedAt: string): NewEvent[] =>
  changed(entryAt, added).flatMap(({ before: { latest_period: before }, row, address, json }): NewEvent[] => {
    const { company, latest_period: newest } = row
    if (before === null || newest === null || newest.end <= before.end) return []
    const { blocks } = documentIn(json) as StoredCompany
    return [
      {
        type: 'company.figures_updated',
        tier: companyMarketOf(row).tier,
        company: address,
        issuer: company,
        period: newest.label,
        period_end: newest.end,
        happened_at: blocks.header!.latest_filing.filed,
        known_at: publishedAt,
        rule: '/docs/methodology#changes',
        document: `/api/companies/${address}/numbers`,
      },
    ]
  })

/**
 * Situations of companies that are on and were not in the edition that stands, and began on its day or later: what older filings that were read
 * since tell is past. A company without situations in that edition has no event.
 *
 * @param entryAt of the edition that stands
 */
export const situationsChanged = (
  entryAt: StandingNews['entryAt'],
  added: readonly Placement[],
  publishedAt: string,
): NewEvent[] =>
  changed(entryAt, added).flatMap(({ entry, before: { on: before }, row, address }): NewEvent[] => {
    if (before === undefined) return []
    const turnedOn = [...new Set(row.on ?? [])].map((each) => each.split(' ') as [situation: string, since: string])
    return turnedOn
      .filter(([situation, since]) => since >= entry.as_of && !before.includes(`${situation} ${since}`))
      .map(([situation, since]) => ({
        type: 'company.situation_changed',
        tier: companyMarketOf(row).tier,
        company: address,
        issuer: row.company,
        situation,
        severity: situationById.get(situation)!.severity,
        happened_at: since,
        known_at: publishedAt,
        rule: '/docs/methodology#changes',
        document: `/api/companies/${address}/situations`,
      }))
  })
