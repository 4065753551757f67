import { gunzipSync } from 'node:zlib'
import type { Format } from '../documents/kind.ts'
import type { Blobs } from '../store/blobs.ts'
import { inParallel } from '../store/pool.ts'
import type { Entry, Manifest, PackedBytes } from './edition.ts'
import {
  archivePlaceOf,
  blobKey,
  type CodedFormat,
  checkedBytes,
  packedLength,
  packKey,
  packsOf,
  readEvents,
  readShard,
  requiredManifest,
} from './edition-files.ts'
import { type ChangeEvent, parseEvents } from './events.ts'
import { mergedEntries, parseShardFile, type ShardFile, shardIndex, shardLines } from './shard.ts'

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
  readonly days: ReadonlyMap<string, Range>
  /** How many packs it names for what is read when asked for. */
  readonly packs: number
  /** Shards of today by name. */
  readonly shards: ReadonlyMap<string, LoadedShard>
  /** Events of the last weeks, by the hash of their segment, oldest first. */
  readonly segments: ReadonlyMap<string, readonly ChangeEvent[]>
}

/** First and last day on record. */
interface Range {
  first: string
  last: string
}

interface LoadedShard {
  readonly hash: string
  readonly entries: ReadonlyMap<string, Entry>
  readonly packs: number
  /** Entries of its parts, by their hash. */
  readonly parts: ReadonlyMap<string, readonly Entry[]>
}

/** Parts, and stretches of packs, read at the same time: some megabytes each. */
const widthOfReads = 8

/**
 * Loads the edition of a manifest, every part checked against its hash. What `before` already holds is carried over, not read again.
 * Throws (EDITION_DAMAGED) when anything is missing or altered; a pack that is read when asked for is not looked at.
 */
export async function loadEdition(blobs: Blobs, manifestHash: string, before: LoadedEdition | null): Promise<LoadedEdition> {
  const manifest = await requiredManifest(blobs, manifestHash)
  const shards = new Map<string, LoadedShard>()
  for (const name of ['current', 'packed']) {
    const hash = manifest.shards[name]
    if (hash !== undefined) shards.set(name, await loadShard(blobs, hash, before?.shards.get(name) ?? null))
  }
  const entries = shards.get('current')?.entries ?? new Map<string, Entry>()
  const packed = shards.get('packed')?.entries ?? new Map<string, Entry>()
  const resident = await residentOf(blobs, entries, before)
  const months = new Map<string, ArchiveMonth>()
  const days = new Map<string, Range>()
  for (const [name, hash] of Object.entries(manifest.shards)) {
    if (name === 'current' || name === 'packed') continue
    const kept = before?.months.get(name)
    const month = kept?.hash === hash ? kept : await archiveMonth(blobs, hash)
    months.set(name, month)
    for (const [briefing, range] of month.days) extend(days, briefing, range)
  }
  const packs = [...months.values()].reduce((sum, month) => sum + month.packs, shards.get('packed')?.packs ?? 0)
  const segments = await segmentsOf(blobs, manifest, before)
  return { manifest, entries, resident, packed, months, days, packs, shards, segments }
}

/** A shard; of its parts only those are read and parsed that the previous one did not have. */
async function loadShard(blobs: Blobs, hash: string, before: LoadedShard | null): Promise<LoadedShard> {
  if (before?.hash === hash) return before
  const file = parseShardFile(await readShard(blobs, hash))
  const parts = new Map<string, readonly Entry[]>()
  await inParallel(Object.values(file.index?.parts ?? {}), widthOfReads, async (part) => {
    parts.set(part, before?.parts.get(part) ?? parseShardFile(await readShard(blobs, part)).entries)
  })
  return { hash, entries: mergedEntries(parts.values(), file), packs: packCount(file), parts }
}

const packCount = ({ entries, index }: ShardFile): number =>
  index === null ? new Set(entries.flatMap((entry) => [...packsOf(entry).keys()])).size : Object.keys(index.packs).length

