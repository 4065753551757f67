import { topics } from '../../data/briefings.ts'

/** A document callers may have meant; one without its own path is requested by id. */
interface Named {
  readonly id: string
  readonly path?: string
  readonly aliases?: readonly string[]
}

/** Close names for a word that names nothing: what the caller probably meant, best first, at most three. */
export function suggest(word: string, names: readonly string[]): string[] {
  return closest(word, (asked) => {
    const letters = asked.join('')
    return names.map((name) => {
      const away = editDistance(letters, partsOf(name).join(''))
      return { means: name, away: away <= Math.max(1, Math.floor(letters.length / 4)) ? away : null }
    })
  })
}

/**
 * Documents by id, ticker or common name. Parts are compared one by one, so that another asset, tenor or place is never taken for a slip:
 * `eth-price` is not `btc-price`. Briefings are also known by their path: `btc.onchain` and `btc/onchain` mean `/api/btc/onchain`, whose
 * briefing is `btc.on-chain`; only those of the topic asked about are meant, where one is named.
 */
export function suggestDocuments(word: string, rows: readonly Named[]): string[] {
  return closest(word, (asked) =>
    rows.flatMap(({ id, path, aliases = [] }) =>
      path === undefined
        ? [id, ...aliases].map((written) => ({ means: id, away: slipsBetween(asked, partsOf(written)) }))
        : [...writtenAs(id, path), id.slice(id.indexOf('.') + 1)].map((written) => ({
            means: id,
            away: slipsBetween(onTopic(asked), partsOf(written)),
          })),
    ),
  )
}

/** Paths, where the name of a document may have been put in the place of its path. `target`: where a document is asked for. */
export function suggestPaths(
  word: string,
  rows: readonly (Named & { readonly target: string })[],
  others: readonly string[],
): string[] {
  return closest(word, (asked) => {
    const place = withoutPrefix(asked)
    const named = alike(place[0]!, 'metrics') === null ? place : place.slice(1)
    // a topic alone means its briefing, though a metric goes by the same name
    const topic = topics.some(({ id }) => id === onTopic(named).join())
    return [
      ...rows.flatMap(({ id, path, target, aliases = [] }) => {
        if (path !== undefined)
          return writtenAs(id, path).map((written) => ({ means: path, away: slipsBetween(onTopic(place), partsOf(written)) }))
        return topic ? [] : [id, ...aliases].map((written) => ({ means: target, away: slipsBetween(named, partsOf(written)) }))
      }),
      ...others.map((path) => ({ means: path, away: slipsBetween(place, withoutPrefix(partsOf(path))) })),
    ]
  })
}

const mostSuggested = 3
/** A longer word is no slip of the hand, and comparing it would cost more than it is worth. */
const longestWord = 64

interface Candidate {
  readonly means: string
  /** Slips between it and the word; null where it cannot be meant. */
  readonly away: number | null
}

function closest(word: string, candidates: (asked: readonly string[]) => readonly Candidate[]): string[] {
  if (word.length > longestWord) return []
  const asked = partsOf(word)
  if (asked.length === 0) return []
  const distances = new Map<string, number>()
  for (const { means, away } of candidates(asked)) {
    if (away !== null && away < (distances.get(means) ?? Number.POSITIVE_INFINITY)) distances.set(means, away)
  }
  return [...distances]
    .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, mostSuggested)
    .map(([means]) => means)
}

/** What a briefing is asked for by: its id, and its path without what all paths begin with. */
function writtenAs(id: string, path: string): string[] {
  return [id, path.replace(/^\/api\//, '')]
}

/** `/api/v1/briefings/btc.context` -> btc, context: what stands before the name is no part of it. */
function withoutPrefix(parts: readonly string[]): readonly string[] {
  const first = parts.findIndex((part) => !/^(api|v\d+|briefings?|context)$/.test(part))
  return first === -1 ? parts.slice(-1) : parts.slice(first)
}

/** The first part as briefings name that topic: `bitcoin` -> `btc`. */
function onTopic(parts: readonly string[]): readonly string[] {
  const [first = '', ...rest] = parts
  const topic = topics.find(({ aliases }) => aliases.some((alias) => alias === first))
  return topic === undefined ? parts : [topic.id, ...rest]
}

/** Words between separators, in small letters. */
function partsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** Slips in all parts together; null where a part is another word. Parts written as one word, or apart, must be the same letters. */
function slipsBetween(asked: readonly string[], name: readonly string[]): number | null {
  if (asked.join('') === name.join('')) return 0
  if (asked.length !== name.length) return null
  let slips = 0
  for (const [index, part] of name.entries()) {
    const away = alike(asked[index]!, part)
    if (away === null) return null
    slips += away
  }
  return slips
}

/**
 * Slips between a word and the one that may be meant; null where it is another word. A word of three letters is a ticker and one slip from
 * the next, a figure has no typos, and in a short word another letter makes another word (crops, cross).
 */
function alike(asked: string, word: string): number | null {
  const [a, b] = [singular(asked), singular(word)]
  if (a === b) return 0
  if (word.length <= 3 || asked.replace(/\D/g, '') !== word.replace(/\D/g, '')) return null
  if (word.length > 5) {
    const away = Math.min(editDistance(asked, word), editDistance(a, b))
    return away <= Math.floor(word.length / 4) ? away : null
  }
  return isShortSlip(asked, word) || isShortSlip(a, b) ? 1 : null
}

/** A letter too many, too few, or two that changed places; not another letter, which makes another word (bonk, bond). */
function isShortSlip(asked: string, word: string): boolean {
  const replaced = asked.length === word.length && [...asked].sort().join() !== [...word].sort().join()
  return !replaced && editDistance(asked, word) === 1
}

/** The word of one, for the two plurals that matter: `yields`, `inventories`. */
export function singular(word: string): string {
  return word.length < 5 ? word : word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
}

/** Least number of letters to insert, drop, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1]
      let least = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) least = Math.min(least, before[column - 2]! + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[b.length]!
}
