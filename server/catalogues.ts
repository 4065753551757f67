import { briefingRows } from '../data/briefings.ts'
import { filedSeries } from '../data/companies.ts'
import { categories, type Metric, metricRows } from '../data/metrics.ts'
import { series } from '../data/series.ts'
import { upstreams } from '../data/upstreams.ts'
import { type Kind, placeOf, type Row, targetOf } from '../pipeline/documents/kind.ts'
import type { EditionView, Entry } from '../pipeline/publish/reader.ts'
import { absentList, absentOf } from './absence.ts'
import { freshnessAt } from './freshness.ts'
import { type Column, markdownTable } from './markdown-table.ts'
import type {
  BriefingListing,
  DocumentCatalogue,
  DocumentListing,
  MetricCatalogue,
  MetricListing,
} from './openapi/schemas/catalogue.ts'
import { priceOf } from './price.ts'

type Listing = { readonly [member: string]: unknown }

/** What a kind tells of its documents in its catalogue beside, or instead of, what every catalogue has. */
interface Special {
  listing(row: Row, entry: Entry, usual: () => DocumentListing): object
  /** Members between the count and the list. */
  more?(listings: readonly never[]): object
  // biome-ignore lint/suspicious/noExplicitAny: each column takes the listings of its kind
  readonly columns: readonly Column<any>[]
}

/** GET /api/briefings, /api/metrics and the like: what the edition holds of a kind and can be asked for, each as fresh as it is at `now`. */
export function catalogueOf(kind: Kind, view: EditionView, now: number): Listing {
  const { listing = (_row, _entry, usual) => usual(), more = () => ({}) }: Partial<Special> = specials[kind.kind] ?? {}
  const listings = kind.rows(view.manifest.sample).flatMap((row) => {
    const entry = view.entries.get(placeOf(kind, row.id))
    return entry === undefined ? [] : [listing(row, entry, () => documentListing(kind, row, entry, view, now))]
  })
  return {
    count: listings.length,
    ...more(listings as never[]),
    [kind.catalogue!.member]: listings,
    absent: absentOf(view, kind),
  }
}

function documentListing(kind: Kind, row: Row, entry: Entry, view: EditionView, now: number): DocumentListing {
  const { first, last } = daysOnRecord(view, row.id, entry)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    tier: row.tier,
    price: priceOf(row.price),
    path: row.path ?? targetOf(kind.route!, row.id),
    first_date: first,
    last_date: last,
    updated_at: entry.computed_at,
    freshness: freshnessAt(view, entry, now),
    bytes: { markdown: entry.formats.md?.bytes ?? 0, json: entry.formats.json?.bytes ?? 0 },
  }
}

/** First and last day a briefing can be asked for: those of the archive and the current document's own. */
export function daysOnRecord(view: EditionView, id: string, entry: Entry): { first: string; last: string } {
  const days = view.days(id)
  const known = [entry.as_of, ...(days === null ? [] : [days.first, days.last])].sort()
  return { first: known[0]!, last: known.at(-1)! }
}

function metricListing(row: Metric, price: string, entry: Entry): MetricListing {
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
    price: priceOf(price),
    path: `/api/metrics/${row.metric}`,
    used_in: briefingRows.filter(({ metrics }) => metrics.some((name) => name === row.metric)).map(({ id }) => id),
    method_version: String(entry.facts['method_version'] ?? row.version),
  }
}

/** The organisations whose figures a metric uses, in the order its formula reads them. */
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

const usualColumns: readonly Column<DocumentListing>[] = [
  { label: 'Title', cell: ({ title }) => title },
  { label: 'Description', cell: ({ description }) => description },
  { label: 'Tier', cell: ({ tier }) => tier },
  { label: 'USD per call', cell: ({ price: { usd } }) => usd, right: true },
  { label: 'Path', cell: ({ path }) => path },
  { label: 'First day', cell: ({ first_date }) => first_date },
  { label: 'Last day', cell: ({ last_date }) => last_date },
  { label: 'Updated', cell: ({ updated_at }) => updated_at },
  { label: 'Freshness', cell: ({ freshness }) => freshness },
  { label: 'Bytes Markdown', cell: ({ bytes }) => bytes.markdown, right: true },
  { label: 'Bytes JSON', cell: ({ bytes }) => bytes.json, right: true },
]

const metricColumns: readonly Column<MetricListing>[] = [
  { label: 'Metric', cell: ({ metric }) => metric },
  { label: 'Title', cell: ({ title }) => title },
  { label: 'Description', cell: ({ description }) => description },
  { label: 'Why', cell: ({ why }) => why },
  { label: 'Category', cell: ({ category }) => category },
  { label: 'Unit', cell: ({ unit }) => unit },
  { label: 'Cadence', cell: ({ cadence }) => cadence },
  { label: 'Source', cell: ({ source }) => source },
  { label: 'Polarity', cell: ({ polarity }) => polarity },
  { label: 'Pro only', cell: ({ pro_only }) => (pro_only ? 'yes' : 'no') },
  { label: 'USD per call', cell: ({ price: { usd } }) => usd, right: true },
  { label: 'Path', cell: ({ path }) => path },
  { label: 'Used in', cell: ({ used_in }) => used_in.join(', ') },
  { label: 'Method', cell: ({ method_version }) => method_version },
]

const specials: Readonly<Record<string, Special>> = {
  briefing: {
    listing: ({ id }, _entry, usual) => ({ ...usual(), metrics: briefingRows.find((row) => row.id === id)!.metrics }),
    columns: [
      { label: 'Briefing', cell: ({ id }: BriefingListing) => id },
      ...usualColumns,
      { label: 'Metrics', cell: ({ metrics }: BriefingListing) => metrics.join(', ') },
    ],
  },
  metric: {
    listing: ({ id, price }, entry) => metricListing(metricRows.find((row) => row.metric === id)!, price, entry),
    more: (metrics: readonly MetricListing[]) => ({
      categories: categories
        .map(({ id, title }) => ({ id, title, count: metrics.filter(({ category }) => category === id).length }))
        .filter(({ count }) => count > 0),
      free_key: 'A free key reads metrics of the bitcoin category in full, and the latest reading of every other metric.',
      pro_only_metrics: metrics.filter(({ pro_only }) => pro_only).map(({ metric }) => metric),
    }),
    columns: metricColumns,
  },
}

/** A catalogue as a table. */
export function catalogueText(kind: Kind, view: EditionView, now: number): string {
  const catalogue = catalogueOf(kind, view, now) as unknown as DocumentCatalogue & Pick<MetricCatalogue, 'free_key'>
  const { member } = kind.catalogue!
  // biome-ignore lint/suspicious/noExplicitAny: the columns are those of the kind's listings
  const columns: readonly Column<any>[] = specials[kind.kind]?.columns ?? [
    { label: 'Id', cell: ({ id }: DocumentListing) => id },
    ...usualColumns,
  ]
  const listings = (catalogue as unknown as Record<string, readonly object[]>)[member]!
  const title = `${member.charAt(0).toUpperCase()}${member.slice(1)}`
  const sample = view.manifest.sample ? '\n**SAMPLE DATA**\n' : ''
  const note = catalogue.free_key === undefined ? '' : `${catalogue.free_key}\n\n`
  return `# ${title} (${catalogue.count})\n${sample}\n${note}${markdownTable(columns, listings)}\n${absentList(catalogue.absent)}`
}
