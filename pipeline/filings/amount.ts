import { scaled } from './decimal.ts'
import { exponentFor, exponentOf, scaleIn } from './scale.ts'
import type { Span } from './span.ts'
import { withoutMarks } from './text.ts'

/** A number with what is next to it. */
export interface Amount {
  /** The number as printed, as exact decimal text: `(1,234.5)` in a cell is -1234.5. */
  readonly printed: string
  /**
   * What it means, its scale applied. Null where no scale is stated, for the notes of many filers print `$227,061` for thousands, or where
   * it cannot be told whether the one stated is for this number. What is counted (coins, shares, percent) needs none.
   */
  readonly value: string | null
  /** One of its last printed digit: `75.1 million` is exact to 100000; null as above. */
  readonly step: string | null
  /** `$`, `US$`, `€`, `%`, `BTC`, `ETH`, `shares`, ... as the text has it; null where none is next to it. */
  readonly unit: string | null
  /** What it was read from, and where that begins in the text. */
  readonly text: string
  readonly at: number
}

const digits = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'
const currency = 'US\\s?\\$|USD|CAD|C\\$|HK\\$|A\\$|[$€£¥]|RMB|JPY|EUR|GBP'
const scaleWord = 'thousand|million|billion|mm|bn|(?<=\\d)[kmb]'
const noun = 'bitcoins?|btc|shares?|%|percent|ether|eth|yen|ads'
const month = 'January|February|March|April|May|June|July|August|September|October|November|December'
/** What a number belongs to that is not an amount: a day, a note, a form, a rule, a year. */
const noAmountBefore = new RegExp(
  `(?:\\b(?:${month}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.)\\s(?:\\d{1,2},\\s)?|\\b(?:Items?|Notes?|Section|Rules?|Form|Exhibit|Series|No\\.|Nos\\.|Part|Topic|ASC|ASU|Act of|Level|Article|Tier|Page|Chapter|Phase|File Number)\\s)$`,
  'iu',
)
/** A part of a word, a longer number, a date or a range is not an amount. */
const noAmountBehind = '[\\w/]|[.,:]\\d|[-\u2010-\u2015]\\d|-[A-Za-z]\\b'
const number = new RegExp(
  `(?<![\\w.,/:#\u2010-\u2015-])(-|\u2212)?(${currency})?\\s?(\\(\\s?)?(${digits})(?:[\\s-]?(${scaleWord})\\b)?(?!${noAmountBehind})(\\s?\\))?(?:\\s(${scaleWord})\\b)?(?:[\\s-]?(?:whole\\s)?(${noun})(?!\\w))?`,
  'giu',
)
const cell = new RegExp(
  `^(\\()?\\s?(-|\\u2212)?\\s?(${currency})?\\s?(\\()?(-|\\u2212)?\\s?(${digits})(?:\\s?(${scaleWord}))?\\s?(\\))?\\s?(${noun})?\\s?(\\))?$`,
  'iu',
)
/** Units that are counted one by one. */
const counted = new Set(['BTC', 'ETH', 'shares', '%'])
const year = /^(?:19|20)\d\d$/u
const nothing = /^(?:[$€£¥]\s?)?[-\u2010-\u2015\u2212]+$/u

/**
 * The amounts a sentence names, in its order: `approximately 331,200 bitcoins`, `$16.5 billion`, `29.98%`, `$(5.2) million`. Dates, years,
 * ranges, numbers of notes, items and rules, and footnote marks are none. What is in parentheses is negative only behind a currency.
 */
export function amountsIn(text: string): Amount[] {
  const amounts: Amount[] = []
  for (const match of text.matchAll(number)) {
    const [all, minus, sign, open, printed = '', word, close, wordBehind, named] = match
    const enclosed = open !== undefined && close !== undefined
    const bare = sign === undefined && word === undefined && named === undefined
    if (bare && (year.test(printed) || (enclosed && /^\d{1,2}$/u.test(printed)))) continue
    const start = match.index + all.indexOf(printed)
    if (noAmountBefore.test(text.slice(Math.max(0, start - 24), start))) continue
    const scale = word ?? wordBehind
    const unit = unitOf(sign, named)
    const exponent = scale !== undefined ? exponentOf(scale) : counted.has(unit ?? '') ? 0 : null
    const negative = minus !== undefined || (enclosed && sign !== undefined)
    amounts.push({ ...amount(printed, exponent, negative), unit, text: all.trim(), at: match.index })
  }
  return amounts
}

/**
 * The amount a cell of a table shows; null where it shows no single one. A dash is zero. Its scale is the one beside the number, else the
 * one of the headings above it, else the one of the table (`terms`).
 */
export function amountOf(span: Pick<Span, 'text' | 'heading' | 'label' | 'terms'>): Amount | null {
  const text = withoutMarks(span.text)
  const from = { text: span.text, at: 0 }
  if (nothing.test(text)) return { ...amount('0', 0, false), unit: /[$€£¥]/u.exec(text)?.[0] ?? null, ...from }
  const [, open, minus, sign, inner, minusInside, printed, word, close, named, last] = cell.exec(text) ?? []
  const opened = open ?? inner
  const closed = close ?? last
  if (printed === undefined || (opened === undefined) !== (closed === undefined)) return null
  const unit = unitOf(sign, named)
  const exponent = word === undefined ? statedFor(span, printed, unit) : exponentOf(word)
  const negative = opened !== undefined || minus !== undefined || minusInside !== undefined
  return { ...amount(printed, exponent, negative), unit, ...from }
}

type Cell = Parameters<typeof amountOf>[0]

/**
 * The power of ten stated for a cell without a scale word of its own; null where none is, or it cannot be told whether it is meant. One
 * above its column is; one for the whole table is for money alone: filers state `in thousands` above whole shares, coins and percentages.
 */
function statedFor({ heading, label, terms }: Cell, printed: string, unit: string | null): number | null {
  if (unit !== null && counted.has(unit)) return 0
  const ofTable = terms.split(' | ')
  const ofColumn = heading.split(' | ').filter((part) => !ofTable.includes(part))
  const above = ofColumn.flatMap((part) => scaleIn(part) ?? []).at(-1)
  if (above !== undefined) return above.exponent
  const scale = scaleIn(ofTable[0] ?? '')
  return unit === null || scale === null ? null : exponentFor(scale, `${label} ${heading}`, decimalsOf(printed))
}

function amount(printed: string, exponent: number | null, negative: boolean): Pick<Amount, 'printed' | 'value' | 'step'> {
  const bare = printed.replaceAll(',', '')
  return {
    printed: scaled(bare, 0, negative) ?? bare,
    value: exponent === null ? null : scaled(bare, exponent, negative),
    step: exponent === null ? null : scaled('1', exponent - decimalsOf(bare), false),
  }
}

function decimalsOf(printed: string): number {
  return printed.split('.')[1]?.length ?? 0
}

function unitOf(sign: string | undefined, named: string | undefined): string | null {
  const word = named?.toLowerCase()
  if (word === '%' || word === 'percent') return '%'
  if (sign !== undefined) return sign.replace(/\s/gu, '').toUpperCase()
  if (word === undefined) return null
  return /^(?:bitcoins?|btc)$/u.test(word) ? 'BTC' : /^eth(?:er)?$/u.test(word) ? 'ETH' : word === 'share' ? 'shares' : word
}
