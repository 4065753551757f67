import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { currentWriter, openLease } from '../../../activities/writer/lease.ts'
import { warehouseMarket } from '../../../activities/writer/warehouse.ts'
import { checkBucket as bucketCheck } from '../../../cli/check/bucket.ts'
import { command as backup, type Inventory } from '../../../cli/commands/backup.ts'
import { command as rebuild } from '../../../cli/commands/rebuild.ts'
import { command as restore } from '../../../cli/commands/restore.ts'
import { startLine } from '../../../cli/commands/worker.ts'
import { readSettings } from '../../../cli/settings.ts'
import { currentManifest } from '../../../pipeline/editions/on-record.ts'
import { publish } from '../../../pipeline/editions/publish.ts'
import { folderBlobs } from '../../../pipeline/store/folder.ts'
import { s3Blobs } from '../../../pipeline/store/s3.ts'
import { readSnapshot, saveSnapshot } from '../../../pipeline/warehouse/snapshot.ts'
import { openStore } from '../../../pipeline/warehouse/store.ts'
import { installationOf } from '../../../workflows/hosts/pollers.ts'
import { compiled } from '../../compiled.ts'
import { artifact, publication } from '../../editions/documents.ts'
import { temporaryHomes } from '../../end-to-end/home.ts'
import { fakeS3 } from '../../store/fake-s3.ts'
import { memoryBlobs } from '../../store/memory.ts'
import { run, runOf } from '../command.ts'

const service = await fakeS3()
const homes = temporaryHomes()
const env = {
  BRIEFING_STORE: `s3://bucket/prod?endpoint=${service.endpoint}`,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
  BRIEFING_LOG: 'silent',
}
const settings = readSettings(env)
const { place, credentials } = settings.store!
const blobs = s3Blobs(place, credentials)
afterAll(async () => {
  await blobs.close()
  await service.close()
  await homes.remove()
})

let folder: string
beforeEach(async () => {
  folder = await homes.make()
  service.objects.clear()
})

const damage = Buffer.from('{"epoch":')

describe('a backup on a machine that never was the writer', () => {
  const back = () =>
    run<Inventory>((global) => backup.action(runOf(settings, global), { home: join(folder, 'home') }, join(folder, 'backup')))
  const bring = () =>
    run<{ warehouse: boolean }>((global) =>
      restore.action(runOf(readSettings({}), global), { home: join(folder, 'restored') }, join(folder, 'backup')),
    )
  async function saved(): Promise<void> {
    await publish(blobs, publication([artifact('briefing/btc.quick-check', 'v0')]))
    const store = await openStore(join(folder, 'writer.duckdb'))
    await store.connection.run('CREATE TABLE only_here AS SELECT 7 AS x')
    await saveSnapshot(store, blobs, { market: warehouseMarket, epoch: 3, origin: 'here' })
    await store.close()
  }

  test('has the warehouse that the writer saved, with its epoch, and names the edition by its id', async () => {
    await saved()
    const { printed } = await back()
    expect(printed).toMatchObject({ edition: (await currentManifest(blobs))!.edition, warehouse: { epoch: 3, through: null } })
    expect((await bring()).printed.warehouse).toBe(true)
    expect((await currentManifest(folderBlobs(join(folder, 'restored'))))!.edition).toBe(printed.edition)
    const restored = await openStore(join(folder, 'restored', 'store.duckdb'))
    expect((await restored.connection.runAndReadAll('FROM only_here')).getRows()).toEqual([[7]])
    await restored.close()
  })

  test('has no warehouse where none was saved, and says so', async () => {
    await publish(blobs, publication([artifact('briefing/btc.quick-check', 'v0')]))
    expect((await back()).printed.warehouse).toBeNull()
    expect((await bring()).printed.warehouse).toBe(false)
  })

  test('of the previous version, which named the edition by its manifest, is restored', async () => {
    await saved()
    const { printed } = await back()
    const kept = folderBlobs(join(folder, 'backup'))
    const { manifest, warehouse: _, ...inventory } = JSON.parse(Buffer.from((await kept.get('backup.json'))!).toString())
    const before = { ...inventory, format: 'market-briefing backup 1', edition: manifest }
    await kept.put('backup.json', Buffer.from(JSON.stringify(before)))
    await bring()
    expect((await currentManifest(folderBlobs(join(folder, 'restored'))))!.edition).toBe(printed.edition)
  })
})

