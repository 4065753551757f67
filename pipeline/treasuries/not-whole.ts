import {
  contradictions,
  type NotWhole,
  type NotWholeWords,
  notWholeKinds,
  notWholeVerbs,
  remainingNotWhole,
  type WordPlace,
} from '../../data/companies/not-whole-words.ts'
import { type CoinCount, coinCounts } from './coin-count.ts'

/** The sentence around a count: the words before it, and those behind it. */
export interface SentenceContext {
  readonly before: string
  readonly behind: string
  /** Whether the count is what a change came to: then coins before it are those of the change. */
  readonly result: boolean
}

/** What in the sentence speaks against a count being the whole holding, though its own words state one; null where nothing does. */
export function notWholeReason(count: CoinCount, around: SentenceContext): NotWhole | null {
  return firstOf(contradictions, placesOf(count, around))
}

/** What a count is that no words state as a holding, as far as its sentence says; null where it says nothing known. */
export function kindOfCount(count: CoinCount, around: SentenceContext): NotWhole | null {
  const places = placesOf(count, around)
  return (
    firstOf(notWholeKinds, places) ??
    nearestVerb(around.before.slice(around.before.search(/[^;]*$/u))) ??
    firstOf(remainingNotWhole, places) ??
    firstOf(contradictions, places)
  )
}

type Places = Readonly<Record<WordPlace, string>>

function placesOf(count: CoinCount, { before, behind, result }: SentenceContext): Places {
  return {
    before,
    behind,
    clause: before.slice(before.search(/[^,;.]*$/u)),
    near: behind.split(/[,;.]/u, 1)[0] ?? '',
    between: count.qualifier,
    after: `${count.qualifier} ${behind}`,
    cause: result ? '' : before,
    added: addsUp(count, behind) ? '' : behind,
    unit: count.named ? '' : `${before}\n${behind}`,
  }
}

function firstOf(words: readonly NotWholeWords[], places: Places): NotWhole | null {
  return words.find(({ where, says }) => where.some((place) => says.test(places[place])))?.kind ?? null
}

function nearestVerb(clause: string): NotWhole | null {
  const last = notWholeVerbs.map(({ kind, says }) => ({ kind, at: [...clause.matchAll(says)].at(-1)?.index ?? -1 }))
  return last.filter(({ at }) => at >= 0).toSorted((a, b) => b.at - a.at)[0]?.kind ?? null
}

const parts = /^[^,;.]*, (?:including|comprising|consisting of|comprised of|of which) (?<listed>[^;.]*(?:\.\d[^;.]*)*)/iu

/** Whether the coins named behind a count are its parts: `519.3 bitcoin, including 104.7 bitcoin mined and 414.6 bitcoin acquired`. */
function addsUp({ coins }: CoinCount, behind: string): boolean {
  const listed = coinCounts(parts.exec(behind)?.groups?.['listed'] ?? '').filter(({ named }) => named)
  const sum = listed.flatMap((each) => each.coins).reduce((all, each) => all + Number(each), 0)
  return coins.length === 1 && listed.length > 1 && Math.abs(sum - Number(coins[0])) < 0.05
}
