import { kinds } from '../pipeline/documents/index.ts'
import { type Kind, placeOf, type Route, type Row, targetOf } from '../pipeline/documents/kind.ts'
import type { EditionView, StoredBytes } from '../pipeline/publish/reader.ts'
import type { Part, Wanted } from './access.ts'
import { type Described, type Finished, finish } from './finished.ts'
import { contentTypes, type DocumentFormat, formatsOf, latestAs, storedAs } from './formats.ts'
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
  /** Its latest reading alone, where it has one. */
  readonly latest: Finished | null
  /** The same for an address that leaves the format to the header Accept. */
  readonly negotiated: Pick<Ready, 'finished' | 'latest'>
}

/** What one address of a priced artifact answers with. */
export interface Listed extends Ready {
  /** Pattern of the path, as the description of the server writes it. */
  readonly route: string
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

/** Makes a shelf of an edition: everything the hot path sends is made here, once. */
export function stock(view: EditionView): Shelf {
  const { edition, sample } = view.manifest
  const artifacts = new Map<string, Ready>()
  const byUrl = new Map<string, Listed>()
  for (const kind of kinds) {
    const { route } = kind
    if (route === null || route.price === null) continue
    for (const row of kind.rows(sample)) {
      const ready = readyOf(view, kind, row)
      for (const [format, one] of ready) artifacts.set(`${placeOf(kind, row.id)} ${format}`, one)
      if (route.formatParameter) listUrls(byUrl, ready, route, row)
    }
  }
  return { view, edition, artifacts, byUrl, made: new Map() }
}

/** What the edition holds of a document, by format. */
function readyOf(view: EditionView, kind: Kind, row: Row): Map<DocumentFormat, Ready> {
  const { edition, sample } = view.manifest
  const place = placeOf(kind, row.id)
  const wanted = Object.freeze(wantedOf(kind, row, null))
  const all = new Map<DocumentFormat, Ready>()
  for (const format of formatsOf(kind.formats)) {
    const stored = view.resident(place, storedAs[format])
    if (stored === null) continue
    const latest = latestAs[format] && view.resident(place, latestAs[format])
    const both = (negotiated: boolean) => ({
      finished: finishArtifact(stored, format, edition, negotiated),
      latest: latest && finishArtifact(latest, format, edition, negotiated),
    })
    const negotiated = both(true)
    const named = kind.route!.formatParameter ? both(false) : negotiated
    all.set(format, { wanted, edition, sample, type: contentTypes[format], ...named, negotiated })
  }
  return all
}

/** Lists a document under its own path and under that of its kind: with each format named, and with none. */
function listUrls(byUrl: Map<string, Listed>, ready: ReadonlyMap<DocumentFormat, Ready>, route: Route, row: Row): void {
  const ofKind = targetOf(route, row.id)
  const bare = [...(row.path === undefined ? [] : [row.path]), ofKind]
  const list = (url: string, one: Ready, asJson: Listed | null): Listed => {
    const { path, query } = readTarget(url)
    const listed = {
      ...one,
      route: path === row.path ? path : route.path,
      offer: offerOf(one.wanted, canonicalTarget(path, query), one.type),
      asJson,
    }
    byUrl.set(url, listed)
    return listed
  }
  for (const [format, one] of ready) {
    for (const url of bare) list(`${url}${url.includes('?') ? '&' : '?'}format=${format}`, one, null)
    if (ofKind.includes('?')) list(ofKind.replace('?', `?format=${format}&`), one, null)
  }
  const [json, text] = [ready.get('json'), ready.get('markdown')]
  if (json === undefined || text === undefined || route.otherwise !== 'markdown') return
  for (const url of bare) {
    const asJson = list(url, { ...json, ...json.negotiated }, null)
    list(url, { ...text, ...text.negotiated }, asJson)
  }
}

/** What is asked for of a document; `date`: the past day, null for the current one. */
export function wantedOf(kind: Kind, { name, tier, price }: Row, date: string | null): Wanted {
  return { name, tier, price, date, hasLatest: kind.formats.includes('latest.json') }
}

/** A past day's document, ready to send. Null where it is not on record; rejects where it is on record and cannot be read. */
export async function pastDocument(
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
