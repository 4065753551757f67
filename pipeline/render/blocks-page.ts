import { sampleNotice } from '../../data/notices.ts'
import { framedPage } from '../../data/page-frame.ts'
import { type Block, heading, isDrawingSpan, toSpans, withoutEmptyBlocks } from '../documents/blocks.ts'
import { excludesZero } from '../documents/briefing-tables.ts'
import type { Identity } from '../documents/schema.ts'
import { dayInWords } from '../values/amounts.ts'
import type { DatedIdentity } from './blocks-markdown.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber } from './format-number.ts'
import { areasFigure, captionedFigure, chartFigure, curveFigure } from './page-charts.ts'
import { pageFigure, pageNumber } from './page-figures.ts'
import { betweenDays, breadcrumbLink, breadcrumbs, dayHtml, warnings } from './page-head.ts'
import { cellHtml, pageSection, pageTable, textHtml } from './page-spans.ts'
import { Places } from './places.ts'
import { sparkline } from './plot.ts'
import { stateStrip } from './strip.ts'
import { timeWithoutSeconds } from './wording.ts'

/** What a block is written with: the document, the places of its drawings, and the level of headings in a column. */
interface Around {
  readonly document: DatedIdentity
  readonly places: Places
  readonly level: 2 | 3
  /** How many tables with the same columns came before: each has a name that no other has. */
  readonly tables: Map<string, number>
}

/**
 * A document as a page that needs nothing else. A heading begins a section; columns and charts begin another one unless they directly follow
 * their heading. A heading of a part stays in the section of the heading above it, a level below.
 */
export function blocksPage(blocks: readonly Block[], document: DatedIdentity): string {
  const { as_of } = document
  const around: Around = { document, places: new Places(), level: 2, tables: new Map() }
  const isSourced = !('fingerprint' in document) || blocks.some(({ kind }) => kind === 'origin')
  const head = blocks.find((each) => each.kind === 'head')
  const parts: { heading: Extract<Block, { kind: 'heading' }> | null; content: Block[] }[] = []
  for (const each of withoutEmptyBlocks(isSourced ? blocks : [...blocks, ...plainOrigin])) {
    const last = parts.at(-1)
    if (each.kind === 'heading' && !each.part) parts.push({ heading: each, content: [] })
    else if (last === undefined || (isWide(each) && last.content.length > 0)) parts.push({ heading: null, content: [each] })
    else last.content.push(each)
  }
  const contents = (head?.contents ?? []).filter((name) => parts.some(({ heading }) => heading?.text === name))
  const body = parts.map(({ heading, content }) => {
    const text = content.map((each) => htmlOf(each, { ...around, level: heading === null ? 2 : 3 })).join('')
    if (heading === null) return isWide(content[0]!) ? `<section class="sec">${text}</section>` : text
    const id = contents.includes(heading.text) ? idOf(heading.text) : null
    return pageSection(heading.text, heading.remark === undefined ? '' : textHtml(heading.remark, as_of), text, id)
  })
  const first = contents.length === 0 ? -1 : parts.findIndex(({ heading }) => heading?.text === contents[0])
  const text = first === -1 ? body.join('') : withContents(body, first, contents)
  return framedPage({
    title: `${head?.title ?? ''}, ${dayInWords(as_of)}`,
    body: `<main id="main">${text}</main>`,
    style: around.places.style(),
    ...(head?.part === undefined ? {} : { part: head.part }),
    foot: `<span>Figures as known at the end of ${dayInWords(as_of)} (UTC).</span>`,
  })
}

const idOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The parts of a page from one on, with links to those that are named at their side. */
function withContents(parts: readonly string[], first: number, names: readonly string[]): string {
  const links = names.map((name) => `<li><a href="#${idOf(name)}">${escapeHtml(name)}</a></li>`)
  return `${parts.slice(0, first).join('')}<div class="parted"><nav aria-label="On this page"><ul>${links.join('')}</ul></nav><div>${parts.slice(first).join('')}</div></div>`
}

/** The end of a document that says no more of where it comes from. */
const plainOrigin: readonly Block[] = [heading('Sources and dates'), { kind: 'origin', rows: [], formats: [] }]

const isWide = ({ kind }: Block): boolean => ['columns', 'chart', 'areas', 'curves'].includes(kind)

