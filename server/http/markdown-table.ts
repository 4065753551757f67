import { addressOrText, escapeText } from '../../pipeline/documents/escape.ts'

/** What stands over a column: its cells are aligned to the right, or are addresses, which stay links, where it says so. */
export type ColumnHead = string | { readonly label: string; readonly right?: true; readonly links?: true }
export type MarkdownCell = string | number | null

export const rightColumn = (label: string): ColumnHead => ({ label, right: true })
export const linksColumn = (label: string): ColumnHead => ({ label, links: true })

/** A Markdown table. What is markup in a cell is escaped, so no text can add a column or a row, or be more than text. */
export function markdownTable(heads: readonly ColumnHead[], rows: readonly (readonly MarkdownCell[])[]): string {
  const columns = heads.map((head) => (typeof head === 'string' ? { label: head } : head))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map(({ label }) => label)),
    line(columns.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((cell, at) => (columns[at]!.links ? addressOrText : escapeText)(String(cell ?? ''))))),
  ].join('\n')
}
