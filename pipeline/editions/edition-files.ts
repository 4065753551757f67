import { createHash } from 'node:crypto'
import { UnavailableError } from '../errors.ts'
import type { Blobs } from '../source/store/blobs.ts'
import type { Entry, Manifest, Packed, StoredFormat } from './edition.ts'

/** Keys and contents of the files an edition consists of; edition.ts draws the layout. */

export const currentKey = 'artifacts/current'
export const manifestPrefix = 'artifacts/manifest/'
export const shardPrefix = 'artifacts/shard/'
export const blobPrefix = 'artifacts/blob/'
export const packPrefix = 'artifacts/pack/'
export const eventsPrefix = 'artifacts/events/'
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
export function buffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** A part of an edition that is missing, or is not what its hash says. `part` and `hash` name it. */
export function damaged(
  part: 'pointer' | 'manifest' | 'shard' | 'blob' | 'pack' | 'events' | 'stakes',
  hash: string,
  why: 'missing' | 'altered',
): UnavailableError {
  return new UnavailableError(
    'EDITION_DAMAGED',
    `A ${part} of the published edition is ${why}. Restore artifacts/ from a copy, or remove it and run: briefing refresh`,
    { part, hash, why },
  )
}

const pointerShape = /^artifacts\/manifest\/([0-9a-f]{64})\.json$/

/** The hash of the manifest the pointer names. */
export function manifestNamedBy(pointer: Uint8Array): string {
  const hash = pointerShape.exec(buffer(pointer).toString('latin1'))?.[1]
  if (hash === undefined) throw damaged('pointer', '', 'altered')
  return hash
}

/** The manifest, its bytes checked against its name; null where there is none. */
export async function readManifest(blobs: Blobs, hash: string): Promise<Manifest | null> {
  const bytes = await blobs.get(manifestKey(hash))
  if (bytes === null) return null
  if (sha256(bytes) !== hash) throw damaged('manifest', hash, 'altered')
  return JSON.parse(buffer(bytes).toString()) as Manifest
}

/** The manifest of an edition that must be there. */
export async function manifestOf(blobs: Blobs, hash: string): Promise<Manifest> {
  const manifest = await readManifest(blobs, hash)
  if (manifest === null) throw damaged('manifest', hash, 'missing')
  return manifest
}

/** An edition that stands: the pointer's bytes, and the manifest and its hash. */
export interface Standing {
  pointer: Uint8Array
  hash: string
  manifest: Manifest
}

/** The edition that stands; null where nothing has been published. */
export async function readStanding(blobs: Blobs): Promise<Standing | null> {
  const pointer = await blobs.get(currentKey)
  if (pointer === null) return null
  const hash = manifestNamedBy(pointer)
  return { pointer, hash, manifest: await manifestOf(blobs, hash) }
}

const checked =
  (part: Parameters<typeof damaged>[0], keyOf: (hash: string) => string) =>
  async (blobs: Blobs, hash: string): Promise<Buffer> => {
    const bytes = await blobs.get(keyOf(hash))
    if (bytes === null) throw damaged(part, hash, 'missing')
    if (sha256(bytes) !== hash) throw damaged(part, hash, 'altered')
    return buffer(bytes)
  }

/** The bytes of a shard, checked against its name. */
export const readShard = checked('shard', shardKey)
/** The bytes of a segment of events, checked against its name. */
export const readEvents = checked('events', eventsKey)
/** The bytes of a segment of stakes, checked against its name. */
export const readStakes = checked('stakes', stakesKey)

export function parseShard(bytes: Buffer): Entry[] {
  return JSON.parse(bytes.toString()) as Entry[]
}

/** A JSON array with one entry a line, so that a reader can keep the bytes of a large shard and parse only the lines it is asked for. */
export function shardLines(bytes: Buffer): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline === -1 ? bytes.length : newline
    if (bytes[start] === 0x7b) lines.push({ start, end: bytes[end - 1] === 0x2c ? end - 1 : end })
    start = end + 1
  }
  return lines
}

const archivePlace = /^archive\/(\d{4}-\d{2}-\d{2})\/([^/]+)(?:\/r([2-9]|[1-9]\d+))?$/

/** Day, briefing and revision (1 is what was first published) of a place in the archive; null for any other place. */
export function archived(place: string): { day: string; briefing: string; revision: number } | null {
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

/** The entries whose files exist. Another one counts as absent, so that the next run makes its document again. */
export async function entriesWithFiles(blobs: Blobs, entries: readonly Entry[]): Promise<Entry[]> {
  const keysOf = (entry: Entry) => bodyFilesOf(entry).map(([key]) => key)
  const keys = [...new Set(entries.flatMap(keysOf))]
  const isThere = await Promise.all(keys.map((key) => blobs.has(key)))
  const lost = new Set(keys.filter((_, at) => !isThere[at]))
  return lost.size === 0 ? [...entries] : entries.filter((entry) => !keysOf(entry).some((key) => lost.has(key)))
}

/** Bytes of a pack that a format takes, its codings included. */
export const spanOf = ({ length, br = 0, gz = 0 }: Packed): number => length + br + gz

/**
 * Every file of an edition by its key, with the sha-256 (hex) of its bytes. Throws (EDITION_DAMAGED) where the manifest, a shard or a segment of
 * stakes is missing or altered; whether the other files are there is for the caller to see.
 */
export async function filesOfEdition(blobs: Blobs, hash: string): Promise<Map<string, string>> {
  const manifest = await manifestOf(blobs, hash)
  const files = new Map([[manifestKey(hash), hash]])
  for (const segment of Object.values(manifest.events?.segments ?? {})) files.set(eventsKey(segment), segment)
  for (let segment = manifest.stakes ?? null; segment !== null; ) {
    files.set(stakesKey(segment), segment)
    segment = (JSON.parse((await readStakes(blobs, segment)).toString()) as { previous: string | null }).previous
  }
  for (const shard of Object.values(manifest.shards)) {
    files.set(shardKey(shard), shard)
    for (const [key, sum] of parseShard(await readShard(blobs, shard)).flatMap(bodyFilesOf)) files.set(key, sum)
  }
  return files
}

/** A file of an edition, checked. Throws (EDITION_DAMAGED) where it is missing or altered. */
export async function readEditionFile(blobs: Blobs, key: string, sum: string): Promise<Uint8Array> {
  const bytes = await blobs.get(key)
  if (bytes !== null && sha256(bytes) === sum) return bytes
  const [, part] = key.split('/') as [string, Parameters<typeof damaged>[0]]
  throw damaged(part, sum, bytes === null ? 'missing' : 'altered')
}
