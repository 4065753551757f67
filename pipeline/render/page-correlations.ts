import { shortNames } from '../../data/charts.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Correlation } from '../documents/reading.ts'
import { shortDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber, formatStatistic } from './format-number.ts'
import { pageNumber } from './page-figures.ts'
import { block } from './page-table.ts'

/** Each pair with its interval on one track: a dot that is filled where zero lies outside; the strongest first. */
export function correlationBlock(
  { correlations = [], readings, as_of }: BriefingDocument,
  pairs: readonly Correlation[] = [],
): string {
  if (correlations.length === 0) return ''
  const name = (metric: string) => escapeHtml(readings[metric]?.title ?? metric)
  const rows = correlations
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .map(({ a, b, value, low, high, n, independent, word, to }) => {
      const r = pageNumber(formatStatistic(value, 'correlation'))
      const interval = pageNumber([low, high].map((end) => formatStatistic(end, 'correlation')).join(' to '))
      const detail = `${word}; ${n} changes, ${formatNumber(independent, 0)} independent, to ${shortDay(to, as_of)}`
      return `<tr role="row"><th role="rowheader" scope="row">${name(a)} / ${name(b)}<small>${escapeHtml(detail)}</small></th><td role="cell" class="tr">${track(value, low, high)}</td><td role="cell" class="r">${r}</td><td role="cell" class="r soft">${interval}</td></tr>`
    })
  const heads = [
    ['Pair', ''],
    ['−1 to +1', 'tr'],
    ['r', 'r'],
    ['95% interval', 'r'],
  ].map(([head, kind]) => `<th role="columnheader" scope="col"${kind ? ` class="${kind}"` : ''}>${head}</th>`)
  const table = `<table role="table" class="iv"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">${rows.join('')}</tbody></table>`
  const remark = 'A filled dot: zero lies outside the 95% interval.'
  return `${block('Correlations', remark, table)}${matrixBlock(pairs, name)}`
}

/** Whether zero lies outside the interval. */
const isDistinct = ({ low, high }: Pick<Correlation, 'low' | 'high'>): boolean => low > 0 || high < 0

function track(value: number, low: number, high: number): string {
  const [at, from, to] = [value, low, high].map((end) => Math.round(end * 1_000)) as [number, number, number]
  const dot = isDistinct({ low, high }) ? 'dot' : 'dot o'
  return `<svg class="track" viewBox="-1000 0 2000 16" preserveAspectRatio="none" aria-hidden="true"><path class="gr" d="M-1000 0v16M-500 0v16M500 0v16M1000 0v16"/><path class="ax" d="M0 0v16"/><path class="ln iv" d="M${from} 8h${to - from}"/><path class="${dot}" d="M${at} 8h0"/></svg>`
}

/** Correlations smaller than this have no tint. */
const tinted = 0.2

/** Every pair of the metrics, one below the other; those told apart from zero are outlined. */
function matrixBlock(pairs: readonly Correlation[], name: (metric: string) => string): string {
  const metrics = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  if (metrics.length < 3) return ''
  const short = (metric: string) => escapeHtml(shortNames[metric] ?? metric)
  const cell = (row: string, column: string): string => {
    const pair = pairs.find(({ a, b }) => (a === row && b === column) || (a === column && b === row))
    if (pair === undefined) return '<td class="soft">n/a</td>'
    const tint = Math.abs(pair.value) < tinted ? 'm0' : pair.value > 0 ? 'mu' : 'md'
    return `<td class="${tint}${isDistinct(pair) ? ' mo' : ''}">${pageNumber(formatNumber(pair.value, 1))}</td>`
  }
  const heads = metrics.slice(0, -1).map((metric) => `<th scope="col"><abbr title="${name(metric)}">${short(metric)}</abbr></th>`)
  const rows = metrics.slice(1).map((metric, at) => {
    const cells = metrics.slice(0, -1).map((column, i) => (i <= at ? cell(metric, column) : '<td></td>'))
    return `<tr><th scope="row">${name(metric)}</th>${cells.join('')}</tr>`
  })
  const distinct = pairs.filter(isDistinct).length
  const note = `<p class="xs faint">${distinct} of ${pairs.length} pairs differ from zero; about ${Math.max(1, Math.round(pairs.length / 20))} would by chance alone. Outlined: differs from zero.</p>`
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="Table: correlation of every pair"><table class="mx"><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return block('Every pair', 'Over the last common changes of each pair.', `${table}${note}`)
}
