import { newsSources } from '../../data/news-sources.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { filingsStale } from '../editions/absence.ts'
import { feedsAt } from '../editions/freshness.ts'
import type { Refusal } from '../http/errors.ts'

/** Days for which filings are served after the last list of them was read. */
const listDays = 5

/**
 * The refusal of what filings say, where no list of them was read for days: no list of the market, or nothing at all since the day of the edition.
 * Null where they are read. Nothing is quoted then: a filing of yesterday would be missing without a word.
 *
 * @param market null for all markets
 */
export function staleFilings(view: EditionView, market: string | null, what: string, now: number): Refusal | null {
  const { as_of } = view.manifest
  const today = new Date(now).toISOString().slice(0, 10)
  if (as_of < dayBefore(today, listDays)) return filingsStale(what, as_of)
  const ids: readonly string[] = newsSources
    .filter((source) => source.origin === 'filed' && (market === null || source.market === market))
    .flatMap(({ feeds }) => feeds)
  const read = feedsAt(view, now).filter(({ feed, last_read_at }) => ids.includes(feed) && last_read_at !== null)
  if (read.length === 0 || read.some(({ status }) => status !== 'stale')) return null
  const last = read.map(({ last_read_at }) => last_read_at!).sort()
  return filingsStale(what, last.at(-1)!)
}
