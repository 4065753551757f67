import { escapeHtml } from './escape-html.ts'

/** A column of a table on a page; figures stand right. */
export interface Column {
  readonly head: string
  readonly figures: boolean
}

/** A table in a box that scrolls where it is wider than the screen, and that a keyboard reaches; its first column heads the rows. Cells are HTML. */
export function pageTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const right = (i: number) => (columns[i]!.figures ? ' class="r"' : '')
  const heads = columns.map(({ head }, i) => `<th scope="col"${right(i)}>${escapeHtml(head)}</th>`).join('')
  const lines = rows.map((cells) => {
    const [first = '', ...rest] = cells
    return `<tr><th scope="row"${right(0)}>${first}</th>${rest.map((cell, i) => `<td${right(i + 1)}>${cell}</td>`).join('')}</tr>`
  })
  const label = escapeHtml(`Table: ${columns.map(({ head }) => head).join(', ')}`)
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}
