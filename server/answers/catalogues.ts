import { briefingRows } from '../../data/briefings.ts'
import { type Metric, metricCategories, metricRows } from '../../data/metrics.ts'
import { prices } from '../../data/prices.ts'
import { keptSeries, upstreamsOf } from '../../data/series.ts'
import { upstreams } from '../../data/upstreams.ts'
import { documentTarget, type Kind, placeOf, type RegisteredDocument } from '../../pipeline/documents/kind.ts'
import type { EditionView, Entry } from '../../pipeline/editions/reader.ts'
import { priceOf } from '../access/price.ts'
import { absentList, absentOf } from '../editions/absence.ts'
import { servedFreshnessAt } from '../editions/freshness.ts'
import { type Refusal, wrong } from '../http/errors.ts'
import { type ColumnHead, type MarkdownCell, markdownTable, rightColumn } from '../http/markdown-table.ts'
import { memoize } from '../http/once.ts'
import type { Query } from '../openapi/query.ts'
import type {
  BriefingCatalogue,
  BriefingListing,
  DocumentCatalogue,
  DocumentListing,
  MetricCatalogue,
  MetricListing,
} from '../schemas/catalogue.ts'

type Listing = { readonly [member: string]: unknown }

/** What a kind tells of its documents in its catalogue beside, or instead of, what every catalogue has. */
interface Special {
  listing(row: RegisteredDocument, entry: Entry, usual: () => DocumentListing): object
  /** Members between the count and the list; `absent` is what the edition does not hold. */
  more?(listings: readonly never[], absent: Listed['absent']): object
  readonly heads: readonly ColumnHead[]
  cells(listing: never): MarkdownCell[]
}

/** What is wanted of a catalogue: a category, a page (from 1), or everything. */
export interface CatalogueSelection {
  readonly category: string | null
  readonly page: number | null
}
const everything: CatalogueSelection = { category: null, page: null }

/** Listings of a page. */
const pageLength = 100

/**
 * GET /api/briefings, /api/metrics and the like: what the edition holds of a kind and can be asked for, each as fresh as it is at `now`.
 * Throws 400 INVALID_REQUEST for a category or a page that there is none of.
 */
export function catalogueOf(kind: Kind, view: EditionView, now: number, { category, page } = everything): Listing {
  const { more = () => ({}) }: Partial<Special> = specials[kind.kind] ?? {}
  const { rows, absent } = listings(view)(kind)
  const own = category === null ? rows : rows.filter(({ listing }) => 'category' in listing && listing.category === category)
  if (category !== null && own.length === 0) throw noCategory(rows)
  const pages = Math.ceil(own.length / pageLength)
  if (page !== null && page > pages)
    throw wrong('page', `There are ${pages} pages, and this is none of them. Set page to 1 to ${pages}.`)
  const shown = page === null ? own : own.slice((page - 1) * pageLength, page * pageLength)
  return {
    count: own.length,
    sample: view.manifest.sample,
    ...more(rows.map(({ listing }) => listing) as never[], absent),
    [kind.catalogue!.member]: shown.map(({ listing, entry }) => {
      if (!('freshness' in listing)) return listing
      const { word, refused } = servedFreshnessAt(view, entry, now)
      return { ...listing, freshness: word, available: !refused }
    }),
    ...(page === null ? {} : { page, pages }),
    absent,
  }
}

/** What catalogues take in the query. Throws a 400 `Refusal`. */
export function readCatalogueSelection(query: Query): CatalogueSelection {
  const text = query.get('page')
  const page = text === undefined ? null : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(page))
    throw wrong('page', `Each page has ${pageLength}. Set page to a whole number from 1, or omit it for all.`)
  return { category: query.get('category') ?? null, page }
}

function noCategory(rows: Listed['rows']): Refusal {
  const allowed = [...new Set(rows.flatMap(({ listing }) => ('category' in listing ? [String(listing.category)] : [])))]
  return wrong('category', `There is no such category. Use ${allowed.join(', ')}, or omit it for all.`, { allowed })
}

/** What an edition lists of a kind, whatever the time. */
interface Listed {
  readonly rows: readonly { readonly listing: object; readonly entry: Entry }[]
  readonly absent: ReturnType<typeof absentOf>
}

/** Made once an edition and kind. */
const listings = memoize((view: EditionView) => memoize((kind: Kind) => listedIn(kind, view)))

function listedIn(kind: Kind, view: EditionView): Listed {
  const { listing = (_row, _entry, usual) => usual() }: Partial<Special> = specials[kind.kind] ?? {}
  const rows = kind.rows(view.manifest.sample).flatMap((row) => {
    const entry = view.entries.get(placeOf(kind, row.id))
    return entry === undefined ? [] : [{ listing: listing(row, entry, () => documentListing(kind, row, entry, view)), entry }]
  })
  return { rows, absent: absentOf(view, kind) }
}

