import { type Briefing, briefingRows } from '../data/briefings.ts'
import { filedSeries } from '../data/companies.ts'
import { categories, type Metric, metricRows } from '../data/metrics.ts'
import { prices } from '../data/prices.ts'
import { series } from '../data/series.ts'
import { upstreams } from '../data/upstreams.ts'
import type { EditionView, Entry } from '../pipeline/publish/reader.ts'
import { absentOf } from './absence.ts'
import { absentList } from './absent-list.ts'
import { freshnessAt } from './freshness.ts'
import { markdownTable } from './markdown-table.ts'
import type { BriefingCatalogue, BriefingListing, MetricCatalogue, MetricListing } from './openapi/schemas/catalogue.ts'
import { priceOf } from './price.ts'
import { metricPath } from './shelf.ts'

/** GET /api/briefings: what the edition holds and can be asked for, each as fresh as it is at `now`. */
export function briefingCatalogue(view: EditionView, now: number): BriefingCatalogue {
  const briefings = briefingRows.flatMap((row) => {
    const entry = view.entries.get(`briefing/${row.id}`)
    return entry === undefined ? [] : [briefingListing(row, entry, view, now)]
  })
  return { count: briefings.length, briefings, absent: absentOf(view, 'briefing') }
}

function briefingListing(row: Briefing, entry: Entry, view: EditionView, now: number): BriefingListing {
  const { first, last } = daysOnRecord(view, row.id, entry)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    tier: row.tier,
    price: priceOf(prices.briefing[row.tier]),
    path: row.path,
    first_date: first,
    last_date: last,
    updated_at: entry.computed_at,
    freshness: freshnessAt(entry, now),
    bytes: { markdown: entry.formats.md?.bytes ?? 0, json: entry.formats.json?.bytes ?? 0 },
    metrics: row.metrics,
  }
}

/** First and last day a briefing can be asked for: those of the archive and the current document's own. */
export function daysOnRecord(view: EditionView, id: string, entry: Entry): { first: string; last: string } {
  const days = view.days(id)
  const known = [entry.as_of, ...(days === null ? [] : [days.first, days.last])].sort()
  return { first: known[0]!, last: known.at(-1)! }
}

/** GET /api/metrics: what the edition holds and can be asked for. */
export function metricCatalogue(view: EditionView): MetricCatalogue {
  const metrics = metricRows.flatMap((row) => {
    const entry = view.entries.get(`metric/${row.metric}`)
    return entry === undefined ? [] : [metricListing(row, entry)]
  })
  return {
    count: metrics.length,
    categories: categories
      .map(({ id, title }) => ({ id, title, count: metrics.filter(({ category }) => category === id).length }))
      .filter(({ count }) => count > 0),
    free_key: 'A free key reads metrics of the category bitcoin in full and every other metric as its latest reading.',
    pro_only_metrics: metrics.filter(({ pro_only }) => pro_only).map(({ metric }) => metric),
    metrics,
    absent: absentOf(view, 'metric'),
  }
}

function metricListing(row: Metric, entry: Entry): MetricListing {
  return {
    metric: row.metric,
    title: row.title,
    description: row.description,
    why: row.why,
    category: row.category,
    unit: row.unit,
    cadence: row.cadence,
    source: sourceOf(row),
    polarity: row.polarity,
    pro_only: row.proOnly,
    price: priceOf(prices.metric),
    path: metricPath(row.metric),
    used_in: briefingRows.filter(({ metrics }) => metrics.some((name) => name === row.metric)).map(({ id }) => id),
    method_version: String(entry.facts['method_version'] ?? row.version),
  }
}

/** The organisations whose figures a metric rests on, in the order its formula reads them. */
function sourceOf(row: Metric): string {
  const names = upstreamsOf(row, new Set()).map((id) => upstreams.find((upstream) => upstream.id === id)?.name ?? id)
  return [...new Set(names)].join('; ')
}

function upstreamsOf(row: Metric, seen: Set<string>): string[] {
  return row.of.flatMap((id) => {
    if (seen.has(id)) return []
    seen.add(id)
    const one = series.find((each) => each.id === id)
    if (one !== undefined) return [one.upstream]
    if (filedSeries.includes(id)) return ['sec']
    const metric = metricRows.find((each) => each.metric === id)
    return metric === undefined ? [] : upstreamsOf(metric, seen)
  })
}

const sampleMark = (view: EditionView) => (view.manifest.sample ? '\n**SAMPLE DATA**\n' : '')

export function briefingTable({ count, briefings, absent }: BriefingCatalogue, view: EditionView): string {
  const table = markdownTable<BriefingListing>(
    [
      { label: 'Briefing', cell: ({ id }) => id },
      { label: 'Title', cell: ({ title }) => title },
      { label: 'What it tells', cell: ({ description }) => description },
      { label: 'Tier', cell: ({ tier }) => tier },
      { label: 'USD a call', cell: ({ price: { usd } }) => usd, right: true },
      { label: 'Path', cell: ({ path }) => path },
      { label: 'First day', cell: ({ first_date }) => first_date },
      { label: 'Last day', cell: ({ last_date }) => last_date },
      { label: 'Updated', cell: ({ updated_at }) => updated_at },
      { label: 'Freshness', cell: ({ freshness }) => freshness },
      { label: 'Bytes Markdown', cell: ({ bytes }) => bytes.markdown, right: true },
      { label: 'Bytes JSON', cell: ({ bytes }) => bytes.json, right: true },
      { label: 'Metrics', cell: ({ metrics }) => metrics.join(', ') },
    ],
    briefings,
  )
  return `# Briefings (${count})\n${sampleMark(view)}\n${table}\n${absentList(absent)}`
}

export function metricTable(catalogue: MetricCatalogue, view: EditionView): string {
  const table = markdownTable<MetricListing>(
    [
      { label: 'Metric', cell: ({ metric }) => metric },
      { label: 'Title', cell: ({ title }) => title },
      { label: 'What it is', cell: ({ description }) => description },
      { label: 'Why', cell: ({ why }) => why },
      { label: 'Category', cell: ({ category }) => category },
      { label: 'Unit', cell: ({ unit }) => unit },
      { label: 'Cadence', cell: ({ cadence }) => cadence },
      { label: 'Source', cell: ({ source }) => source },
      { label: 'Polarity', cell: ({ polarity }) => polarity },
      { label: 'Pro only', cell: ({ pro_only }) => (pro_only ? 'yes' : 'no') },
      { label: 'USD a call', cell: ({ price: { usd } }) => usd, right: true },
      { label: 'Path', cell: ({ path }) => path },
      { label: 'Used in', cell: ({ used_in }) => used_in.join(', ') },
      { label: 'Method', cell: ({ method_version }) => method_version },
    ],
    catalogue.metrics,
  )
  return `# Metrics (${catalogue.count})\n${sampleMark(view)}\n${catalogue.free_key}\n\n${table}\n${absentList(catalogue.absent)}`
}
