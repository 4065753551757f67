/** What a table, its header or its caption says of its figures: `in thousands, except share and per share data`. */
export interface Scale {
  /** Power of ten: 3, 6 or 9. */
  readonly exponent: number
  /** What is excepted from it, in lower case; empty where nothing is. */
  readonly except: string
}

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
const worded = /(?:\bin\s+(?:U\.?S\.?\s*|US)?(?:dollars?\s+)?[$€£¥]?\s?|[([]\s?)(thousand|million|billion)s\b([^()]{0,200})/iu
const zeros = /(?:\(|\bin\s)[$€£¥]?\s?(000)(?:['’]?s\b|(?=\s?[),]))([^()]{0,200})/iu

/** The scale a text states, the first where it states several; null where it states none. */
export function scaleIn(text: string): Scale | null {
  const match = worded.exec(text) ?? zeros.exec(text)
  const exponent = exponentOf(match?.[1] ?? '')
  if (exponent === null) return null
  const except = /\b(?:except|other than|excluding)\b(.*)/iu.exec(match?.[2] ?? '')?.[1] ?? ''
  return { exponent, except: except.toLowerCase().trim() }
}

/** The power of ten a scale word next to a number means: `million`, `bn`; null for any other word. */
export function exponentOf(word: string): number | null {
  return exponents[word.toLowerCase()] ?? null
}

/**
 * The power of ten for an amount of money under a scale stated for a table as a whole; none for one per share where those are excepted.
 * Null where it may be a price, for those stand unscaled under such words: `label` is what is next to and above it.
 */
export function exponentFor(scale: Scale, label: string, decimals: number): number | null {
  if (/\bper\b/iu.test(label)) return /\bper\b/u.test(scale.except) ? 0 : null
  return decimals > (scale.except === '' ? 1 : 0) ? null : scale.exponent
}
