import { type Briefing, briefingRows, topics } from '../../../data/briefings.ts'
import { categories, metricRows } from '../../../data/metrics.ts'
import { sampleNotice } from '../../../data/notices.ts'
import { framed, offerPlace, productName } from '../../../data/page-frame.ts'
import { prices } from '../../../data/prices.ts'
import { dayInWords } from '../../analysis/amounts.ts'
import { dayNumber, weekday } from '../../time/day.ts'
import type { ChartLine, Charts } from '../charts.ts'
import type { Front, FrontRow } from '../front.ts'
import { sinceText } from '../reading-text.ts'
import { capitalised, toneOfState } from '../tones.ts'
import { shortDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { pageFigure, pageNumber } from './page-figures.ts'
import { onDay } from './page-head.ts'
import { inLine } from './page-spans.ts'
import { spark } from './plot.ts'
import { toned } from './shapes.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/**
 * The front page of an edition: its briefings by market. Headlines, figures and changes are what is sold: real ones are left out, for anyone
 * may read this page; invented ones are shown.
 */
export function frontPage(front: Front, { glances = {} }: Charts): string {
  const { as_of, sample, briefings, absent, metrics } = front
  const groups = topics.map(({ id, title }) => {
    const rows = briefingRows.filter((row) => row.id.startsWith(`${id}.`))
    const present = rows.flatMap((row) => {
      const shown = briefings.find(({ briefing }) => briefing === row.id)
      return shown === undefined ? [] : [rowOf(row, shown, glances[row.id], sample, as_of)]
    })
    const missing = rows.flatMap((row) =>
      absent.filter(({ briefing }) => briefing === row.id).map(({ why }) => `${row.title} (${why})`),
    )
    const none =
      missing.length === 0
        ? ''
        : `<p class="xs soft none"><strong>No edition on ${dayInWords(as_of)}.</strong> ${escapeHtml(missing.join('; '))}.</p>`
    return { id, title: capitalised(title), count: present.length, html: `<ul class="idx">${present.join('')}</ul>${none}` }
  })
  const jump = groups.map(({ id, title, count }) => `<a href="#${id}">${title}</a> <span class="faint">${count}</span>`)
  const day = `${weekdays[weekday(dayNumber(as_of)!) - 1]} `
  const body = [
    '<main id="main">',
    sample ? `<p class="sample">${sampleNotice}</p>` : '',
    `<p class="kicker">Edition of ${day}${onDay(as_of)}</p><h1>${escapeHtml(topOf(front))}</h1>`,
    `<p class="stand">Public data with the interpretation already done: dated, sourced, reproducible. ${offerPlace}</p>`,
    '<p class="sm soft after">Each briefing is also Markdown and JSON: <a href="/docs">how to read it with a key or a program</a>. <a href="/docs/glossary">What the words mean</a>.</p>',
    `<nav class="jump" aria-label="Markets">${jump.map((link) => `<span>${link}</span>`).join('')}<span><a href="#metrics">Metrics</a> <span class="faint">${metrics.length}</span></span></nav>`,
    `<p class="key xs soft">${keyOf()}</p>`,
    ...groups.map(
      ({ id, title, html }) => `<section class="sec" id="${id}"><div class="sh"><h2>${title}</h2></div>${html}</section>`,
    ),
    metricsBlock(metrics, as_of),
    '</main>',
  ].join('')
  const foot = `<span>Figures as known at the end of ${dayInWords(as_of)} (UTC).</span>`
  return framed({ title: `${productName}, ${dayInWords(as_of)}`, body, part: 'today', foot })
}

/** The headline of the page, or what the page is where headlines are for sale. */
function topOf({ sample, headline }: Front): string {
  return sample && headline !== null ? pageNumber(headline.replace(/\.$/, '')) : 'Market briefings'
}

function keyOf(): string {
  const tones = [
    ['up', 'supportive'],
    ['down', 'adverse'],
    ['mixed', 'mixed'],
    ['flat', 'quiet'],
    ['unknown', 'unknown'],
  ] as const
  return tones.map(([tone, word]) => toned(tone, word)).join(' ')
}

function rowOf(row: Briefing, shown: FrontRow, line: ChartLine | undefined, sample: boolean, asOf: string): string {
  const { state, headline, lead, changes } = shown
  const mark =
    state === null
      ? '<span class="soft">No state</span>'
      : `${toned(toneOfState(state.label), capitalised(state.label))}<small>${inLine(sinceText(state), asOf)}</small>`
  const figure =
    !sample || lead === null
      ? ''
      : `${line === undefined ? '' : spark(line, null)}<p class="fig"><strong class="num">${escapeHtml(pageFigure(lead.value, lead.unit))}</strong><small>${escapeHtml(lead.title)}${lead.period === null ? '' : `, ${shortDay(lead.period, asOf)}`}</small></p>`
  const since = changes.length === 0 ? '<span class="faint">No change</span>' : escapeHtml(pageNumber(changes.join(' ')))
  return [
    `<li><div class="ia">${mark}</div>`,
    `<div class="ib"><h3><a href="${row.path}?format=html">${escapeHtml(row.title)}</a></h3><p>${escapeHtml(sample ? pageNumber(headline) : row.description)}</p></div>`,
    sample ? `<div class="ic">${figure}</div><div class="id sm"><span class="vh">Since yesterday: </span>${since}</div>` : '',
    `<div class="ie sm">${capitalised(row.tier)} <span class="num">$${prices.briefing[row.tier]}</span><small>${freshnessOf(shown, asOf)}</small></div></li>`,
  ].join('')
}

/** What stays true as time passes: until when the data counts as fresh. */
function freshnessOf({ freshness, fresh_until }: FrontRow, asOf: string): string {
  if (freshness !== 'fresh') return `<span class="down">${capitalised(freshness)} data</span>`
  return fresh_until === null ? 'Fresh' : `Fresh to ${shortDay(fresh_until.slice(0, 10), asOf)} ${fresh_until.slice(11, 16)}Z`
}

/** Every metric with its page, by category; titles are open. */
function metricsBlock(metrics: Front['metrics'], asOf: string): string {
  const lists = categories.flatMap(({ id, title }) => {
    const rows = metricRows.filter((row) => row.category === id && metrics.some(({ metric }) => metric === row.metric))
    if (rows.length === 0) return []
    const items = rows.map((row) => {
      const { period } = metrics.find(({ metric }) => metric === row.metric)!
      return `<li><a href="/api/metrics/${row.metric}?format=html">${escapeHtml(row.title)}</a> <small>${shortDay(period, asOf)}</small></li>`
    })
    return [`<h3>${title}</h3><ul class="mets">${items.join('')}</ul>`]
  })
  return `<section class="sec" id="metrics"><div class="sh"><h2>Metrics</h2><p>Each with its history, its signal and how it is computed. $${prices.metric} per call. See also the <a href="/api/treasuries">bitcoin treasuries of listed companies</a>.</p></div>${lists.join('')}</section>`
}
