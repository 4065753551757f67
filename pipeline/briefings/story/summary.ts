/** Words a summary has at most. */
export const summaryLimit = 90

export interface Sentence {
  readonly text: string
  /** What is left out last has the lowest number. */
  readonly priority: number
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/** The sentences in their order, without those of least priority that do not fit. */
export function summaryOf(sentences: readonly Sentence[]): string {
  const kept = new Set<Sentence>()
  let words = 0
  for (const sentence of [...sentences].sort((a, b) => a.priority - b.priority)) {
    const length = wordCount(sentence.text)
    if (words + length > summaryLimit) continue
    kept.add(sentence)
    words += length
  }
  return sentences
    .filter((sentence) => kept.has(sentence))
    .map(({ text }) => text)
    .join(' ')
}
