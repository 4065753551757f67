import { withoutMarks } from '../../filings/text.ts'
import { readDays } from '../../filings/written-day.ts'
import type { SpanRow } from '../../tables/filing.ts'
import type { Stated } from '../price.ts'
import { readCount } from '../wording.ts'

/** A row of a table of the discussion that gives the coins held on a day and what they were worth or cost. */
export interface DatedRow {
  readonly coins: string
  readonly place: string
  readonly quote: string
  readonly marketPrice: Stated | null
  readonly marketValue: Stated | null
  readonly cost: Stated | null
  readonly averageCost: Stated | null
}

const place = /^(table \d+, row \d+), column \d+$/u
const countHead = /^(?:approximate )?number of (?:bitcoins?|btc) held(?: at end of \w+)?$/iu
const heads = {
  marketPrice: /^market price per bitcoin at end of \w+$/iu,
  marketValue: /^market value of bitcoins? held at end of \w+ using ending market price(?: \(in \w+\))?$/iu,
  cost: /^(?:digital asset|bitcoin) original cost basis(?: \(in \w+\))?$/iu,
  averageCost: /^(?:approximate )?average purchase price per bitcoin$/iu,
} as const
const money = /^\$?\s?([\d,]+(?:\.\d+)?)$/u
const scale = /\(in (thousand|million|billion)s\)/iu

/**
 * Cells of one filing -> the rows that state for one day how many bitcoins were held at its end: the day is the label of the row and the
 * number its column (`March 31, 2024`, `Balance at March 31, 2024`), or the number is the label and the day its column.
 */
export function datedRows(spans: readonly SpanRow[], day: string): DatedRow[] {
  const rows = new Map<string, SpanRow[]>()
  for (const span of spans) {
    const row = span.kind === 'cell' ? place.exec(span.place)?.[1] : undefined
    if (row !== undefined) rows.set(row, [...(rows.get(row) ?? []), span])
  }
  return [...rows.values()].flatMap((row) => row.flatMap((cell) => datedRow(cell, row, day) ?? []))
}

function datedRow(cell: SpanRow, row: readonly SpanRow[], day: string): DatedRow | null {
  const label = labelOf(cell)
  const byLabel = onDay(label, day) && countHead.test(columnOf(cell))
  const byColumn = countHead.test(withoutMarks(label)) && onDay(cell.heading.replaceAll(' | ', ' '), day)
  const count = byLabel || byColumn ? readCount(cell.text) : null
  if (count?.clean !== true || count.coins === '0') return null
  const beside = (head: RegExp): Stated | null => {
    const [amount, ...more] = byLabel ? row.filter((other) => head.test(columnOf(other))) : []
    const digits = money.exec(withoutMarks(amount?.text ?? ''))?.[1]
    if (amount === undefined || more.length > 0 || digits === undefined) return null
    const named = scale.exec(amount.heading)?.[1]?.toLowerCase()
    return { digits, scale: named === 'thousand' || named === 'million' || named === 'billion' ? named : null }
  }
  return {
    coins: count.coins,
    place: cell.place,
    quote: [label, cell.heading, cell.text].join(' | ').slice(0, 500),
    marketPrice: beside(heads.marketPrice),
    marketValue: beside(heads.marketValue),
    cost: beside(heads.cost),
    averageCost: beside(heads.averageCost),
  }
}

function onDay(text: string, day: string): boolean {
  const days = readDays(text)
  return days.length === 1 && days[0] === day
}

function labelOf({ context }: SpanRow): string {
  return context.split(' | ').at(-1) ?? ''
}

function columnOf({ heading }: SpanRow): string {
  return withoutMarks(heading.split(' | ').at(-1) ?? '')
}
