const formats = [0, 1, 2, 3, 4].map((digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }))

/** A figure for a sentence: thousands separated, at most `digits` decimals, no trailing zeros, never `-0`. */
export function figure(value: number, digits: 0 | 1 | 2 | 3 | 4 = 2): string {
  const text = formats[digits]!.format(value)
  return text === '-0' ? '0' : text
}