/** As listed whenever: the word of its freshness comes with the moment. */
function documentListing(kind: Kind, row: RegisteredDocument, entry: Entry, view: EditionView): DocumentListing {
  const { first, last } = daysOnRecord(view, row.id, entry)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    tier: row.tier,
    price: priceOf(row.price),
    path: row.path ?? documentTarget(kind.route!, row.id),
    first_date: first,
    last_date: last,
    updated_at: entry.computed_at,
    freshness: '',
    available: true,
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
  const names = sourcesOf(row, new Set()).map((id) => upstreams.find((upstream) => upstream.id === id)?.name ?? id)
  return [...new Set(names)].join('; ')
}

function sourcesOf(row: Metric, seen: Set<string>): readonly string[] {
  return row.of.flatMap((id) => {
    if (seen.has(id)) return []
    seen.add(id)
    const one = keptSeries.find((each) => each.id === id)
    if (one !== undefined) return upstreamsOf(one)
    const metric = metricRows.find((each) => each.metric === id)
    return metric === undefined ? [] : sourcesOf(metric, seen)
  })
}

const usualHeads: readonly ColumnHead[] = [
  ...['Title', 'Description', 'Tier', rightColumn('USD per call'), 'Path', 'First day', 'Last day', 'Updated', 'Freshness'],
  ...[rightColumn('Bytes Markdown'), rightColumn('Bytes JSON')],
]
const usualCells = ({ bytes, price, ...row }: DocumentListing): MarkdownCell[] => [
  ...[row.title, row.description, row.tier, price.usd, row.path, row.first_date, row.last_date, row.updated_at, row.freshness],
  ...[bytes.markdown, bytes.json],
]

const metricHeads: readonly ColumnHead[] = [
  ...['Metric', 'Title', 'Description', 'Why', 'Category', 'Unit', 'Cadence', 'Source', 'Polarity', 'Pro only'],
  ...[rightColumn('USD per call'), 'Path', 'Used in', 'Method'],
]
const metricCells = (row: MetricListing): MarkdownCell[] => [
  ...[row.metric, row.title, row.description, row.why, row.category, row.unit, row.cadence, row.source, row.polarity],
  ...[row.pro_only ? 'yes' : 'no', row.price.usd, row.path, row.used_in.join(', '), row.method_version],
]

/** Briefings on companies, which GET /api/companies lists. */
const companyBriefings = {
  id: 'equities.company',
  title: 'Company briefings',
  description:
    'Statements, what the latest report changed, quality, profitability and news of one listed company, whole or by block.',
  path: '/api/companies',
  price: priceOf(prices.company),
  price_block: priceOf(prices.companyBlock),
} satisfies BriefingCatalogue['companies']

const specials: Readonly<Record<string, Special>> = {
  briefing: {
    listing: ({ id }, _entry, usual) => ({ ...usual(), metrics: briefingRows.find((row) => row.id === id)!.metrics }),
    more: () => ({ companies: companyBriefings }),
    heads: ['Briefing', ...usualHeads, 'Metrics'],
    cells: (row: BriefingListing) => [row.id, ...usualCells(row), row.metrics.join(', ')],
  },
  metric: {
    listing: ({ id, price }, entry) => metricListing(metricRows.find((row) => row.metric === id)!, price, entry),
    more: (metrics: readonly MetricListing[], absent) => ({
      categories: metricCategories
        .map(({ id, title }) => ({ id, title, count: metrics.filter(({ category }) => category === id).length }))
        .filter(({ count }) => count > 0),
      free_key: 'A free key reads metrics of the bitcoin category in full, and the latest reading of every other metric.',
      // an edition may not hold them yet: what the plan means is known all the same
      pro_only_metrics: metricRows.flatMap(({ metric, proOnly }) =>
        proOnly && !absent.some(({ id, never }) => never && id === metric) ? metric : [],
      ),
    }),
    heads: metricHeads,
    cells: metricCells,
  },
}

/** A catalogue as a table. */
export function catalogueText(kind: Kind, view: EditionView, now: number, selection = everything): string {
  const catalogue = catalogueOf(kind, view, now, selection) as unknown as DocumentCatalogue &
    Pick<MetricCatalogue, 'free_key' | 'page' | 'pages'> &
    Partial<Pick<BriefingCatalogue, 'companies'>>
  const { member } = kind.catalogue!
  const { heads = ['Id', ...usualHeads], cells = (row: DocumentListing) => [row.id, ...usualCells(row)] }: Partial<Special> =
    specials[kind.kind] ?? {}
  const rows = (catalogue as unknown as Record<string, readonly never[]>)[member]!.map(cells)
  const title = `${member.charAt(0).toUpperCase()}${member.slice(1)}`
  const sample = view.manifest.sample ? '\n**SAMPLE DATA**\n' : ''
  const note = catalogue.free_key === undefined ? '' : `${catalogue.free_key}\n\n`
  const { companies } = catalogue
  const others =
    companies === undefined
      ? ''
      : `${companies.title} (${companies.id}/ADDRESS): ${companies.path} lists the companies; a block ${companies.price_block.usd} USD per call, a whole briefing that for each of its blocks, at most ${companies.price.usd}.\n\n`
  const page = catalogue.page === undefined ? '' : `Page ${catalogue.page} of ${catalogue.pages}.\n\n`
  return `# ${title} (${catalogue.count})\n${sample}\n${note}${others}${page}${markdownTable(heads, rows)}\n${absentList(catalogue.absent)}`
}
