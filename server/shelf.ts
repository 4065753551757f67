import { briefingRows } from '../data/briefings.ts'
import { rosterOf } from '../data/companies.ts'
import { metricRows } from '../data/metrics.ts'
import { prices } from '../data/prices.ts'
import type { EditionView, Format, StoredBytes } from '../pipeline/publish/reader.ts'
import type { Part, Wanted } from './access.ts'
import { type Described, type Finished, finish } from './finished.ts'
import { contentTypes, type DocumentFormat, pageFormats, textFormats } from './formats.ts'
import { canonicalTarget, offerOf } from './offer.ts'
import { pagePolicy } from './page-policy.ts'
import type { Offer } from './payments/payments.ts'
import { readTarget } from './target.ts'

/** A priced artifact in one format, ready to send. */
export interface Ready {
  readonly wanted: Wanted
  readonly edition: string
  readonly sample: boolean
  readonly type: string
  readonly finished: Finished
  /** Of a metric its latest reading alone; null for anything else. */
  readonly latest: Finished | null
  /** The same for an address that leaves the format to the header Accept. */
  readonly negotiated: Pick<Ready, 'finished' | 'latest'>
}

/** What one address of a priced artifact answers with. */
export interface Listed extends Ready {
  readonly offer: Offer
  /** The same address as JSON, where it leaves the format to the header Accept; null where it names one. */
  readonly asJson: Listed | null
}

/** The bytes of an artifact for a caller who may have that part of it. */
export function bytesFor({ finished, latest }: Pick<Ready, 'finished' | 'latest'>, part: Part): Finished {
  return part === 'full' || latest === null ? finished : latest
}

/** One edition as the server holds it. A request uses one shelf from beginning to end, so no answer mixes two editions. */
export interface Shelf {
  readonly view: EditionView
  readonly edition: string
  /** By place and format, `briefing/btc.quick-check json`: what the edition holds of the registries. */
  readonly artifacts: ReadonlyMap<string, Ready>
  /** The same by request target, in the forms clients write. */
  readonly byUrl: ReadonlyMap<string, Listed>
  /** Catalogues and pages made from this edition so far, by name and format. */
  readonly made: Map<string, Finished>
}

const latestAs = { markdown: 'latest.md', json: 'latest.json', html: null } as const satisfies Record<
  DocumentFormat,
  Format | null
>
const storedAs = { markdown: 'md', json: 'json', html: 'html' } as const satisfies Record<DocumentFormat, Format>

/** Makes a shelf of an edition: everything the hot path sends is made here, once. */
export function stock(view: EditionView): Shelf {
  const { edition, sample } = view.manifest
  const artifacts = new Map<string, Ready>()
  const byUrl = new Map<string, Listed>()
  const put = (
    place: string,
    wanted: Wanted,
    formats: readonly DocumentFormat[],
    urls: (format: DocumentFormat) => string[],
    bare: string[],
  ) => {
    for (const format of formats) {
      const stored = view.resident(place, storedAs[format])
      if (stored === null) continue
      const latest = latestAs[format] && view.resident(place, latestAs[format])
      const both = (negotiated: boolean) => ({
        finished: finishArtifact(stored, format, edition, negotiated),
        latest: latest && finishArtifact(latest, format, edition, negotiated),
      })
      const ready: Ready = {
        wanted,
        edition,
        sample,
        type: contentTypes[format],
        ...both(wanted.kind === 'treasuries'),
        negotiated: both(true),
      }
      artifacts.set(`${place} ${format}`, ready)
      for (const url of urls(format)) byUrl.set(url, { ...ready, offer: offerFor(ready, url), asJson: null })
    }
    const listed = (format: DocumentFormat, url: string, asJson: Listed | null): Listed | null => {
      const ready = artifacts.get(`${place} ${format}`)
      return ready === undefined ? null : { ...ready, ...ready.negotiated, offer: offerFor(ready, url), asJson }
    }
    for (const url of bare) {
      const json = listed('json', url, null)
      const text = json && listed('markdown', url, json)
      if (text !== null) byUrl.set(url, text)
    }
  }
  for (const { id, path, tier } of briefingRows) {
    const wanted: Wanted = Object.freeze({
      kind: 'briefing',
      id,
      tier,
      date: null,
      price: prices.briefing[tier],
    })
    const general = `/api/context?briefing=${id}`
    const urls = (format: DocumentFormat) => [
      `${path}?format=${format}`,
      `${general}&format=${format}`,
      `/api/context?format=${format}&briefing=${id}`,
    ]
    put(`briefing/${id}`, wanted, pageFormats, urls, [path, general])
  }
  for (const { metric, category, proOnly } of metricRows) {
    const tier = proOnly ? 'pro' : category === 'bitcoin' ? 'free' : 'basic'
    const wanted: Wanted = Object.freeze({ kind: 'metric', id: metric, tier, date: null, price: prices.metric })
    const path = metricPath(metric)
    put(`metric/${metric}`, wanted, textFormats, (format) => [`${path}?format=${format}`], [path])
  }
  const companies = rosterOf(sample).map(({ ticker }) => ticker)
  for (const name of ['list', ...companies]) {
    const price = name === 'list' ? prices.treasuries : prices.treasury
    const wanted: Wanted = Object.freeze({ kind: 'treasuries', id: `treasuries/${name}`, tier: 'pro', date: null, price })
    put(wanted.id, wanted, textFormats, () => [], [])
  }
  return { view, edition, artifacts, byUrl, made: new Map() }
}

function offerFor({ wanted, type }: Ready, url: string): Offer {
  const { path, query } = readTarget(url)
  return offerOf(wanted, canonicalTarget(path, query), type)
}

export function metricPath(metric: string): string {
  return `/api/metrics/${metric}`
}

/** A past day's document, ready to send. Null where it is not on record; rejects where it is on record and cannot be read. */
export async function pastBriefing(
  shelf: Shelf,
  day: string,
  id: string,
  format: DocumentFormat,
  negotiated: boolean,
): Promise<Finished | null> {
  const stored = await shelf.view.archived(day, id, storedAs[format])
  return stored && finishArtifact(stored, format, shelf.edition, negotiated)
}

function finishArtifact(stored: StoredBytes, format: DocumentFormat, edition: string, negotiated = false): Finished {
  const vary = negotiated ? `Accept, ${priced.vary}` : priced.vary
  const policy = format === 'html' ? { contentSecurityPolicy: pagePolicy(stored.plain.toString()) } : {}
  return finish(stored, { ...priced, ...policy, vary, type: contentTypes[format], edition })
}

/** Which representation a caller gets depends on what it may read, so no shared cache may keep one. */
const priced = {
  cache: 'private, no-cache',
  vary: 'Accept-Encoding, Authorization, X-API-Key',
} as const satisfies Partial<Described>
