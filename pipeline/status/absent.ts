import { briefingById, briefingRows } from '../../data/briefings.ts'
import { type Company, rosterOf } from '../../data/companies.ts'
import { metricRows } from '../../data/metrics.ts'
import { type CloseSeries, feedMayProvide, keptSeries, type Series } from '../../data/series.ts'
import { upstreamById } from '../../data/upstreams.ts'
import { briefingDefinitions } from '../briefings/index.ts'
import { marketOf } from '../companies/markets/index.ts'
import { unknown } from '../days/day.ts'
import type { AbsentDocument } from '../documents/absent.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Draft } from '../documents/schema.ts'
import type { TreasuryDocument } from '../documents/treasury.ts'
import type { TreasuryList } from '../documents/treasury-list.ts'
import { metricEvaluator, seriesOf } from '../formulas/evaluate.ts'
import type { Column } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'

/** What is known of a feed: the upstream it asks, and the setting without which it is off, null where it is on. */
export interface FeedState {
  readonly feed: string
  readonly upstream: string
  readonly wants: string | null
  readonly read: boolean
}

/**
 * Whether a briefing tells anything of what it is about: its lead, or where it has none any reading, unless it is about rows; a table, a correlation, a regime, a
 * state. A briefing without content is not published, so that nobody pays for it.
 */
export function hasContent(document: Draft<BriefingDocument>): boolean {
  const { briefing, readings, sections, correlations = [], regime, state } = document
  const lead = briefingById.get(briefing)?.lead ?? null
  const read = lead === null ? !ofRows.has(briefing) && Object.keys(readings).length > 0 : lead in readings
  const tabled = sections.some(({ rows }) => rows.length > 0)
  return read || tabled || correlations.length > 0 || regime !== undefined || (state !== null && state.label !== unknown)
}

/** The same of one company's treasury. */
export function coversCompany({ holding, withheld, financing }: TreasuryDocument): boolean {
  return holding !== null || withheld !== undefined || financing !== null
}

/** The same of the list of all. */
export function coversHoldings({ holdings, withheld }: TreasuryList): boolean {
  return holdings.length + withheld.length > 0
}

/** Briefings about rows, of auctions or releases: their readings are only what these rows touch. */
const ofRows = new Set<string>(briefingDefinitions.flatMap(({ id, tables = [] }) => (tables.length > 0 ? [id] : [])))

/** Why a source gives nothing. */
interface Silence {
  readonly never: boolean
  readonly why: string
}

const rowOf = new Map<string, (typeof keptSeries)[number]>(keptSeries.map((row) => [row.id, row]))
/** The company whose filed total a series is, or whose treasury a third party states. */
const companyOfSeries = new Map<string, Company>(
  keptSeries.flatMap(({ id, company }) => (company === undefined ? [] : [[id, company]])),
)

/** Every document of the registries that is not among `published`, in the order of the registries. */
export function absentFrom(published: ReadonlySet<string>, feeds: readonly FeedState[], sample: boolean): AbsentDocument[] {
  const silences = new Map<string, Silence>()
  const ofFeeds = (key: string, name: string, isOwn: (feed: FeedState) => boolean) =>
    memoized(silences, key, () => silenceOf(name, feeds.filter(isOwn)))
  const ofUpstream = (id: string) => ofFeeds(id, upstreamById.get(id)?.name ?? id, ({ upstream }) => upstream === id)
  const ofLine = (line: CloseSeries['line']) =>
    ofFeeds(`closes ${line.market}`, 'No provider of closes', (feed) => feedMayProvide(feed, { upstream: 'providers', line }))
  const ofSeries = (id: string): Silence => {
    const company = companyOfSeries.get(id)
    const here = company === undefined || rosterOf(sample).includes(company)
    const { upstream, line } = rowOf.get(id)! as Series
    if (!here) return ofOtherHome(sample)
    return line === undefined ? ofUpstream(upstream) : ofLine(line)
  }
  const possible = metricEvaluator((id) => (ofSeries(id).never ? null : madeUp(id)))
  const ofMetric = (metric: string): Silence => {
    const all = seriesOf(metric).map(ofSeries)
    // the formula is asked only where it may do without some of its sources
    return together(all, all.some((each) => each.never) && (all.every((each) => each.never) || possible(metric) === null))
  }
  const roster = rosterOf(sample)
  // its filings, and what third parties count of its coins: a close or a ratio alone is not a treasury
  const ofCompany = (company: Company): Silence =>
    together([
      ofUpstream(marketOf(company).upstream),
      ...keptSeries.filter((row) => row.company === company && row.unit === 'BTC').map(({ upstream }) => ofUpstream(upstream)),
    ])
  const ofBriefing = (metrics: readonly string[]): Silence => {
    const missing = metrics.filter((metric) => !published.has(`metric/${metric}`))
    if (missing.length === 0) return { never: false, why: 'not enough is known to write it' }
    return { ...together(missing.map(ofMetric)), never: metrics.every((metric) => ofMetric(metric).never) }
  }
  const places: (readonly [string, () => Silence])[] = [
    ...briefingRows.map(({ id, metrics }) => [`briefing/${id}`, () => ofBriefing(metrics)] as const),
    ...metricRows.map(({ metric }) => [`metric/${metric}`, () => ofMetric(metric)] as const),
    ['treasuries/list', () => together(roster.map(ofCompany))],
    ...roster.map((company) => [`treasuries/${company.ticker}`, () => ofCompany(company)] as const),
  ]
  return places.filter(([place]) => !published.has(place)).map(([place, silence]) => ({ place, ...silence() }))
}

function silenceOf(name: string, own: readonly FeedState[]): Silence {
  const wants = [...new Set(own.flatMap((feed) => feed.wants ?? []))]
  if (own.length > 0 && own.every((feed) => feed.wants !== null))
    return { never: true, why: `${name} is not read here, for ${wants.join(' and ')} is not set` }
  const read = own.some((feed) => feed.read)
  return { never: false, why: read ? `${name} has given no value of it yet` : `nothing has been read from ${name} yet` }
}

function ofOtherHome(sample: boolean): Silence {
  return {
    never: true,
    why: sample ? 'sample data has its own filers, all invented' : 'its company is invented and exists in sample data only',
  }
}

/** Several silences as one, with the reasons of those that are as lasting as it is. */
function together(all: readonly Silence[], never = all.every((each) => each.never)): Silence {
  const reasons = all.flatMap((each) => (each.never === never ? each.why : []))
  return { never, why: [...new Set(reasons)].join('; ') }
}

/** Four hundred days, and a day a week for the five calendar years before that some formulas look back to. */
const madeUpDays = [
  ...Array.from({ length: 270 }, (_, week) => 20_000 - 7 * (270 - week)),
  ...Array.from({ length: 400 }, (_, day) => 20_000 + day),
]

/** A series as it might be once its feed is read: whether a formula comes to anything without some of its sources is asked with these. */
function madeUp(id: string): Column {
  return {
    series: id,
    unit: '1',
    period: Int32Array.from(madeUpDays),
    value: new Float64Array(madeUpDays.length).fill(1),
    known: Float64Array.from(madeUpDays, (day) => (day + 1) * 86_400_000),
    basis: new Uint8Array(madeUpDays.length),
  }
}
