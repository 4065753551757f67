import type { NewsDay, StoredNewsRecord } from '../documents/news-day.ts'
import type { Blobs } from '../source/store/blobs.ts'
import type { Entry } from './edition.ts'
import type { CodedFormat } from './edition-files.ts'
import { readApart } from './edition-view.ts'
import type { NewEvent } from './events.ts'
import type { Placement } from './merge.ts'

const folder = 'news/'

/** Whether a place is that of the news of a day. */
export const isNewsDay = (place: string): boolean => place.startsWith(folder)

/** Days before its publication that a filing may be dated and still be told of: an index read late brings filings of years. */
const tellableDays = 14

/** What it takes to tell of filings: addresses of companies, by issuer id, and when the edition is published (RFC 3339 UTC). */
interface Telling {
  readonly addresses: ReadonlyMap<string, string>
  readonly publishedAt: string
}

/**
 * The filings of companies that documents of days list and those they replace do not, as events: one for each company of a filing. Where the
 * edition that stands has no news at all, what the first one brings is its past and no event.
 *
 * @param packed entries of the edition that stands, by place
 */
export async function companyNews(
  blobs: Blobs,
  packed: ReadonlyMap<string, Entry>,
  added: readonly Placement[],
  telling: Telling,
): Promise<NewEvent[]> {
  if (![...packed.keys()].some(isNewsDay)) return []
  const oldest = new Date(Date.parse(telling.publishedAt) - tellableDays * 86_400_000).toISOString().slice(0, 10)
  const days = added
    .filter(({ place }) => isNewsDay(place) && place.slice(folder.length) >= oldest)
    .sort((a, b) => (a.place < b.place ? -1 : 1))
  const filed = await Promise.all(
    days.map(async ({ place, artifact }) => {
      const json = packed.get(place)?.formats.json as CodedFormat | undefined
      const before = json === undefined ? null : dayIn((await readApart(blobs, json)).plain)
      return newlyListed(before, dayIn(artifact.formats.json!), telling)
    }),
  )
  return filed.flat()
}

const dayIn = (bytes: Uint8Array): NewsDay => JSON.parse(Buffer.from(bytes).toString('utf8'))

function newlyListed(before: NewsDay | null, after: NewsDay, { addresses, publishedAt }: Telling): NewEvent[] {
  const listed = new Set(before?.records.map(keyOf))
  return after.records
    .filter((record) => record.kind === 'filed' && !listed.has(keyOf(record)) && !record.withdrawn)
    .flatMap(({ id, news_kinds, date, at, companies }) =>
      companies.flatMap(({ company }): NewEvent[] => {
        const address = addresses.get(company)
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

const keyOf = ({ source, id }: StoredNewsRecord): string => `${source} ${id}`
