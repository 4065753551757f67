import { Marked, type Tokens } from 'marked'
import sanitize from 'sanitize-html'
import { pageStyle } from '../../data/page-style.ts'
import type { ChartLine } from '../briefings/chart-lines.ts'
import { isoDay } from '../calendar/day.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import { chart } from './chart.ts'
import { escapeHtml } from './escape-html.ts'
import { formatFigure, formatStatistic } from './format-number.ts'
import { noticeOf, sinceText, staleText } from './wording.ts'

const marked = new Marked({ gfm: true })

/** A cell with a text longer than this is broken into lines on a small screen; the others stay whole. */
const longest = 48

/** A table scrolls in a box of its own, and its first column heads the rows. */
marked.use({
  renderer: {
    table({ header, rows }) {
      const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
      const heads = header.map((cell) => `<th scope="col">${inline(cell)}</th>`)
      const lines = rows.map((row) => {
        const cells = row.map((cell, i) => {
          const long = cell.text.length > longest ? ' class="long"' : ''
          return i === 0 ? `<th scope="row">${inline(cell)}</th>` : `<td${long}>${inline(cell)}</td>`
        })
        return `<tr>${cells.join('')}</tr>`
      })
      const label = escapeHtml(`Table: ${header.map(({ text }) => text).join(', ')}`)
      return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
    },
  },
})

/** What the Markdown of a document needs, and nothing that loads, runs or styles. */
const allowed: sanitize.IOptions = {
  allowedTags: 'a br code div em h2 h3 li ol p strong table tbody td th thead tr ul'.split(' '),
  allowedAttributes: {
    a: ['href', 'rel'],
    div: ['class', 'tabindex', 'role', 'aria-label'],
    td: ['class'],
    th: ['scope'],
  },
  allowedClasses: { div: ['scroll'], td: ['long'] },
  allowedSchemes: ['https', 'http'],
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener nofollow' }) },
  textFilter: whole,
}

/** Days and times are not broken over two lines. */
function whole(text: string): string {
  return text.replace(/\d{4}-\d{2}-\d{2}(T[\d:]+Z)?/g, '<time>$&</time>')
}

/**
 * A briefing as a page that needs nothing else: its summary, its charts, and the rest of its Markdown as HTML. The style stands before
 * everything that comes from data, so that what is found first is the page's own.
 *
 * @param lines what the charts show
 * @param path address of the briefing, such as `/api/btc`
 */
export function renderPage(document: BriefingDocument, markdown: string, lines: readonly ChartLine[], path: string): string {
  const { title, as_of, summary } = document
  const sample = noticeOf(document)
  const same = (format: string, name: string) => `<a href="${path}?date=${as_of}&amp;format=${format}">${name}</a>`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<style>${pageStyle}</style><title>${escapeHtml(title)}, ${as_of}</title></head><body>`,
    `<header><p class="crumb"><a href="/">All briefings</a></p><h1>${escapeHtml(title)}</h1>`,
    sample === null ? '' : `<p class="sample">${escapeHtml(sample)}</p>`,
    staleText(document.readings) === null ? '' : `<p class="sample">${escapeHtml(staleText(document.readings)!)}</p>`,
    `<ul class="facts">${factsOf(document)}</ul></header><main><p class="summary">${whole(escapeHtml(summary))}</p>`,
    lines.length > 0 ? `<div class="charts">${lines.map((line) => figure(line, document)).join('')}</div>` : '',
    bodyOf(markdown),
    `</main><footer><p>The same document as ${same('markdown', 'Markdown')} and ${same('json', 'JSON')}. It describes; it is no advice.</p></footer></body></html>\n`,
  ].join('')
}

function factsOf({ as_of, state, signal, confidence, data_quality }: BriefingDocument): string {
  const facts = [
    ['As of', as_of],
    state && ['State', `${state.label} ${sinceText(state)}`],
    signal && ['Signal', signal.direction],
    confidence && ['Confidence', confidence.score === null ? 'none' : formatStatistic(confidence.score, 'score')],
    ['Data', data_quality.status],
  ]
  return facts
    .filter((fact) => fact !== null)
    .map(([name, text]) => `<li><span>${name}</span>${whole(escapeHtml(String(text)))}</li>`)
    .join('')
}

/** A chart with its newest figure, the days it spans and where they come from, as the reading of the same metric says. */
function figure(line: ChartLine, { readings }: BriefingDocument): string {
  const { metric, title, unit, points, beside } = line
  const newest = (last: readonly [number, number]) => escapeHtml(formatFigure(last[1], unit))
  const source = readings[metric]?.source.name
  const caption = `${isoDay(points[0]![0])} to ${isoDay(points.at(-1)![0])}${source === undefined ? '' : `, ${source}`}`
  const second = beside ? `<span class="second">${escapeHtml(beside.title)} <b>${newest(beside.points.at(-1)!)}</b></span>` : ''
  return `<figure><figcaption><span>${escapeHtml(title)}</span> <b>${newest(points.at(-1)!)}</b>${second}<small>${whole(escapeHtml(caption))}</small></figcaption>${chart(line)}</figure>`
}

/** The Markdown from its first heading on: what stands above it has its place in the page's own head. */
function bodyOf(markdown: string): string {
  return sanitize(marked.parse(markdown.slice(markdown.indexOf('\n## ') + 1), { async: false }), allowed)
}
