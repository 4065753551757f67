import { briefingRows } from '../../data/briefings.ts'
import { metricByName } from '../../data/metrics.ts'
import { framed } from '../../data/page-frame.ts'
import { prices } from '../../data/prices.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { seriesById } from '../../data/series.ts'
import { counted } from '../calendar/counted.ts'
import { dayOf, isoDay } from '../calendar/day.ts'
import type { Charts, Revisions } from '../documents/charts.ts'
import type { MetricData, MetricLatestReading } from '../documents/metric.ts'
import type { Reading } from '../documents/reading.ts'
import { chartOf, recordText, signalText, staleText, turnText } from '../documents/reading-text.ts'
import { capitalised, toneOfSignal } from '../documents/tones.ts'
import { dayInWords, shortDay, timeInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatStatistic } from './format-number.ts'
import { chartFigure } from './page-chart.ts'
import { pageChange, pageFigure, pageNumber } from './page-figures.ts'
import { crumb, crumbs, onDay, warnings } from './page-head.ts'
import { originFacts } from './page-origin.ts'
import { inLine } from './page-spans.ts'
import { block, columnsOf, outside, pageTable } from './page-table.ts'
import { Places } from './places.ts'
import { toned } from './shapes.ts'
import { windowNames } from './wording.ts'

const rules = new Map(releaseRules.map((rule) => [rule.id as string, rule.title as string]))

/** A metric as a page: its value in a sentence, its history with the signal of each day, what would turn it, and how it comes about. */
export function metricPage(document: MetricData | MetricLatestReading, charts: Charts): string {
  const { metric, title, category, as_of } = document
  const full = 'trend' in document ? document : null
  const places = new Places()
  const body = [
    '<main id="main">',
    crumbs(
      [
        crumb('/', 'Today'),
        crumb('/#metrics', 'Metrics'),
        `<span>${escapeHtml(capitalised(category))}</span>`,
        `<span>$${prices.metric}</span>`,
      ],
      onDay(as_of),
    ),
    warnings(document, full === null ? null : staleText({ [metric]: full })),
    headOf(document, full),
    full === null ? '' : `${chartBlock(full, charts, places)}${standingBlock(full, charts)}`,
    `<section class="sec"><div class="two">${madeBlock(document)}${charts.revisions === undefined ? '' : revisionsBlock(charts.revisions)}</div></section>`,
    sourcesBlock(document, full),
    '</main>',
  ].join('')
  const foot = `<span>Figures as known at the end of ${dayInWords(as_of)} (UTC).</span>`
  return framed({ title: `${title}, ${dayInWords(as_of)}`, body, style: places.style(), part: 'metrics', foot })
}

function headOf(document: MetricData | MetricLatestReading, full: MetricData | null): string {
  const { metric, title, unit, period, known_at, freshness, access, as_of } = document
  const row = metricByName.get(metric)
  const due = freshness.next_due_at === null ? '' : `; next due ${timeInWords(freshness.next_due_at, as_of)}`
  const late = freshness.status === 'fresh' ? '' : `<span class="down">${capitalised(freshness.status)}</span>, `
  const changes = windowNames.flatMap((name) => {
    const window = full?.trend[name] ?? null
    return window === null
      ? []
      : [`<div><dt>${escapeHtml(window.span)}</dt><dd>${escapeHtml(pageChange(window, unit))}</dd></div>`]
  })
  const served = access.served === 'full' || access.why === null ? '' : `<p class="sm soft">${escapeHtml(access.why)}</p>`
  const needs =
    access.full_needs === null ? '' : `<p class="sm">The whole analysis requires the ${escapeHtml(access.full_needs)} plan.</p>`
  return [
    `<p class="kicker">${escapeHtml(title)}</p><h1>${sentenceOf(document, full)}</h1>`,
    `<p class="stand">${escapeHtml([row?.description, row?.why].filter(Boolean).join(' '))}</p>`,
    full === null ? '' : signalLine(full),
    changes.length === 0 ? '' : `<dl class="chs num">${changes.join('')}</dl>`,
    `<p class="sm soft after">${late}value of ${dayInWords(period, as_of)}, known ${timeInWords(known_at, as_of)} (${escapeHtml(document.known_basis)})${escapeHtml(due)}</p>`,
    served,
    needs,
  ].join('')
}

