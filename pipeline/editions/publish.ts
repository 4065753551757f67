import canonicalize from 'canonicalize'
import { InputError, UnavailableError } from '../errors.ts'
import type { Blobs } from '../source/store/blobs.ts'
import { isDiskFull } from '../source/store/disk-full.ts'
import { companyNews, figuresUpdated, situationsChanged } from './company-events.ts'
import { type Artifact, type Entry, type Manifest, shardOf } from './edition.ts'
import {
  archived,
  currentKey,
  entriesWithFiles,
  eventsKey,
  manifestKey,
  packKey,
  parseShard,
  readEvents,
  readShard,
  readStanding,
  type Standing,
  sha256,
  shardKey,
  stakesKey,
} from './edition-files.ts'
import { appendEvents, revisedStates, segmentOf, stateChanges } from './events.ts'
import { checkArtifacts, placements } from './merge.ts'
import { type Packing, packShard } from './pack.ts'
import { everyEdition, oneAtATime, pruneInTurn } from './prune.ts'
import { type KnownReleases, newReleases } from './releases.ts'
import { type Entries, nextSegment } from './stakes.ts'

export interface Publication {
  artifacts: readonly Artifact[]
  /** Places of today that no longer exist. */
  removed?: readonly string[]
  /** Day the documents are of. */
  asOf: string
  sample: boolean
  /** RFC 3339 UTC. Equal inputs give byte-equal files on any host with the same zlib. */
  publishedAt: string
  /** False writes the archive only. So does an `asOf` before the day of the edition that stands. */
  current: boolean
  /** The tracked releases known; left out where a past day is published. */
  releases?: KnownReleases
  /** Addresses of companies by issuer id, for what is told of their filings; left out where no news is published. */
  addresses?: ReadonlyMap<string, string>
  /** What enters the ledger of stakes with the edition; left out, as ever where only the archive is written, nothing does. */
  entries?: Entries
  /** Why a day already in the archive has other content now; printed with the revision. Null leaves what is on record as it is. */
  revisionNote?: string | null
}

/** A file of an edition. */
type EditionFile = readonly [key: string, bytes: Uint8Array]

const attempts = 20
const pointerTo = (hash: string) => Buffer.from(manifestKey(hash))

/**
 * Merges artifacts onto the edition that stands and swaps the pointer to the result, which is durable before the swap. Where nothing
 * changes no edition is made and the one that stands is returned. When another publisher was first the merge is done again on its edition:
 * neither is lost. At whatever point it stops, readers have the old edition or the new one, whole.
 *
 * `InputError` for artifacts no edition may hold and for mixing sample with other data; `UnavailableError` when the store cannot be
 * written (STORE_NOT_WRITABLE, DISK_FULL), holds a damaged edition (EDITION_DAMAGED), or others kept being first (PUBLISH_CONTENDED).
 */
export async function publish(blobs: Blobs, publication: Publication): Promise<Manifest> {
  checkArtifacts(publication.artifacts, publication.removed ?? [])
  checkTimes(publication)
  return oneAtATime(blobs, async () => {
    return publishInTurn(blobs, publication).catch(async (error: unknown) => {
      // on a full disk the part of an edition that was written gives its room back
      if (isDiskFull(error)) await pruneInTurn(blobs, everyEdition).catch(() => undefined)
      throw error
    })
  })
}

async function publishInTurn(blobs: Blobs, publication: Publication): Promise<Manifest> {
  const known = new Map<string, Promise<Packing>>()
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const standing = await readStanding(blobs)
    refuseMixing(standing, publication)
    const next = await mergeOnto(blobs, standing, publication, known)
    if (next === null) {
      if (standing === null) {
        throw new InputError('NOTHING_TO_PUBLISH', 'There is nothing to publish and no edition yet. Run: briefing refresh')
      }
      // the pointer is written again: a publisher that was killed may not have flushed it to disk
      if (await blobs.swap(currentKey, standing.pointer, standing.pointer)) return standing.manifest
      continue
    }
    for (const [key, bytes] of next.files) await blobs.put(key, bytes)
    if (await blobs.swap(currentKey, standing?.pointer ?? null, pointerTo(next.hash))) return next.manifest
  }
  throw new UnavailableError(
    'PUBLISH_CONTENDED',
    `Another publisher was first ${attempts} times in a row. Stop the other one, then run: briefing refresh`,
    { attempts },
  )
}

