import { gunzipSync } from 'node:zlib'
import type { Format } from '../documents/kind.ts'
import type { Blobs } from '../source/store/blobs.ts'
import { inParallel } from '../source/store/pool.ts'
import type { Entry, Manifest } from './edition.ts'
import {
  archived,
  blobKey,
  buffer,
  type CodedFormat,
  damaged,
  manifestOf,
  packKey,
  parseShard,
  readEvents,
  readShard,
  sha256,
  shardLines,
  spanOf,
} from './edition-files.ts'
import { type ChangeEvent, parseEvents } from './events.ts'

export interface StoredBytes {
  place: string
  format: Format
  /** sha-256 (hex) of `plain`. */
  hash: string
  plain: Buffer
  br: Buffer | null
  gz: Buffer | null
  entry: Entry
}

/** A whole edition in memory: today's documents as bytes, past days and packed kinds as an index. */
export interface LoadedEdition {
  readonly manifest: Manifest
  readonly entries: ReadonlyMap<string, Entry>
  readonly resident: ReadonlyMap<string, Partial<Record<Format, StoredBytes>>>
  /** Of today, what is read when asked for. */
  readonly packed: ReadonlyMap<string, Entry>
  readonly months: ReadonlyMap<string, ArchiveMonth>
  readonly days: ReadonlyMap<string, { first: string; last: string }>
  readonly packs: PackCount
  /** Events of the last weeks, by the hash of their segment, oldest first. */
  readonly segments: ReadonlyMap<string, readonly ChangeEvent[]>
}

/** Packs that the edition names, and those of them that were missing or truncated when it was loaded. */
export interface PackCount {
  readonly named: number
  readonly missing: number
}

/**
 * Loads the edition of a manifest, every part checked against its hash. What `before` already holds is carried over, not read again.
 * Throws (EDITION_DAMAGED) when anything is missing or altered.
 */
export async function loadEdition(blobs: Blobs, manifestHash: string, before: LoadedEdition | null): Promise<LoadedEdition> {
  const manifest = await manifestOf(blobs, manifestHash)
  const current = manifest.shards['current']
  const entries = new Map<string, Entry>()
  const resident = new Map<string, Partial<Record<Format, StoredBytes>>>()
  const bodies = bodiesOf(before)
  for (const entry of current === undefined ? [] : parseShard(await readShard(blobs, current))) {
    entries.set(entry.place, entry)
    const { place } = entry
    const read = async ([format, stored]: [Format, CodedFormat]) => {
      const name = bodyName(stored)
      if (!bodies.has(name)) bodies.set(name, readBody(blobs, stored))
      return [format, { place, format, hash: stored.hash, ...(await bodies.get(name)!), entry }] as const
    }
    const formats = Object.entries(entry.formats) as [Format, CodedFormat][]
    const known = bodies.size
    resident.set(place, Object.fromEntries(await Promise.all(formats.map(read))))
    // a folder reads and we hash without a pause: between two documents others get their turn
    if (bodies.size > known) await new Promise((resolve) => setImmediate(resolve))
  }

  const apart = manifest.shards['packed']
  const packed = new Map(
    apart === undefined ? [] : parseShard(await readShard(blobs, apart)).map((entry) => [entry.place, entry] as const),
  )
  const months = new Map<string, ArchiveMonth>()
  const days = new Map<string, { first: string; last: string }>()
  for (const [name, hash] of Object.entries(manifest.shards)) {
    if (name === 'current' || name === 'packed') continue
    const kept = before?.months.get(name)
    const month = kept?.hash === hash ? kept : archiveMonth(hash, await readShard(blobs, hash))
    months.set(name, month)
    for (const [briefing, range] of month.days) extend(days, briefing, range)
  }
  const packs = new Map([...months.values()].flatMap((month) => [...month.packs]))
  for (const entry of packed.values()) addPacks(packs, entry)
  const segments = await segmentsOf(blobs, manifest, before)
  return { manifest, entries, resident, packed, months, days, packs: await countPacks(blobs, packs), segments }
}

/** A pack is there where its last byte is. */
async function countPacks(blobs: Blobs, packs: ReadonlyMap<string, number>): Promise<PackCount> {
  let missing = 0
  await inParallel(packs, 32, async ([hash, bytes]) => {
    const last = bytes === 0 ? await blobs.get(packKey(hash)) : await blobs.get(packKey(hash), { offset: bytes - 1, length: 1 })
    if (last === null || last.length < Math.min(bytes, 1)) missing++
  })
  return { named: packs.size, missing }
}

