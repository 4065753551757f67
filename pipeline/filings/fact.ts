import type { Context } from './context.ts'
import { scaledDecimal } from './decimal.ts'

/** Of an element, their names in lower case. */
type Attributes = Readonly<Record<string, string>>

/** Where something is in a document. */
export interface TagPlace {
  /** The `id` of its element; null where it has none. */
  readonly id: string | null
  /** Where its start tag begins, in characters (UTF-16 units) of the document's text. */
  readonly offset: number
  /** The table and the row it is in, each counted from 1 as spans count them; null outside of tables. */
  readonly table: number | null
  readonly row: number | null
  /** In a table the first text of its row, else the sentence it is in; empty where neither is. */
  readonly label: string
  /** Not displayed: in the hidden part of an inline document. */
  readonly hidden: boolean
}

/** One tagged value. */
export interface Fact {
  /** Name of the concept, with its prefix as filed: `us-gaap:CryptoAssetFairValue`, `mstr:NumberOfBitcoinHeld`. */
  readonly concept: string
  readonly context: Context
  /** The id of its context in an XBRL instance; not given for other forms. */
  readonly contextId?: string
  /** Measures of a number (`readUnit`); null for anything else. */
  readonly unit: string | null
  /** A number as exact decimal text, scale and sign applied; a date, duration or truth value as its format gives it; else the text. Null: nil. */
  readonly value: string | null
  /** The same number; null where nil, and for what is not a number. */
  readonly number: number | null
  /** Places to which a number is exact: -3 means thousands, `INF` exactly as written; null where the filing does not say. */
  readonly decimals: number | 'INF' | null
  /** What a reader of the document sees. */
  readonly shown: string
  readonly place: TagPlace
}

/** A passage tagged as a whole (a note, a policy, a table): its text, a paragraph or row of a table a line, cells parted by ` | `. */
export interface TextBlock {
  readonly concept: string
  readonly context: Context
  readonly text: string
  readonly place: TagPlace
}

/** A tag whose value could not be read, with why: never to be taken for a fact that is absent. */
export interface UnreadTag {
  readonly concept: string
  /** As that of a fact. */
  readonly contextId?: string
  readonly shown: string
  readonly why: string
  readonly place: TagPlace
}

/** What the tags of a document say, each list in the order of the document. */
export interface Tagged {
  readonly facts: readonly Fact[]
  readonly texts: readonly TextBlock[]
  readonly unread: readonly UnreadTag[]
}

/** What any reading of a tag begins with. */
type Base = Pick<Fact, 'concept' | 'context' | 'shown' | 'place'>

/** The fact of a number; `value` is null where it is nil. */
export function numberFact(base: Base, unit: string, value: string | null, attributes: Attributes): Fact {
  const number = value === null ? null : Number(value)
  const decimals = value === null ? null : decimalsOf(value, attributes['decimals'], attributes['precision'])
  return { ...base, unit, value, number, decimals }
}

/** The fact of what is not a number; `value` is null where it is nil. */
export function wordsFact(base: Base, value: string | null): Fact {
  return { ...base, unit: null, value, number: null, decimals: null }
}

/** Readings, each to its list. */
export function groupTags(readings: Iterable<Fact | TextBlock | UnreadTag>): Tagged {
  const lists = { facts: [] as Fact[], texts: [] as TextBlock[], unread: [] as UnreadTag[] }
  for (const reading of readings)
    if ('why' in reading) lists.unread.push(reading)
    else if ('text' in reading) lists.texts.push(reading)
    else lists.facts.push(reading)
  return lists
}

/** Digits as transformed, with the attributes `scale` and `sign`, -> exact decimal text; null for what is not a number. */
export function applyScaleAndSign(digits: string, scale: string | undefined, sign: string | undefined): string | null {
  if (scale !== undefined && !/^[+-]?\d{1,3}$/u.test(scale.trim())) return null
  if (sign !== undefined && sign !== '-') return null
  return scaledDecimal(digits, Number(scale ?? 0), sign === '-')
}

/**
 * The attributes `decimals` and `precision` of a number -> its decimals. A precision counts digits from the first one that is not zero, so
 * of zero it says nothing.
 */
function decimalsOf(value: string, decimals: string | undefined, precision: string | undefined): number | 'INF' | null {
  const stated = (decimals ?? precision ?? '').trim()
  if (stated === 'INF') return 'INF'
  if (!/^[+-]?\d{1,3}$/u.test(stated)) return null
  if (decimals !== undefined) return Number(stated)
  if (value === '0' || Number(stated) === 0) return null
  const [whole = '', part = ''] = value.replace('-', '').split('.')
  const digitsBefore = whole === '0' ? -part.search(/[1-9]/u) : whole.length
  return Number(stated) - digitsBefore
}

/** Whether an element says it holds nothing: `xsi:nil`, whatever prefix the document has for it. */
export function isNil(attributes: Attributes): boolean {
  for (const name in attributes) if (name.endsWith(':nil')) return isTrue(attributes[name])
  return false
}

/** A truth value as XML has it. */
export function isTrue(text: string | undefined): boolean {
  return text !== undefined && /^\s*(?:true|1)\s*$/u.test(text)
}

/** A concept whose value is a passage of the document. */
export function isTextBlock(concept: string): boolean {
  return concept.endsWith('TextBlock')
}
