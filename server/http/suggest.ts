import { briefingTopics } from '../../data/briefings.ts'
import { memoize } from './once.ts'

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
    const most = Math.max(1, Math.floor(letters.length / 4))
    return lettersOf(names).map((own, at) => ({ means: names[at]!, away: editDistance(letters, own, most) }))
  })
}

/** Letters and digits of each name: of a list that stays, written once. */
const lettersOf = memoize((names: readonly string[]) => names.map((name) => partsOf(name).join('')))

/**
 * Documents by id, ticker or common name. Parts are compared one by one, so that another asset, tenor or place is never taken for a slip:
 * `eth-price` is not `btc-price`. Briefings are also known by their path: `btc.onchain` and `btc/onchain` mean `/api/btc/onchain`, whose
 * briefing is `btc.on-chain`; only those of the topic asked about are meant, where one is named.
 */
export function suggestDocuments(word: string, rows: readonly Named[]): string[] {
  return closest(word, (asked) =>
    rows.flatMap((row) => {
      const { ids, paths, last } = namesOf(row)
      const all = row.path === undefined ? ids : [...paths, last]
      const own = row.path === undefined ? asked : onTopic(asked)
      return all.map((name) => ({ means: row.id, away: slipsBetween(own, name) }))
    }),
  )
}

/** The parts of all that a document goes by. */
const namesOf = memoize(({ id, path = '', aliases = [] }: Named) => ({
  ids: [id, ...aliases].map(partsOf),
  paths: [id, path.replace(/^\/api\//, '')].map(partsOf),
  last: partsOf(id.slice(id.indexOf('.') + 1)),
}))

const partsOfAll = memoize((paths: readonly string[]) => paths.map((path) => withoutPrefix(partsOf(path))))

/** Paths, where the name of a document may have been put instead of its path. `target`: where a document is asked for. */
export function suggestPaths(
  word: string,
  rows: readonly (Named & { readonly target: string })[],
  others: readonly string[],
): string[] {
  return closest(word, (asked) => {
    const place = withoutPrefix(asked)
    const named = alike(place[0]!, 'metrics') === null ? place : place.slice(1)
    // a topic alone means its briefing, though a metric goes by the same name
    const topic = briefingTopics.some(({ id }) => id === onTopic(named).join())
    const ofTopic = onTopic(place)
    return [
      ...rows.flatMap((row) => {
        const { ids, paths } = namesOf(row)
        const { path, target } = row
        if (path !== undefined) return paths.map((name) => ({ means: path, away: slipsBetween(ofTopic, name) }))
        return topic ? [] : ids.map((name) => ({ means: target, away: slipsBetween(named, name) }))
      }),
      ...partsOfAll(others).map((name, at) => ({ means: others[at]!, away: slipsBetween(place, name) })),
    ]
  })
}

const mostSuggested = 3
/** A longer word is not a slip of the hand, and comparing it would cost more than it is worth. */
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

/** `/api/v1/briefings/btc.context` -> btc, context: what stands before the name is not part of it. */
function withoutPrefix(parts: readonly string[]): readonly string[] {
  const first = parts.findIndex((part) => !/^(api|v\d+|briefings?|context)$/.test(part))
  return first === -1 ? parts.slice(-1) : parts.slice(first)
}

/** The first part as briefings name that topic: `bitcoin` -> `btc`. */
function onTopic(parts: readonly string[]): readonly string[] {
  const [first = '', ...rest] = parts
  const topic = briefingTopics.find(({ aliases }) => aliases.some((alias) => alias === first))
  return topic === undefined ? parts : [topic.id, ...rest]
}

/** Words between separators, in small letters. */
function partsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** Slips in all parts together; null where a part is another word. Parts may be written as one word, or apart, but for the first. */
function slipsBetween(asked: readonly string[], name: readonly string[]): number | null {
  if (asked.join('') === name.join('')) return 0
  if (asked.length !== name.length)
    return asked[0] === name[0] && asked.length > 1 ? alike(asked.slice(1).join(''), name.slice(1).join('')) : null
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
 * the next, so that only two that changed places or a last one that is doubled make a slip; a figure has no typos, and in a short word another letter makes another word (crops, cross).
 */
function alike(asked: string, word: string): number | null {
  // a plural is two letters longer at most
  if (Math.abs(asked.length - word.length) > Math.max(1, Math.floor(word.length / 4)) + 2) return null
  const [a, b] = [singular(asked), singular(word)]
  if (a === b) return 0
  if (asked.replace(/\D/g, '') !== word.replace(/\D/g, '')) return null
  if (word.length <= 3) {
    const isSlip = asked === word + word.at(-1) || (asked.length === word.length && isShortSlip(asked, word))
    return isSlip && !/\d/.test(word) ? 1 : null
  }
  if (word.length > 5) {
    const most = Math.floor(word.length / 4)
    const away = [editDistance(asked, word, most), editDistance(a, b, most)].filter((each) => each !== null)
    return away.length === 0 ? null : Math.min(...away)
  }
  return isShortSlip(asked, word) || isShortSlip(a, b) ? 1 : null
}

/** A letter too many, too few, or two that changed places; not another letter, which makes another word (bonk, bond). */
function isShortSlip(asked: string, word: string): boolean {
  const replaced = asked.length === word.length && [...asked].sort().join() !== [...word].sort().join()
  return !replaced && editDistance(asked, word, 1) === 1
}

/** The word of one, for the two plurals that matter: `yields`, `inventories`. */
export function singular(word: string): string {
  return word.length < 5 ? word : word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
}

/** Least number of letters to insert, drop, replace or swap with their neighbour (optimal string alignment); null where there are more than `most`. */
function editDistance(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null
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
    // two rows, for a swap reaches over one
    if (Math.min(...line) > most && Math.min(...above) > most) return null
    before = above
    above = line
  }
  const away = above[b.length]!
  return away <= most ? away : null
}
