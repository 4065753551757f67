import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { createDeps, type Deps } from '../../activities/deps.ts'
import { homeAt } from '../../activities/home.ts'
import { loadRecorded } from '../../activities/writer/catch-up.ts'
import { openWriterWarehouse, replaceSharedWarehouse } from '../../activities/writer/warehouse.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { readSnapshot, saveSnapshot } from '../../pipeline/warehouse/snapshot.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { quiet, temporaryHomes } from '../end-to-end/home.ts'
import { rowsOf } from '../end-to-end/tree.ts'
import { smallTransport } from '../small-transport.ts'
import { losingAnswer, memoryBlobs } from '../store/memory.ts'

const homes = temporaryHomes()
afterEach(homes.remove)

const day = 86_400_000
const now = Date.parse('2026-11-20T22:00:00Z')
const run = promisify(execFile)

/** A machine with its own home and a store that others share. */
function machine(folder: string, blobs: Blobs, owner: string): Deps & { readonly lost: Error[] } {
  const lost: Error[] = []
  const deps = createDeps({
    home: homeAt(folder),
    blobs: { ...memoryBlobs(), ...blobs },
    credentials: new Set(),
    transport: async (_feeds, at) => smallTransport(at),
    clock: () => now,
    shared: {
      open: (parts) => openWriterWarehouse(parts, { owner, log: quiet, ttlMs: 3_000, beatMs: 100 }),
      onLost: (error) => lost.push(error),
    },
  })
  return { ...deps, lost }
}

/** Records what a feed answers at this time. */
async function record(blobs: Blobs, at: number): Promise<void> {
  const request = {
    feed: 'mempool-hashrate',
    upstream: 'mempool',
    url: 'https://mempool.space/api/v1/mining/hashrate/6m',
  } as const
  const response = await smallTransport(at).fetch(request, new AbortController().signal)
  await recordingStore(blobs).put(response, true)
}

/** The rows of a warehouse made from nothing but the recordings. */
async function rebuiltRows(blobs: Blobs): Promise<Record<string, string>> {
  const path = join(await homes.make(), 'rebuilt.duckdb')
  const store = await openStore(path)
  const recordings = recordingStore(blobs)
  await loadRecorded({ blobs, recordings }, store, await recordings.list(), quiet, async () => undefined)
  await store.close()
  return rowsOf(path)
}

/** Whether another process could open the file of a warehouse. */
async function canOpen(path: string): Promise<boolean> {
  const program = `const { DuckDBInstance } = require('@duckdb/node-api'); DuckDBInstance.create(${JSON.stringify(path)}).then(() => process.exit(0), () => process.exit(1))`
  return (await run(process.execPath, ['-e', program]).catch(() => null)) !== null
}

test('a writer that starts without a warehouse has the rows of the last one, and of what was recorded since', async () => {
  const blobs = memoryBlobs()
  await record(blobs, now - 2 * day)
  const [folder, other] = [await homes.make(), await homes.make()]
  const first = machine(folder, blobs, 'first')
  await first.store()
  expect(await first.writer()).toEqual({ market: 'all', epoch: 1 })
  await first.save()
  expect(await canOpen(join(folder, 'store.duckdb')), 'saving the file does not let go of it').toBe(false)
  await first.close()
  await rm(folder, { recursive: true })
  await record(blobs, now - day)
  await record(blobs, now)

  const second = machine(other, blobs, 'second')
  await second.store()
  expect(await second.writer()).toEqual({ market: 'all', epoch: 2 })
  await second.close()
  const rows = await rowsOf(join(other, 'store.duckdb'))
  expect(rows['recording']).toMatch(/^3 /)
  expect(rows).toEqual(await rebuiltRows(blobs))
})

