import { dayNumber, isoTime } from '../calendar/day.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Charts } from '../documents/charts.ts'
import type { HoldingDocument } from '../documents/holding.ts'
import { type Format, type Kind, placeOf } from '../documents/kind.ts'
import type { MetricData } from '../documents/metric.ts'
import type { StoredHistory } from '../documents/metric-history.ts'
import type { Identity, Unstamped } from '../documents/schema.ts'
import type { TreasuryDocument } from '../documents/treasury.ts'
import type { TreasuryList } from '../documents/treasury-list.ts'
import { countDays, dueOfCount, rollUp, type Turns, turnsOf } from '../freshness.ts'
import { briefingTurns, metricTurns } from '../status/standings.ts'
import { type Dated, shortMarkdown } from './blocks-markdown.ts'
import { blocksPage } from './blocks-page.ts'
import { contentHash, withFingerprint } from './fingerprint.ts'
import { frontPage } from './front-page.ts'
import { renderJson } from './json.ts'
import { latestReading } from './latest-reading.ts'
import { renderMarkdown } from './markdown.ts'

type Facts = Record<string, string | number | boolean | null>

/** A finished artifact as texts. */
export interface RenderedArtifact {
  readonly place: string
  readonly as_of: string
  readonly computed_at: string
  readonly fingerprint: string
  readonly content: string
  readonly formats: Partial<Record<Format, string>>
  readonly facts: Facts
}

/** A document as it was computed, before it is stamped, with what its charts show where it has any. */
export interface ComputedDocument<Document extends object = object> {
  readonly document: Document
  readonly charts?: Charts
  /** When the last of what it depends on goes stale (RFC 3339): it is not served from then on. Null and left out: always. */
  readonly standsUntil?: string | null
}

/**
 * A document in every format of its kind, stamped with the time it was computed (RFC 3339 UTC) and its fingerprint: the same for today and for
 * a past day.
 */
export function renderArtifact(
  kind: Kind,
  { document, charts = noCharts, standsUntil = null }: ComputedDocument,
  computedAt: string,
): RenderedArtifact {
  if (!kind.stamped) return ofEdition(kind, document, charts, computedAt)
  const artifact = stamped(kind, document as Unstamped<Identity>, charts, computedAt)
  return standsUntil === null ? artifact : { ...artifact, facts: { ...artifact.facts, stands_until: standsUntil } }
}

const noCharts: Charts = { lines: [] }

function stamped(kind: Kind, unstamped: Unstamped<Identity>, charts: Charts, computedAt: string): RenderedArtifact {
  const document = withFingerprint(unstamped, computedAt)
  const id = String((document as unknown as Record<string, unknown>)[kind.id])
  const formats: Partial<Record<Format, string>> = {}
  const has = (format: Format) => kind.formats.includes(format)
  formats.json = renderJson(kind.component, document)
  if (has('md')) formats.md = renderMarkdown(kind, document)
  if (has('html')) formats.html = renderPage(kind, document, charts)
  if (has('latest.json')) {
    const latest = withFingerprint(latestReading(unstamped as unknown as Unstamped<MetricData>), computedAt)
    formats['latest.json'] = renderJson(kind.component, latest)
    formats['latest.md'] = renderMarkdown(kind, latest)
    if (has('latest.html')) formats['latest.html'] = renderPage(kind, latest, noCharts)
  }
  if (kind.short !== null) {
    const summary = withFingerprint(kind.short.of(unstamped) as Unstamped<Identity>, computedAt)
    formats['summary.json'] = renderJson(kind.short.component, summary)
    formats['summary.md'] = shortMarkdown(kind.short.text(summary, document), summary)
  }
  return {
    place: placeOf(kind, id),
    as_of: document.as_of,
    computed_at: computedAt,
    fingerprint: document.fingerprint,
    content: contentHash(unstamped),
    formats,
    facts: (factsOf[kind.kind] ?? titleOf)(document, formats),
  }
}

