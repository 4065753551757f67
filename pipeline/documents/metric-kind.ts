import { briefingRows } from '../../data/briefings.ts'
import { metricByName, metricRows } from '../../data/metrics.ts'
import type { Tier } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { seriesById } from '../../data/series.ts'
import {
  asideBlock,
  type Block,
  type FactItem,
  facts,
  heading,
  joined,
  list,
  number,
  type OutputMedium,
  phrase,
  type Span,
  sentence,
  standfirst,
  type Text,
  tableOf,
} from './blocks.ts'
import type { Charts, Revision, Revisions } from './charts.ts'
import { defineKind } from './kind.ts'
import { type MetricData, type MetricLatestReading, metricSchema } from './metric.ts'
import {
  chartOf,
  confidenceEdgeText,
  recordText,
  scoreBlocks,
  signalText,
  staleText,
  turnText,
  vintageText,
} from './reading-text.ts'
import type { Draft } from './schema.ts'
import { capitalised, counted, toneOfSignal } from './tones.ts'
import { expectedReleaseSpans } from './turn-text.ts'

/** Least plan that reads a metric in full. */
export function metricTier({ proOnly, category }: { readonly proOnly: boolean; readonly category: string }): Tier {
  return proOnly ? 'pro' : category === 'bitcoin' ? 'free' : 'basic'
}

/**
 * The latest reading alone of a metric: its head, with `access` saying that the analysis is left out and which plan it takes (`free`,
 * `basic` or `pro`; a paid call reads every metric in full).
 */
export function latestReading(full: Draft<MetricData>): Draft<MetricLatestReading> {
  const { metric, title, category, unit, value, period, known_at, known_basis, source, inputs, freshness } = full
  const { as_of, sample, notices } = full
  return {
    ...{ metric, title, category, unit, value, period, known_at, known_basis, source, inputs, freshness },
    access: {
      served: 'latest_reading',
      why: 'The plan of the key reads the latest value of this metric without its analysis.',
      full_needs: metricTier({ proOnly: metricByName.get(metric)?.proOnly ?? false, category }),
    },
    as_of,
    sample,
    notices,
  }
}

export const metricKind = defineKind({
  kind: 'metric',
  folder: 'metric',
  id: 'metric',
  component: 'Metric',
  schema: metricSchema,
  blocks: metricBlocks,
  formats: ['json', 'md', 'html', 'latest.json', 'latest.md', 'latest.html'],
  latest: latestReading,
  facts: ({ title, period, method }: MetricData) => ({ title, period, method_version: method.version }),
  rows: () =>
    metricRows.map((row) => ({
      id: row.metric,
      name: row.metric,
      title: row.title,
      description: row.description,
      tier: metricTier(row),
      price: prices.metric,
      ...(row.aliases === undefined ? {} : { aliases: row.aliases }),
    })),
  route: {
    operation: 'getMetric',
    path: '/api/metrics/{metric}',
    tag: { name: 'Metrics', description: 'Single metrics.' },
    summary: 'A metric',
    description:
      'A free key reads the bitcoin category in full and the latest reading of every other metric. A basic key reads every metric in full except those in `pro_only_metrics`. A pro key or a paid call reads all in full.',
    parameter: {
      name: 'metric',
      description: 'Name of a metric; GET /api/metrics lists them.',
      example: metricRows[0]!.metric,
      unknown: 'No metric has that name. GET /api/metrics lists them.',
    },
    price: prices.metric,
    needsPlan: false,
    otherwise: 'markdown',
  },
  catalogue: {
    operation: 'listMetrics',
    path: '/api/metrics',
    member: 'metrics',
    component: 'MetricCatalogue',
    summary: 'Catalogue of metrics',
    description: 'Every metric with its inputs; `pro_only_metrics` lists those that only Pro reads in full.',
  },
})

type Metric = MetricData | MetricLatestReading

