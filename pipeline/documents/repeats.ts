/** Sentences of a text of this service. */
export const sentencesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=[.!?]) (?=\p{Lu})/u))

/** Share of the words of a headline that a text must have to repeat it; the others are "stood" for "is" and the like. */
const leastShare = 0.7

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}$%](?:[\p{L}\p{N}.,’'%-]*[\p{L}\p{N}%])?/gu) ?? []

/** Whether a text has all figures of a headline and most of its words: whoever reads both reads the same twice. */
export function repeatsHeadline(text: string, headline: string): boolean {
  const own = new Set(wordsOf(text))
  const words = wordsOf(headline)
  const figures = words.filter((word) => /\d/.test(word))
  return figures.every((figure) => own.has(figure)) && words.filter((word) => own.has(word)).length >= leastShare * words.length
}

/**
 * What a briefing opens with, and the rest of its summary: the headline, or instead of it those of the first two sentences that repeat it, because they say more.
 */
export function briefingOpening(headline: string, summary: string): { readonly lead: string; readonly rest: string } {
  const sentences = sentencesOf(summary)
  const [first = '', second = ''] = sentences
  const lead = [first, second, `${first} ${second}`].find((some) => some.trim() !== '' && repeatsHeadline(some, headline))
  if (lead === undefined) return { lead: headline, rest: summary }
  return { lead, rest: sentences.filter((each) => !lead.includes(each)).join(' ') }
}