function htmlOf(each: Block, around: Around): string {
  const { document, places, level } = around
  const { as_of } = document
  switch (each.kind) {
    case 'head':
      return headHtml(each, document)
    case 'heading': {
      const remark = each.remark === undefined ? '' : `<p class="sm soft">${textHtml(each.remark, as_of)}</p>`
      const own = each.part ? 3 : level
      return `<h${own}>${escapeHtml(each.text)}</h${own}>${remark}`
    }
    case 'sentence': {
      if (each.state) return `<div class="state">${textHtml(each.text, as_of)}</div>`
      const look = each.leads ? ' class="stand"' : each.aside ? ' class="sm soft"' : ''
      return `<p${look}>${textHtml(each.text, as_of)}</p>`
    }
    case 'facts': {
      const rows = each.rows.map(([name, text]) =>
        text === null ? '' : `<dt>${textHtml(name, as_of)}</dt><dd>${textHtml(text, as_of)}</dd>`,
      )
      return `<dl class="src top">${rows.join('')}</dl>`
    }
    case 'table': {
      const columns = each.columns.map((column) =>
        typeof column === 'string' ? { head: column, figures: false } : { head: column[0], figures: true },
      )
      const rows = each.rows.map((cells) => cells.map((cell) => cellHtml(cell, as_of)))
      const name = columns.map((column) => column.head).join(', ')
      const nth = (around.tables.get(name) ?? 0) + 1
      around.tables.set(name, nth)
      const label = `Table: ${name}${nth === 1 ? '' : ` (${nth})`}`
      return pageTable(columns, rows, label, each.rows.flat().flatMap(toSpans).some(isDrawingSpan))
    }
    case 'list': {
      const items = each.items.map((item) => `<li>${textHtml(item, as_of)}</li>`).join('')
      if (each.look === 'ranked') return `<ol class="chg">${items}</ol>`
      return `<ul${each.look === undefined ? '' : ` class="${each.look === 'turns' ? 'turns' : 'sm soft'}"`}>${items}</ul>`
    }
    case 'columns': {
      const columns = each.columns.map((column) => column.map((inner) => htmlOf(inner, around)).join(''))
      if (columns.length === 1 && each.look === 'lead') return columns[0]!
      return `<div class="${each.look}">${columns.map((column) => `<div>${column}</div>`).join('')}</div>`
    }
    case 'points':
      return `<ol class="pts">${each.points.map((point, at) => pointItem(point, at, as_of)).join('')}</ol>`
    case 'ranges':
      return `<ul class="rgs">${each.ranges.map((range) => rangeItem(range, each)).join('')}</ul>`
    case 'strip':
      return stateStrip(each.runs, places)
    case 'areas':
      return areasFigure(each, as_of, places)
    case 'curves':
      return curveFigure(each, as_of, places)
    case 'matrix':
      return matrixTable(each)
    case 'chart':
      return chartFigure(each, as_of, places)
    case 'scatter':
      return scatter(each, as_of, places)
    case 'origin': {
      const rows = each.rows.map(([name, text]) => [textHtml(name, as_of), text === null ? '' : textHtml(text, as_of)] as const)
      return 'fingerprint' in document ? originFacts(document, rows, each.formats) : ''
    }
    default:
      return each satisfies never
  }
}

function headHtml(
  { title, headline, crumbs: above, path, warning }: Extract<Block, { kind: 'head' }>,
  document: DatedIdentity,
): string {
  const { as_of } = document
  const links = above.map(([name, href]) =>
    href === undefined ? `<span>${escapeHtml(name)}</span>` : breadcrumbLink(href, name),
  )
  const days = path === undefined ? dayHtml(as_of) : betweenDays(path, as_of)
  const name = escapeHtml(title)
  const heading = headline === null ? `<h1>${name}</h1>` : `<p class="kicker">${name}</p><h1>${textHtml(headline, as_of)}</h1>`
  return `${breadcrumbs(links, days)}${warnings(document, warning)}${heading}`
}

const size = 1_000
const percent = (share: number): string => `${formatNumber(100 * share, 0)}%`

