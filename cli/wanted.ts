import { briefingRows } from '../data/briefings.ts'
import { feeds } from '../pipeline/feeds/index.ts'
import { type NameChoices, unknown } from './unknown.ts'

/** The ids of an option that takes several, separated by commas; none where it is not given. */
function idsOf(text: string | undefined, code: string, known: NameChoices): readonly string[] {
  const ids = text?.split(',').filter((id) => id !== '') ?? []
  const wrong = ids.find((id) => !known.names.includes(id))
  if (wrong !== undefined) throw unknown(code, wrong, known)
  return ids
}

/** The feeds of `--only`. Throws an `InputError` for one that does not exist; the name of an upstream means its feeds. */
export function wantedFeeds(text: string | undefined): readonly string[] {
  return idsOf(text, 'FEED_UNKNOWN', {
    kind: 'feed',
    names: feeds.map(({ id }) => id),
    shownBy: 'briefing status --all',
    alias: (word) => feeds.filter(({ upstream }) => upstream === word).map(({ id }) => id),
  })
}

/** The briefings of `--only`. Throws an `InputError` for one that does not exist. */
export function wantedBriefings(text: string | undefined): readonly string[] {
  return idsOf(text, 'NO_SUCH_BRIEFING', { kind: 'briefing', names: briefingRows.map(({ id }) => id) })
}
