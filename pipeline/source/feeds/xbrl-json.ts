import { scaled } from '../../filings/decimal.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { type Rejected, rejection } from './feed.ts'

type Cells = Readonly<Record<string, unknown>>
export const isRecord = (value: unknown): value is Cells => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of a document: their prefixes are its own. */
export class Names {
  readonly #spaces: Cells

  constructor(spaces: Cells) {
    this.#spaces = spaces
  }

  /** The name behind the prefix, where that stands for a namespace; else null. */
  within(space: RegExp, name: unknown): string | null {
    const [, prefix = '', local = ''] = /^([^:]+):(.+)$/.exec(typeof name === 'string' ? name : '') ?? []
    const known = Object.hasOwn(this.#spaces, prefix) ? this.#spaces[prefix] : null
    return typeof known === 'string' && space.test(known) ? local : null
  }

  /** `GBP`, `GBP/shares`, `shares`; null for any other unit. */
  unit(text: unknown): string | null {
    const [over, under, more] = typeof text === 'string' ? text.split('/') : []
    const currency = this.within(/\/iso4217$/, over)
    const isCounted = this.within(/\/instance$/, over) === 'shares'
    if (under === undefined) return isCounted ? 'shares' : currency
    return currency !== null && more === undefined && this.within(/\/instance$/, under) === 'shares' ? `${currency}/shares` : null
  }
}

/** A fact about the company as a whole. */
export interface Stated {
  readonly concept: string
  readonly value: string
  readonly decimals: unknown
  readonly unit: string | null
  readonly period: unknown
}

/** Dimensions that every fact may have; any other makes it one about a part. */
const core = new Set(['concept', 'entity', 'period', 'unit', 'language', 'noteId'])

export function statedIn(fact: unknown, names: Names, lei: string): Stated | null {
  if (!isRecord(fact) || !isRecord(fact['dimensions']) || typeof fact['value'] !== 'string') return null
  const { concept, entity, unit, period, ...more } = fact['dimensions']
  const name = names.within(/^https?:\/\/xbrl\.ifrs\.org\/taxonomy\/[\d-]+\/ifrs-full$/, concept)
  const isWhole = Object.keys(more).every((key) => core.has(key))
  if (name === null || !isWhole || names.within(/17442/, entity)?.toUpperCase() !== lei) return null
  return { concept: `ifrs-full:${name}`, value: fact['value'], decimals: fact['decimals'], unit: names.unit(unit), period }
}

export interface Amount {
  readonly concept: string
  readonly unit: string
  readonly from: string | null
  readonly to: string
  readonly value: string
  /** Places it is rounded to; infinite where it is exact. */
  readonly places: number
}

const keyOf = ({ concept, unit, from, to }: Amount) => `${concept} ${unit} ${from} ${to}`

function amountIn({ concept, value, decimals, unit, period }: Stated): Amount[] {
  const [, sign, digits = '', exponent = '0'] = /^(-?)(\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,2}))?$/.exec(value) ?? []
  const plain = scaled(digits, Number(exponent), sign === '-')
  const days = periodOf(period)
  if (unit === null || plain === null || days === null) return []
  return [{ concept, unit, ...days, value: plain, places: typeof decimals === 'number' ? decimals : Number.POSITIVE_INFINITY }]
}

/** `2021-04-01T00:00:00/2022-04-01T00:00:00`: midnights, of which the last one ends the day before; an instant is one of them. */
function periodOf(text: unknown): Pick<Amount, 'from' | 'to'> | null {
  const moments = typeof text === 'string' ? text.split('/') : []
  const [start, end = start, more] = moments.map((moment) =>
    dayNumber(/^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z?$/.exec(moment)?.[1] ?? ''),
  )
  if (start == null || end == null || more !== undefined || (moments.length === 2 && start >= end)) return null
  return { from: moments.length === 2 ? isoDay(start) : null, to: isoDay(end - 1) }
}

/** The amount that is rounded least, where the others are it, rounded; null where they differ. */
function onlyOf(group: readonly Amount[]): Amount | null {
  const [finest, ...others] = group.toSorted((a, b) => (a.places === b.places ? 0 : b.places - a.places)) as [Amount, ...Amount[]]
  const agree = others.every(({ value, places }) => {
    const off = Math.abs(Number(value) - Number(finest.value))
    return off === 0 || off <= 0.5 * 10 ** -places
  })
  return agree ? finest : null
}

/** Amounts of facts: of each concept, unit and period the one that is rounded least; none where two of them differ. */
export function amountsOf(stated: readonly Stated[], rejected: Rejected[]): Amount[] {
  const groups = new Map<string, Amount[]>()
  for (const amount of stated.flatMap(amountIn)) groups.set(keyOf(amount), [...(groups.get(keyOf(amount)) ?? []), amount])
  return [...groups.values()].flatMap((group) => {
    const amount = onlyOf(group)
    if (amount !== null) return [amount]
    rejected.push(rejection(null, 'two-amounts', 'stated twice with different amounts', JSON.stringify(group)))
    return []
  })
}
