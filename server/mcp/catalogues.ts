import { metricCategories } from '../../data/metrics.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { catalogueOf } from '../answers/catalogues.ts'
import type { EditionCache } from '../answers/edition-cache.ts'
import { absentList } from '../editions/absence.ts'
import { markdownTable } from '../http/markdown-table.ts'
import { memoize } from '../http/once.ts'
import type { BriefingListing, MetricListing } from '../schemas/catalogue.ts'
import type { Arguments } from './arguments.ts'
import type { ToolAnswer } from './tool.ts'

/** Rows of metrics at most: an agent that searches for one reads no further. */
const mostRows = 60

/** What `list_briefings` answers. */
export function listBriefings({ view }: EditionCache, now: number, { search = '' }: Arguments): ToolAnswer {
  const catalogue = catalogueOf(briefingKind, view, now) as unknown as { briefings: BriefingListing[]; absent: Absent }
  const texts = searched(view)
  const listed = catalogue.briefings.filter(({ id }) => matches(search, texts.get(id)!))
  const rows = listed.map(({ id, title, tier, price: { usd: price_usd }, freshness, first_date }) => ({
    ...{ id, title, tier, price_usd, freshness, first_date },
  }))
  const heads = ['briefing', 'title', 'tier', 'USD per call', 'freshness', 'first day']
  const cells = rows.map((row) => Object.values(row))
  const table = markdownTable(heads, cells)
  const absent = search === '' ? `\n${moreCompanies}\n${absentList(catalogue.absent)}` : ''
  return {
    text: `# Briefings (${rows.length})\n${sampleNote(view.manifest.sample)}\nRead one with get_context. A key reads the tiers of its plan.\n\n${rows.length === 0 ? noMatch : table}\n${absent}`,
    data: { count: rows.length, briefings: rows },
  }
}

/** What `list_metrics` answers: the names of all by category, or the rows of those that are asked for. */
export function listMetrics({ view }: EditionCache, now: number, { category, search = '' }: Arguments): ToolAnswer {
  const catalogue = catalogueOf(metricKind, view, now) as unknown as {
    metrics: MetricListing[]
    free_key: string
    pro_only_metrics: string[]
  }
  const { metrics, free_key, pro_only_metrics } = catalogue
  const head = `${sampleNote(view.manifest.sample)}\nRead one with get_metric. ${free_key} Pro only: ${pro_only_metrics.join(', ') || 'none'}.\n`
  const rights = { free_key, pro_only_metrics }
  if (category === undefined && search === '') {
    const groups = metricCategories
      .map(({ id, title }) => ({ id, title, metrics: namesIn(metrics, id) }))
      .filter((group) => group.metrics.length > 0)
    const lines = groups.map(({ id, metrics: names }) => `- ${id} (${names.length}): ${names.join(', ')}`)
    const narrow = 'Give category or search for titles and units.'
    return {
      text: `# Metrics (${metrics.length})\n${head}\n${narrow}\n\n${lines.join('\n')}\n`,
      data: { count: metrics.length, ...rights, categories: groups },
    }
  }
  const texts = searched(view)
  const matching = metrics.filter(
    (row) => (category === undefined || row.category === category) && matches(search, texts.get(row.metric)!),
  )
  const rows = matching.slice(0, mostRows).map(({ metric, title, category: group, unit, cadence }) => ({
    ...{ metric, title, category: group, unit, cadence },
  }))
  const cells = rows.map((row) => Object.values(row))
  const table = markdownTable(['metric', 'title', 'category', 'unit', 'cadence'], cells)
  const rest =
    matching.length > rows.length ? `\nFirst ${rows.length} of ${matching.length}. Narrow the search for the others.\n` : ''
  return {
    text: `# Metrics (${matching.length})\n${head}\n${rows.length === 0 ? noMatch : table}\n${rest}`,
    data: { count: matching.length, ...rights, metrics: rows },
  }
}

export const categoryIds: readonly string[] = metricCategories.map(({ id }) => id)

type Absent = Parameters<typeof absentList>[0]

const moreCompanies = 'Briefings on listed companies: search_companies.'
const noMatch = 'Nothing matches. Omit search for the whole list; search_companies finds companies.'
const sampleNote = (sample: boolean) => (sample ? '\n**SAMPLE DATA**\n' : '')

function namesIn(metrics: readonly MetricListing[], category: string): string[] {
  return metrics.filter((row) => row.category === category).map(({ metric }) => metric)
}

/** What searches look into, in small letters, by the id of a briefing or the name of a metric: made once an edition. */
const searched = memoize((view: EditionView): ReadonlyMap<string, string> => {
  const { sample } = view.manifest
  const aliases = new Map(briefingKind.rows(sample).map(({ id, aliases: own = [] }) => [id, own]))
  const { briefings } = catalogueOf(briefingKind, view, 0) as unknown as { briefings: BriefingListing[] }
  const { metrics } = catalogueOf(metricKind, view, 0) as unknown as { metrics: MetricListing[] }
  const texts = [
    ...briefings.map(({ id, title, description, metrics: read }) => [id, title, description, ...read, ...aliases.get(id)!]),
    ...metrics.map(({ metric, title, description, why }) => [metric, title, description, why]),
  ]
  return new Map(texts.map((all) => [all[0]!, all.join('\n').toLowerCase()]))
})

/** Whether each word of a search is part of a text. */
function matches(search: string, text: string): boolean {
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
