import { type Briefing, briefingById, briefingRows, briefingTopics } from '../../data/briefings.ts'
import { briefingLink, markFrontPart, priceMarker } from '../../data/front-parts.ts'
import { metricCategories, metricRows } from '../../data/metrics.ts'
import { sampleNotice } from '../../data/notices.ts'
import { framedPage, offerMarker, productName } from '../../data/page-frame.ts'
import { prices } from '../../data/prices.ts'
import type { ChartLine, Charts } from '../documents/charts.ts'
import type { Front, FrontRow } from '../documents/front.ts'
import { sinceText } from '../documents/reading-text.ts'
import { capitalised, toneOfState } from '../documents/tones.ts'
import { dayNumber, weekday } from '../time/day.ts'
import { amount, dayInWords } from '../values/amounts.ts'
import { shortDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { pageNumber } from './page-figures.ts'
import { dayHtml } from './page-head.ts'
import { textHtml } from './page-spans.ts'
import { sparkline } from './plot.ts'
import { toneHtml } from './shapes.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** A story at the top of the page. */
interface Story extends Pick<FrontRow, 'headline' | 'sentence' | 'lead'> {
  readonly row: Briefing
  readonly line: ChartLine | null
}

/**
 * The stories of an edition, most important first: headline, the next sentence and the figure of each. `across` is a sentence over all of
 * them, null on most days.
 */
export function topStories(
  { across, leads, briefings }: Pick<Front, 'across' | 'leads' | 'briefings'>,
  { glances = {} }: Charts,
): { readonly across: string | null; readonly stories: readonly Story[] } {
  const stories = leads.flatMap((id) => {
    const row = briefingById.get(id)
    const shown = briefings.find(({ briefing }) => briefing === id)
    return row && shown
      ? [{ row, headline: shown.headline, sentence: shown.sentence, lead: shown.lead, line: glances[id] ?? null }]
      : []
  })
  return { across, stories }
}

/** Markets in the order of the page. */
const markets = briefingTopics.toSorted((a, b) => Number(b.id === 'macro') - Number(a.id === 'macro'))

/**
 * The front page of an edition: its stories, then its briefings by market. What depends on the reader and the hour is in parts, of which the
 * server sends one form each.
 */
export function frontPage(front: Front, charts: Charts): string {
  const { as_of, sample, briefings, absent, metrics } = front
  const groups = markets.map(({ id, title }) => {
    const rows = briefingRows.filter((row) => row.id.startsWith(`${id}.`))
    const present = rows.flatMap((row) => {
      const shown = briefings.find(({ briefing }) => briefing === row.id)
      return shown === undefined ? [] : [rowOf(row, shown, charts.glances?.[row.id], as_of)]
    })
    const missing = rows.filter((row) => absent.some(({ briefing }) => briefing === row.id))
    const names = missing.map(({ path, title: name }) => briefingLink(path, escapeHtml(name))).join(', ')
    return {
      id,
      title: capitalised(title),
      html: `<ul class="idx">${present.join('')}</ul>${markFrontPart('unsold', id, names)}`,
    }
  })
  const jump = groups.map(({ id, title }) => `<a href="#${id}">${title}</a>`)
  const body = [
    '<main id="main">',
    sample ? `<p class="sample">${sampleNotice}</p>` : '',
    `<p class="kicker">Edition of ${weekdays[weekday(dayNumber(as_of)!) - 1]} ${dayHtml(as_of)}</p>`,
    topHtml(topStories(front, charts), as_of),
    `<p class="sm soft offer">${offerMarker}</p>`,
    `<nav class="jump" aria-label="Markets">${jump.map((link) => `<span>${link}</span>`).join('')}<span><a href="#metrics">Metrics</a> <span class="faint">${metrics.length}</span></span></nav>`,
    `<p class="key xs soft">${keyOf()}</p>`,
    ...groups.map(
      ({ id, title, html }) => `<section class="sec" id="${id}"><div class="sh"><h2>${title}</h2></div>${html}</section>`,
    ),
    metricsBlock(metrics, as_of),
    '</main>',
  ].join('')
  const foot = `<span>Figures as known at the end of ${dayInWords(as_of)} (UTC).</span>`
  return framedPage({ title: `${productName}, ${dayInWords(as_of)}`, body, part: 'today', foot })
}

/** The first story in large type, or the sentence across markets instead of it, and the next stories below. */
function topHtml({ across, stories }: ReturnType<typeof topStories>, asOf: string): string {
  const parts = stories.map((story) => {
    const small = smallStory(story, asOf)
    return markFrontPart(
      'story',
      story.row.id,
      across === null ? `${largeStory(story, asOf)}<div class="stories">` : small,
      small,
    )
  })
  const head = across === null ? '' : `<h1>${escapeHtml(pageNumber(across))}</h1><div class="stories">`
  return `${head}${parts.join('')}${markFrontPart('else', 'top', across === null ? '<h1>Market briefings</h1><div>' : '')}</div>`
}

const linked = ({ row, headline }: Story): string =>
  `<a href="${row.path}?format=html">${escapeHtml(pageNumber(headline.replace(/\.$/, '')))}</a>`
const sentenceOf = ({ sentence }: Story, look: string): string =>
  sentence === '' ? '' : `<p class="${look}">${escapeHtml(pageNumber(sentence))}</p>`

function largeStory(story: Story, asOf: string): string {
  const text = `<p class="kicker">${escapeHtml(story.row.title)}</p><h1>${linked(story)}</h1>${sentenceOf(story, 'stand')}`
  const figure = figureOf(story.lead, story.line, asOf)
  return `<div class="hero"><div>${text}</div>${figure === '' ? '' : `<div class="big">${figure}</div>`}</div>`
}

function smallStory(story: Story, asOf: string): string {
  const figure = figureOf(story.lead, story.line, asOf)
  return `<div><p class="xs soft">${escapeHtml(story.row.title)}</p><h2>${linked(story)}</h2>${sentenceOf(story, 'sm soft')}${figure === '' ? '' : `<div class="ic">${figure}</div>`}</div>`
}

/** A figure with its small history. */
function figureOf(lead: FrontRow['lead'], line: ChartLine | null | undefined, asOf: string): string {
  if (lead === null) return ''
  const day = lead.period === null ? '' : `, ${shortDay(lead.period, asOf)}`
  return `${line ? sparkline(line, null) : ''}<p class="fig"><strong class="num">${escapeHtml(pageNumber(amount(lead.value, lead.unit)))}</strong><small>${escapeHtml(lead.title)}${day}</small></p>`
}

function keyOf(): string {
  const tones = [
    ['up', 'supportive'],
    ['down', 'adverse'],
    ['mixed', 'mixed'],
    ['flat', 'quiet'],
    ['unknown', 'unknown'],
  ] as const
  return tones.map(([tone, word]) => toneHtml(tone, word)).join(' ')
}

/** A briefing, whole and as anyone may see it: what it is for, but not its headline and figures. */
function rowOf(row: Briefing, shown: FrontRow, line: ChartLine | undefined, asOf: string): string {
  const { state, headline, lead, changes } = shown
  const mark =
    state === null
      ? '<span class="soft">No state</span>'
      : `${toneHtml(toneOfState(state.label), capitalised(state.label))}<small>${textHtml(sinceText(state), asOf)}</small>`
  const since = changes.length === 0 ? '<span class="faint">No change</span>' : escapeHtml(pageNumber(changes.join(' ')))
  const name = `<h3><a href="${row.path}?format=html">${escapeHtml(row.title)}</a></h3>`
  const end = `<div class="ie sm">${capitalised(row.tier)}${priceMarker(prices.briefing[row.tier])}<small>${freshnessOf(shown, asOf)}</small></div></li>`
  const whole = [
    `<li><div class="ia">${mark}</div><div class="ib">${name}<p>${escapeHtml(pageNumber(headline))}</p></div>`,
    `<div class="ic">${figureOf(lead, line, asOf)}</div><div class="id sm"><span class="vh">Since yesterday: </span>${since}</div>${end}`,
  ].join('')
  const short = `<li class="closed"><div class="ia">${mark}</div><div class="ib">${name}<p>${escapeHtml(row.description)}</p></div>${end}`
  return markFrontPart('row', row.id, whole, short)
}

/** What stays true as time passes: until when the data counts as fresh. */
function freshnessOf({ freshness, fresh_until }: FrontRow, asOf: string): string {
  if (freshness !== 'fresh') return `<span class="down">${capitalised(freshness)} data</span>`
  return fresh_until === null ? 'Fresh' : `Fresh to ${shortDay(fresh_until.slice(0, 10), asOf)} ${fresh_until.slice(11, 16)}Z`
}

/** Every metric with its page, by category; titles are open. */
function metricsBlock(metrics: Front['metrics'], asOf: string): string {
  const lists = metricCategories.flatMap(({ id, title }) => {
    const rows = metricRows.filter((row) => row.category === id && metrics.some(({ metric }) => metric === row.metric))
    if (rows.length === 0) return []
    const items = rows.map((row) => {
      const { period } = metrics.find(({ metric }) => metric === row.metric)!
      return `<li><a href="/api/metrics/${row.metric}?format=html">${escapeHtml(row.title)}</a> <small>${shortDay(period, asOf)}</small></li>`
    })
    return [
      `<details><summary><b>${title}</b> <span class="faint">${rows.length}</span></summary><ul class="mets">${items.join('')}</ul></details>`,
    ]
  })
  return `<section class="sec" id="metrics"><div class="sh"><h2>Metrics</h2><p>Each with its history, its signal and how it is computed. See also the <a href="/api/treasuries">bitcoin treasuries of listed companies</a>.</p></div>${lists.join('')}</section>`
}