test('an old warehouse is replaced where another writer has gone on, kept where none has, and set aside where it is of another store', async () => {
  const blobs = memoryBlobs()
  const [a, b] = [await homes.make(), await homes.make()]
  await record(blobs, now - 2 * day)
  const first = machine(a, blobs, 'first')
  await first.store()
  await first.save()
  await first.close()
  const again = machine(a, blobs, 'first again')
  await (await again.store()).connection.run('CREATE TABLE only_here (x INTEGER)')
  await again.close()
  const kept = machine(a, blobs, 'first once more')
  await (await kept.store()).connection.run('FROM only_here')
  await kept.close()

  const second = machine(b, blobs, 'second')
  await second.store()
  await second.save()
  await second.close()
  const replaced = machine(a, blobs, 'first, late')
  await expect((await replaced.store()).connection.run('FROM only_here')).rejects.toThrow(/only_here/)
  await replaced.close()

  const elsewhere = memoryBlobs()
  const moved = machine(a, elsewhere, 'moved')
  await moved.store()
  await moved.close()
  expect((await rowsOf(join(a, 'store.duckdb')))['recording']).toMatch(/^0 /)
  expect((await rowsOf(join(a, 'store.duckdb.other')))['recording']).toMatch(/^1 /)
})

test('a warehouse that is newer than a store restored from an older copy is set aside', async () => {
  const blobs = memoryBlobs()
  const folder = await homes.make()
  await record(blobs, now - 2 * day)
  const first = machine(folder, blobs, 'first')
  await first.store()
  await first.save()
  await first.close()
  const restored = memoryBlobs()
  const keys = (await Promise.all(['warehouse/', 'recordings/'].map((prefix) => blobs.list(prefix)))).flat()
  for (const key of keys) await restored.put(key, (await blobs.get(key))!)
  await record(blobs, now)
  const later = machine(folder, blobs, 'first, later')
  await later.store()
  await later.save()
  await later.close()

  const back = machine(folder, restored, 'first, after the restore')
  await back.store()
  await back.close()
  expect((await rowsOf(join(folder, 'store.duckdb')))['recording']).toMatch(/^1 /)
  expect((await rowsOf(join(folder, 'store.duckdb.other')))['recording']).toMatch(/^2 /)
})

test('a warehouse from before the store was shared is what the shared one begins with', async () => {
  const blobs = memoryBlobs()
  const folder = await homes.make()
  const store = await openStore(join(folder, 'store.duckdb'))
  await store.connection.run('CREATE TABLE only_here AS SELECT 7 AS x')
  await store.close()
  const deps = machine(folder, blobs, 'first')
  const rows = await (await deps.store()).connection.runAndReadAll('FROM only_here')
  expect(rows.getRows()).toEqual([[7]])
  await deps.close()
})

test('a second writer is refused, naming the first; one that was replaced is fenced and publishes and saves nothing more', async () => {
  const blobs = memoryBlobs()
  let isCut = false
  const cut: Blobs = {
    ...blobs,
    swap: (...call) => (isCut ? new Promise(() => undefined) : blobs.swap(...call)),
  }
  const first = machine(await homes.make(), cut, 'host-1 process 812')
  await first.store()
  const second = machine(await homes.make(), blobs, 'second')
  await expect(second.store()).rejects.toMatchObject({
    code: 'WRITER_ELSEWHERE',
    message: expect.stringContaining('host-1 process 812'),
  })
  isCut = true
  await vi.waitFor(() => second.store(), { timeout: 60_000 })
  expect(first.lost).toMatchObject([{ code: 'WRITER_LOST' }])
  for (const call of [first.store, first.save, first.writer]) await expect(call()).rejects.toMatchObject({ code: 'WRITER_LOST' })
  await second.close()
  await first.close()
})

