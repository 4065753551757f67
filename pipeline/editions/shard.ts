import type { Blobs } from '../store/blobs.ts'
import { inParallel } from '../store/pool.ts'
import type { Entry } from './edition.ts'
import { readShard } from './edition-files.ts'

/**
 * A shard is one file while it is small: its newest entries, one a line, and on the last line what `ShardIndex` says. As it grows the
 * entries move into parts, files of entries by the hash of their place, and the shard keeps what was published since. So a publish reads
 * only the parts of what it publishes, and writes a part only when the shard has become too long.
 */
export interface ShardIndex {
  /** How many entries there are, by market (`all` without one) and folder. */
  readonly counts: Record<string, Record<string, number>>
  /** Places that the parts still have and the shard no longer has. */
  readonly gone: readonly string[]
  /** By pack, its bytes and those of them that entries name. */
  readonly packs: Record<string, readonly [bytes: number, named: number]>
  /** By name, such as `us-0a`, the hash of a part. */
  readonly parts: Record<string, string>
  /** How many parts a market is divided into; what is not named here is in those of `all`. */
  readonly split: Record<string, number>
}

export interface ShardFile {
  readonly entries: Entry[]
  /** Null as versions before wrote it: all entries in one file. */
  readonly index: ShardIndex | null
}

/** What the file of a shard has. */
export function parseShardFile(bytes: Buffer): ShardFile {
  const rows = JSON.parse(bytes.toString()) as (Entry | ShardIndex)[]
  const last = rows.at(-1)
  if (last === undefined || 'place' in last) return { entries: rows as Entry[], index: null }
  return { entries: rows.slice(0, -1) as Entry[], index: last as ShardIndex }
}

/** Where in the file of a shard, or of a part of it, its entries stand, so that a reader can keep the bytes and parse one line when asked. */
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

/** The index of a shard alone; null as versions before wrote it. */
export function shardIndex(bytes: Buffer): ShardIndex | null {
  const start = bytes.lastIndexOf('\n {')
  return start === -1 ? null : (JSON.parse(bytes.toString('utf8', start + 1, bytes.lastIndexOf(']'))) as ShardIndex)
}

/** All entries of a shard. */
export async function entriesOfShard(blobs: Blobs, hash: string): Promise<Entry[]> {
  const file = parseShardFile(await readShard(blobs, hash))
  const parts: Entry[][] = []
  await inParallel(Object.values(file.index?.parts ?? {}), 8, async (part) => {
    parts.push(parseShardFile(await readShard(blobs, part)).entries)
  })
  return [...mergedEntries(parts, file).values()]
}

type Placed = Pick<Entry, 'place'>
export const byPlace = (a: Placed, b: Placed) => (a.place < b.place ? -1 : 1)

/** Those whose place begins so, in the order of their places. */
export const sortedByPlaceIn = <One extends Placed>(all: readonly One[], folder: string): One[] =>
  all.filter(({ place }) => place.startsWith(folder)).sort(byPlace)

/** The entries of a shard whose parts have been read: those of the parts, but for what the shard itself has of them. */
export function mergedEntries(
  parts: Iterable<readonly Entry[]>,
  { entries, index }: Pick<ShardFile, 'entries'> & { readonly index: Pick<ShardIndex, 'gone'> | null },
): Map<string, Entry> {
  const all = [...parts].flat()
  if (all.length === 0) return new Map(entries.map((entry) => [entry.place, entry]))
  const newer = new Set([...entries.map(({ place }) => place), ...(index?.gone ?? [])])
  const merged = [...all.filter(({ place }) => !newer.has(place)), ...entries].sort(byPlace)
  return new Map(merged.map((entry) => [entry.place, entry]))
}
