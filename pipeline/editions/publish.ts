import canonicalize from 'canonicalize'
import { InputError, UnavailableError } from '../errors.ts'
import { type Blobs, isSwapUnknown } from '../store/blobs.ts'
import { isDiskFull } from '../store/disk-full.ts'
import { type Epochs, fencedEpochs, type Writer } from '../store/fence.ts'
import { inParallel } from '../store/pool.ts'
import { groupedBy } from '../values/grouped.ts'
import { companyNews, figuresUpdated, newsFolder, situationsChanged } from './company-events.ts'
import { type Artifact, type Manifest, shardOf } from './edition.ts'
import {
  archivePlaceOf,
  type CurrentEdition,
  currentKey,
  entriesWithFiles,
  eventsKey,
  lostPacks,
  manifestKey,
  manifestNamedBy,
  packKey,
  readCurrentEdition,
  readEvents,
  readManifest,
  sha256,
  stakesKey,
} from './edition-files.ts'
import { appendEvents, eventSegmentFor, revisedStates, stateChanges } from './events.ts'
import { changedPlacements, checkArtifacts } from './merge.ts'
import { type OpenShard, openShard } from './open-shard.ts'
import { type PackedFormat, packShard } from './pack.ts'
import { everyEdition, pruneInTurn, publishOrPruneLock } from './prune.ts'
import { type KnownReleases, newReleases } from './releases.ts'
import { nextSegment, type StakeEntries } from './stakes.ts'

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
  /** Addresses of companies by issuer id, for the news of their filings; left out where no news is published. */
  addresses?: ReadonlyMap<string, string>
  /** What enters the ledger of stakes with the edition; left out, as ever where only the archive is written, nothing does. */
  entries?: StakeEntries
  /** Why a day already in the archive has other content now; printed with the revision. Null leaves what is on record as it is. */
  revisionNote?: string | null
  /** Who publishes, where several machines share the store: its first edition says so even if nothing else is new. */
  writer?: Writer
}

/** A file of an edition. */
type EditionFile = readonly [key: string, bytes: Uint8Array]

/** A slow publisher among fast ones may lose to each of their editions: 20 were too few for one of four processes. */
const attempts = 100
/** Files read or written at the same time. */
const width = 8
const pointerTo = (hash: string) => Buffer.from(manifestKey(hash))

/**
 * Merges artifacts onto the edition that stands and swaps the pointer to the result, which is durable before the swap. Where nothing
 * changes no edition is made and the one that stands is returned. When another publisher was first the merge is done again on its edition:
 * neither is lost. At whatever point it stops, readers have the old edition or the new one, whole.
 *
 * `InputError` for artifacts no edition may hold and for mixing sample with other data; `UnavailableError` when the store cannot be
 * written (STORE_NOT_WRITABLE, DISK_FULL), holds a damaged edition (EDITION_DAMAGED), others kept being first (PUBLISH_CONTENDED), or
 * a later writer of the market has published (WRITER_FENCED).
 */
export async function publish(blobs: Blobs, publication: Publication): Promise<Manifest> {
  checkArtifacts(publication.artifacts, publication.removed ?? [])
  checkTimes(publication)
  return publishOrPruneLock(blobs, async () => {
    return publishInTurn(blobs, publication).catch(async (error: unknown) => {
      // on a full disk the part of an edition that was written gives its room back
      if (isDiskFull(error)) await pruneInTurn(blobs, everyEdition).catch(() => undefined)
      throw error
    })
  })
}

async function publishInTurn(blobs: Blobs, publication: Publication): Promise<Manifest> {
  const known = new Map<string, Promise<PackedFormat>>()
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const standing = await readCurrentEdition(blobs)
    refuseMixing(standing, publication)
    const epochs = publication.writer ? fencedEpochs(standing?.manifest.epochs, publication.writer) : standing?.manifest.epochs
    const next = await mergeOnto(blobs, standing, { ...publication, epochs }, known)
    if (next === null) {
      if (standing === null) {
        throw new InputError('NOTHING_TO_PUBLISH', 'There is nothing to publish and no edition yet. Run: briefing refresh')
      }
      // the pointer is written again: a publisher that was killed may not have flushed it to disk
      if (await pointTo(blobs, standing.pointer, standing.hash)) return standing.manifest
      continue
    }
    await inParallel(next.files, width, ([key, bytes]) => blobs.put(key, bytes))
    await blobs.put(...next.head)
    if (await pointTo(blobs, standing?.pointer ?? null, next.hash)) return next.manifest
  }
  throw new UnavailableError(
    'PUBLISH_CONTENDED',
    `Another publisher was first ${attempts} times in a row. Stop the other one, then run: briefing refresh`,
    { attempts },
  )
}

/** Whether the edition was published: where the answer of the store was lost, it is if the one that stands came after it. */
async function pointTo(blobs: Blobs, expected: Uint8Array | null, hash: string): Promise<boolean> {
  try {
    return await blobs.swap(currentKey, expected, pointerTo(hash))
  } catch (error) {
    if (!isSwapUnknown(error)) throw error
    const pointer = await blobs.get(currentKey)
    let at = pointer === null ? null : manifestNamedBy(pointer)
    while (at !== null && at !== hash) at = (await readManifest(blobs, at))?.previous ?? null
    return at === hash
  }
}

