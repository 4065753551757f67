import { kinds } from '../../pipeline/documents/index.ts'
import { type Kind, placeOf, type RegisteredDocument } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { ReadPart, ReadRequest } from '../access/access.ts'
import { type CodedBytes, codedBytesOf, openAnswer, type PreparedAnswer, prepareAnswer } from '../editions/prepared-answer.ts'
import {
  contentTypes,
  type DocumentFormat,
  type DocumentPart,
  documentParts,
  formatsOf,
  latestFormats,
  storedName,
  textFormats,
} from '../http/formats.ts'
import { pagePolicy } from '../http/page-policy.ts'

/** A priced artifact in one format, ready to send. */
export interface CachedArtifact {
  readonly wanted: ReadRequest
  readonly type: string
  readonly isPage: boolean
  readonly prepared: PreparedAnswer
  /** Its latest reading alone, where it has one. */
  readonly latest: PreparedAnswer | null
  /** The same for an address that leaves the format to the header Accept. */
  readonly negotiated: Pick<CachedArtifact, 'prepared' | 'latest'>
}

/** The bytes of an artifact for a caller who may have that part of it. */
export function answerForPart({ prepared, latest }: Pick<CachedArtifact, 'prepared' | 'latest'>, part: ReadPart): PreparedAnswer {
  return part === 'full' || latest === null ? prepared : latest
}

/** One edition as the server holds it. A request uses one cache from beginning to end, so no answer mixes two editions. */
export interface EditionCache {
  readonly view: EditionView
  readonly edition: string
  /** By what `artifactKey` makes of place, part and format: what the edition holds of the registries. */
  readonly artifacts: ReadonlyMap<string, CachedArtifact>
  /** Catalogues and pages made from this edition so far, by name and format. */
  readonly made: Map<string, PreparedAnswer>
}

/** Makes a cache of an edition: every priced artifact of it, ready to send. */
export function cacheEdition(view: EditionView): EditionCache {
  const { edition, sample } = view.manifest
  const artifacts = new Map<string, CachedArtifact>()
  for (const kind of kinds) {
    const { route } = kind
    if (route === null || route.price === null) continue
    for (const row of kind.rows(sample)) {
      for (const part of kind.short === null ? [null] : [null, ...documentParts]) {
        const ready = readyOf(view, kind, row, part)
        for (const [format, one] of ready) artifacts.set(artifactKey(placeOf(kind, row.id), part, format), one)
      }
    }
  }
  return { view, edition, artifacts, made: new Map() }
}

/** `briefing/btc.quick-check json`, `briefing/btc.quick-check json summary` */
export function artifactKey(place: string, part: DocumentPart | null, format: DocumentFormat): string {
  return part === null ? `${place} ${format}` : `${place} ${format} ${part}`
}

/** What the edition holds of a document, or of a part of it, by format. */
function readyOf(
  view: EditionView,
  kind: Kind,
  row: RegisteredDocument,
  part: DocumentPart | null,
): Map<DocumentFormat, CachedArtifact> {
  const { edition, sample } = view.manifest
  const place = placeOf(kind, row.id)
  const all = new Map<DocumentFormat, CachedArtifact>()
  for (const format of part === null ? formatsOf(kind.formats) : textFormats) {
    const stored = view.resident(place, storedName(format, part)!)
    if (stored === null) continue
    const latest = part === null ? view.resident(place, latestFormats[format]) : null
    const wanted = Object.freeze(readRequestFor(kind, row, format, sample, null))
    const both = (negotiated: boolean) => ({
      prepared: prepareArtifact(stored, format, edition, wanted.open, negotiated),
      latest: latest && prepareArtifact(latest, format, edition, wanted.open, negotiated),
    })
    const negotiated = both(true)
    const isPage = format === 'html'
    all.set(format, { wanted, type: contentTypes[format], isPage, ...both(false), negotiated })
  }
  return all
}

/** What a request wants of a document of an edition; `date`: the past day, null for the current one. */
export function readRequestFor(
  kind: Kind,
  { name, tier, price }: RegisteredDocument,
  format: DocumentFormat,
  sample: boolean,
  date: string | null,
): ReadRequest {
  return {
    name,
    tier,
    price,
    date,
    hasLatest: kind.formats.includes(latestFormats[format]),
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

/** A page that says before all else how fresh its data are now: it was written when they were fresher. Made once for each word. */
export function pageWithFreshness(
  cache: EditionCache,
  page: PreparedAnswer,
  { word, asOf, open, negotiated }: { word: string; asOf: string; open: boolean; negotiated: boolean },
): PreparedAnswer {
  const name = `${page.plain.etag} ${word} ${negotiated}`
  let made = cache.made.get(name)
  if (made === undefined) {
    const warning = `${word.toUpperCase()} DATA: this page was written for ${asOf}. Newer figures were due since then and have not been read.`
    const text = page.plain.body.toString().replace('<main id="main">', (main) => `${main}<p class="sample">${warning}</p>`)
    made = prepareArtifact(codedBytesOf(text), 'html', cache.edition, open, negotiated)
    cache.made.set(name, made)
  }
  return made
}

export function prepareArtifact(
  stored: CodedBytes,
  format: DocumentFormat,
  edition: string,
  open: boolean,
  negotiated: boolean,
): PreparedAnswer {
  const isPage = format === 'html'
  const { cache, vary } = open ? openAnswer : isPage ? pricedPage : priced
  const policy = isPage ? { contentSecurityPolicy: () => pagePolicy(stored.plain.toString()) } : {}
  return prepareAnswer(stored, {
    cache,
    vary: negotiated ? `Accept, ${vary}` : vary,
    ...policy,
    type: contentTypes[format],
    edition,
  })
}

/** Which representation a caller gets depends on what it may read, so no shared cache may keep one. */
const priced = { cache: 'private, no-cache', vary: 'Accept-Encoding, Authorization, X-API-Key' } as const
/** A page is also read with the session of a browser. */
const pricedPage = { cache: priced.cache, vary: `${priced.vary}, Cookie` } as const
