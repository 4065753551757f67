import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Blobs } from '../store/blobs.ts'
import { inParallel } from '../store/pool.ts'
import { groupedBy } from '../values/grouped.ts'
import { type Entry, placeWithoutRevision } from './edition.ts'
import { packsOf, readShard, sha256, shardKey } from './edition-files.ts'
import { byPlace, mergedEntries, parseShardFile, type ShardIndex, shardLines } from './shard.ts'

/** Most entries of a part, and of what a shard keeps itself. A shard of over 16,384 entries keeps a 16th of them. */
const fullPart = 5_000
const mostRecent = 1_024
/** A market with fewer entries has no parts. */
const leastOfMarket = 2_500
const widthOfReads = 16

const lines = (rows: readonly string[]) => Buffer.from(`[\n${rows.join(',\n')}\n]\n`)

function encodePart(entries: Iterable<Entry>): Buffer {
  return lines([...entries].sort(byPlace).map((entry) => canonicalize(entry)!))
}

const firstByteOf = (text: string): number => createHash('sha256').update(text).digest()[0]!

/** Market of a place by its issuer id, such as `us` of `company/us:0000320193`; `all` where it names none. */
const marketOf = (place: string): string => /^[^/]+\/([a-z]+):/.exec(place)?.[1] ?? 'all'

function partOf(place: string, split: Record<string, number>): string {
  const base = placeWithoutRevision(place)
  const market = marketOf(base)
  const own = market in split ? market : 'all'
  const count = split[own] ?? 1
  return `${own}-${Math.floor((firstByteOf(base) * count) / 256)
    .toString(16)
    .padStart(2, '0')}`
}

/** A power of two of parts for so many entries, at most 256. */
function partsFor(entries: number): number {
  let parts = 1
  while (parts < 256 && entries > parts * fullPart) parts *= 2
  return parts
}

/** How so many entries are divided; never into fewer parts than they are, as each change of it writes all parts. */
function splitFor(counts: ShardIndex['counts'], standing: Record<string, number>): Record<string, number> {
  const total = (folders: Record<string, number>) => Object.values(folders).reduce((sum, count) => sum + count, 0)
  const markets = Object.entries(counts).map(([market, folders]) => [market, total(folders)] as const)
  const all = markets.reduce((sum, [, count]) => sum + count, 0)
  const isApart = ([market, count]: readonly [string, number]) => market in standing || (all > fullPart && count > leastOfMarket)
  const apart = markets.filter((each) => each[0] !== 'all' && isApart(each))
  const rest = all - apart.reduce((sum, [, count]) => sum + count, 0)
  return Object.fromEntries(
    [['all', rest] as const, ...apart].map(([market, count]) => [market, Math.max(standing[market] ?? 1, partsFor(count))]),
  )
}

/** A shard as a publish changes it. */
export interface OpenShard {
  /** Reads the parts that have these places, so that `get` knows them. */
  read(places: Iterable<string>): Promise<void>
  /** All entries, in the order of their places; reads every part. */
  readAll(): Promise<Map<string, Entry>>
  /** How many files `readAll` would have to read. */
  unread(): number
  get(place: string): Entry | undefined
  set(entry: Entry): void
  delete(place: string): void
  /** Whether it has a document of this folder. */
  has(folder: string): boolean
  /** By pack, its bytes and those of them that entries name; null instead of the bytes where versions before did not note them. */
  readonly packs: Map<string, { bytes: number | null; named: number }>
  /** The files that it consists of by now and did not before, that of the shard itself last; null for an empty one. */
  files(): Promise<{ hash: string; files: [key: string, bytes: Buffer][] } | null>
  /** As versions before wrote it. */
  readonly isOld: boolean
}

