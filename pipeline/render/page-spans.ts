import { type Span, type Text, toSpans } from '../documents/blocks.ts'
import { excludesZero } from '../documents/briefing-tables.ts'
import { capitalised } from '../documents/tones.ts'
import { amountOf } from '../values/amounts.ts'
import { daySpanText, shortPeriod, sinceInWords, timeInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { figureText, levelInWords, numberText } from './format-number.ts'
import { pageChange, pageFigure, pageNumber, pageText } from './page-figures.ts'
import { toneHtml } from './shapes.ts'

/** A text as HTML. `beside`: the day of the document. */
export function textHtml(text: Text, beside: string): string {
  return toSpans(text)
    .map((span) => spanHtml(span, beside))
    .join('')
}

function spanHtml(span: Span, beside: string): string {
  if (typeof span === 'string') return escapeHtml(pageNumber(span))
  if ('number' in span) return escapeHtml(pageText(numberText(span)))
  if ('figure' in span)
    return escapeHtml(span.unit === null || span.headed ? pageNumber(figureText(span)) : pageFigure(span.figure, span.unit))
  if ('change' in span) return escapeHtml(pageChange(span.change, span.unit))
  if ('amount' in span) return escapeHtml(pageNumber(amountOf(span.metric, span.amount, span.unit)))
  if ('level' in span) return escapeHtml(pageNumber(levelInWords(span)))
  if ('day' in span) return daySpanText(span, beside)
  if ('since' in span) return sinceInWords(span.since, beside)
  if ('period' in span) return shortPeriod(span.period, span.cadence, beside)
  if ('time' in span) return timeInWords(span.time, beside)
  if ('strong' in span) return `<strong>${textHtml(span.strong, beside)}</strong>`
  if ('small' in span) return `<small>${textHtml(span.small, beside)}</small>`
  if ('soft' in span) return `<span class="soft">${textHtml(span.soft, beside)}</span>`
  if ('tone' in span) return toneHtml(span.tone, capitalised(span.word))
  if ('onPage' in span) return textHtml(span.onPage, beside)
  if ('mark' in span) return `<span class="rec">${textHtml(span.mark, beside)}</span>`
  if ('bar' in span) return barOf(span)
  if ('interval' in span) return trackOf(span.interval)
  if ('lines' in span) return span.lines.map((line) => textHtml(line, beside)).join('<br>')
  if ('notice' in span) return escapeHtml(span.notice)
  return linked(textHtml(span.name, beside), 'page' in span ? span.page : span.url)
}

/** A cell keeps to one line, but for sentences; a day is short in it. */
export function cellHtml(cell: Text, beside: string): string {
  if (typeof cell === 'object' && 'day' in cell) return daySpanText({ ...cell, short: true }, beside)
  const text = textHtml(cell, beside)
  if (typeof cell === 'object' && 'period' in cell) return `<span class="nb">${text}</span>`
  return typeof cell === 'string' && cell.length > longCell ? `<span class="wrapped">${text}</span>` : text
}

/** Characters of a cell that is a sentence. */
const longCell = 40

/** The height of a drawing in a line of text, and the room of a bar to one side. */
const height = 12
const room = 1_000

const fills = { up: 'fu', down: 'fd', flat: 'fn', solid: 'solid', open: 'open' } as const
/** A share that is not zero is seen. */
const leastBar = 4

function barOf({ bar, fill, sides, full }: Extract<Span, { bar: number }>): string {
  const length = Math.max(sides ? 0 : leastBar, Math.round(Math.abs(bar) * room))
  const box = (kind: string, left: number, wide: number) => `<path class="${kind}" d="M${left} 1h${wide}v10h-${wide}z"/>`
  return drawing(full ? 'bar full' : 'bar', sides ? -room : 0, sides ? 2 * room : room, [
    full ? box('fn', 0, room) : '',
    box(fills[fill], bar < 0 ? -length : 0, length),
    sides ? `<path class="ax" d="M0 0v${height}"/>` : '',
  ])
}

/** From -1 to 1: the interval as a line, and a dot that is filled where zero lies outside. */
function trackOf(interval: Extract<Span, { interval: unknown }>['interval']): string {
  const [at, from, to] = [interval.value, interval.low, interval.high].map((end) => Math.round(end * room)) as [
    number,
    number,
    number,
  ]
  return drawing('track', -room, 2 * room, [
    `<path class="gr" d="M-${room} 0v${height}M-500 0v${height}M500 0v${height}M${room} 0v${height}"/><path class="ax" d="M0 0v${height}"/>`,
    `<path class="ln iv" d="M${from} 6h${to - from}"/><path class="dot" d="M${at} 6h0"/>${excludesZero(interval) ? '' : `<path class="hole" d="M${at} 6h0"/>`}`,
  ])
}

const drawing = (kind: string, left: number, wide: number, parts: readonly string[]): string =>
  `<svg class="${kind}" viewBox="${left} 0 ${wide} ${height}" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`

/** A column of a table on a page; figures stand right. */
interface TableColumn {
  readonly head: string
  readonly figures: boolean
}

/**
 * A table in a box that scrolls where it is wider than the screen, and that a keyboard reaches; one with drawings fits any screen, its rows
 * being lines of cells on a narrow one, so its roles are set by hand. The first column heads the rows. Cells are HTML.
 */
export function pageTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  label: string,
  isDrawn = false,
): string {
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
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table>${body}</table></div>`
}

/** A part of a page under a rule: its head, a remark next to it, and what is in it. Remark and content are HTML. */
export function pageSection(head: string, remark: string, content: string, id: string | null = null): string {
  return `<section class="sec"${id === null ? '' : ` id="${id}"`}><div class="sh"><h2>${escapeHtml(head)}</h2>${remark === '' ? '' : `<p>${remark}</p>`}</div>${content}</section>`
}

/** A link to a page outside or of this server, where the address is one; else the name alone. The name is HTML. */
function linked(name: string, url: string | null): string {
  if (url === null) return name
  if (/^\/[^\s"'<>]*$/.test(url)) return `<a href="${escapeHtml(url)}">${name}</a>`
  const safe = /^https?:\/\/[^\s"'<>]+$/.test(url) && URL.canParse(url)
  return safe ? `<a href="${escapeHtml(url)}" rel="noopener nofollow">${name}</a>` : name
}