/** A metric: its value in a sentence, how it moved, its signal with what would turn it, how sure it is, and how it comes about. */
function metricBlocks(document: Metric, form: OutputMedium, charts: Charts): Block[] {
  const full = 'trend' in document ? document : null
  return form === 'markdown' ? inMarkdown(document, full) : onPage(document, full, charts)
}

function inMarkdown(document: Metric, full: MetricData | null): Block[] {
  const { metric, title, category, value, unit, period, inputs } = document
  const record: Text = full?.record ? [', ', ...recordText(full.record, full)] : []
  const vintageOf = full && vintageText(full)
  const vintage: Text = vintageOf === null ? [] : [', ', vintageOf].flat()
  const method = 'method' in document ? `; method ${document.method.version}, ${document.method.url}` : ''
  return [
    { kind: 'head', title, headline: null, warning: staleText({ [metric]: document }), crumbs: [] },
    sentence({ strong: { figure: value, unit } }, ' on ', { day: period, year: true }, ...vintage, ...record, '.'),
    ...(full === null
      ? []
      : [trendBlock(full), facts(signalFact(full), rankFact(full), ['How sure', sureOf(full)], dataFact(full))]),
    list([phrase`${`${metric} (${category})`}: ${madeText(document)}${method}`, knownText(document), ...servedTexts(document)]),
    ...(inputs.length > 0 ? [heading('Inputs'), inputTable(document, (series) => series)] : []),
  ]
}

function onPage(document: Metric, full: MetricData | null, charts: Charts): Block[] {
  const { metric, title, category, period } = document
  const row = metricByName.get(metric)
  const path = `/api/metrics/${metric}`
  return [
    {
      kind: 'head',
      title,
      headline: headlineOf(document, full),
      warning: staleText({ [metric]: document }),
      crumbs: [['Today', '/'], ['Metrics', '/#metrics'], [capitalised(category)], [`$${prices.metric}`]],
      part: 'metrics',
    },
    standfirst([row?.description, row?.why].filter(Boolean).join(' ')),
    ...(full === null ? [] : [stateBlock(full)]),
    asideBlock(...phrase`Value of ${{ day: period }}. ${knownText(document)}`),
    ...servedTexts(document).map((text) => sentence(text)),
    ...(full === null ? [] : fullBlocks(full, charts)),
    { kind: 'columns', look: 'two', columns: [madeBlocks(document), charts.revisions ? revisionBlocks(charts.revisions) : []] },
    heading('Sources and dates'),
    {
      kind: 'origin',
      rows: [],
      formats: [
        ['Markdown', `${path}?format=markdown`],
        ['JSON', `${path}?format=json`],
      ],
    },
  ]
}

/** `VIX: 18.67, highest since October 2023`; without a record the change of a month, or of the window there is. */
function headlineOf({ title, value, unit }: Metric, full: MetricData | null): Text {
  const now: Span[] = [`${title}: `, { figure: value, unit }]
  if (full?.record) return [...now, ', ', ...recordText(full.record, full)]
  const window = full && (full.trend['30d'] ?? full.trend['90d'] ?? full.trend['7d'])
  if (!window || window.change === null) return now
  return [...now, ', ', window.change === 0 ? 'unchanged' : { change: window, unit }, ` over ${window.span}`]
}

function stateBlock({ signal }: MetricData): Block {
  if (signal === null) return { kind: 'sentence', text: { tone: 'unknown', word: 'no signal' }, state: true }
  const { direction, polarity, since, for: whom } = signal
  const moves = polarity === 'higher_is_bullish' ? 'rise' : 'fall'
  const good = whom === null || polarity === 'none' ? '' : ` · a ${moves} is good for ${whom}`
  const text: Text = [{ tone: toneOfSignal(direction), word: signalText(signal) }, { soft: ['since ', { day: since }, good] }]
  return { kind: 'sentence', text, state: true }
}

/** How sure its signal is, or why that is not known; null where nothing can be said of what comes next. */
const sureOf = ({ confidence, signal }: MetricData): string | null =>
  confidenceEdgeText(confidence) ?? (signal === null ? null : confidence.why)

