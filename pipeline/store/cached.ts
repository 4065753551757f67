import { createHash, randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs, ByteRange } from './blobs.ts'
import { makeFolder } from './make-folder.ts'
import { inParallel } from './pool.ts'
import { diskSpaceAt, isSpaceLow } from './space.ts'

/** Bytes by content hash in a folder of this machine, which may be deleted at any time. */
export interface DiskCache {
  /** Null where it has none, or they are not what was kept. */
  get(name: string): Promise<Buffer | null>
  /** Keeps bytes in the background; a disk that takes none causes no error. */
  keep(name: string, bytes: Uint8Array): void
  /** Resolves when everything so far is kept or given up. */
  settled(): Promise<void>
}

export interface DiskCacheOptions {
  /** Its files are in the folder `documents` of this one. */
  readonly within: string
  readonly mostBytes?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly warn: (message: string, facts: Record<string, unknown>) => void
}

const usualBytes = 2 * 1024 ** 3
/** What is left after the least recently used files are deleted. */
const share = 0.8
/** A use is written down as the time of the file, no more often than that. */
const noteUseMs = 600_000
/** A disk that refused is tried again after that. */
const restMs = 60_000
/** Files of writers that were killed. */
const unfinishedMs = 3_600_000
const sumBytes = 32
const unfinished = '.part-'
/** Whatever else is in the folder is not ours to delete. */
const ownName = /^(?:[0-9a-f]{64}(?:\.\d+-\d+)?|\.part-[0-9a-f-]{36})$/
/** Bytes that wait to be written; more are not kept. */
const mostPending = 64 * 1024 ** 2

/**
 * Opens a cache in a folder that only this user reads, because what it holds is sold. Several servers of one machine may share a folder: names
 * are content hashes, files appear whole by rename, and each server deletes the least recently used files of all of them, by the files' own
 * times. It never throws: where the folder cannot be made or written, it keeps nothing and logs that once a minute at most.
 */
export async function openDiskCache(options: DiskCacheOptions): Promise<DiskCache> {
  const { within, mostBytes = usualBytes, now = Date.now, warn } = options
  const folder = join(within, 'documents')
  let bytes = 0
  let pending = 0
  let refusedUntil = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()
  const at = (name: string) => join(folder, name)

  function refused(error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code ?? 'UNKNOWN'
    if (now() >= refusedUntil) warn('the cache of documents cannot be written; serving continues without it', { code })
    refusedUntil = now() + restMs
  }

  /** Files by time of use, the oldest first. */
  async function files() {
    const entries: { name: string; size: number; usedAt: number }[] = []
    const names = (await readdir(folder)).filter((name) => ownName.test(name))
    await inParallel(names, 16, async (name) => {
      const facts = await stat(at(name)).catch(() => null)
      if (facts?.isFile()) entries.push({ name, size: facts.size, usedAt: facts.mtimeMs })
    })
    return entries.sort((a, b) => a.usedAt - b.usedAt)
  }

  async function trim(): Promise<void> {
    const all = await files()
    bytes = all.reduce((sum, { size }) => sum + size, 0)
    const most = bytes > mostBytes ? mostBytes * share : mostBytes
    for (const { name, size, usedAt } of all) {
      const isLeft = name.startsWith(unfinished) && usedAt < now() - unfinishedMs
      if (bytes <= most && !isLeft) continue
      await rm(at(name), { force: true })
      bytes -= size
    }
  }

  async function write(name: string, body: Uint8Array): Promise<void> {
    if (now() < refusedUntil) return
    const space = await diskSpaceAt(folder)
    if (space !== null && isSpaceLow(space)) throw Object.assign(new Error('the disk is nearly full'), { code: 'ENOSPC' })
    const part = at(`${unfinished}${randomUUID()}`)
    try {
      await writeFile(part, Buffer.concat([sumOf(name, body), body]), { mode: 0o600 })
      await rename(part, at(name))
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      throw error
    }
    bytes += body.byteLength + sumBytes
    if (bytes > mostBytes) await trim()
  }

  try {
    makeFolder(folder, 0o700)
    if ((await stat(folder)).uid !== (process.getuid?.() ?? 0)) throw Object.assign(new Error('not ours'), { code: 'EACCES' })
    await chmod(folder, 0o700)
    writing = trim().catch(refused)
  } catch (error) {
    refused(error)
    refusedUntil = Number.POSITIVE_INFINITY
  }

  return {
    async get(name) {
      try {
        const file = await readFile(at(name))
        const body = file.subarray(sumBytes)
        if (!file.subarray(0, sumBytes).equals(sumOf(name, body))) {
          await rm(at(name), { force: true })
          return null
        }
        void noteUse(at(name), now()).catch(() => undefined)
        return body
      } catch {
        return null
      }
    },
    keep(name, body) {
      if (pending + body.byteLength > mostPending) return
      pending += body.byteLength
      writing = writing
        .then(() => write(name, body))
        .catch(refused)
        .then(() => {
          pending -= body.byteLength
        })
    },
    settled: () => writing,
  }
}

async function noteUse(file: string, now: number): Promise<void> {
  const { mtimeMs } = await stat(file)
  if (now - mtimeMs > noteUseMs) await utimes(file, now / 1_000, now / 1_000)
}

const sumOf = (name: string, body: Uint8Array): Buffer => createHash('sha256').update(name).update('\0').update(body).digest()

/** Keys whose bytes never change, because their name is the hash of them. */
const byHash = /^artifacts\/[a-z]+\/([0-9a-f]{64})(?:\.[a-z]+)?$/

/** What `cachedBlobs` opens: the same store read through the cache, and past it. */
export interface CachedBlobs {
  readonly blobs: Blobs
  /** Reads the store itself and keeps what it says: for bytes of the cache that were not what an edition names. */
  readonly past: Blobs
}

/**
 * A store whose immutable objects, and ranges of them, are read from a cache of this machine when they were read before. Whole objects are
 * kept only where they are what their key says; whoever reads a range checks it, and reads past the cache where it is wrong. Equal reads at
 * the same time ask the store once.
 */
export function cachedBlobs(blobs: Blobs, cache: DiskCache): CachedBlobs {
  const underWay = new Map<string, Promise<Uint8Array | null>>()

  async function fetched(name: string, hash: string, key: string, range: ByteRange | undefined): Promise<Uint8Array | null> {
    const bytes = await blobs.get(key, range)
    if (bytes === null) return null
    const isWhole = range ? bytes.length === range.length : createHash('sha256').update(bytes).digest('hex') === hash
    if (isWhole) cache.keep(name, bytes)
    return bytes
  }

  async function get(key: string, range: ByteRange | undefined, isPast: boolean): Promise<Uint8Array | null> {
    const hash = byHash.exec(key)?.[1]
    if (hash === undefined) return blobs.get(key, range)
    const name = range ? `${hash}.${range.offset}-${range.length}` : hash
    if (isPast) return fetched(name, hash, key, range)
    const before = underWay.get(name)
    if (before !== undefined) return before
    const readBoth = async () => (await cache.get(name)) ?? (await fetched(name, hash, key, range))
    const reading = readBoth().finally(() => underWay.delete(name))
    underWay.set(name, reading)
    return reading
  }

  return {
    blobs: { ...blobs, get: (key, range) => get(key, range, false) },
    past: { ...blobs, get: (key, range) => get(key, range, true) },
  }
}
