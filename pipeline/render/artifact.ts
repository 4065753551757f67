import type { Charts } from '../documents/charts.ts'
import { type Front, frontKind } from '../documents/front.ts'
import { type DocumentFacts, type Format, type Kind, placeOf } from '../documents/kind.ts'
import type { Draft, Identity } from '../documents/schema.ts'
import { type DatedIdentity, shortMarkdown } from './blocks-markdown.ts'
import { blocksPage } from './blocks-page.ts'
import { contentHash, withFingerprint } from './fingerprint.ts'
import { frontPage } from './front-page.ts'
import { renderJson, writeJson } from './json.ts'
import { renderMarkdown } from './markdown.ts'

/** A finished artifact as texts. */
export interface RenderedArtifact extends Pick<Identity, 'as_of' | 'computed_at' | 'fingerprint'> {
  readonly place: string
  readonly content: string
  readonly formats: Partial<Record<Format, string>>
  readonly facts: DocumentFacts
}

/** A document as it was computed, before it is stamped, with what its charts show where it has any. */
export interface ComputedDocument<Document extends object = object> {
  readonly document: Document
  readonly charts?: Charts
  /** What turns with time, which it takes release rules to tell; beside the facts of its kind. */
  readonly facts?: DocumentFacts
}

/**
 * A document in every format of its kind, stamped with the time it was computed (RFC 3339 UTC) and its fingerprint: the same for today and for
 * a past day.
 */
export function renderArtifact(
  kind: Kind,
  { document, charts = noCharts, facts = {} }: ComputedDocument,
  computedAt: string,
): RenderedArtifact {
  if (!kind.stamped) return ofEdition(kind, document, charts, computedAt)
  const artifact = stamped(kind, document as Draft<Identity>, charts, computedAt)
  return { ...artifact, facts: { ...artifact.facts, ...facts } }
}

/** The place of a computed document. */
export const documentPlace = (kind: Kind, document: object): string =>
  placeOf(kind, kind.stamped ? String((document as Record<string, unknown>)[kind.id]) : kind.id)

/** The place of a computed document, and the hash of what it says (`contentHash`). */
export function placeAndContent(kind: Kind, document: object): Pick<RenderedArtifact, 'place' | 'content'> {
  const named = !kind.stamped && Array.isArray(document) ? { [kind.id]: document } : document
  return { place: documentPlace(kind, document), content: contentHash(named) }
}

const noCharts: Charts = { lines: [] }

function stamped(kind: Kind, unstamped: Draft<Identity>, charts: Charts, computedAt: string): RenderedArtifact {
  const { kept, apart } = kind.apart?.(unstamped) ?? { kept: unstamped, apart: null }
  const document = withFingerprint(kept as Draft<Identity>, computedAt)
  // texts print of the whole document; the fingerprint is that of the JSON
  const whole: Identity = { ...unstamped, computed_at: computedAt, fingerprint: document.fingerprint }
  const formats: Partial<Record<Format, string>> = {}
  const has = (format: Format) => kind.formats.includes(format)
  formats.json = renderJson(kind.component, document)
  if (has('md')) formats.md = renderMarkdown(kind, whole)
  if (has('html')) formats.html = renderPage(kind, whole, charts)
  if (apart !== null) formats['apart.json'] = writeJson(apart)
  if (kind.latest !== null) {
    const latest = withFingerprint(kind.latest(unstamped) as Draft<Identity>, computedAt)
    formats['latest.json'] = renderJson(kind.component, latest)
    formats['latest.md'] = renderMarkdown(kind, latest)
    if (has('latest.html')) formats['latest.html'] = renderPage(kind, latest, noCharts)
  }
  if (kind.short !== null) {
    const summary = withFingerprint(kind.short.of(unstamped) as Draft<Identity>, computedAt)
    formats['summary.json'] = renderJson(kind.short.component, summary)
    formats['summary.md'] = shortMarkdown(kind.short.text(summary, whole), summary)
  }
  return {
    ...placeAndContent(kind, unstamped),
    as_of: document.as_of,
    computed_at: computedAt,
    fingerprint: document.fingerprint,
    formats,
    facts: kind.facts(document),
  }
}

/** What an edition says of itself: it carries no time. */
function ofEdition(kind: Kind, document: object, charts: Charts, computedAt: string): RenderedArtifact {
  const { place, content } = placeAndContent(kind, document)
  return {
    place,
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

/** A document as a page for people that needs nothing else: no script, no other resource; every text of the document is escaped. */
export function renderPage({ kind, blocks }: Kind, document: object, charts: Charts): string {
  if (blocks !== null) return blocksPage(blocks(document, 'page', charts), document as DatedIdentity)
  if (kind === frontKind.kind) return frontPage(document as Front, charts)
  throw new RangeError(`Documents of kind "${kind}" have no page. Add one to pipeline/render/artifact.ts.`)
}
