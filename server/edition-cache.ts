import { kinds } from '../pipeline/documents/index.ts'
import { type Kind, placeOf, type Route, type Row, targetOf } from '../pipeline/documents/kind.ts'
import type { EditionView, StoredBytes } from '../pipeline/publish/reader.ts'
import type { Part, Wanted } from './access.ts'
import {
  contentTypes,
  type DocumentFormat,
  type DocumentPart,
  formatsOf,
  latestAs,
  parts,
  storedName,
  textFormats,
} from './formats.ts'
import { canonicalTarget, offerOf } from './offer.ts'
import { pagePolicy } from './page-policy.ts'
import type { Offer } from './payments/payments.ts'
import { openAnswer, type PreparedAnswer, prepare } from './prepared-answer.ts'
import { readTarget } from './target.ts'

/** A priced artifact in one format, ready to send. */
export interface CachedArtifact {
  readonly wanted: Wanted
  readonly edition: string
  readonly sample: boolean
  readonly type: string
  readonly isPage: boolean
  readonly prepared: PreparedAnswer
  /** Its latest reading alone, where it has one. */
  readonly latest: PreparedAnswer | null
  /** The same for an address that leaves the format to the header Accept. */
  readonly negotiated: Pick<CachedArtifact, 'prepared' | 'latest'>
}

/** What one address of a priced artifact answers with. */
export interface CachedTarget extends CachedArtifact {
  /** Pattern of the path, as the description of the server writes it. */
  readonly route: string
  readonly offer: Offer
  /** The same address as JSON, where it leaves the format to the header Accept; null where it names one. */
  readonly asJson: CachedTarget | null
}

/** The bytes of an artifact for a caller who may have that part of it. */
export function bytesFor({ prepared, latest }: Pick<CachedArtifact, 'prepared' | 'latest'>, part: Part): PreparedAnswer {
  return part === 'full' || latest === null ? prepared : latest
}

/** One edition as the server holds it. A request uses one cache from beginning to end, so no answer mixes two editions. */
export interface EditionCache {
  readonly view: EditionView
  readonly edition: string
  /** By what `artifactKey` makes of place, part and format: what the edition holds of the registries. */
  readonly artifacts: ReadonlyMap<string, CachedArtifact>
  /** The same by request target, in the forms clients write. */
  readonly byUrl: ReadonlyMap<string, CachedTarget>
  /** Catalogues and pages made from this edition so far, by name and format. */
  readonly made: Map<string, PreparedAnswer>
}

/** Makes a cache of an edition: what the hot path sends stands here, to be found by its address. */
export function cacheEdition(view: EditionView): EditionCache {
  const { edition, sample } = view.manifest
  const artifacts = new Map<string, CachedArtifact>()
  const byUrl = new Map<string, CachedTarget>()
  for (const kind of kinds) {
    const { route } = kind
    if (route === null || route.price === null) continue
    for (const row of kind.rows(sample)) {
      for (const part of kind.short === null ? [null] : [null, ...parts]) {
        const ready = readyOf(view, kind, row, part)
        for (const [format, one] of ready) artifacts.set(artifactKey(placeOf(kind, row.id), part, format), one)
        listUrls(byUrl, ready, route, row, part)
      }
    }
  }
  return { view, edition, artifacts, byUrl, made: new Map() }
}

/** `briefing/btc.quick-check json`, `briefing/btc.quick-check json summary` */
export function artifactKey(place: string, part: DocumentPart | null, format: DocumentFormat): string {
  return part === null ? `${place} ${format}` : `${place} ${format} ${part}`
}

/** What the edition holds of a document, or of a part of it, by format. */
function readyOf(view: EditionView, kind: Kind, row: Row, part: DocumentPart | null): Map<DocumentFormat, CachedArtifact> {
  const { edition, sample } = view.manifest
  const place = placeOf(kind, row.id)
  const all = new Map<DocumentFormat, CachedArtifact>()
  for (const format of part === null ? formatsOf(kind.formats) : textFormats) {
    const stored = view.resident(place, storedName(format, part)!)
    if (stored === null) continue
    const latest = part === null ? view.resident(place, latestAs[format]) : null
    const wanted = Object.freeze(wantedOf(kind, row, format, sample, null))
    const both = (negotiated: boolean) => ({
      prepared: prepareArtifact(stored, format, edition, wanted.open, negotiated),
      latest: latest && prepareArtifact(latest, format, edition, wanted.open, negotiated),
    })
    const negotiated = both(true)
    const isPage = format === 'html'
    all.set(format, { wanted, edition, sample, type: contentTypes[format], isPage, ...both(false), negotiated })
  }
  return all
}

/** Lists a document under its own path and under that of its kind: with each format named, and with none. */
function listUrls(
  byUrl: Map<string, CachedTarget>,
  ready: ReadonlyMap<DocumentFormat, CachedArtifact>,
  route: Route,
  row: Row,
  part: DocumentPart | null,
): void {
  const withPart = (url: string) => (part === null ? url : `${url}${url.includes('?') ? '&' : '?'}part=${part}`)
  const ofKind = withPart(targetOf(route, row.id))
  const bare = [...(row.path === undefined ? [] : [withPart(row.path)]), ofKind]
  const list = (url: string, one: CachedArtifact, asJson: CachedTarget | null): CachedTarget => {
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

/** What is asked for of a document of an edition; `date`: the past day, null for the current one. */
export function wantedOf(
  kind: Kind,
  { name, tier, price }: Row,
  format: DocumentFormat,
  sample: boolean,
  date: string | null,
): Wanted {
  return {
    name,
    tier,
    price,
    date,
    hasLatest: kind.formats.includes(latestAs[format]),
    open: sample && format === 'html',
  }
}

/** A past day's document, ready to send. Null where it is not on record; rejects where it is on record and cannot be read. */
export async function pastDocument(
  cache: EditionCache,
  day: string,
  id: string,
  format: DocumentFormat,
  part: DocumentPart | null,
  negotiated: boolean,
): Promise<PreparedAnswer | null> {
  const name = storedName(format, part)
  const stored = name && (await cache.view.archived(day, id, name))
  const { sample } = cache.view.manifest
  return stored && prepareArtifact(stored, format, cache.edition, sample && format === 'html', negotiated)
}

function prepareArtifact(
  stored: StoredBytes,
  format: DocumentFormat,
  edition: string,
  open: boolean,
  negotiated: boolean,
): PreparedAnswer {
  const isPage = format === 'html'
  const { cache, vary } = open ? openAnswer : isPage ? pricedPage : priced
  const policy = isPage ? { contentSecurityPolicy: () => pagePolicy(stored.plain.toString()) } : {}
  return prepare(stored, { cache, vary: negotiated ? `Accept, ${vary}` : vary, ...policy, type: contentTypes[format], edition })
}

/** Which representation a caller gets depends on what it may read, so no shared cache may keep one. */
const priced = { cache: 'private, no-cache', vary: 'Accept-Encoding, Authorization, X-API-Key' } as const
/** A page is also read with the session of a browser. */
const pricedPage = { cache: priced.cache, vary: `${priced.vary}, Cookie` } as const