/** `VIX is 18.67, highest since October 2023`; without a record the change of the longest window. */
function sentenceOf({ title, value, unit, as_of }: MetricData | MetricLatestReading, full: MetricData | null): string {
  const now = escapeHtml(`${title}: ${pageFigure(value, unit)}`)
  if (full === null) return now
  if (full.record !== null) return `${now}, ${inLine(recordText(full.record, full), as_of)}`
  const window = full.trend['30d'] ?? full.trend['90d'] ?? full.trend['7d']
  if (window === null || window.change === null) return now
  const change = window.change === 0 ? 'unchanged' : pageChange(window, unit)
  return `${now}, ${escapeHtml(`${change} over ${window.span}`)}`
}

function signalLine({ signal, as_of }: MetricData): string {
  if (signal === null) return `<div class="state">${toned('unknown', 'No signal')}</div>`
  const good = signal.for === null || signal.polarity === 'none' ? '' : ` · ${goodFor(signal.polarity)} ${escapeHtml(signal.for)}`
  return `<div class="state">${toned(toneOfSignal(signal.direction), capitalised(signalText(signal)))}<span class="soft">since ${dayInWords(signal.since, as_of)}${good}</span></div>`
}

const goodFor = (polarity: 'higher_is_bullish' | 'lower_is_bullish') =>
  `a ${polarity === 'higher_is_bullish' ? 'rise' : 'fall'} is good for`

function chartBlock(document: MetricData, { lines, signals = [] }: Charts, places: Places): string {
  const line = lines[0]
  if (line === undefined) return ''
  return `<section class="sec">${chartFigure(chartOf(line, document, { runs: signals, wide: true }), document.as_of, places)}</section>`
}

/** Days of the ranges that a value is placed in. */
const ranges = [
  [90, '90 days'],
  [365, '1 year'],
  [1_095, '3 years'],
] as const

/** Where the value is in its own past, and how sure its signal is. */
function standingBlock(document: MetricData, { lines }: Charts): string {
  const { unit, value, percentile_90d, confidence, signal, data_quality } = document
  const points = lines[0]?.points ?? []
  const last = points.at(-1)?.[0] ?? 0
  const placed = ranges.flatMap(([days, name]) => {
    const within = points.filter(([day]) => day > last - days).map(([, each]) => each)
    if (within.length < 8 || (points[0]![0] > last - days + 45 && days > 90)) return []
    const [low, high] = [Math.min(...within, value), Math.max(...within, value)]
    const at = high === low ? 500 : Math.round((1_000 * (value - low)) / (high - low))
    return [
      `<li><b>${name}</b><span class="rg"><svg viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true"><path class="ax" d="M0 6h1000"/><path class="dot" d="M${at} 6h0"/></svg><span class="ends num"><span>${escapeHtml(pageFigure(low, unit))}</span><span>${escapeHtml(pageFigure(high, unit))}</span></span></span></li>`,
    ]
  })
  const rank =
    percentile_90d === null
      ? ''
      : `<p class="sm">${Math.round(percentile_90d.value)}% of the other ${counted(percentile_90d.n, 'value')} of the last 90 days were lower.</p>`
  const turns = signal?.turns ?? []
  const ways = turns.map(
    (turn) =>
      `<li>${toned(toneOfSignal(turn.to), turn.to)} ${inLine(turnText(document.metric, turn, unit), document.as_of)}</li>`,
  )
  const factors = confidence.factors.map(
    ({ name, effect, detail }) =>
      `<li>${escapeHtml(name)}: ${escapeHtml(pageNumber(effect))}, ${escapeHtml(pageNumber(detail))}</li>`,
  )
  const score =
    confidence.score === null ? '' : `<p class="sm soft">Score ${formatStatistic(confidence.score, 'score')} of 100.</p>`
  const quality = [
    `Data ${data_quality.status}`,
    ...(data_quality.gaps > 0 ? [`${counted(data_quality.gaps, 'gap')} in 90 days`] : []),
  ].join(', ')
  const remarks = [quality, ...(data_quality.disagreement === null ? [] : [data_quality.disagreement]), ...data_quality.notes]
  return [
    '<section class="sec"><div class="two">',
    `<div><h2>Where it stands</h2>${placed.length === 0 ? '' : `<ul class="rgs">${placed.join('')}</ul>`}${rank}<p class="sm soft">${escapeHtml(pageNumber(remarks.map((text) => text.replace(/\.?$/, '.')).join(' ')))}</p></div>`,
    `<div><h2>How sure</h2><p>${escapeHtml(pageNumber(confidence.text))}</p>${score}<ul class="xs faint">${factors.join('')}</ul>${ways.length === 0 ? '' : `<h2 class="more">What would turn it</h2><ul class="turns">${ways.join('')}</ul>`}</div>`,
    '</div></section>',
  ].join('')
}