/** The next edition and the files it adds; null when it would be the one that stands. */
async function mergeOnto(
  blobs: Blobs,
  standing: Standing | null,
  publication: Publication,
  known: Map<string, Promise<Packing>>,
): Promise<{ hash: string; manifest: Manifest; files: EditionFile[] } | null> {
  const shardsBefore = standing?.manifest.shards ?? {}
  const today = shardsBefore['current'] === undefined ? null : standing!.manifest.as_of
  const { addresses = new Map() } = publication
  const archiveOnly = !publication.current || (today !== null && publication.asOf < today)
  const inScope = (place: string) => !archiveOnly || archived(place) !== null
  const artifacts = publication.artifacts.filter(({ place }) => inScope(place))
  const removed = (publication.removed ?? []).filter(inScope)

  const shards = new Map<string, Map<string, Entry>>()
  for (const name of new Set([...artifacts.map(({ place }) => place), ...removed].map(shardOf))) {
    const hash = shardsBefore[name]
    const entries = hash === undefined ? [] : parseShard(await readShard(blobs, hash))
    shards.set(name, new Map(entries.map((entry) => [entry.place, entry])))
  }
  const shardFor = (place: string) => shards.get(shardOf(place))

  const statesBefore = new Map(shards.get('current'))
  const packedBefore = new Map(shards.get('packed'))
  const tracked = archiveOnly
    ? null
    : newReleases(standing?.manifest.releases, publication.releases ?? { releases: [], watched: [] }, publication.publishedAt)
  for (const name of ['current', 'packed']) {
    const entries = shards.get(name) ?? new Map<string, Entry>()
    const whole = new Set((await entriesWithFiles(blobs, [...entries.values()])).map(({ place }) => place))
    for (const place of entries.keys()) if (!whole.has(place)) entries.delete(place)
  }
  const added = placements((place) => shardFor(place)?.get(place), artifacts, publication.revisionNote)
  const gone = removed.filter((place) => shardFor(place)?.has(place))
  const releases = tracked?.keys ?? standing?.manifest.releases ?? []
  const sameReleases = releases.join() === (standing?.manifest.releases ?? []).join()

  for (const { place, artifact, facts } of added) {
    const { as_of, computed_at, fingerprint } = artifact
    shardFor(place)!.set(place, { place, as_of, computed_at, fingerprint, formats: {}, facts })
  }
  const segment =
    archiveOnly || publication.entries === undefined
      ? null
      : await nextSegment(blobs, standing?.manifest ?? null, publication.entries, {
          publishedAt: publication.publishedAt,
          fingerprintAt: (place) => shardFor(place)?.get(place)?.fingerprint,
        })
  if (added.length === 0 && gone.length === 0 && sameReleases && segment === null) return null

  for (const place of gone) shardFor(place)!.delete(place)
  const addedAt = new Map(added.map(({ place, artifact }) => [place, artifact]))
  const files: EditionFile[] = []
  const shardHashes = { ...shardsBefore }
  for (const name of new Set([...added.map(({ place }) => place), ...gone].map(shardOf))) {
    const entries = shards.get(name)!
    delete shardHashes[name]
    if (entries.size === 0) continue
    const pack = await packShard(blobs, entries, addedAt, known)
    if (pack !== null) files.push([packKey(pack.hash), pack.bytes])
    const bytes = encodeShard(entries)
    shardHashes[name] = sha256(bytes)
    files.push([shardKey(shardHashes[name]), bytes])
  }

  const happened = [
    ...stateChanges(statesBefore, shards.get('current') ?? new Map(), publication.publishedAt),
    ...revisedStates(shardFor, added, publication.publishedAt),
    ...(tracked?.events ?? []),
    ...(archiveOnly
      ? []
      : [
          ...(await companyNews(blobs, packedBefore, added, { addresses, publishedAt: publication.publishedAt })),
          ...figuresUpdated(packedBefore, added, publication.publishedAt),
          ...situationsChanged(packedBefore, added, publication.publishedAt),
        ]),
  ]
  let events = standing?.manifest.events
  if (happened.length > 0) {
    const name = segmentOf(events, publication.publishedAt)
    const longer = events?.segments[name]
    const next = appendEvents(events, longer === undefined ? null : await readEvents(blobs, longer), happened, name)
    events = next.events
    files.push([eventsKey(next.hash), next.bytes])
  }

  if (segment !== null) files.push([stakesKey(segment.hash), segment.bytes])
  const stakes = segment?.hash ?? standing?.manifest.stakes

  const head: Omit<Manifest, 'edition'> = {
    sequence: (standing?.manifest.sequence ?? 0) + 1,
    published_at: publication.publishedAt,
    as_of: archiveOnly ? (today ?? later(publication.asOf, standing?.manifest.as_of)) : publication.asOf,
    sample: publication.sample,
    shards: shardHashes,
    previous: standing?.hash ?? null,
    ...(events ? { events } : {}),
    ...(releases.length > 0 ? { releases } : {}),
    ...(stakes === undefined ? {} : { stakes }),
  }
  const manifest: Manifest = { edition: sha256(canonical(head)).slice(0, 16), ...head }
  const bytes = Buffer.from(`${canonical(manifest)}\n`)
  const hash = sha256(bytes)
  return { hash, manifest, files: [...files, [manifestKey(hash), bytes]] }
}

function encodeShard(entries: ReadonlyMap<string, Entry>): Buffer {
  const inOrder = [...entries.values()].sort((a, b) => (a.place < b.place ? -1 : 1))
  return Buffer.from(`[\n${inOrder.map(canonical).join(',\n')}\n]\n`)
}

/** RFC 8785, so that the order in which facts were gathered changes no hash. */
function canonical(value: unknown): string {
  return canonicalize(value)!
}

function later(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a
}

function refuseMixing(standing: Standing | null, publication: Publication): void {
  if (standing === null || standing.manifest.sample === publication.sample) return
  const standingKind = standing.manifest.sample ? 'sample' : 'real'
  throw new InputError(
    'SAMPLE_AND_REAL_MIXED',
    `The current edition is made from ${standingKind} feeds and this one is not; a home never holds both. Choose another folder with --home.`,
    { held: standingKind },
  )
}

function checkTimes({ asOf, publishedAt }: Publication): void {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(asOf)
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(publishedAt)
  if (day && time) return
  throw new InputError('BAD_TIME', 'asOf must be a day (YYYY-MM-DD) and publishedAt a UTC time ending in Z. Correct them.', {
    field: day ? 'publishedAt' : 'asOf',
  })
}
