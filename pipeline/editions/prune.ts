import { InputError } from '../errors.ts'
import { mutex } from '../mutex.ts'
import { type Blobs, trySwap } from '../store/blobs.ts'
import { inParallel } from '../store/pool.ts'
import type { Manifest } from './edition.ts'
import {
  blobPrefix,
  bodyFilesOf,
  type CurrentEdition,
  currentKey,
  editionDamaged,
  eventsKey,
  eventsPrefix,
  latestPrefix,
  manifestKey,
  manifestNamedBy,
  manifestPrefix,
  packKey,
  packPrefix,
  prunedKey,
  readManifest,
  readShard,
  shardKey,
  shardPrefix,
} from './edition-files.ts'
import { entriesOfShard, shardIndex } from './shard.ts'

/**
 * Publishing and pruning of one store object in this process: blobs that a publish has put and not yet named in an edition look like
 * garbage to a prune that lists the store, and one by the chain may remove a file that the publish is about to name again. Two processes
 * must not do both; the writer queue has one slot.
 */
export const publishOrPruneLock = mutex<Blobs>()

export interface Retention {
  /** How many of the newest editions stay whatever their age; at least 2, so that a reader between two polls keeps its own. */
  keepEditions?: number
  /** How long (milliseconds) an edition stays after it was replaced. */
  keepMs?: number
  /** Milliseconds since 1970, on the clock of `publishedAt`. */
  now: number
  /** Lists the store, however long ago that was done: where others than these publishes write editions. */
  whole?: boolean
}

/** How many files of each kind were removed. */
export interface Pruned {
  manifests: number
  shards: number
  blobs: number
  packs: number
  events: number
}

/** How long (milliseconds) after the last listing of the store the next one is due. */
const listedEvery = 86_400_000

/**
 * Removes the editions that are both older than the newest `keepEditions` and replaced longer than `keepMs` ago, then the shards, packs and
 * segments of events no kept edition needs: what the removed ones name, and once a day, by a listing of the store, what killed publishers
 * and earlier versions left. Files go before the manifest that names them: stopped at any point, the next prune finishes. Removes nothing
 * when a kept edition cannot be read.
 *
 * Takes its turn with the publishes of the same store object in this process; another process must not be publishing.
 */
export async function prune(
  blobs: Blobs,
  { keepEditions = 5, keepMs = 3_600_000, now, whole = false }: Retention,
): Promise<Pruned> {
  if (!Number.isInteger(keepEditions) || keepEditions < 2 || !(keepMs >= 0) || !Number.isFinite(now)) {
    throw new InputError('BAD_RETENTION', 'At least 2 editions must be kept, for 0 milliseconds or more. Correct the setting.', {
      keepEditions,
      keepMs,
    })
  }
  return publishOrPruneLock(blobs, () => pruneInTurn(blobs, { keepEditions, keepMs, now, whole }))
}

/** Keeps each edition that is still there, and removes what belongs to none. */
export const everyEdition = { keepEditions: Number.POSITIVE_INFINITY, keepMs: 0, now: 0, whole: true } as const

type Edition = Pick<CurrentEdition, 'hash' | 'manifest'>

/** As `prune`, for whoever has the turn already. */
export async function pruneInTurn(blobs: Blobs, { keepEditions, keepMs, now, whole }: Required<Retention>): Promise<Pruned> {
  const pruned: Pruned = { manifests: 0, shards: 0, blobs: 0, packs: 0, events: 0 }
  const pointer = await blobs.get(currentKey)
  if (pointer === null) return pruned
  const chain = await editionsSince(blobs, manifestNamedBy(pointer))
  const isKept = (_: Edition, age: number) => {
    const replacedAt = Date.parse(chain[Math.max(0, age - 1)]!.manifest.published_at)
    return age < keepEditions || now - replacedAt <= keepMs
  }
  const kept = chain.filter(isKept)
  const dropped = chain.filter((edition, age) => !isKept(edition, age))
  const gone = new Set<string>()
  const remove = async (all: readonly string[]) => {
    const keys = all.filter((key) => !gone.has(key) && gone.add(key))
    await inParallel(keys, 8, (key) => blobs.remove(key))
    for (const key of keys) for (const [prefix, kind] of counted) if (key.startsWith(prefix)) pruned[kind]++
  }
  const last = await blobs.get(prunedKey)
  const isDue = last === null || !(now - Number(Buffer.from(last).toString()) < listedEvery)
  if (!whole && !isDue) {
    const unwanted = await namedByDropped(blobs, dropped, kept)
    // the oldest first, so that the chain still leads to those left
    for (const { hash } of dropped.toReversed()) {
      for (const keys of unwanted.get(hash)!) await remove(keys)
      await remove([manifestKey(hash)])
    }
    return pruned
  }
  const wanted = new Set<string>(kept.map(({ hash }) => manifestKey(hash)))
  const shards = new Set(kept.flatMap(({ manifest }) => Object.values(manifest.shards)))
  for (const { manifest } of kept) for (const segment of segmentsOf(manifest)) wanted.add(segment)
  await inParallel(shards, 4, async (hash) => {
    for (const key of [shardKey(hash), ...(await namedBy(blobs, hash)).files]) wanted.add(key)
  })
  for (const prefix of [...counted.keys(), latestPrefix].toReversed())
    await remove((await blobs.list(prefix)).filter((key) => !wanted.has(key)))
  if (isDue && Number.isFinite(now) && now > 0) await trySwap(blobs, prunedKey, last, Buffer.from(String(now)))
  return pruned
}

