import { createHash } from 'node:crypto'
import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cachedBlobs, type DiskCacheOptions, openDiskCache } from '../../pipeline/store/cached.ts'
import { folderOfTests } from '../closed-after.ts'
import { faultyBlobs } from './faulty.ts'
import { memoryBlobs } from './memory.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const packOf = (bytes: Uint8Array) => `artifacts/pack/${hashOf(bytes)}.pack`
const body = (at: number, size = 1_000) => Buffer.alloc(size, `${at} `)

async function opened(options: Partial<DiskCacheOptions> = {}) {
  const within = options.within ?? (await folderOfTests())
  const warnings: unknown[] = []
  const cache = await openDiskCache({ within, warn: (message) => void warnings.push(message), ...options })
  const store = faultyBlobs(memoryBlobs())
  return { folder: join(within, 'documents'), within, cache, store, warnings, ...cachedBlobs(store.blobs, cache) }
}

describe('a store behind a cache', () => {
  test('is asked once for whole objects and ranges of them, by this process and the next', async () => {
    const { within, cache, store, blobs } = await opened()
    const bytes = body(1)
    await blobs.put(packOf(bytes), bytes)
    const range = { offset: 100, length: 50 }
    for (let again = 0; again < 3; again++) {
      expect(Buffer.from((await blobs.get(packOf(bytes)))!)).toEqual(bytes)
      expect(Buffer.from((await blobs.get(packOf(bytes), range))!)).toEqual(bytes.subarray(100, 150))
      await cache.settled()
    }
    expect(store.reads.length).toBe(2)
    const next = await opened({ within })
    next.store.answers = 'fails'
    expect(Buffer.from((await next.blobs.get(packOf(bytes)))!)).toEqual(bytes)
    expect(await next.blobs.get('artifacts/current').catch(({ code }) => code)).toBe('STORE_UNREACHABLE')
  })

  test('asks it once for equal reads at the same time', async () => {
    const { store, blobs } = await opened()
    await blobs.put(packOf(body(1)), body(1))
    await Promise.all(Array.from({ length: 20 }, () => blobs.get(packOf(body(1)))))
    expect(store.reads.length).toBe(1)
  })

  test('keeps neither what changes, nor what is not there, nor what is not what its key says, nor a part that was cut', async () => {
    const { folder, cache, store, blobs } = await opened()
    await blobs.put('artifacts/current', Buffer.from('a'))
    await blobs.put(packOf(body(1)), body(2))
    await blobs.get('artifacts/current')
    await blobs.get(packOf(body(3)))
    await blobs.get(packOf(body(1)))
    await blobs.get(packOf(body(1)), { offset: 990, length: 50 })
    await cache.settled()
    expect([await readdir(folder), store.reads.length]).toEqual([[], 4])
  })

  test('reads the store again where the file of the cache was altered or cut, and past it where that is asked for', async () => {
    const { folder, cache, store, blobs, past } = await opened()
    const bytes = body(1)
    await blobs.put(packOf(bytes), bytes)
    for (const harm of [(file: Buffer) => file.fill(7, 40, 50), (file: Buffer) => file.subarray(0, 20)]) {
      await blobs.get(packOf(bytes))
      await cache.settled()
      const file = join(folder, hashOf(bytes))
      await writeFile(file, harm(await readFile(file)))
      expect(Buffer.from((await blobs.get(packOf(bytes)))!)).toEqual(bytes)
    }
    await cache.settled()
    const asked = store.reads.length
    await past.get(packOf(bytes))
    expect(store.reads.length).toBe(asked + 1)
  })

  test('stays below its size, deletes what was used longest ago, and nothing that is not its own', async () => {
    const { folder, cache, blobs } = await opened({ mostBytes: 10_400 })
    await writeFile(join(folder, 'notes.txt'), Buffer.alloc(50_000))
    for (let at = 0; at < 10; at++) {
      await blobs.put(packOf(body(at)), body(at))
      await blobs.get(packOf(body(at)))
      await cache.settled()
      await utimes(join(folder, hashOf(body(at))), at, at)
    }
    // the first one is used again, and its file says so
    await cache.get(hashOf(body(0)))
    await expect.poll(async () => (await stat(join(folder, hashOf(body(0))))).mtimeMs).toBeGreaterThan(1_000_000)
    await blobs.put(packOf(body(10)), body(10))
    await blobs.get(packOf(body(10)))
    await cache.settled()
    const left = new Set(await readdir(folder))
    expect([0, 1, 2, 3, 4, 9, 10].map((at) => left.has(hashOf(body(at))))).toEqual([true, false, false, false, true, true, true])
    expect(left.has('notes.txt')).toBe(true)
  })

  test('is for its owner alone', async () => {
    const { folder, cache, blobs } = await opened()
    await blobs.put(packOf(body(1)), body(1))
    await blobs.get(packOf(body(1)))
    await cache.settled()
    const modes = await Promise.all([folder, join(folder, hashOf(body(1)))].map(async (path) => (await stat(path)).mode & 0o777))
    expect(modes).toEqual([0o700, 0o600])
  })

  test('serves without a folder it can make or write, and says so once', async () => {
    const within = await folderOfTests()
    await writeFile(join(within, 'documents'), 'a file')
    const { cache, store, blobs, warnings } = await opened({ within })
    await blobs.put(packOf(body(1)), body(1))
    for (let again = 0; again < 2; again++) expect(Buffer.from((await blobs.get(packOf(body(1))))!)).toEqual(body(1))
    await cache.settled()
    expect([store.reads.length, warnings.length]).toEqual([2, 1])
  })

  test('tries a disk that refused again after a minute', async () => {
    let now = Date.now()
    const { folder, within, cache, blobs, warnings } = await opened({ now: () => now })
    await cache.settled()
    await blobs.put(packOf(body(1)), body(1))
    const { rename } = await import('node:fs/promises')
    const keep = async () => {
      await blobs.get(packOf(body(1)))
      await cache.settled()
    }
    await rename(folder, join(within, 'aside'))
    await keep()
    await keep()
    await rename(join(within, 'aside'), folder)
    await chmod(folder, 0o700)
    await keep()
    expect([await readdir(folder), warnings.length]).toEqual([[], 1])
    now += 60_001
    await keep()
    expect(await readdir(folder)).toEqual([hashOf(body(1))])
  })
})
