const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const marksAtEnd = /(?:\s*(?:\((?:\d{1,2}|[a-z])\)|[*†‡§]))+$/iu
const bitcoin = /\b(?:bitcoins?|btc)\b/iu

/** Text as a reader sees it: runs of any white space as one space, soft hyphens and zero-width characters gone, ends trimmed. */
export function plain(text: string): string {
  return text.replace(invisible, '').replace(/\s+/gu, ' ').trim()
}

/** Without the footnote marks it ends in: `Aggregate Purchase Price (in millions) (2)` -> `Aggregate Purchase Price (in millions)`. */
export function withoutMarks(text: string): string {
  const bare = text.replace(marksAtEnd, '')
  return bare === '' ? text : bare
}

/** Whether a text names bitcoin or BTC. */
export function namesBitcoin(text: string): boolean {
  return bitcoin.test(text)
}
