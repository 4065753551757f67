import type { Block } from '../documents/blocks.ts'
import { isDistinct } from '../documents/briefing-tables.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber } from './format-number.ts'
import { pageNumber } from './page-figures.ts'

/** Correlations smaller than this have no tint. */
const tinted = 0.2

/** Every pair of the metrics, one below the other. */
export function matrixTable({ title, names, pairs }: Extract<Block, { kind: 'matrix' }>): string {
  const cell = (row: string, column: string): string => {
    const pair = pairs.find(({ a, b }) => (a === row && b === column) || (a === column && b === row))
    if (pair === undefined) return '<td class="soft">n/a</td>'
    const tint = Math.abs(pair.value) < tinted ? 'm0' : pair.value > 0 ? 'mu' : 'md'
    return `<td class="${tint}${isDistinct(pair) ? ' mo' : ''}">${pageNumber(formatNumber(pair.value, 1))}</td>`
  }
  const columns = names.slice(0, -1)
  const heads = columns.map(
    ({ title: name, short }) => `<th scope="col"><abbr title="${escapeHtml(name)}">${escapeHtml(short)}</abbr></th>`,
  )
  const rows = names.slice(1).map(({ metric, title: name }, at) => {
    const cells = columns.map((column, i) => (i <= at ? cell(metric, column.metric) : '<td></td>'))
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}</tr>`
  })
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(`Table: ${title}`)}"><table class="mx"><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
