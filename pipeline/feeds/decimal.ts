const decimal = /^-?(?:\d{1,30})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/

/**
 * A decimal text as upstreams send numbers, times an integer power of ten -> number; null when it is not a finite decimal.
 * The shift moves the point in the text, so that `765.417` shifted by 3 is exactly 765417.
 */
export function parseDecimal(text: string, shift = 0): number | null {
  if (!decimal.test(text)) return null
  const value = shift === 0 ? Number(text) : /[eE]/.test(text) ? Number(text) * 10 ** shift : Number(`${text}e${shift}`)
  return Number.isFinite(value) ? value : null
}
