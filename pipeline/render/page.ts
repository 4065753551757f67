import { briefingRows } from '../../data/briefings.ts'
import { sampleNotice } from '../../data/notices.ts'
import { framed } from '../../data/page-frame.ts'
import { prices } from '../../data/prices.ts'
import type { ChartLine } from '../briefings/chart-lines.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import { dayInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import {
  changesBlock,
  correlationBlock,
  leadBlock,
  pointsBlock,
  regimeBlock,
  releasesBlock,
  sectionBlock,
  sureBlock,
} from './page-blocks.ts'
import { pageNumber } from './page-figures.ts'
import { readingsBlock } from './page-readings.ts'
import { Places } from './places.ts'
import { capitalised, toned, toneOfState } from './shapes.ts'
import { noticeOf, sinceText, staleText, timeOf } from './wording.ts'

/**
 * A briefing as a page that needs nothing else: the sentence first, then the state, the picture that carries the sentence and what would
 * change it; then what stands out, and the tables. The style stands before everything that comes from data, so that what is found first is
 * the page's own.
 *
 * @param lines histories as known on the day: that of the lead first
 * @param path address of the briefing, such as `/api/btc`
 */
export function renderPage(document: BriefingDocument, lines: readonly ChartLine[], path: string): string {
  const { title, as_of } = document
  const places = new Places()
  const body = [
    `<main id="main">${headOf(document)}${leadBlock(document, lines[0], places)}${pointsBlock(document, lines)}`,
    regimeBlock(document),
    correlationBlock(document),
    ...document.sections.map((section) => sectionBlock(section, as_of)),
    readingsBlock(document),
    `<section class="sec"><div class="two">${changesBlock(document)}${sureBlock(document)}</div></section>`,
    releasesBlock(document),
    originBlock(document, path),
    '</main>',
  ].join('')
  const foot = `<span>Figures as known at the end of ${dayInWords(as_of)} (UTC).</span>`
  return framed({ title: `${title}, ${dayInWords(as_of)}`, body, style: places.style(), foot })
}

function headOf(document: BriefingDocument): string {
  const { briefing, title, tier, as_of, headline, summary, state } = document
  const price = prices.briefing[briefingRows.find(({ id }) => id === briefing)?.tier ?? 'free']
  const [sample, stale] = [noticeOf(document), staleText(document.readings)]
  const warnings = [sample, stale].flatMap((text) => (text === null ? [] : [`<p class="sample">${escapeHtml(text)}</p>`]))
  // an opening that is the headline again would be read twice
  const rest = summary.startsWith(headline) ? summary.slice(headline.length).trim() : summary
  return [
    `<div class="crumbs"><a href="/">All briefings</a> <span>${escapeHtml(capitalised(tier))}, $${price}</span> <strong><time>${dayInWords(as_of)}</time></strong></div>`,
    ...warnings,
    `<p class="kicker">${escapeHtml(title)}</p>`,
    `<h1>${escapeHtml(pageNumber(headline.replace(/\.$/, '')))}</h1>`,
    rest === '' ? '' : `<p class="stand">${escapeHtml(pageNumber(rest))}</p>`,
    state === null ? '' : stateLine(state, as_of),
  ].join('')
}

function stateLine(state: NonNullable<BriefingDocument['state']>, asOf: string): string {
  const before = state.previous === null ? '' : `, after ${escapeHtml(state.previous)}`
  return `<div class="state">${toned(toneOfState(state.label), capitalised(state.label))}<span class="soft">${sinceText(state, asOf)}${before}</span></div>`
}

/** Where the figures come from, what is missing, and how to have the same document in another form. */
function originBlock(document: BriefingDocument, path: string): string {
  const { as_of, computed_at, fingerprint, data_quality, sources, notices, notes, readings } = document
  const link = (format: string, name: string) => `<a href="${path}?date=${as_of}&amp;format=${format}">${name}</a>`
  const missing = data_quality.missing.map(({ what, why }) => `${what} is missing: ${why}.`)
  const method = Object.values(readings)[0]?.method.url ?? '/docs/methodology'
  const listed = sources.map(({ name, url, as_of: newest }) => {
    const safe = url !== null && /^https?:\/\/[^\s"'<>]+$/.test(url) && URL.canParse(url)
    const text = safe ? `<a href="${escapeHtml(url)}" rel="noopener nofollow">${escapeHtml(name)}</a>` : escapeHtml(name)
    return `${text}, to ${dayInWords(newest)}`
  })
  const remarks = [...notices.filter((notice) => notice !== sampleNotice), ...notes]
  const rows: (readonly [string, string])[] = [
    ['Sources', listed.join('<br>')],
    ['As of', `${dayInWords(as_of)}, computed ${timeOf(computed_at)}. Nothing known later is used.`],
    ['Data', escapeHtml([`${capitalised(data_quality.status)}.`, ...missing].join(' '))],
    ['Notes', remarks.map(escapeHtml).join('<br>')],
    ['Fingerprint', `<code>${escapeHtml(fingerprint)}</code>`],
    ['Formats', `${link('markdown', 'Markdown')} · ${link('json', 'JSON')}`],
    [
      'Method',
      `<a href="${/^\/[\w/-]*$/.test(method) ? method : '/docs/methodology'}">How states, signals and turning levels are made</a>`,
    ],
  ]
  const list = rows.filter(([, text]) => text !== '').map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`)
  return `<section class="sec"><div class="sh"><h2>Sources and dates</h2></div><dl class="src">${list.join('')}</dl></section>`
}
