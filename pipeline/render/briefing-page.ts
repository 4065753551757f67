import { briefingById } from '../../data/briefings.ts'
import { framed } from '../../data/page-frame.ts'
import { prices } from '../../data/prices.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Charts } from '../documents/charts.ts'
import { dayInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { changesBlock, leadBlock, pointsBlock, releasesBlock, sectionBlock, sureBlock } from './page-blocks.ts'
import { correlationBlock } from './page-correlations.ts'
import { curveFigure } from './page-curve.ts'
import { pageNumber } from './page-figures.ts'
import { betweenDays, crumb, crumbs, warnings } from './page-head.ts'
import { holdersBlock } from './page-holders.ts'
import { originBlock } from './page-origin.ts'
import { readingsBlock } from './page-readings.ts'
import { regimeBlock, regimeFigure } from './page-regime.ts'
import { outside } from './page-table.ts'
import { Places } from './places.ts'
import { capitalised, toned, toneOfState } from './shapes.ts'
import { stateStrip } from './strip.ts'
import { sinceText } from './wording.ts'

/**
 * A briefing as a page that needs nothing else: the sentence first, then the state, the picture that carries the sentence and what would
 * change it; then what stands out, and the tables. The style stands before everything that comes from data, so that what is found first is
 * the page's own.
 *
 * @param charts what is drawn, as known on the day: the history of the lead first
 */
export function briefingPage(document: BriefingDocument, charts: Charts): string {
  const { briefing, title, as_of } = document
  const { lines } = charts
  const places = new Places()
  const row = briefingById.get(briefing)
  const path = row?.path ?? '/'
  const price = prices.briefing[row?.tier ?? 'free']
  const ownPicture = document.regime !== undefined || charts.pairs !== undefined || charts.holders !== undefined
  const sections = document.sections.filter(({ id }) => id !== 'holdings' || charts.holders === undefined)
  const body = [
    '<main id="main">',
    crumbs([crumb('/', 'Today'), `<span>${escapeHtml(capitalised(document.tier))}, $${price}</span>`], betweenDays(path, as_of)),
    headOf(document, charts, places),
    // what the briefing is about comes first: the regime, links, holders; else the history of its lead
    regimeFigure(document, charts.regimes, places),
    charts.pairs === undefined ? '' : correlationBlock(document, charts.pairs),
    holdersBlock(charts.holders, as_of),
    leadBlock(document, ownPicture ? undefined : lines[0], places),
    pointsBlock(document, lines),
    curveFigure(charts.curves, places),
    regimeBlock(document, charts.regimes),
    charts.pairs === undefined ? correlationBlock(document) : '',
    ...sections.map((section) => sectionBlock(section, as_of, charts.filings)),
    readingsBlock(document),
    `<section class="sec"><div class="two">${changesBlock(document)}${sureBlock(document)}</div></section>`,
    releasesBlock(document),
    sourcesBlock(document, path),
    '</main>',
  ].join('')
  const foot = `<span>Figures as known at the end of ${dayInWords(as_of)} (UTC).</span>`
  return framed({ title: `${title}, ${dayInWords(as_of)}`, body, style: places.style(), foot })
}

function headOf(document: BriefingDocument, { states = [] }: Charts, places: Places): string {
  const { title, as_of, headline, summary, state } = document
  // a headline that is in the summary again would be read twice
  const rest = summary.replace(headline, '').trim()
  return [
    warnings(document, document.readings),
    `<p class="kicker">${escapeHtml(title)}</p>`,
    `<h1>${escapeHtml(pageNumber(headline.replace(/\.$/, '')))}</h1>`,
    rest === '' ? '' : `<p class="stand">${escapeHtml(pageNumber(rest))}</p>`,
    state === null ? '' : `${stateLine(state, as_of)}${stateStrip(states, places)}`,
  ].join('')
}

function stateLine(state: NonNullable<BriefingDocument['state']>, asOf: string): string {
  const before = state.previous === null ? '' : `, after ${escapeHtml(state.previous)}`
  return `<div class="state">${toned(toneOfState(state.label), capitalised(state.label))}<span class="soft">${sinceText(state, asOf)}${before}</span></div>`
}

function sourcesBlock(document: BriefingDocument, path: string): string {
  const { as_of, data_quality, sources, notes } = document
  const missing = data_quality.missing.map(({ what, why }) => `${what} is missing: ${why}.`)
  const listed = sources.map(({ name, url, as_of: newest }) => `${outside(name, url)}, to ${dayInWords(newest)}`)
  return originBlock(
    document,
    [
      ['Sources', listed.join('<br>')],
      ['Data', escapeHtml([`${capitalised(data_quality.status)}.`, ...missing].join(' '))],
      ['Notes', notes.map(escapeHtml).join('<br>')],
    ],
    [
      ['Markdown', `${path}?date=${as_of}&format=markdown`],
      ['JSON', `${path}?date=${as_of}&format=json`],
    ],
  )
}
