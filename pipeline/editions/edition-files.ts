import { createHash } from 'node:crypto'
import { UnavailableError } from '../errors.ts'
import type { Blobs } from '../store/blobs.ts'
import type { Entry, Manifest, PackedBytes, StoredFormat } from './edition.ts'

/** Keys and contents of the files an edition consists of; edition.ts draws the layout. */

export const currentKey = 'artifacts/current'
export const manifestPrefix = 'artifacts/manifest/'
export const shardPrefix = 'artifacts/shard/'
export const blobPrefix = 'artifacts/blob/'
export const packPrefix = 'artifacts/pack/'
export const eventsPrefix = 'artifacts/events/'
/** A cell: when (milliseconds since 1970) what is published was last listed and what no edition names removed. */
export const prunedKey = 'artifacts/pruned'
/** Copies for operators, as versions before made them. */
export const latestPrefix = 'artifacts/latest/'

export const manifestKey = (hash: string): string => `${manifestPrefix}${hash}.json`
export const shardKey = (hash: string): string => `${shardPrefix}${hash}.json`
/** A file of one document: as versions before kept those of today. */
export const blobKey = (hash: string): string => `${blobPrefix}${hash}`

export const packKey = (hash: string): string => `${packPrefix}${hash}.pack`

export const eventsKey = (hash: string): string => `${eventsPrefix}${hash}.jsonl`

export const stakesKey = (hash: string): string => `artifacts/stakes/${hash}.json`

/** Hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The bytes as a Buffer over the same memory. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

type Part = 'pointer' | 'manifest' | 'shard' | 'blob' | 'pack' | 'events' | 'stakes'

/** A part of an edition that is missing, or is not what its hash says. `part` and `hash` name it. */
export function editionDamaged(part: Part, hash: string, why: 'missing' | 'altered'): UnavailableError {
  return new UnavailableError(
    'EDITION_DAMAGED',
    `A ${part} of the published edition is ${why}. Restore artifacts/ from a copy, or remove it and run: briefing refresh`,
    { part, hash, why },
  )
}

/** The bytes of a part; throws (EDITION_DAMAGED) where there are none, or `sum` is not theirs. */
export function checkedBytes(bytes: Uint8Array | null, part: Part, hash: string, sum: string | null = hash): Buffer {
  if (bytes === null) throw editionDamaged(part, hash, 'missing')
  if (sha256(bytes) !== sum) throw editionDamaged(part, hash, 'altered')
  return toBuffer(bytes)
}

const pointerShape = /^artifacts\/manifest\/([0-9a-f]{64})\.json$/

/** The hash of the manifest the pointer names. */
export function manifestNamedBy(pointer: Uint8Array): string {
  const hash = pointerShape.exec(toBuffer(pointer).toString('latin1'))?.[1]
  if (hash === undefined) throw editionDamaged('pointer', '', 'altered')
  return hash
}

/** The manifest, its bytes checked against its name; null where there is none. */
export async function readManifest(blobs: Blobs, hash: string): Promise<Manifest | null> {
  const bytes = await blobs.get(manifestKey(hash))
  return bytes === null ? null : manifestIn(bytes, hash)
}

/** The manifest of an edition that must be there. */
export async function requiredManifest(blobs: Blobs, hash: string): Promise<Manifest> {
  return manifestIn(await blobs.get(manifestKey(hash)), hash)
}

function manifestIn(bytes: Uint8Array | null, hash: string): Manifest {
  return JSON.parse(checkedBytes(bytes, 'manifest', hash).toString()) as Manifest
}

/** An edition that stands: the pointer's bytes, and the manifest and its hash. */
export interface CurrentEdition {
  pointer: Uint8Array
  hash: string
  manifest: Manifest
}

/** The edition that stands; null where nothing has been published. */
export async function readCurrentEdition(blobs: Blobs): Promise<CurrentEdition | null> {
  const pointer = await blobs.get(currentKey)
  if (pointer === null) return null
  const hash = manifestNamedBy(pointer)
  return { pointer, hash, manifest: await requiredManifest(blobs, hash) }
}