/** The bytes of today's documents; only those are read that the previous edition did not have. */
async function residentOf(blobs: Blobs, entries: ReadonlyMap<string, Entry>, before: LoadedEdition | null) {
  const bodies = bodiesOf(before)
  const missing = [...entries.values()].flatMap(({ formats }) =>
    (Object.values(formats) as CodedFormat[]).filter((stored) => !bodies.has(bodyName(stored))),
  )
  for (const [name, body] of await readBodies(blobs, missing)) bodies.set(name, body)
  const resident = new Map<string, Partial<Record<Format, StoredBytes>>>()
  for (const entry of entries.values()) {
    const { place } = entry
    const formats = (Object.entries(entry.formats) as [Format, CodedFormat][]).map(
      ([format, stored]) => [format, { place, format, hash: stored.hash, ...bodies.get(bodyName(stored))!, entry }] as const,
    )
    resident.set(place, Object.fromEntries(formats))
  }
  return resident
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
export async function readBody(blobs: Blobs, stored: CodedFormat): Promise<EncodedBody> {
  const { hash, packed } = stored
  if (packed === undefined) return { plain: checkedBytes(await blobs.get(blobKey(hash)), 'blob', hash), br: null, gz: null }
  return bodyIn(await blobs.get(packKey(packed.pack), { offset: packed.offset, length: packedLength(packed) }), stored, packed)
}

/** The body that begins with these bytes of its pack. */
function bodyIn(read: Uint8Array | null, { hash, gz, br_hash, gz_hash }: CodedFormat, packed: PackedBytes): EncodedBody {
  const { pack, length } = packed
  const part = (from: number, to: number, sum: string | null) => checkedBytes(read?.subarray(from, to) ?? null, 'pack', pack, sum)
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

/** Bytes of a pack between two documents that are read with them, as a call takes longer than they do. */
const widestGap = 256 * 1_024

/** The bytes of many documents, as `readBody`, by `bodyName`: documents that are near each other in a pack are read in one call. */
export async function readBodies(blobs: Blobs, stored: readonly CodedFormat[]): Promise<Map<string, EncodedBody>> {
  const bodies = new Map<string, EncodedBody>()
  const some = [...new Map(stored.map((each) => [bodyName(each), each])).values()]
  const separate = some.filter(({ packed }) => packed === undefined)
  await inParallel(separate, widthOfReads, async (each) => void bodies.set(bodyName(each), await readBody(blobs, each)))
  const inPacks = some.filter((each): each is CodedFormat & { packed: PackedBytes } => each.packed !== undefined)
  await inParallel(stretchesOf(inPacks), widthOfReads, async ({ pack, offset, end, within }) => {
    const bytes = await blobs.get(packKey(pack), { offset, length: end - offset })
    for (const each of within) {
      const from = each.packed.offset - offset
      // a copy, so that a document keeps no more than its own bytes in memory
      const own = bytes && Buffer.from(bytes.subarray(from, from + packedLength(each.packed)))
      bodies.set(bodyName(each), bodyIn(own, each, each.packed))
    }
    // a folder reads and we hash without a pause: between two stretches others get their turn
    await new Promise((resolve) => setImmediate(resolve))
  })
  return bodies
}

interface Stretch<Stored> {
  readonly pack: string
  readonly offset: number
  end: number
  readonly within: Stored[]
}

/** What to read of packs so that all of these are in it. */
function stretchesOf<Stored extends { readonly packed: PackedBytes }>(stored: readonly Stored[]): Stretch<Stored>[] {
  const stretches: Stretch<Stored>[] = []
  const inOrder = [...stored].sort(({ packed: a }, { packed: b }) =>
    a.pack < b.pack ? -1 : a.pack > b.pack ? 1 : a.offset - b.offset,
  )
  for (const each of inOrder) {
    const { pack, offset } = each.packed
    const last = stretches.at(-1)
    const end = offset + packedLength(each.packed)
    if (last?.pack === pack && offset <= last.end + widestGap) {
      last.end = Math.max(last.end, end)
      last.within.push(each)
    } else stretches.push({ pack, offset, end, within: [each] })
  }
  return stretches
}

export type EncodedBody = Pick<StoredBytes, 'plain' | 'br' | 'gz'>

/** Equal plain bytes may stand with a coding in one place and without it in another. */
export const bodyName = ({ hash, br, gz }: { hash: string; br: unknown; gz: unknown }): string =>
  `${hash}${br ? '+br' : ''}${gz ? '+gz' : ''}`

function bodiesOf(edition: LoadedEdition | null): Map<string, EncodedBody> {
  const bodies = new Map<string, EncodedBody>()
  for (const formats of edition?.resident.values() ?? [])
    for (const bytes of Object.values(formats)) {
      const { plain, br, gz } = bytes
      bodies.set(bodyName(bytes), { plain, br, gz })
    }
  return bodies
}

/**
 * One month of the archive: the shard's bytes, and where in them the newest revision of each day's briefing stands. Keeping the bytes and
 * parsing one line when asked takes a tenth of the heap that the parsed entries of a thousand days would.
 */
interface ArchiveMonth {
  readonly hash: string
  find(day: string, briefing: string): Entry | null
  /** First and last day on record of each briefing in this month. */
  readonly days: ReadonlyMap<string, Range>
  /** How many packs it names. */
  readonly packs: number
}

interface Line {
  bytes: Buffer
  start: number
  end: number
  revision: number
}

async function archiveMonth(blobs: Blobs, hash: string): Promise<ArchiveMonth> {
  const own = await readShard(blobs, hash)
  const index = shardIndex(own)
  const files: Buffer[] = []
  for (const part of Object.values(index?.parts ?? {})) files.push(await readShard(blobs, part))
  // what the shard keeps itself is newer than the same place in a part
  files.push(own)
  const newest = new Map<string, Line>()
  const days = new Map<string, Range>()
  const packs = new Set(Object.keys(index?.packs ?? {}))
  for (const bytes of files)
    for (const { start, end } of shardLines(bytes)) {
      const entry = parseLine({ bytes, start, end })
      if (index === null) for (const pack of packsOf(entry).keys()) packs.add(pack)
      const at = archivePlaceOf(entry.place)
      if (at === null) continue
      const name = `${at.day}/${at.briefing}`
      if ((newest.get(name)?.revision ?? 0) <= at.revision) newest.set(name, { bytes, start, end, revision: at.revision })
      extend(days, at.briefing, { first: at.day, last: at.day })
    }
  return {
    hash,
    days,
    packs: packs.size,
    find(day, briefing) {
      const line = newest.get(`${day}/${briefing}`)
      return line === undefined ? null : parseLine(line)
    },
  }
}

const parseLine = ({ bytes, start, end }: Omit<Line, 'revision'>) => JSON.parse(bytes.toString('utf8', start, end)) as Entry

/** Widens the range kept under `briefing` by another. */
function extend(ranges: Map<string, Range>, briefing: string, other: Range): void {
  const range = ranges.get(briefing)
  ranges.set(briefing, {
    first: range !== undefined && range.first < other.first ? range.first : other.first,
    last: range !== undefined && range.last > other.last ? range.last : other.last,
  })
}
