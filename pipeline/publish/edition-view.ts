import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { Blobs } from '../store/blobs.ts'
import { inParallel } from '../store/pool.ts'
import { type ArchiveMonth, archiveMonth, extend } from './archive-month.ts'
import type { Entry, Format, Manifest, StoredFormat } from './edition.ts'
import { blobKey, buffer, type Coding, damaged, parseShard, readManifest, readShard, sha256 } from './edition-files.ts'

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

/** A whole edition in memory: today's documents as bytes, past days as an index. */
export interface LoadedEdition {
  readonly manifest: Manifest
  readonly entries: ReadonlyMap<string, Entry>
  readonly resident: ReadonlyMap<string, Partial<Record<Format, StoredBytes>>>
  readonly months: ReadonlyMap<string, ArchiveMonth>
  readonly days: ReadonlyMap<string, { first: string; last: string }>
}

const unpack = { br: promisify(brotliDecompress), gz: promisify(gunzip) }

/** Reads in flight at once: enough to keep the system's four file threads busy, few enough to leave the event loop to requests. */
const width = 8

/**
 * Loads the edition of a manifest, every part checked against its hash and every coding against the bytes it must unpack to. What
 * `before` already holds is carried over, not read again. Throws (EDITION_DAMAGED) when anything is missing or altered.
 */
export async function loadEdition(blobs: Blobs, manifestHash: string, before: LoadedEdition | null): Promise<LoadedEdition> {
  const manifest = await readManifest(blobs, manifestHash)
  if (manifest === null) throw damaged('manifest', manifestHash, 'missing')

  const current = manifest.shards['current']
  const entries = new Map<string, Entry>()
  const resident = new Map<string, Partial<Record<Format, StoredBytes>>>()
  const held = bodiesOf(before)
  const reading = new Map<string, StoredBytes[]>()
  for (const entry of current === undefined ? [] : parseShard(await readShard(blobs, current))) {
    entries.set(entry.place, entry)
    const formats: Partial<Record<Format, StoredBytes>> = {}
    resident.set(entry.place, formats)
    for (const [format, stored] of Object.entries(entry.formats) as [Format, StoredFormat][]) {
      const body = held.get(bodyName(stored))
      const bytes = { place: entry.place, format, hash: stored.hash, plain: none, br: null, gz: null, ...body, entry }
      formats[format] = bytes
      if (body === undefined) reading.set(bodyName(stored), [...(reading.get(bodyName(stored)) ?? []), bytes])
    }
  }
  await inParallel(reading.values(), width, async (same) => {
    const { entry, format } = same[0]!
    const body = await readBody(blobs, entry.formats[format]!)
    for (const bytes of same) Object.assign(bytes, body)
  })

  const months = new Map<string, ArchiveMonth>()
  const days = new Map<string, { first: string; last: string }>()
  for (const [name, hash] of Object.entries(manifest.shards)) {
    if (name === 'current') continue
    const standing = before?.months.get(name)
    const month = standing?.hash === hash ? standing : archiveMonth(hash, await readShard(blobs, hash))
    months.set(name, month)
    for (const [briefing, range] of month.days) extend(days, briefing, range)
  }
  return { manifest, entries, resident, months, days }
}

/** The plain bytes of a blob, checked. */
export async function readPlain(blobs: Blobs, hash: string): Promise<Buffer> {
  const bytes = await blobs.get(blobKey(hash))
  if (bytes === null) throw damaged('blob', hash, 'missing')
  if (sha256(bytes) !== hash) throw damaged('blob', hash, 'altered')
  return buffer(bytes)
}

const none = Buffer.alloc(0)
type Body = Pick<StoredBytes, 'plain' | 'br' | 'gz'>

const bodyName = ({ hash, br, gz }: { hash: string; br: unknown; gz: unknown }) => `${hash}${br ? '+br' : ''}${gz ? '+gz' : ''}`

function bodiesOf(edition: LoadedEdition | null): Map<string, Body> {
  const bodies = new Map<string, Body>()
  for (const formats of edition?.resident.values() ?? []) {
    for (const bytes of Object.values(formats)) bodies.set(bodyName(bytes), { plain: bytes.plain, br: bytes.br, gz: bytes.gz })
  }
  return bodies
}

async function readBody(blobs: Blobs, { hash, br, gz }: StoredFormat): Promise<Body> {
  const plain = await readPlain(blobs, hash)
  return {
    plain,
    br: br ? await readCoding(blobs, hash, 'br', plain) : null,
    gz: gz ? await readCoding(blobs, hash, 'gz', plain) : null,
  }
}

async function readCoding(blobs: Blobs, hash: string, coding: Coding, plain: Buffer): Promise<Buffer> {
  const bytes = await blobs.get(blobKey(hash, coding))
  if (bytes === null) throw damaged('blob', hash, 'missing')
  const unpacked = await unpack[coding](bytes).catch(() => null)
  if (unpacked === null || !unpacked.equals(plain)) throw damaged('blob', hash, 'altered')
  return buffer(bytes)
}