test('a snapshot sends only parts that changed, keeps the previous one, and is not taken where it is damaged', async () => {
  const blobs = memoryBlobs()
  const folder = await homes.make()
  const path = join(folder, 'store.duckdb')
  const writer = { market: 'all', epoch: 3, origin: 'here' }
  const size = 256 * 1_024
  const store = await openStore(path)
  await store.connection.run('CREATE TABLE many AS SELECT range AS x, hash(range) AS y FROM range(400000)')
  const first = await saveSnapshot(store, blobs, writer, { size })
  expect(first.parts).toBeGreaterThan(10)
  expect(first.sent).toBe(first.parts)
  await store.connection.run('CREATE TABLE few AS SELECT 1 AS x')
  const next = await saveSnapshot(store, blobs, writer, { size })
  expect(next.sent).toBeLessThan(first.parts / 2)
  await store.connection.run('INSERT INTO few SELECT 2')
  await saveSnapshot(store, blobs, writer, { size })
  const { previous, ...newest } = (await readSnapshot(blobs, 'all'))!
  const named = new Set([...newest.parts, ...previous!.parts])
  expect((await blobs.list('warehouse/all/part/')).length).toBe(named.size)
  await expect(saveSnapshot(store, blobs, { ...writer, epoch: 2 }, { size })).rejects.toMatchObject({ code: 'WRITER_FENCED' })
  await store.close()

  const own = newest.parts.find((part) => !previous!.parts.includes(part))!
  await blobs.put(`warehouse/all/part/${own}`, Buffer.from('damaged'))
  const taken = machine(await homes.make(), blobs, 'second')
  const rows = await (await taken.store()).connection.runAndReadAll('SELECT count(*)::INTEGER AS n FROM few')
  expect(rows.getRowObjects()).toEqual([{ n: 1 }])
  await taken.close()

  for (const part of previous!.parts) await blobs.remove(`warehouse/all/part/${part}`)
  const none = machine(await homes.make(), blobs, 'third')
  await expect(none.store()).rejects.toMatchObject({
    code: 'SNAPSHOT_DAMAGED',
    message: expect.stringContaining('briefing rebuild'),
  })
})

test.each([
  { when: 'the same file is saved again', lost: false },
  { when: 'the answer of the store was lost', lost: true },
])('a snapshot keeps the previous one where $when', async ({ lost }) => {
  const blobs = memoryBlobs()
  const writer = { market: 'all', epoch: 3, origin: 'here' }
  const store = await openStore(join(await homes.make(), 'store.duckdb'))
  await saveSnapshot(store, blobs, writer)
  const first = (await readSnapshot(blobs, 'all'))!
  await store.connection.run('CREATE TABLE few AS SELECT 1 AS x')
  await saveSnapshot(store, lost ? losingAnswer(blobs) : blobs, writer)
  if (!lost) await saveSnapshot(store, blobs, { ...writer, epoch: 4 })
  await store.close()
  const { previous, ...newest } = (await readSnapshot(blobs, 'all'))!
  expect([newest.epoch, previous!.parts]).toEqual([lost ? 3 : 4, first.parts])
  expect(newest.parts).not.toEqual(first.parts)
  const named = new Set([...newest.parts, ...first.parts])
  expect(await blobs.list('warehouse/all/part/')).toHaveLength(named.size)
})

test('a rebuilt warehouse takes the place of a damaged one for every later writer', async () => {
  const blobs = memoryBlobs()
  await record(blobs, now)
  const first = machine(await homes.make(), blobs, 'first')
  await first.store()
  await first.save()
  await first.close()
  for (const key of await blobs.list('warehouse/all/part/')) await blobs.put(key, Buffer.from('damaged'))
  const home = homeAt(await homes.make())
  const recordings = recordingStore(blobs)
  await replaceSharedWarehouse({ home, blobs }, { owner: 'rebuild', log: quiet, onLost: () => undefined }, async () => {
    const store = await openStore(home.store)
    await loadRecorded({ blobs, recordings }, store, await recordings.list(), quiet, async () => undefined)
    await store.close()
  })
  const folder = await homes.make()
  const next = machine(folder, blobs, 'next')
  await next.store()
  await next.close()
  expect(await rowsOf(join(folder, 'store.duckdb'))).toEqual(await rebuiltRows(blobs))
})
