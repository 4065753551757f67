const exponents: Readonly<Record<string, number>> = {
  thousand: 3,
  million: 6,
  billion: 9,
  '000': 3,
  k: 3,
  m: 6,
  mm: 6,
  bn: 9,
  b: 9,
}
const worded = /(?:\bin\s+(?:U\.?S\.?\s*|US)?(?:dollars?\s+)?[$€£¥]?\s?|[([]\s?)(thousand|million|billion)s\b/iu
const zeros = /(?:\(|\bin\s)[$€£¥]?\s?(000)(?:['’]?s\b|(?=\s?[),]))/iu

/** The power of ten that a table, its header or its caption states (`in thousands`), the first where it states several; null where it states none. */
export function statedScale(text: string): number | null {
  return scaleWordExponent((worded.exec(text) ?? zeros.exec(text))?.[1] ?? '')
}

/** The power of ten a scale word next to a number means: `million`, `bn`; null for any other word. */
export function scaleWordExponent(word: string): number | null {
  return exponents[word.toLowerCase()] ?? null
}
