export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => string | number | null
  readonly right?: true
}

/** A Markdown table. A bar, a backslash or a line break in a cell is escaped, so no text can add a column or a row. */
export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map(({ label }) => label)),
    line(columns.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ cell }) => escaped(cell(row))))),
  ].join('\n')
}

function escaped(value: string | number | null): string {
  return String(value ?? '')
    .replace(/[\\|]/g, '\\$&')
    .replace(/\s*[\r\n]+\s*/g, ' ')
}
