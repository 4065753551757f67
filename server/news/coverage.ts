import { filedNotRead, type NewsSource, newsDaysKept, newsSources, officialNotRead } from '../../data/news-sources.ts'
import { upstreams } from '../../data/upstreams.ts'
import type { FeedStatus } from '../../pipeline/documents/feed-status.ts'
import type { NewsDirectory } from '../../pipeline/documents/news-directory.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { residentDocument } from '../editions/stored-document.ts'
import type { NewsFilter } from '../openapi/news-filter.ts'

/** What an answer says of the sources behind it. */
export interface Coverage {
  readonly coverage: string
  readonly not_read: string[]
  /** What of the window the sources do not reach, in sentences. */
  readonly gaps: string[]
}

const sources: readonly NewsSource[] = newsSources

/** The sources that an answer is made from, and those that it is not, as the edition says when each was read. */
export function coverageOf(
  view: EditionView,
  directory: NewsDirectory | null,
  filter: Pick<NewsFilter, 'kind' | 'since'>,
  market: string | null,
): Coverage {
  const feeds = residentDocument<FeedStatus[]>(view, 'system/feeds') ?? []
  const lines = sources
    .filter(({ origin }) => filter.kind === null || origin === filter.kind)
    .filter((source) => market === null || source.market === market)
    .map((source) => ({ ...source, ...readingOf(source, feeds), from: fromOf(directory, source.source) }))
  const read = lines.filter(({ readAt }) => readAt !== null)
  const kept = dayBefore(view.manifest.as_of, newsDaysKept)
  return {
    coverage:
      read.length === 0
        ? 'No source has been read.'
        : `${read.map(({ name, reads, readAt }) => `${name}: ${reads}, last read ${readAt}`).join('. ')}.`,
    not_read: [
      ...lines.flatMap(({ name, reads, readAt, why }) => (readAt === null ? [`${name}: ${reads} were not read: ${why}.`] : [])),
      ...(filter.kind === 'official' || market !== null ? [] : filedNotRead),
      ...(filter.kind === 'filed' || market !== null ? [] : officialNotRead),
    ],
    gaps: [
      ...(filter.since < kept ? [`Records dated before ${kept} are not kept.`] : []),
      ...read.flatMap(({ name, from }) =>
        from !== null && filter.since < from ? [`${name} was not read in full for dates before ${from}.`] : [],
      ),
    ],
  }
}

/** When a source was last read, or why it was not. */
function readingOf({ feeds: ids }: NewsSource, feeds: readonly FeedStatus[]): { readAt: string | null; why: string } {
  const own = feeds.filter(({ feed }) => ids.includes(feed))
  const times = own.flatMap(({ last_read_at }) => last_read_at ?? []).sort()
  return { readAt: times.at(-1) ?? null, why: own.find(({ note }) => note !== null)?.note ?? 'nothing was read yet' }
}

function fromOf(directory: NewsDirectory | null, source: string): string | null {
  return directory?.sources.find((each) => each.source === source)?.from ?? null
}

/** The notice that each of these sources requires. */
export function noticesOf(ids: readonly string[]): string[] {
  const own = sources.filter(({ source }) => ids.includes(source)).map(({ upstream }) => upstream)
  return upstreams.flatMap(({ id, notice }) => (own.includes(id) && notice !== null ? [notice] : []))
}

export function sourceName(id: string): string {
  return sources.find(({ source }) => source === id)?.name ?? id
}
