/** Small seeded generator (mulberry32): the same mutations in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pieces = '|0|-|.|,|"|\n|1e999|NaN|{|}|[|]|<html>|\u0000|9999-12-31|0000-00-00|null|\r|\ud83d\ude00'.split('|')

/** One to three edits of a text: a byte changed, a piece put in, a stretch cut out or doubled, the end cut off. */
export function mutated(text: string, random: () => number): string {
  let result = text
  for (let edits = 1 + Math.floor(random() * 3); edits > 0; edits--) {
    const at = Math.floor(random() * result.length)
    const length = Math.floor(random() ** 4 * 2_000)
    const kind = Math.floor(random() * 5)
    if (kind === 0) result = `${result.slice(0, at)}${String.fromCharCode(32 + Math.floor(random() * 95))}${result.slice(at + 1)}`
    else if (kind === 1) result = `${result.slice(0, at)}${pieces[Math.floor(random() * pieces.length)]}${result.slice(at)}`
    else if (kind === 2) result = result.slice(0, at) + result.slice(at + length)
    else if (kind === 3) result = result.slice(0, at + length) + result.slice(at)
    else
      result =
        random() < 0.2
          ? result.slice(0, at)
          : `${result.slice(0, at)}${pieces[Math.floor(random() * pieces.length)]}${result.slice(at + 1)}`
  }
  return result
}
