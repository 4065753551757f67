import { InputError } from '../errors.ts'
import { mutex } from '../mutex.ts'
import type { Blobs } from '../source/store/blobs.ts'
import { inParallel } from '../source/store/pool.ts'
import type { Manifest } from './edition.ts'
import {
  blobPrefix,
  bodyFilesOf,
  currentKey,
  damaged,
  eventsKey,
  eventsPrefix,
  latestPrefix,
  manifestKey,
  manifestNamedBy,
  manifestPrefix,
  packPrefix,
  parseShard,
  readManifest,
  readShard,
  shardKey,
  shardPrefix,
} from './edition-files.ts'

/**
 * Publishing and pruning of one store object in this process: blobs that a publish has put and not yet named in an edition look like
 * garbage to a prune. Two processes must not do both; the writer queue has one slot.
 */
export const oneAtATime = mutex<Blobs>()

export interface Retention {
  /** How many of the newest editions stay whatever their age; at least 2, so that a reader between two polls keeps its own. */
  keepEditions?: number
  /** How long (milliseconds) an edition stays after it was replaced. */
  keepMs?: number
  /** Milliseconds since 1970, on the clock of `publishedAt`. */
  now: number
}

/** How many files of each kind were removed. */
export interface Pruned {
  manifests: number
  shards: number
  blobs: number
  packs: number
  events: number
}

/**
 * Removes the editions that are both older than the newest `keepEditions` and replaced longer than `keepMs` ago, then the shards, blobs, packs and segments of
 * events no kept edition needs, with what killed publishers left. Manifests go first: stopped at any point, the next prune finishes. Removes
 * nothing when a kept edition cannot be read.
 *
 * Takes its turn with the publishes of the same store object in this process; another process must not be publishing.
 */
export async function prune(blobs: Blobs, { keepEditions = 5, keepMs = 3_600_000, now }: Retention): Promise<Pruned> {
  if (!Number.isInteger(keepEditions) || keepEditions < 2 || !(keepMs >= 0) || !Number.isFinite(now)) {
    throw new InputError('BAD_RETENTION', 'At least 2 editions must be kept, for 0 milliseconds or more. Correct the setting.', {
      keepEditions,
      keepMs,
    })
  }
  return oneAtATime(blobs, () => pruneInTurn(blobs, { keepEditions, keepMs, now }))
}

/** Keeps each edition that is still there, and removes what belongs to none. */
export const everyEdition = { keepEditions: Number.POSITIVE_INFINITY, keepMs: 0, now: 0 } as const

/** Keys that the kept shards of a store name, by the hash of the shard: each is parsed once a process, and not in every run of an hour. */
const namedBy = new WeakMap<Blobs, ReadonlyMap<string, ReadonlySet<string>>>()

/** As `prune`, for whoever has the turn already. */
export async function pruneInTurn(blobs: Blobs, { keepEditions, keepMs, now }: Required<Retention>): Promise<Pruned> {
  const pointer = await blobs.get(currentKey)
  if (pointer === null) return { manifests: 0, shards: 0, blobs: 0, packs: 0, events: 0 }
  const chain = await editionsSince(blobs, manifestNamedBy(pointer))
  const wanted = new Set<string>()
  const shards = new Set<string>()
  const keep = (hash: string, manifest: Manifest) => {
    wanted.add(manifestKey(hash))
    for (const shard of Object.values(manifest.shards)) shards.add(shard)
    for (const segment of Object.values(manifest.events?.segments ?? {})) wanted.add(eventsKey(segment))
  }
  chain.forEach(({ hash, manifest }, age) => {
    const replacedAt = Date.parse(chain[age - 1]?.manifest.published_at ?? manifest.published_at)
    if (age < keepEditions || now - replacedAt <= keepMs) keep(hash, manifest)
  })
  const known = namedBy.get(blobs)
  const named = new Map<string, ReadonlySet<string>>()
  namedBy.set(blobs, named)
  await inParallel(shards, 4, async (hash) => {
    const keysOf = async () => parseShard(await readShard(blobs, hash)).flatMap((entry) => bodyFilesOf(entry).map(([key]) => key))
    const keys = known?.get(hash) ?? new Set(await keysOf())
    named.set(hash, keys)
    for (const key of [shardKey(hash), ...keys]) wanted.add(key)
  })
  const removed: number[] = []
  for (const prefix of [manifestPrefix, shardPrefix, blobPrefix, packPrefix, eventsPrefix, latestPrefix]) {
    const unwanted = (await blobs.list(prefix)).filter((key) => !wanted.has(key))
    await inParallel(unwanted, 8, (key) => blobs.remove(key))
    removed.push(unwanted.length)
  }
  return { manifests: removed[0]!, shards: removed[1]!, blobs: removed[2]!, packs: removed[3]!, events: removed[4]! }
}

/** The current edition and those before it, newest first, down to the oldest that is still there. */
async function editionsSince(blobs: Blobs, newest: string): Promise<{ hash: string; manifest: Manifest }[]> {
  const chain: { hash: string; manifest: Manifest }[] = []
  for (let hash: string | null = newest; hash !== null; ) {
    const manifest: Manifest | null = await readManifest(blobs, hash)
    if (manifest === null && hash === newest) throw damaged('manifest', hash, 'missing')
    if (manifest === null) break
    chain.push({ hash, manifest })
    hash = manifest.previous
  }
  return chain
}