const checked =
  (part: Part, keyOf: (hash: string) => string) =>
  async (blobs: Blobs, hash: string): Promise<Buffer> => {
    return checkedBytes(await blobs.get(keyOf(hash)), part, hash)
  }

/** The bytes of a shard, checked against its name. */
export const readShard = checked('shard', shardKey)
/** The bytes of a segment of events, checked against its name. */
export const readEvents = checked('events', eventsKey)
/** The bytes of a segment of stakes, checked against its name. */
export const readStakes = checked('stakes', stakesKey)

const archivePlace = /^archive\/(\d{4}-\d{2}-\d{2})\/([^/]+)(?:\/r([2-9]|[1-9]\d+))?$/

/** Day, briefing and revision (1 is what was first published) of a place in the archive; null for any other place. */
export function archivePlaceOf(place: string): { day: string; briefing: string; revision: number } | null {
  const [, day, briefing, revision] = archivePlace.exec(place) ?? []
  return day === undefined || briefing === undefined ? null : { day, briefing, revision: Number(revision ?? 1) }
}

/** A format as it is in a shard: with the sha-256 (hex) of each coding's own bytes, so that a reader checks without unpacking. */
export interface CodedFormat extends StoredFormat {
  br_hash: string | null
  gz_hash: string | null
}

/** Every file that holds bytes of an entry, with the sha-256 (hex) of its bytes. */
export const bodyFilesOf = ({ formats }: Entry): (readonly [key: string, sum: string])[] =>
  Object.values(formats).map(({ hash, packed }) => (packed ? [packKey(packed.pack), packed.pack] : [blobKey(hash), hash]))

/** The entries whose files are there. Another one counts as absent, so that the next run makes its document again. */
export async function entriesWithFiles(blobs: Blobs, entries: readonly Entry[]): Promise<Entry[]> {
  const keysOf = (entry: Entry) => bodyFilesOf(entry).map(([key]) => key)
  const lost = new Set(entries.flatMap(keysOf))
  // a listing instead of a look at each: there are thousands in a large edition
  for (const prefix of [packPrefix, blobPrefix])
    if ([...lost].some((key) => key.startsWith(prefix))) for (const key of await blobs.list(prefix)) lost.delete(key)
  return lost.size === 0 ? [...entries] : entries.filter((entry) => !keysOf(entry).some((key) => lost.has(key)))
}

/** Of these packs those that are not in the store; one listing. */
export async function lostPacks(blobs: Blobs, packs: Iterable<string>): Promise<ReadonlySet<string>> {
  const lost = new Set(packs)
  if (lost.size > 0) for (const key of await blobs.list(packPrefix)) lost.delete(key.slice(packPrefix.length, -'.pack'.length))
  return lost
}

/** Whether any of the bytes of an entry are in one of these packs. */
export const isEntryInPacks = (packs: ReadonlySet<string>, { formats }: Entry): boolean =>
  Object.values(formats).some(({ packed }) => packed !== undefined && packs.has(packed.pack))

/** The bytes that an entry takes in each pack. */
export function packsOf({ formats }: Entry): Map<string, number> {
  const packs = new Map<string, number>()
  for (const { packed } of Object.values(formats))
    if (packed !== undefined) packs.set(packed.pack, (packs.get(packed.pack) ?? 0) + packedLength(packed))
  return packs
}

/** Bytes of a pack that a format takes, its codings included. */
export const packedLength = ({ length, br = 0, gz = 0 }: PackedBytes): number => length + br + gz

/** A file of an edition, checked. Throws (EDITION_DAMAGED) where it is missing or altered. */
export async function readEditionFile(blobs: Blobs, key: string, sum: string): Promise<Uint8Array> {
  const [, part] = key.split('/') as [string, Part]
  return checkedBytes(await blobs.get(key), part, sum)
}