function fullBlocks(full: MetricData, { lines: [line], signals = [] }: Charts): Block[] {
  const { confidence, signal, metric, unit } = full
  const sure = sureOf(full)
  const ways = (signal?.turns ?? []).map(
    (turn): Text => [{ tone: toneOfSignal(turn.to), word: turn.to }, ' ', ...turnText(metric, turn, unit)],
  )
  const ahead: Block[] = [
    heading('How sure'),
    ...(sure === null ? [] : [sentence(sure)]),
    ...scoreBlocks(confidence),
    heading('What would turn it'),
    list(ways, 'turns'),
  ]
  const stands: Block[] = [
    heading('Where it stands'),
    ...(line === undefined ? [] : [rangesBlock(full, line.points)]),
    trendBlock(full),
    facts(rankFact(full), dataFact(full)),
  ]
  return [
    ...(line === undefined ? [] : [chartOf(line, full, { runs: signals })]),
    { kind: 'columns', look: 'two', columns: [stands, ahead] },
  ]
}

/** Days of the ranges that a value is placed in. */
const ranges = [
  [90, '90 days'],
  [365, '1 year'],
  [1_095, '3 years'],
] as const
/** Values below which a range says little, and days by which a history may fall short of one. */
const fewestValues = 8
const mostMissing = 45

function rangesBlock({ value, unit }: MetricData, points: readonly (readonly [day: number, value: number])[]): Block {
  const last = points.at(-1)?.[0] ?? 0
  const placed = ranges.flatMap(([days, name]) => {
    const within = points.filter(([day]) => day > last - days).map(([, each]) => each)
    if (within.length < fewestValues || (days > 90 && points[0]![0] > last - days + mostMissing)) return []
    return [{ name, low: Math.min(...within, value), high: Math.max(...within, value) }]
  })
  return { kind: 'ranges', value, unit, ranges: placed }
}

function trendBlock({ trend, unit }: MetricData): Block {
  const windows = [trend['7d'], trend['30d'], trend['90d']].filter((window) => window !== null)
  if (windows.length === 0) return sentence('No window is long enough for a change.')
  const ofUnit = unit === '1' ? '' : unit === 'percent' ? ' (%)' : ` (${unit})`
  return tableOf(windows, [
    ['Over', ({ span }) => span],
    [['Change'], (window) => (window.note === undefined ? { change: window, unit } : `${window.direction}: ${window.note}`)],
    [['Strength'], ({ strength }) => (strength === null ? '' : { number: strength, decimals: 2 })],
    [[`From${ofUnit}`], ({ from }) => ({ figure: from.value, unit, headed: true })],
    ['On', ({ from }) => ({ day: from.period, short: true })],
  ])
}

/** `Signal: bearish for bonds since 14 July. It turns neutral at 2.27% or lower at the next release.` */
function signalFact({ metric, unit, signal }: MetricData): FactItem {
  if (signal === null) return ['Signal', 'none.']
  const ways = signal.turns.map((turn) => [`${turn.to} `, ...turnText(metric, turn, unit)])
  const turns = ways.length === 0 ? '' : phrase` It turns ${joined(ways, ', or ')}.`
  return ['Signal', phrase`${{ strong: signalText(signal) }} since ${{ day: signal.since }}.${turns}`]
}

const rankFact = ({ percentile_90d: rank }: MetricData): FactItem => [
  '90-day rank',
  rank && phrase`${number(rank.value, 'percent', 0)}, among ${`${rank.n}`} others.`,
]

function dataFact({ data_quality: { status, gaps, disagreement, notes } }: MetricData): FactItem {
  const flaws = gaps > 0 ? `, ${counted(gaps, 'gap')} in 90 days` : ''
  const disagreed = disagreement === null ? [] : [`Sources disagree: ${disagreement}`]
  return ['Data', [`${status}${flaws}.`, ...disagreed, ...notes].join(' ')]
}