/** Opens a shard by its hash, or an empty one. Throws (EDITION_DAMAGED) where it, or a part that is read, is missing or altered. */
export async function openShard(blobs: Blobs, hash: string | undefined): Promise<OpenShard> {
  const file = hash === undefined ? { entries: [], index: null } : parseShardFile(await readShard(blobs, hash))
  const recent = new Map(file.entries.map((entry) => [entry.place, entry]))
  const gone = new Set(file.index?.gone)
  const parts = new Map(Object.entries(file.index?.parts ?? {}))
  let split = file.index?.split ?? {}
  const counts = structuredClone(file.index?.counts ?? {})
  const packs = new Map<string, { bytes: number | null; named: number }>()
  for (const [pack, [bytes, named]] of Object.entries(file.index?.packs ?? {})) packs.set(pack, { bytes, named })
  const count = (entry: Entry, by: 1 | -1) => {
    const market = marketOf(entry.place)
    const folder = entry.place.slice(0, entry.place.indexOf('/'))
    const folders = counts[market] ?? {}
    counts[market] = folders
    folders[folder] = (folders[folder] ?? 0) + by
    if (folders[folder] === 0) delete folders[folder]
    if (Object.keys(folders).length === 0) delete counts[market]
    for (const [pack, bytes] of packsOf(entry)) {
      const known = packs.get(pack) ?? { bytes: null, named: 0 }
      packs.set(pack, { bytes: known.bytes, named: known.named + by * bytes })
    }
  }
  if (file.index === null) for (const entry of file.entries) count(entry, 1)

  /** Bytes of the parts read, and the entries in them that were asked for. */
  const bytesOf = new Map<string, Buffer>()
  const known = new Map<string, Entry>()
  const asked = new Set<string>()

  async function fetchParts(names: Iterable<string>): Promise<void> {
    const missing = [...new Set(names)].filter((name) => parts.has(name) && !bytesOf.has(name))
    await inParallel(missing, widthOfReads, async (name) => void bytesOf.set(name, await readShard(blobs, parts.get(name)!)))
  }

  const parsePart = (name: string): Entry[] => {
    const bytes = bytesOf.get(name)
    return bytes === undefined ? [] : (JSON.parse(bytes.toString()) as Entry[])
  }

  async function read(places: Iterable<string>): Promise<void> {
    const bases = [...new Set([...places].map(placeWithoutRevision))].filter((base) => !asked.has(base))
    for (const base of bases) asked.add(base)
    const wanted = groupedBy(parts.size === 0 ? [] : bases, (base) => partOf(base, split))
    await fetchParts(wanted.keys())
    for (const [name, own] of wanted) {
      const some = new Set(own)
      const bytes = bytesOf.get(name)
      for (const { start, end } of bytes === undefined ? [] : shardLines(bytes)) {
        const place = placeIn(bytes!, start, end)
        if (some.has(placeWithoutRevision(place))) known.set(place, JSON.parse(bytes!.toString('utf8', start, end)) as Entry)
      }
    }
  }

  const get = (place: string): Entry | undefined => {
    const own = recent.get(place)
    if (own !== undefined || gone.has(place) || parts.size === 0) return own
    if (!asked.has(placeWithoutRevision(place))) throw new Error(`the part of ${place} has not been read`)
    return known.get(place)
  }

  async function readAll(): Promise<Map<string, Entry>> {
    await fetchParts(parts.keys())
    for (const name of parts.keys()) {
      for (const entry of parsePart(name)) {
        known.set(entry.place, entry)
        asked.add(placeWithoutRevision(entry.place))
      }
    }
    return mergedEntries([[...known.values()]], { entries: [...recent.values()], index: { gone: [...gone] } })
  }

  /** Moves what is recent into parts, the fullest first, until what stays is short enough. */
  async function spill(written: Map<string, Buffer>): Promise<void> {
    const total = Object.values(counts).reduce((sum, folders) => sum + Object.values(folders).reduce((a, b) => a + b, 0), 0)
    const most = Math.max(mostRecent, Math.floor(total / 16))
    if (recent.size + gone.size <= most) return
    const next = splitFor(counts, split)
    const isSame = canonicalize(next) === canonicalize(split)
    const places = isSame ? [...recent.keys(), ...gone] : [...(await readAll()).keys()]
    const due = groupedBy(places, (place) => partOf(place, next))
    const inTurn = [...due].sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    if (!isSame) {
      const all = await readAll()
      parts.clear()
      bytesOf.clear()
      recent.clear()
      gone.clear()
      split = next
      for (const [name, some] of inTurn) {
        const entries = some.map((place) => all.get(place)!)
        writePart(name, entries, written)
      }
      return
    }
    for (const [name, some] of inTurn) {
      if (recent.size + gone.size <= most) break
      await fetchParts([name])
      const entries = new Map(parsePart(name).map((entry) => [entry.place, entry]))
      for (const place of some) {
        const entry = recent.get(place)
        if (entry === undefined) entries.delete(place)
        else entries.set(place, entry)
        recent.delete(place)
        gone.delete(place)
      }
      writePart(name, [...entries.values()], written)
    }
  }

  function writePart(name: string, entries: readonly Entry[], written: Map<string, Buffer>): void {
    parts.delete(name)
    if (entries.length === 0) return
    const bytes = encodePart(entries)
    const sum = sha256(bytes)
    parts.set(name, sum)
    written.set(sum, bytes)
  }

  return {
    isOld: hash !== undefined && file.index === null,
    read,
    readAll,
    unread: () => [...parts.keys()].filter((name) => !bytesOf.has(name)).length,
    get,
    set(entry) {
      const before = get(entry.place)
      if (before !== undefined) count(before, -1)
      count(entry, 1)
      gone.delete(entry.place)
      recent.set(entry.place, entry)
    },
    delete(place) {
      const before = get(place)
      if (before === undefined) return
      count(before, -1)
      recent.delete(place)
      if (known.has(place)) gone.add(place)
    },
    has: (folder) => Object.values(counts).some((folders) => folder in folders),
    packs,
    async files() {
      if (Object.keys(counts).length === 0) return null
      const written = new Map<string, Buffer>()
      await spill(written)
      const named = [...packs].filter(([, pack]) => pack.named > 0)
      const index: ShardIndex = {
        counts,
        gone: [...gone].sort(),
        packs: Object.fromEntries(named.map(([pack, { bytes, named: part }]) => [pack, [bytes ?? part, part]])),
        parts: Object.fromEntries(parts),
        split,
      }
      const rows = [...recent.values()].sort(byPlace).map((entry) => canonicalize(entry)!)
      // a space, so that it is not taken for an entry
      const bytes = lines([...rows, ` ${canonicalize(index)!}`])
      const own = sha256(bytes)
      const all: [string, Buffer][] = [...written].map(([sum, part]) => [shardKey(sum), part])
      return { hash: own, files: [...all, [shardKey(own), bytes]] }
    },
  }
}

const placeMark = Buffer.from('"place":"')

/** The place of an entry on a line, which ends with it: members are in the order of their names. */
function placeIn(bytes: Buffer, start: number, end: number): string {
  const mark = bytes.subarray(start, end).lastIndexOf(placeMark)
  return bytes.toString('latin1', start + mark + placeMark.length, end - 2)
}
