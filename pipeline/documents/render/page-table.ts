import { escapeHtml } from './escape-html.ts'

/** A column of a table on a page; figures stand right. */
export interface TableColumn {
  readonly head: string
  readonly figures: boolean
}

/**
 * A table in a box that scrolls where it is wider than the screen, and that a keyboard reaches; one with drawings fits any screen, its rows
 * being lines of cells on a narrow one, so its roles are set by hand. The first column heads the rows. Cells are HTML.
 */
export function pageTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[], isDrawn = false): string {
  const role = (name: string) => (isDrawn ? ` role="${name}"` : '')
  const right = (i: number) => (columns[i]!.figures ? ' class="r"' : '')
  const head = (i: number) => (isDrawn ? ` data-head="${escapeHtml(columns[i]!.head)}"` : '')
  const heads = columns.map((column, i) => `<th${role('columnheader')} scope="col"${right(i)}>${escapeHtml(column.head)}</th>`)
  const lines = rows.map(([first = '', ...rest]) => {
    const cells = rest.map((cell, i) => `<td${role('cell')}${right(i + 1)}${head(i + 1)}>${cell}</td>`)
    return `<tr${role('row')}><th${role('rowheader')} scope="row"${right(0)}>${first}</th>${cells.join('')}</tr>`
  })
  const body = `<thead${role('rowgroup')}><tr${role('row')}>${heads.join('')}</tr></thead><tbody${role('rowgroup')}>${lines.join('')}</tbody>`
  if (isDrawn) return `<table role="table" class="drawn">${body}</table>`
  const label = escapeHtml(`Table: ${columns.map((column) => column.head).join(', ')}`)
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>${body}</table></div>`
}

/** A part of a page under a rule: its head, a remark next to it, and what is in it. Remark and content are HTML. */
export function block(head: string, remark: string, content: string): string {
  return `<section class="sec"><div class="sh"><h2>${escapeHtml(head)}</h2>${remark === '' ? '' : `<p>${remark}</p>`}</div>${content}</section>`
}

/** A link to a page outside or of this server, where the address is one; else the name alone. The name is HTML. */
export function linked(name: string, url: string | null): string {
  if (url === null) return name
  if (/^\/[^\s"'<>]*$/.test(url)) return `<a href="${escapeHtml(url)}">${name}</a>`
  const safe = /^https?:\/\/[^\s"'<>]+$/.test(url) && URL.canParse(url)
  return safe ? `<a href="${escapeHtml(url)}" rel="noopener nofollow">${name}</a>` : name
}
