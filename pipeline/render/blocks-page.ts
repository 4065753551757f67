import { framed } from '../../data/page-frame.ts'
import { type Block, type Span, type Text, withoutEmpty } from '../documents/blocks.ts'
import type { Dated } from './blocks-markdown.ts'
import { dayInWords, shortDay, timeInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber, numberText } from './format-number.ts'
import { pageNumber, pageText } from './page-figures.ts'
import { crumb, crumbs, onDay, warnings } from './page-head.ts'
import { holdersTable } from './page-holders.ts'
import { originBlock } from './page-origin.ts'
import { block, linked, pageTable } from './page-table.ts'
import { Places } from './places.ts'

/** A document as a page that needs nothing else. What follows a heading is a part of the page under a rule. */
export function blocksPage(blocks: readonly Block[], document: Dated): string {
  const { as_of } = document
  const places = new Places()
  const head = blocks.find((each) => each.kind === 'head')
  const parts: { heading: Extract<Block, { kind: 'heading' }> | null; content: string[] }[] = [{ heading: null, content: [] }]
  for (const each of withoutEmpty(blocks)) {
    if (each.kind === 'heading') parts.push({ heading: each, content: [] })
    else parts.at(-1)!.content.push(htmlOf(each, document, places))
  }
  const body = parts.map(({ heading, content }) => {
    const text = content.join('')
    return heading === null ? text : block(heading.text, heading.remark === undefined ? '' : inLine(heading.remark, as_of), text)
  })
  const foot = `<span>Figures as known at the end of ${dayInWords(as_of)} (UTC).</span>`
  const origin = 'fingerprint' in document ? originBlock(document, [], []) : ''
  return framed({
    title: `${head?.title ?? ''}, ${dayInWords(as_of)}`,
    body: `<main id="main">${body.join('')}${origin}</main>`,
    style: places.style(),
    foot,
  })
}

function htmlOf(each: Block, document: Dated, places: Places): string {
  const { as_of } = document
  switch (each.kind) {
    case 'head': {
      const above = each.crumbs.map(([name, href]) =>
        href === undefined ? `<span>${escapeHtml(name)}</span>` : crumb(href, name),
      )
      const title = `<p class="kicker">${escapeHtml(each.title)}</p><h1>${inLine(each.headline, as_of)}</h1>`
      return `${crumbs(above, onDay(as_of))}${warnings(document)}${title}`
    }
    case 'heading':
      return ''
    case 'sentence':
      return `<p${each.leads ? ' class="stand"' : ''}>${inLine(each.text, as_of)}</p>`
    case 'facts': {
      const rows = each.rows.map(([name, text]) =>
        text === null ? '' : `<dt>${escapeHtml(name)}</dt><dd>${inLine(text, as_of)}</dd>`,
      )
      return `<dl class="src top">${rows.join('')}</dl>`
    }
    case 'table': {
      const columns = each.columns.map((column) =>
        typeof column === 'string' ? { head: column, figures: false } : { head: column[0], figures: true },
      )
      return pageTable(
        columns,
        each.rows.map((cells) => cells.map((cell) => cellOf(cell, as_of))),
      )
    }
    case 'list':
      return `<ul>${each.items.map((item) => `<li>${inLine(item, as_of)}</li>`).join('')}</ul>`
    case 'holders':
      return holdersTable(each.rows, as_of)
    case 'scatter':
      return scatter(each, places)
    default:
      return each satisfies never
  }
}

/** A cell keeps to one line, but for sentences; a day is short in it. */
function cellOf(cell: Text, beside: string): string {
  if (typeof cell === 'object' && 'day' in cell) return shortDay(cell.day, beside)
  const text = inLine(cell, beside)
  return typeof cell === 'string' && cell.length > longCell ? `<span class="wrapped">${text}</span>` : text
}

/** Characters of a cell that is a sentence. */
const longCell = 40

function inLine(text: Text, beside: string): string {
  return (Array.isArray(text) ? (text as readonly Span[]) : [text as Span]).map((span) => spanHtml(span, beside)).join('')
}

function spanHtml(span: Span, beside: string): string {
  if (typeof span === 'string') return escapeHtml(pageNumber(span))
  if ('number' in span) return escapeHtml(pageText(numberText(span)))
  if ('day' in span) return dayInWords(span.day, beside)
  if ('time' in span) return timeInWords(span.time, beside)
  if ('strong' in span) return `<strong>${inLine(span.strong, beside)}</strong>`
  if ('notice' in span) return escapeHtml(span.notice)
  return linked(inLine(span.name, beside), span.url)
}

const size = 1_000
const percent = (share: number): string => `${formatNumber(100 * share, 0)}%`

/** Shares against shares in a square, with the line on which both are equal. */
function scatter({ title, remark, note, dots }: Extract<Block, { kind: 'scatter' }>, places: Places): string {
  const text = (kind: string, left: number, top: number, content: string) =>
    `<i class="${kind} ${places.at(left / 10, top / 10)}">${content}</i>`
  const described = dots.map(({ x, y }) => `across ${percent(x)}, up ${percent(y)}`).join('; ')
  const shares = [0, 0.25, 0.5, 0.75, 1]
  return [
    `<figure><div class="cap"><b>${escapeHtml(title)}</b> <span>${escapeHtml(remark)}</span></div>`,
    `<div class="plot square" role="img" aria-label="${escapeHtml(described)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    ...shares.map((share) => `<path class="gr" d="M0 ${size - share * size}h${size}"/>`),
    `<path class="lvl" d="M0 ${size}L${size} 0"/>`,
    ...dots.map(
      ({ x, y, isSmall }) =>
        `<path class="${isSmall ? 'dot o' : 'dot'}" d="M${Math.round(x * size)} ${Math.round(size - y * size)}h0"/>`,
    ),
    '</svg>',
    ...shares.map((share) => text('y', size, size - share * size, percent(share))),
    ...shares.slice(1, -1).map((share) => text('x', share * size, size, percent(share))),
    `</div></div><figcaption>${escapeHtml(note)}</figcaption></figure>`,
  ].join('')
}
