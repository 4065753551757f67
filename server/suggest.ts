/** Close names for a word that names nothing: what the caller probably meant, best first, at most three. */
export function suggest(word: string, names: readonly string[]): string[] {
  return closest(
    word,
    names.map((name) => ({ means: name, written: name })),
  )
}

/**
 * The same for briefings, which callers also know by their path: `btc.onchain` and `btc/onchain` mean `/api/btc/onchain`, whose briefing is
 * `btc.on-chain`.
 */
export function suggestBriefings(word: string, rows: readonly { readonly id: string; readonly path: string }[]): string[] {
  return closest(
    word,
    rows.flatMap(({ id, path }) =>
      [id, path, path.replace(/^\/api\//, ''), id.slice(id.indexOf('.') + 1)].map((written) => ({ means: id, written })),
    ),
  )
}

/** The same for paths, where a briefing's or metric's name may have been put in the place of its path. */
export function suggestPaths(
  word: string,
  rows: readonly { readonly id: string; readonly path: string }[],
  others: readonly string[],
): string[] {
  return closest(word, [
    ...rows.flatMap(({ id, path }) => [path, `/api/${id}`].map((written) => ({ means: path, written }))),
    ...others.map((path) => ({ means: path, written: path })),
  ])
}

const mostSuggested = 3
/** A longer word is no slip of the hand, and comparing it would cost more than it tells. */
const longestWord = 64

function closest(word: string, candidates: readonly { means: string; written: string }[]): string[] {
  const asked = letters(word)
  if (asked === '' || word.length > longestWord) return []
  const slips = Math.max(1, Math.floor(asked.length / 4))
  const distances = new Map<string, number>()
  for (const { means, written } of candidates) {
    const away = editDistance(asked, letters(written))
    if (away <= slips && away < (distances.get(means) ?? Number.POSITIVE_INFINITY)) distances.set(means, away)
  }
  return [...distances]
    .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, mostSuggested)
    .map(([means]) => means)
}

/** Letters and digits alone: separators and case are what people get wrong first. */
function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
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