/** What an edition says of itself: it carries no time of its own. */
function ofEdition(kind: Kind, document: object, charts: Charts, computedAt: string): RenderedArtifact {
  const content = contentHash(Array.isArray(document) ? { [kind.id]: document } : document)
  return {
    place: placeOf(kind, kind.id),
    as_of: computedAt.slice(0, 10),
    computed_at: computedAt,
    fingerprint: content,
    content,
    formats: {
      json: renderJson(kind.component, document),
      ...(kind.formats.includes('md') ? { md: renderMarkdown(kind, document) } : {}),
      ...(kind.formats.includes('html') ? { html: renderPage(kind, document, charts) } : {}),
    },
    facts: {},
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
type FactsOf = (document: any, formats: Partial<Record<Format, string>>) => Facts

/** What the server says of a document without opening it; `late_after` and `stale_after` are when its word of freshness turns. */
const factsOf: Readonly<Record<string, FactsOf>> = {
  briefing: (document: BriefingDocument, { md = '', json = '' }) => {
    return {
      title: document.title,
      tier: document.tier,
      state: document.state?.label ?? null,
      since: document.state?.since ?? null,
      freshness: rollUp(Object.values(document.readings).map((reading) => reading.freshness.status)),
      ...momentsOf(briefingTurns(document)),
      bytes_md: Buffer.byteLength(md),
      bytes_json: Buffer.byteLength(json),
    }
  },
  metric: (document: MetricData) => ({
    title: document.title,
    period: document.period,
    freshness: document.freshness.status,
    ...momentsOf(metricTurns(document)),
    method_version: document.method.version,
  }),
  treasury: ({ holding }: TreasuryDocument) => (holding === null ? {} : countFacts([holding])),
  'treasury list': ({ holdings }: TreasuryList) => countFacts(holdings),
  'metric history': historyFacts,
  'news day': markOf,
  'news directory': markOf,
}

function historyFacts({ title, first_known, first_period, last_period, mark }: StoredHistory): Facts {
  return { title, first_known, first_period, last_period, mark }
}

/** By the mark of what stands the next run sees what it need not make. */
function markOf({ mark }: { readonly mark: string }): Facts {
  return { mark }
}

function titleOf({ title }: { readonly title?: unknown }): Facts {
  return typeof title === 'string' ? { title } : {}
}

type Counted = Pick<HoldingDocument, 'as_of' | 'freshness'>

/** A list is as fresh as the freshest of its counts: each row says how fresh it is itself. */
function countFacts(counts: readonly Counted[]): Facts {
  const turns = counts.map(turnsOfCount)
  if (turns.length === 0) return {}
  const latest = (at: keyof Turns) => Math.max(...turns.map((each) => each[at]))
  const words = counts.map(({ freshness }) => freshness.status)
  const freshness = (['fresh', 'late', 'stale'] as const).find((word) => words.includes(word))!
  return { freshness, ...momentsOf({ lateAt: latest('lateAt'), staleAt: latest('staleAt') }) }
}

function turnsOfCount({ as_of, freshness }: Counted): Turns {
  const stated = dayNumber(as_of)!
  const by = dayNumber(freshness.stale_after)! - stated === countDays.filing.stands ? 'filing' : 'third party'
  return turnsOf({ ...dueOfCount(by, stated), cadence: 'as filed' }, 0)
}

function momentsOf({ lateAt, staleAt }: Turns): { late_after: string | null; stale_after: string | null } {
  return { late_after: momentOf(lateAt), stale_after: momentOf(staleAt) }
}

/** Null for what never comes: a briefing without readings cannot be late. */
function momentOf(time: number): string | null {
  return Number.isFinite(time) ? isoTime(time) : null
}

// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
type Draw = (document: any, charts: Charts) => string

/** Kinds with a page. */
const drawn: Readonly<Record<string, Draw>> = {
  front: frontPage,
}

/** A document as a page for people that needs nothing else: no script, no other resource; every text of the document is escaped. */
export function renderPage({ kind, blocks }: Kind, document: object, charts: Charts): string {
  if (blocks !== null) return blocksPage(blocks(document, 'page', charts), document as Dated)
  const draw = drawn[kind]
  if (draw === undefined)
    throw new RangeError(`Documents of kind "${kind}" have no page. Add one to pipeline/render/artifact.ts.`)
  return draw(document, charts)
}
