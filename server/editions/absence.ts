import type { AbsentDocument } from '../../pipeline/documents/absent.ts'
import type { Kind } from '../../pipeline/documents/kind.ts'
import type { EditionView, Entry } from '../../pipeline/editions/reader.ts'
import { servedFreshness } from '../../pipeline/freshness.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { Refusal } from '../http/errors.ts'
import { memoize } from '../http/once.ts'
import { residentDocument, retryAfterMissing } from './stored-document.ts'
import { readOrNull } from './unavailable.ts'

/** What an edition does not hold, and why; empty for one that was published before editions told it. */
export const absentDocuments = memoize(
  (view: EditionView): readonly AbsentDocument[] => residentDocument<AbsentDocument[]>(view, 'system/absent') ?? [],
)

/** Those of one kind, by what comes after it in the path: of `briefing` the ids. */
export function absentOf(view: EditionView, { folder }: Kind): { id: string; never: boolean; why: string }[] {
  return absentDocuments(view)
    .filter(({ place }) => place.startsWith(`${folder}/`))
    .map(({ place, never, why }) => ({ id: place.slice(folder.length + 1), never, why }))
}

/** What is not published, and why, under a separate heading; empty if nothing is missing. */
export function absentList(all: readonly { readonly id: string; readonly never: boolean; readonly why: string }[]): string {
  if (all.length === 0) return ''
  const lines = all.map(({ id, never, why }) => `- ${id}: ${why}${never ? '; a refresh will not bring it' : ''}.\n`)
  return `\n## Not published\n\n${lines.join('')}`
}

/** Seconds to wait for data that has stopped: until the next release, but as long as a refresh takes at least, and at most a day. */
const [leastWait, mostWait] = [retryAfterMissing, 86_400] as const
/** Days before the last one that may have been sold, that are looked at where there is none of it. */
const daysLookedAt = 7

/**
 * The answer in place of a document that nothing current decides, before any price is quoted: what it waits for, and the newest day that can be
 * asked for instead.
 *
 * @param id the name its past days go by; `what` names it in the sentence
 */
export async function staleDocumentRefusal(
  view: EditionView,
  { facts }: Entry,
  id: string,
  what: string,
  now: number,
): Promise<Refusal> {
  const { stands_until: end, wants, due_at, due_then } = facts
  const day = typeof end === 'string' ? await newestSold(view, id, dayBefore(end.slice(0, 10), 1)) : null
  const retryAfter = typeof due_at === 'string' ? waitFor(Date.parse(due_at), Date.parse(String(due_then)), now) : mostWait
  const why = typeof wants === 'string' ? wants : 'all that decides it is stale'
  const past = day === null ? '' : ` The newest day that can be asked for is ${day}: add date=${day}.`
  const soon = retryAfter < 7_200 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 3_600)} hours`
  const message = `${begun(what)} is not served until newer data arrives: ${why}.${past} Retry in ${soon}; GET /api/status shows what the feeds wait for.`
  return new Refusal('DATA_STALE', message, { retryAfter, members: { available_date: day } })
}

/** Seconds until a value is due, within bounds: they come as far apart as the `next` and the one after it. All are milliseconds UTC. */
function waitFor(next: number, then: number, now: number): number {
  const periods = Math.max(0, Math.ceil((now - next) / (then - next)))
  return Math.min(mostWait, Math.max(leastWait, Math.ceil((next + periods * (then - next) - now) / 1_000)))
}

/** The newest day on record, up to one, whose document was not refused at its end; null where none near it is. Days are `YYYY-MM-DD`. */
async function newestSold(view: EditionView, id: string, until: string): Promise<string | null> {
  const days = view.days(id)
  if (days === null) return null
  const last = until < days.last ? until : days.last
  for (let back = 0; back < daysLookedAt; back++) {
    const day = dayBefore(last, back)
    if (day < days.first) return null
    const stored = await readOrNull(view.archived(day, id, 'json'))
    if (stored !== null && !wasRefusedOnItsDay(stored.entry)) return day
  }
  return null
}

/** Whether a past day's document was refused at the end of its day. */
export const wasRefusedOnItsDay = ({ facts, as_of }: Pick<Entry, 'facts' | 'as_of'>): boolean =>
  servedFreshness(facts, Date.parse(`${as_of}T23:59:59Z`)).refused

/** The answer in place of filings of which no list was read for days. */
export function filingsStale(what: string, since: string): Refusal {
  const message = `${begun(what)} cannot be served: no list of filings was read since ${since}. Retry in ${filingsWait} seconds; GET /api/status shows what the feeds wait for.`
  return new Refusal('DATA_STALE', message, { retryAfter: filingsWait })
}

const begun = (what: string): string => what.charAt(0).toUpperCase() + what.slice(1)

/** Seconds: lists of filings are read several times a day. */
const filingsWait = 3_600

/**
 * The answer instead of a document that the edition does not hold: 503 where a refresh may bring it, 404 where none can. Both come
 * before any price.
 */
export function notPublished(view: EditionView, place: string, what: string): Refusal {
  const absent = absentDocuments(view).find((each) => each.place === place)
  if (absent?.never) {
    const message = `This server does not offer ${what}: ${absent.why}. GET /api/briefings and GET /api/metrics list what it offers.`
    return new Refusal('NOT_OFFERED', message)
  }
  const why = absent === undefined ? 'the current edition does not contain it' : absent.why
  const message = `There is no data for ${what} yet: ${why}. Retry in ${retryAfterMissing} seconds; GET /api/health shows what is missing.`
  return new Refusal('NOT_PUBLISHED', message, { retryAfter: retryAfterMissing })
}