/** `FRED, DGS10`, `calculated: a - b` */
const madeText = ({ source: { id, name, series, url } }: Metric): Text =>
  id === 'calculated' ? { name: `calculated: ${series}`, url } : { name: `${name}, ${series}`, url }

function knownText(metric: Metric): Text {
  const {
    known_at,
    known_basis,
    freshness: { status, cadence, next_due_at },
  } = metric
  const next = status === 'fresh' && 'next_release' in metric ? (metric.next_release ?? null) : null
  const due = next_due_at && phrase`, ${status === 'fresh' ? 'next' : 'was'} due ${{ time: next_due_at }}`
  return phrase`Known ${{ time: known_at }} (${known_basis}); ${status}, ${cadence}${next ? [', next ', ...expectedReleaseSpans(next)] : (due ?? '')}.`
}

function servedTexts({ access: { served, why, full_needs: needs } }: Metric): string[] {
  if (served === 'full') return []
  return [`Served: ${served.replace('_', ' ')}.${why === null ? '' : ` ${why}`}${needs === null ? '' : ` Full read: ${needs}.`}`]
}

const titleOfSeries = (series: string): string => seriesById.get(series)?.title ?? metricByName.get(series)?.title ?? series

function inputTable({ inputs }: Metric, nameOf: (series: string) => string): Block {
  return tableOf(inputs, [
    ['Input', ({ series, url }) => ({ name: nameOf(series), url })],
    [['Value'], ({ value, unit }) => ({ figure: value, unit })],
    ['As of', ({ period }) => ({ day: period, short: true })],
    ['Known', ({ known_at }) => ({ time: known_at })],
  ])
}

/** How the value comes about: the formula with its inputs, the unit, when it is released, and where it is used. */
function madeBlocks(document: Metric): Block[] {
  const { metric, unit, freshness } = document
  const clock = seriesById.get(metricByName.get(metric)?.clock ?? '')?.rule
  const rule = releaseRules.find(({ id }) => id === clock)
  const used = briefingRows.filter(({ metrics }) => (metrics as readonly string[]).includes(metric))
  const links = used.map(({ path, title }): Text => ({ name: title, url: `${path}?format=html` }))
  return [
    heading('How it is computed'),
    facts(
      ['Source', madeText(document)],
      ['Unit', unit === '1' ? 'a number without a unit' : unit],
      ['Released', `${freshness.cadence}${rule === undefined ? '' : `, ${rule.title}`}`],
      ['Method', 'method' in document ? `version ${document.method.version}` : null],
      ['Used in', links.length === 0 ? null : joined(links, ', ')],
    ),
    inputTable(document, titleOfSeries),
  ]
}

const dayMilliseconds = 86_400_000

/** What was first on record and what it is now. */
function revisionBlocks({ revised, periods, newest }: Revisions): Block[] {
  if (newest.length === 0)
    return [heading('Revisions'), sentence(`None of the ${counted(periods, 'value')} on record has been revised.`)]
  const isOne = new Set(newest.map(({ series }) => series)).size === 1
  const dated = ({ value, known }: Revision['now'], unit: string): Text => [
    { figure: value, unit },
    ' ',
    { small: { day: Math.floor(known / dayMilliseconds), short: true, year: true } },
  ]
  return [
    heading('Revisions'),
    asideBlock(
      `${counted(revised, 'value')} of ${counted(periods, 'value')} on record ${revised === 1 ? 'was' : 'were'} revised; the newest first, each with the day it became known.`,
    ),
    tableOf(newest, [
      [
        isOne ? 'Of' : 'Value of',
        ({ series, period }) => [isOne ? '' : `${titleOfSeries(series)}, `, { day: period, short: true, year: true }],
      ],
      [['First on record'], ({ first, unit }) => dated(first, unit)],
      [['Now'], ({ now, unit }) => dated(now, unit)],
    ]),
    asideBlock('A document of an earlier day keeps the value known on that day.'),
  ]
}
