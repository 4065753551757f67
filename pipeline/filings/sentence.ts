const end = /[.!?]["”’)]*\s+(?=["“(]?[A-Z])/gu
const abbreviated =
  /(?:^|[\s("“])(?:Inc|Corp|Co|Ltd|Nos?|vs|approx|St|Mr|Mrs|Ms|Dr|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|[A-Za-z](?:\.[A-Za-z])*)$/u
const opener = /^["“(]?(?:As|On|In|The|During|We|At)\b/u
/** An abbreviation is looked for in this many characters before a full stop. */
const reach = 24

/**
 * A paragraph -> its sentences, in order, none empty. A sentence ends at a full stop, question or exclamation mark followed by white space
 * and a capital letter; not after an abbreviation (`Inc.`, `U.S.`, `No.`), unless the next word opens a sentence (`As`, `On`, `The`).
 */
export function splitSentences(paragraph: string): string[] {
  const complete: string[] = []
  let start = 0
  for (const match of paragraph.matchAll(end)) {
    const next = match.index + match[0].length
    const before = paragraph.slice(Math.max(start, match.index - reach), match.index)
    if (match[0].startsWith('.') && abbreviated.test(before) && !opener.test(paragraph.slice(next, next + 10))) continue
    complete.push(paragraph.slice(start, next).trim())
    start = next
  }
  const rest = paragraph.slice(start).trim()
  if (rest !== '') complete.push(rest)
  return complete
}

/** The sentence of a paragraph at each of these places, given in ascending order; the last one for a place behind it. */
export function sentencesAt(paragraph: string, places: readonly number[]): string[] {
  const all = splitSentences(paragraph)
  let index = -1
  let end = 0
  return places.map((place) => {
    while (place >= end && index < all.length - 1) {
      index += 1
      const sentence = all[index] ?? ''
      end = paragraph.indexOf(sentence, end) + sentence.length
    }
    return all[index] ?? ''
  })
}
