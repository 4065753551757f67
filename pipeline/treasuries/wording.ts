import { withoutFootnoteMarks } from '../filings/text.ts'

/** Source of a pattern for a number with or without thousands separators. */
export const numberPattern = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'

/** Source of a pattern for the unit of a count; `BTC-equivalent` is not one. */
export const coinsPattern = '(?:bitcoins?|BTC)\\b(?![-\u2010-\u2015])'

const grouped = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/u
const unit = /\s(?:BTC|bitcoins?)$/iu
const none = /^(?:[-\u2010-\u2015\u2212]+|nil|none)$/iu

/** A count as a cell shows it. `clean` is false where the digits are not written as one number (`64,9870`, `7 1`): never to be served. */
export interface CellCount {
  readonly coins: string
  readonly clean: boolean
}

/** A cell's text -> its count; a dash is zero; null where it holds no digit or is an amount of money or a percentage. */
export function readCount(text: string): CellCount | null {
  const bare = withoutFootnoteMarks(text).replace(unit, '')
  if (none.test(bare)) return { coins: '0', clean: true }
  if (/[$€£¥%]/u.test(bare)) return null
  if (grouped.test(bare)) return { coins: digitsToDecimal(bare), clean: true }
  const digits = bare.replace(/\D/gu, '').slice(0, 12)
  return digits === '' ? null : { coins: digitsToDecimal(digits), clean: false }
}

/** Digits with separators -> decimal text: `0,649,870` -> `649870`. */
export function digitsToDecimal(text: string): string {
  return text.replaceAll(',', '').replace(/^0+(?=\d)/u, '')
}

/** The source of a pattern with its parts instead of their names: `{who} held`; a part may name others. */
export function fillPattern(source: string, parts: Readonly<Record<string, string>>): string {
  return source.replace(/\{([a-z]\w+)\}/gu, (_, name: string) => fillPattern(parts[name]!, parts))
}