/** Shares against shares in a square, with the line on which both are equal. */
function scatter(block: Extract<Block, { kind: 'scatter' }>, asOf: string, places: Places): string {
  const { dots } = block
  const described = dots.map(({ x, y }) => `across ${percent(x)}, up ${percent(y)}`).join('; ')
  const shares = [0, 0.25, 0.5, 0.75, 1]
  const drawing = [
    `<div class="plot square" role="img" aria-label="${escapeHtml(described)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true">`,
    ...shares.map((share) => `<path class="gr" d="M0 ${size - share * size}h${size}"/>`),
    `<path class="lvl" d="M0 ${size}L${size} 0"/>`,
    ...dots.map(({ x, y, isSmall }) =>
      ['dot', ...(isSmall ? ['hole'] : [])]
        .map((look) => `<path class="${look}" d="M${Math.round(x * size)} ${Math.round(size - y * size)}h0"/>`)
        .join(''),
    ),
    '</svg>',
    ...shares.map((share) => places.text('i', 'y', size, size - share * size, percent(share))),
    ...shares.slice(1, -1).map((share) => places.text('i', 'x', share * size, size, percent(share))),
    '</div></div>',
  ]
  return captionedFigure(block, drawing.join(''), asOf)
}

function pointItem(
  { text, line, level }: Extract<Block, { kind: 'points' }>['points'][number],
  at: number,
  asOf: string,
): string {
  return `<li><span class="n">${at + 1}</span><p>${textHtml(text, asOf)}</p>${line === undefined ? '' : sparkline(line, level)}</li>`
}

function rangeItem(
  { name, low, high }: Extract<Block, { kind: 'ranges' }>['ranges'][number],
  { value, unit }: Extract<Block, { kind: 'ranges' }>,
): string {
  // a value beyond the range is at its end: the name says how large it is
  const at = high === low ? size / 2 : Math.round((size * (Math.min(high, Math.max(low, value)) - low)) / (high - low))
  const ends = [low, high].map((end) => `<span>${escapeHtml(pageFigure(end, unit))}</span>`).join('')
  return `<li><b>${escapeHtml(name)}</b><span class="rg"><svg viewBox="0 0 ${size} 12" preserveAspectRatio="none" aria-hidden="true"><path class="ax" d="M0 6h${size}"/><path class="dot" d="M${at} 6h0"/></svg><span class="ends num">${ends}</span></span></li>`
}

/** Correlations smaller than this have no tint. */
const tinted = 0.2

/** Every pair of the metrics, one below the other. */
function matrixTable({ title, names, pairs }: Extract<Block, { kind: 'matrix' }>): string {
  const cell = (row: string, column: string): string => {
    const pair = pairs.find(({ a, b }) => (a === row && b === column) || (a === column && b === row))
    if (pair === undefined) return '<td class="soft">n/a</td>'
    const tint = Math.abs(pair.value) < tinted ? 'm0' : pair.value > 0 ? 'mu' : 'md'
    return `<td class="${tint}${excludesZero(pair) ? ' mo' : ''}">${pageNumber(formatNumber(pair.value, 1))}</td>`
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

/** Where a document comes from and how to have it in another form. `rows` come first; their texts are HTML, and empty ones are left out. */
function originFacts(
  { as_of, computed_at, fingerprint, notices }: Identity,
  rows: readonly (readonly [name: string, html: string])[],
  formats: readonly (readonly [name: string, href: string])[],
): string {
  const links = formats.map(([name, href]) => `<a href="${escapeHtml(href)}">${name}</a>`).join(' · ')
  const remarks = notices.filter((notice) => notice !== sampleNotice).map(escapeHtml)
  const all: readonly (readonly [string, string])[] = [
    ...rows,
    ['As of', `${dayInWords(as_of)}, computed ${timeWithoutSeconds(computed_at)}. Nothing known later is used.`],
    ['Notices', remarks.join('<br>')],
    ['Fingerprint', `<code>${escapeHtml(fingerprint)}</code>`],
    ['Formats', links],
    [
      'Method',
      '<a href="/docs/methodology">How states, signals and turning levels are made</a> · <a href="/docs/glossary">What the words mean</a>',
    ],
  ]
  const list = all.filter(([, text]) => text !== '').map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`)
  return `<dl class="src">${list.join('')}</dl>`
}
