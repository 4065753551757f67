import { visibleText } from '../documents/visible.ts'
import type { Table } from './table.ts'

/** Characters that are kept of what a source says, by what it is: a name or title, a quote, a passage that figures are read from. */
export const maxTextLengths = { line: 500, quote: 2_000, passage: 20_000 } as const

/**
 * Rows with the words of sources, in the columns that the table declares as such, made visible and cut to their longest. All that reaches a
 * document from outside comes through here; recorded bytes stay as they are. Doing it twice changes nothing.
 */
export function withSanitizedText<Row extends object>({ columns }: Table, rows: readonly Row[]): readonly Row[] {
  const worded = columns.flatMap(([name, , , words]) =>
    words === undefined ? [] : [[name as keyof Row, maxTextLengths[words]] as const],
  )
  if (worded.length === 0) return rows
  return rows.map((row) => ({ ...row, ...Object.fromEntries(worded.map(([name, most]) => [name, cleaned(row[name], most)])) }))
}

function cleaned(value: unknown, most: number): unknown {
  if (typeof value === 'string') return cut(visibleText(value), most)
  if (Array.isArray(value)) return value.map((each) => cleaned(each, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(each, most)]))
}

function cut(text: string, most: number): string {
  // a pair that the cut parts goes whole
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\p{Cs}$/u, '')}…`
}