/** How the value comes about: the formula with its inputs, the unit, when it is released, and where it is used. */
function madeBlock(document: MetricData | MetricLatestReading): string {
  const { metric, unit, source, inputs, as_of, freshness } = document
  const row = metricByName.get(metric)
  const rule = rules.get(seriesById.get(row?.clock ?? '')?.rule ?? '')
  const used = briefingRows.filter(({ metrics }) => (metrics as readonly string[]).includes(metric))
  const facts: (readonly [string, string])[] = [
    ['Formula', escapeHtml(source.id === 'calculated' ? source.series : `as ${source.name} publishes it (${source.series})`)],
    ['Unit', escapeHtml(unit === '1' ? 'a number without a unit' : unit)],
    ['Released', escapeHtml(`${freshness.cadence}${rule === undefined ? '' : `, ${rule}`}`)],
    ['Method', 'method' in document ? `version ${escapeHtml(document.method.version)}` : ''],
    ['Used in', used.map(({ path, title }) => `<a href="${path}?format=html">${escapeHtml(title)}</a>`).join(', ')],
  ]
  const list = facts.filter(([, text]) => text !== '').map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`)
  const table =
    inputs.length === 0
      ? ''
      : pageTable(
          columnsOf(['Input', 'Value', 'Of', 'Known'], [1]),
          inputs.map(({ series: name, value, unit: own, period, known_at, url }) => [
            outside(seriesById.get(name)?.title ?? metricByName.get(name)?.title ?? name, url),
            escapeHtml(pageFigure(value, own)),
            shortDay(period, as_of),
            timeInWords(known_at, as_of),
          ]),
        )
  return `<div><h2>How it is computed</h2><dl class="src top">${list.join('')}</dl>${table}</div>`
}

/** What was first on record and what it is now. */
function revisionsBlock({ revised, periods, newest }: Revisions): string {
  const none = `<p class="soft">None of the ${counted(periods, 'value')} on record has been revised.</p>`
  if (newest.length === 0) return `<div><h2>Revisions</h2>${none}</div>`
  const several = new Set(newest.map((each) => each.series)).size > 1
  const dated = ({ value, known }: Revisions['newest'][number]['now'], unit: string) =>
    `${escapeHtml(pageFigure(value, unit))} <small>${shortDay(isoDay(dayOf(known)))}</small>`
  const table = pageTable(
    columnsOf([several ? 'Value of' : 'Of', 'First on record', 'Now'], [1, 2]),
    newest.map(({ series: id, unit, period, first, now }) => [
      `${several ? `${escapeHtml(seriesById.get(id)?.title ?? id)}, ` : ''}${shortDay(isoDay(period))}`,
      dated(first, unit),
      dated(now, unit),
    ]),
  )
  return `<div><h2>Revisions</h2><p class="sm soft">${counted(revised, 'value')} of ${counted(periods, 'value')} on record ${revised === 1 ? 'was' : 'were'} revised; the newest first, each with the day it became known.</p>${table}<p class="xs faint">A document of an earlier day keeps the value known on that day.</p></div>`
}

function sourcesBlock(document: MetricData | MetricLatestReading, full: Reading | null): string {
  const { metric, source } = document
  const path = `/api/metrics/${metric}`
  const flaw = full === null ? '' : capitalised(full.data_quality.status)
  const list = originFacts(
    document,
    [
      ['Source', outside(source.id === 'calculated' ? 'Calculated here' : `${source.name}, ${source.series}`, source.url)],
      ['Data', flaw === '' ? '' : `${flaw}.`],
    ],
    [
      ['Markdown', `${path}?format=markdown`],
      ['JSON', `${path}?format=json`],
    ],
  )
  return block('Sources and dates', '', list)
}