const counted = new Map<string, keyof Pruned>([
  [manifestPrefix, 'manifests'],
  [shardPrefix, 'shards'],
  [blobPrefix, 'blobs'],
  [packPrefix, 'packs'],
  [eventsPrefix, 'events'],
])

const segmentsOf = ({ events }: Manifest): string[] => Object.values(events?.segments ?? {}).map(eventsKey)

/**
 * What no kept edition needs of those that are dropped, by edition: files, and then the shards that name them. Shards of one name share files
 * with each other, and with no other ones.
 */
async function namedByDropped(
  blobs: Blobs,
  dropped: readonly Edition[],
  kept: readonly Edition[],
): Promise<ReadonlyMap<string, readonly [files: string[], shards: string[]]>> {
  const shardsOf = (editions: readonly Edition[], name: string) =>
    new Set(editions.flatMap(({ manifest }) => manifest.shards[name] ?? []))
  const segments = new Set(kept.flatMap(({ manifest }) => segmentsOf(manifest)))
  const wanted = new Map<string, Set<string>>()
  const all = new Map<string, [string[], string[]]>()
  for (const { hash, manifest } of dropped) {
    const files = new Set(segmentsOf(manifest).filter((key) => !segments.has(key)))
    const shards: string[] = []
    for (const [name, shard] of Object.entries(manifest.shards)) {
      const standing = shardsOf(kept, name)
      if (standing.has(shard)) continue
      if (!wanted.has(name)) {
        const named = await Promise.all([...standing].map((each) => namedBy(blobs, each)))
        wanted.set(name, new Set(named.flatMap((each) => each.files)))
      }
      const { files: own, isOld } = await namedBy(blobs, shard).catch(() => ({ files: [], isOld: true }))
      // packs of versions before may be shared between shards: they are left to the next listing
      if (!isOld) for (const key of own) if (!wanted.get(name)!.has(key)) files.add(key)
      shards.push(shardKey(shard))
    }
    all.set(hash, [[...files], shards])
  }
  return all
}

interface Named {
  /** Keys of its packs and parts. */
  readonly files: readonly string[]
  readonly isOld: boolean
}

/** What shards of a store name, by their hash: each is read once a process, and not in every run of an hour. */
const known = new WeakMap<Blobs, Map<string, Named>>()
const mostKnown = 1_000

async function namedBy(blobs: Blobs, hash: string): Promise<Named> {
  const shards = known.get(blobs) ?? new Map<string, Named>()
  known.set(blobs, shards)
  const before = shards.get(hash)
  if (before !== undefined) return before
  const index = shardIndex(await readShard(blobs, hash))
  const files =
    index === null
      ? (await entriesOfShard(blobs, hash)).flatMap((entry) => bodyFilesOf(entry).map(([key]) => key))
      : [...Object.keys(index.packs).map(packKey), ...Object.values(index.parts).map(shardKey)]
  const named = { files: [...new Set(files)], isOld: index === null }
  shards.set(hash, named)
  if (shards.size > mostKnown) shards.delete(shards.keys().next().value!)
  return named
}

/** The current edition and those before it, newest first, down to the oldest that is still there. */
async function editionsSince(blobs: Blobs, newest: string): Promise<Edition[]> {
  const chain: Edition[] = []
  for (let hash: string | null = newest; hash !== null; ) {
    const manifest: Manifest | null = await readManifest(blobs, hash)
    if (manifest === null && hash === newest) throw editionDamaged('manifest', hash, 'missing')
    if (manifest === null) break
    chain.push({ hash, manifest })
    hash = manifest.previous
  }
  return chain
}
