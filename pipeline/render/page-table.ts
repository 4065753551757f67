import type { TableLook } from '../documents/blocks.ts'
import { escapeHtml } from './escape-html.ts'

/** A column of a table on a page; figures stand right. */
export interface TableColumn {
  readonly head: string
  readonly figures: boolean
}

/** Columns by their heads; those named in `figures` stand right. */
export function columnsOf(heads: readonly string[], figures: readonly number[]): TableColumn[] {
  return heads.map((head, i) => ({ head, figures: figures.includes(i) }))
}

/** A table in a box that scrolls where it is wider than the screen, and that a keyboard reaches; its first column heads the rows. Cells are HTML. */
export function pageTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const right = (i: number) => (columns[i]!.figures ? ' class="r"' : '')
  const heads = columns.map(({ head }, i) => `<th scope="col"${right(i)}>${escapeHtml(head)}</th>`).join('')
  const lines = rows.map((cells) => {
    const [first = '', ...rest] = cells
    return `<tr><th scope="row"${right(0)}>${first}</th>${rest.map((cell, i) => `<td${right(i + 1)}>${cell}</td>`).join('')}</tr>`
  })
  const label = escapeHtml(`Table: ${columns.map(({ head }) => head).join(', ')}`)
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

/** How tables with drawings are set: the class of each, then those of its columns, the last for any further one. */
const looks: Readonly<Record<TableLook, readonly string[]>> = {
  readings: ['rd', '', 'r v', 'r c1', 'r c2', 'cb', 'cs'],
  intervals: ['iv', '', 'tr', 'r', 'r soft'],
  holders: ['hold', '', 'hb', 'r hc', 'hs', 'ha', 'r hm'],
  scores: ['adds', '', 'r', 'cbar', 'r'],
  runs: ['past', '', '', '', 'r'],
}

/**
 * A table that fits any screen: on a narrow one its rows may be grids, so the roles are set by hand. Its first column heads the rows. Cells
 * are HTML.
 */
export function drawnTable(
  look: TableLook,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  total?: readonly string[],
) {
  const [name, ...kinds] = looks[look]
  const cell = (tag: 'th' | 'td', role: string, at: number, content: string) => {
    const kind = kinds[at] ?? kinds.at(-1)!
    return `<${tag} role="${role}"${kind === '' ? '' : ` class="${kind}"`}>${content}</${tag}>`
  }
  const line = ([first = '', ...rest]: readonly string[], kind = '') =>
    `<tr role="row"${kind}>${cell('th', 'rowheader', 0, first)}${rest.map((each, at) => cell('td', 'cell', at + 1, each)).join('')}</tr>`
  const above = heads.map((head, at) => cell('th', 'columnheader', at, escapeHtml(head))).join('')
  const body = [...rows.map((cells) => line(cells)), total === undefined ? '' : line(total, ' class="sum"')].join('')
  return `<table role="table" class="${name}"><thead role="rowgroup"><tr role="row">${above}</tr></thead><tbody role="rowgroup">${body}</tbody></table>`
}

/** A part of a page under a rule: its head, a remark next to it, and what is in it. Remark and content are HTML. */
export function block(head: string, remark: string, content: string): string {
  return `<section class="sec"><div class="sh"><h2>${escapeHtml(head)}</h2>${remark === '' ? '' : `<p>${remark}</p>`}</div>${content}</section>`
}

/** A link to a page outside, where the address is one; else the name alone. */
export const outside = (name: string, url: string | null): string => linked(escapeHtml(name), url)

/** The same of a name that is HTML, also to a page of this server. */
export function linked(name: string, url: string | null): string {
  if (url === null) return name
  if (/^\/[^\s"'<>]*$/.test(url)) return `<a href="${escapeHtml(url)}">${name}</a>`
  const safe = /^https?:\/\/[^\s"'<>]+$/.test(url) && URL.canParse(url)
  return safe ? `<a href="${escapeHtml(url)}" rel="noopener nofollow">${name}</a>` : name
}
