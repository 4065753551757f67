import { addressOrText, escapeText } from '../../pipeline/documents/escape.ts'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => string | number | null
  readonly right?: true
  /** Its cells are addresses, which stay links. */
  readonly links?: true
}

/** A Markdown table. What is markup in a cell is escaped, so no text can add a column or a row, or be more than text. */
export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map(({ label }) => label)),
    line(columns.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ cell, links }) => (links ? addressOrText : escapeText)(String(cell(row) ?? ''))))),
  ].join('\n')
}