test('a rebuild next to a live writer is refused with its name, adds no run, and removes the files of a killed one', async () => {
  const lease = await openLease({
    ...{ blobs, market: warehouseMarket, owner: 'host-1 process 812', beatMs: 200 },
    ...{ monotonic: () => performance.now(), random: () => 'one', wait: (ms: number) => wait(ms) },
  })
  const left = join(folder, 'store.duckdb.rebuilt')
  await (await openStore(left)).close()
  await mkdir(`${left}.tmp`)
  const rebuilding = rebuild.action(runOf(settings), { home: folder })
  await expect(rebuilding).rejects.toMatchObject({
    code: 'WRITER_ELSEWHERE',
    message: expect.stringContaining('host-1 process 812'),
  })
  await lease.close()
  expect(await readdir(folder)).toEqual([])
  expect([...service.objects.keys()].filter((key) => key.includes('runs'))).toEqual([])
})

test('a rebuild removes the unfinished file of a killed one, and leaves that of one under way alone', async () => {
  const local = runOf(readSettings({ BRIEFING_LOG: 'silent' }))
  const left = join(folder, 'store.duckdb.rebuilt')
  await publish(folderBlobs(folder), publication([artifact('briefing/btc.quick-check', 'v0')]))
  const other = spawn(process.execPath, [compiled('test/warehouse/hold-store.ts'), left], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(other, 'close')
  await once(other.stdout, 'data')
  await expect(rebuild.action(local, { home: folder })).rejects.toMatchObject({ code: 'STORE_HELD' })
  expect(existsSync(left)).toBe(true)
  other.stdin.end()
  await ended
  await run((global) => rebuild.action({ ...local, global }, { home: folder }))
  expect(existsSync(left)).toBe(false)
})

describe.each([
  ['no JSON', damage],
  ['empty', Buffer.alloc(0)],
  ['another form', Buffer.from('{"owner":7}')],
])('a cell that is %s', (_, bytes) => {
  test.each([
    [
      'warehouse/all/writer',
      (store: ReturnType<typeof memoryBlobs>) => currentWriter(store, warehouseMarket),
      'stop all workers, remove it',
    ],
    [
      'warehouse/all/current',
      (store: ReturnType<typeof memoryBlobs>) => readSnapshot(store, warehouseMarket),
      'briefing rebuild',
    ],
    ['installation', (store: ReturnType<typeof memoryBlobs>) => installationOf(store, 'test'), 'stop all workers, remove it'],
  ])('%s is an error with its key and the next step', async (key, look, next) => {
    const store = memoryBlobs()
    await store.put(key, bytes)
    const error = await look(store).catch((reason: Error) => reason)
    expect(error).toMatchObject({ name: 'UnavailableError', code: 'CELL_DAMAGED', facts: { key } })
    expect((error as Error).message).toMatch(new RegExp(`^${key} in the store is damaged .*${next}`))
  })
})

test('doctor names the damaged cell of a bucket', async () => {
  await blobs.put('warehouse/all/writer', damage)
  expect(await bucketCheck(settings)).toMatchObject([{ level: 'FAIL', detail: 'CELL_DAMAGED', outside: true }])
})

test('the first line of a worker names installation, queues, bucket without credentials, and home', () => {
  const workers = {
    address: 'temporal:7233',
    namespace: 'default',
    queues: ['market-briefing.writer', 'market-briefing.fetch'],
    build: null,
  }
  const line = startLine(settings, workers, '/srv/briefing')
  expect(line).toBe(
    `working for market-briefing at temporal:7233, namespace default: market-briefing.writer, market-briefing.fetch; bucket s3://bucket/prod/ at ${service.endpoint}; home /srv/briefing`,
  )
  expect(startLine(readSettings({}), { ...workers, build: '1.0.0-ab' }, null)).toMatch(
    /; bucket none; home none; build 1\.0\.0-ab$/,
  )
})