/** The segments of the edition, oldest first; those that it shares with the previous edition are not read twice. */
async function segmentsOf(blobs: Blobs, { events }: Manifest, before: LoadedEdition | null) {
  const inOrder = Object.entries(events?.segments ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  return new Map(
    await Promise.all(
      inOrder.map(async ([, hash]) => [hash, before?.segments.get(hash) ?? parseEvents(await readEvents(blobs, hash))] as const),
    ),
  )
}

/** The bytes of a document in the codings that its pack has, checked; plain from the separate file that versions before kept. */
export async function readBody(blobs: Blobs, { hash, gz, br_hash, gz_hash, packed }: CodedFormat): Promise<Body> {
  if (packed === undefined) return { plain: checked(await blobs.get(blobKey(hash)), 'blob', hash, hash), br: null, gz: null }
  const { pack, offset, length } = packed
  const read = await blobs.get(packKey(pack), { offset, length: spanOf(packed) })
  const part = (from: number, to: number, sum: string | null) => checked(read?.subarray(from, to) ?? null, 'pack', pack, sum)
  if (packed.gz === undefined && gz) {
    const body = part(0, length, gz_hash)
    return { plain: gunzipSync(body), br: null, gz: body }
  }
  const afterBr = length + (packed.br ?? 0)
  return {
    plain: part(0, length, hash),
    br: packed.br ? part(length, afterBr, br_hash) : null,
    gz: packed.gz ? part(afterBr, afterBr + packed.gz, gz_hash) : null,
  }
}

export type Body = Pick<StoredBytes, 'plain' | 'br' | 'gz'>

/** Equal plain bytes may stand with a coding in one place and without it in another. */
const bodyName = ({ hash, br, gz }: { hash: string; br: unknown; gz: unknown }) => `${hash}${br ? '+br' : ''}${gz ? '+gz' : ''}`

function bodiesOf(edition: LoadedEdition | null): Map<string, Promise<Body>> {
  const bodies = new Map<string, Promise<Body>>()
  for (const formats of edition?.resident.values() ?? []) {
    for (const bytes of Object.values(formats)) {
      const { plain, br, gz } = bytes
      bodies.set(bodyName(bytes), Promise.resolve({ plain, br, gz }))
    }
  }
  return bodies
}

function checked(bytes: Uint8Array | null, part: 'blob' | 'pack', name: string, hash: string | null): Buffer {
  if (bytes === null) throw damaged(part, name, 'missing')
  if (sha256(bytes) !== hash) throw damaged(part, name, 'altered')
  return buffer(bytes)
}

/**
 * One month of the archive: the shard's bytes, and where in them the newest revision of each day's briefing stands. Keeping the bytes and
 * parsing one line when asked takes a tenth of the heap that the parsed entries of a thousand days would.
 */
interface ArchiveMonth {
  readonly hash: string
  find(day: string, briefing: string): Entry | null
  /** First and last day on record of each briefing in this month. */
  readonly days: ReadonlyMap<string, { first: string; last: string }>
  /** Bytes that each pack of this month has at least, by its hash. */
  readonly packs: ReadonlyMap<string, number>
}

interface Line {
  start: number
  end: number
  revision: number
}

function archiveMonth(hash: string, bytes: Buffer): ArchiveMonth {
  const parse = ({ start, end }: { start: number; end: number }) => JSON.parse(bytes.toString('utf8', start, end)) as Entry
  const newest = new Map<string, Line>()
  const days = new Map<string, { first: string; last: string }>()
  const packs = new Map<string, number>()
  for (const { start, end } of shardLines(bytes)) {
    const entry = parse({ start, end })
    addPacks(packs, entry)
    const at = archived(entry.place)
    if (at === null) continue
    const name = `${at.day}/${at.briefing}`
    if ((newest.get(name)?.revision ?? 0) < at.revision) newest.set(name, { start, end, revision: at.revision })
    extend(days, at.briefing, { first: at.day, last: at.day })
  }
  return {
    hash,
    days,
    packs,
    find(day, briefing) {
      const line = newest.get(`${day}/${briefing}`)
      return line === undefined ? null : parse(line)
    },
  }
}

/** Widens the range kept under `briefing` by another. */
function extend(
  ranges: Map<string, { first: string; last: string }>,
  briefing: string,
  other: { first: string; last: string },
): void {
  const range = ranges.get(briefing)
  ranges.set(briefing, {
    first: range !== undefined && range.first < other.first ? range.first : other.first,
    last: range !== undefined && range.last > other.last ? range.last : other.last,
  })
}

/** Adds the packs of an entry, each with the bytes it has at least. */
function addPacks(packs: Map<string, number>, { formats }: Entry): void {
  for (const { packed } of Object.values(formats))
    if (packed !== undefined) packs.set(packed.pack, Math.max(packs.get(packed.pack) ?? 0, packed.offset + packed.length))
}