/** The next edition and the files it adds; null when it would be the one that stands. */
async function mergeOnto(
  blobs: Blobs,
  standing: CurrentEdition | null,
  publication: Publication & { readonly epochs: Epochs | undefined },
  known: Map<string, Promise<PackedFormat>>,
): Promise<{ hash: string; manifest: Manifest; files: EditionFile[]; head: EditionFile } | null> {
  const shardsBefore = standing?.manifest.shards ?? {}
  const today = shardsBefore['current'] === undefined ? null : standing!.manifest.as_of
  const { addresses = new Map() } = publication
  const archiveOnly = !publication.current || (today !== null && publication.asOf < today)
  const inScope = (place: string) => !archiveOnly || archivePlaceOf(place) !== null
  const artifacts = publication.artifacts.filter(({ place }) => inScope(place))
  const removed = (publication.removed ?? []).filter(inScope)

  const shards = new Map<string, OpenShard>()
  const open = async (places: readonly string[]) => {
    await inParallel(groupedBy(places, shardOf), width, async ([name, some]) => {
      if (!shards.has(name)) shards.set(name, await openShard(blobs, shardsBefore[name]))
      await shards.get(name)!.read(some)
    })
  }
  const entryAt = (place: string) => shards.get(shardOf(place))?.get(place)
  await open([...artifacts.map(({ place }) => place), ...removed])
  const before = new Map([...artifacts.map(({ place }) => place), ...removed].map((place) => [place, entryAt(place)]))
  const hadNews = shards.get(shardOf(`${newsFolder}/`))?.has(newsFolder) ?? false

  const tracked = archiveOnly
    ? null
    : newReleases(standing?.manifest.releases, publication.releases ?? { releases: [], watched: [] }, publication.publishedAt)
  const ofToday = ['current', 'packed'].flatMap((name) => shards.get(name) ?? [])
  await dropLost(blobs, ofToday)
  const added = changedPlacements(entryAt, artifacts, publication.revisionNote)
  const gone = removed.filter((place) => entryAt(place) !== undefined)
  const releases = tracked?.keys ?? standing?.manifest.releases ?? []
  const sameReleases = releases.join() === (standing?.manifest.releases ?? []).join()

  for (const { place, artifact, facts } of added) {
    const { as_of, computed_at, fingerprint } = artifact
    shards.get(shardOf(place))!.set({ place, as_of, computed_at, fingerprint, formats: {}, facts })
  }
  const { entries: staked } = archiveOnly ? {} : publication
  if (staked !== undefined) await open(staked.stakes.map(({ document }) => document))
  const segment =
    staked === undefined
      ? null
      : await nextSegment(blobs, standing?.manifest ?? null, staked, {
          publishedAt: publication.publishedAt,
          fingerprintAt: (place) => entryAt(place)?.fingerprint,
        })
  const { epochs, writer } = publication
  const isNewWriter = standing !== null && writer !== undefined && standing.manifest.epochs?.[writer.market] !== writer.epoch
  if (added.length === 0 && gone.length === 0 && sameReleases && segment === null && !isNewWriter) return null

  // companies of filings are looked up in the edition that stands, whether or not this one changes them
  const read = (places: Iterable<string>) => open([...places])
  const standingAt = (place: string) => (before.has(place) ? before.get(place) : entryAt(place))
  const happened = [
    ...stateChanges((place) => before.get(place), added, publication.publishedAt),
    ...revisedStates(entryAt, added, publication.publishedAt),
    ...(tracked?.events ?? []),
    ...(archiveOnly
      ? []
      : [
          ...(await companyNews(blobs, { hasNews: hadNews, read, entryAt: standingAt }, added, {
            addresses,
            publishedAt: publication.publishedAt,
          })),
          ...figuresUpdated(standingAt, added, publication.publishedAt),
          ...situationsChanged(standingAt, added, publication.publishedAt),
        ]),
  ]

  for (const place of gone) shards.get(shardOf(place))!.delete(place)
  const addedTo = groupedBy(added, ({ place }) => shardOf(place))
  const files: EditionFile[] = []
  const shardHashes = { ...shardsBefore }
  for (const name of new Set([...addedTo.keys(), ...gone.map(shardOf)])) {
    const shard = shards.get(name)!
    const own = new Map(addedTo.get(name)?.map(({ place, artifact }) => [place, artifact]))
    const packs = await packShard(blobs, name, shard, own, known)
    const next = await shard.files()
    delete shardHashes[name]
    if (next === null) continue
    shardHashes[name] = next.hash
    files.push(...packs.map(({ hash, bytes }) => [packKey(hash), bytes] as const), ...next.files)
  }

  let events = standing?.manifest.events
  if (happened.length > 0) {
    const name = eventSegmentFor(events, publication.publishedAt)
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
    ...(epochs === undefined ? {} : { epochs }),
  }
  const manifest: Manifest = { edition: sha256(canonical(head)).slice(0, 16), ...head }
  const bytes = Buffer.from(`${canonical(manifest)}\n`)
  const hash = sha256(bytes)
  return { hash, manifest, files, head: [manifestKey(hash), bytes] }
}

/** Takes out the entries of shards whose files are lost, so that their documents are published again. */
async function dropLost(blobs: Blobs, shards: readonly OpenShard[]): Promise<void> {
  const named = shards.flatMap(({ packs }) => [...packs.keys()])
  const lost = await lostPacks(blobs, named)
  for (const shard of shards) {
    if (!shard.isOld && ![...shard.packs.keys()].some((pack) => lost.has(pack))) continue
    const entries = [...(await shard.readAll()).values()]
    const whole = new Set(await entriesWithFiles(blobs, entries))
    for (const entry of entries) if (!whole.has(entry)) shard.delete(entry.place)
  }
}

/** RFC 8785, so that the order in which facts were gathered changes no hash. */
function canonical(value: unknown): string {
  return canonicalize(value)!
}

function later(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a
}

function refuseMixing(standing: CurrentEdition | null, publication: Publication): void {
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
