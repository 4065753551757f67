import type { Absent } from '../../pipeline/documents/absent.ts'
import type { Kind } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { Refusal } from '../http/errors.ts'
import { oncePer } from '../http/once.ts'
import { residentDocument, retryAfterMissing } from './stored-document.ts'

/** What an edition does not hold, and why; empty for one that was published before editions told it. */
export const absences = oncePer((view: EditionView): readonly Absent[] => residentDocument<Absent[]>(view, 'system/absent') ?? [])

/** Those of one kind, by what comes after it in the place: of `briefing` the ids. */
export function absentOf(view: EditionView, { folder }: Kind): { id: string; never: boolean; why: string }[] {
  return absences(view)
    .filter(({ place }) => place.startsWith(`${folder}/`))
    .map(({ place, never, why }) => ({ id: place.slice(folder.length + 1), never, why }))
}

/** What is not published, and why, under a separate heading; empty if nothing is missing. */
export function absentList(all: readonly { readonly id: string; readonly never: boolean; readonly why: string }[]): string {
  if (all.length === 0) return ''
  const lines = all.map(({ id, never, why }) => `- ${id}: ${why}${never ? '; a refresh will not bring it' : ''}.\n`)
  return `\n## Not published\n\n${lines.join('')}`
}

/** The answer in place of a document of which every input is stale, before any price is quoted. */
export function restsOnStale(what: string, since: string): Refusal {
  const message = `All that ${what} depends on is stale since ${since}: nothing newer was read. Retry in ${retryAfterMissing} seconds; GET /api/status shows what the feeds wait for, and a past day can be asked for with date.`
  return new Refusal('DATA_STALE', message, { retryAfter: retryAfterMissing })
}

/**
 * The answer in the place of a document that the edition does not hold: 503 where a refresh may bring it, 404 where none can. Both come
 * before any price.
 */
export function notPublished(view: EditionView, place: string, what: string): Refusal {
  const absent = absences(view).find((each) => each.place === place)
  if (absent?.never) {
    const message = `This server does not offer ${what}: ${absent.why}. GET /api/briefings and GET /api/metrics list what it offers.`
    return new Refusal('NOT_OFFERED', message)
  }
  const why = absent === undefined ? 'the current edition does not contain it' : absent.why
  const message = `There is no data for ${what} yet: ${why}. Retry in ${retryAfterMissing} seconds; GET /api/health shows what is missing.`
  return new Refusal('NOT_PUBLISHED', message, { retryAfter: retryAfterMissing })
}
