import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMarket, publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { type OwnWarehouse, openStore } from '../../pipeline/warehouse/store.ts'
import { folderOfTests } from '../closed-after.ts'
import { compiled } from '../compiled.ts'

/** Size of a block in the files of DuckDB. */
const blockBytes = 256 * 1_024

/** A warehouse in a new folder, and where its copy goes. */
async function warehouse() {
  const folder = await folderOfTests()
  const store = await openStore(join(folder, 'store.duckdb'))
  return { folder, store, path: join(folder, 'market.duckdb') }
}

const add = ({ connection }: OwnWarehouse, series: string, from: number, to: number) =>
  connection.run(`INSERT INTO observation
    SELECT '${series}', DATE '1990-01-01' + CAST(i AS INTEGER), hash(i) / 7, 'USD', TIMESTAMP '1990-01-02' + to_days(CAST(i AS INTEGER)),
           'filed', md5(i::VARCHAR), 1, NULL FROM range(${from}, ${to}) t(i)`)

const rowsOf = async ({ connection }: Pick<OwnWarehouse, 'connection'>) =>
  (await connection.runAndReadAll('FROM observation ORDER BY ALL')).getRowsJson()

const sumOf = async ({ connection }: Pick<OwnWarehouse, 'connection'>) =>
  (await connection.runAndReadAll('SELECT count(*), sum(hash(o)::HUGEINT) FROM observation o')).getRowsJson()

/** The warehouse, with something done before each read of its file. */
const reading = (store: OwnWarehouse, before: () => Promise<void>): OwnWarehouse => ({
  ...store,
  asFile: (work) =>
    store.asFile((file) =>
      work(
        new Proxy(file, {
          get: (_, name) =>
            name === 'read'
              ? async (...given: Parameters<FileHandle['read']>) => {
                  await before()
                  return file.read(...given)
                }
              : Reflect.get(file, name),
        }),
      ),
    ),
})

const change = fc.record({
  kind: fc.constantFrom('add', 'revise', 'remove'),
  series: fc.constantFrom('A', 'B', 'C'),
  from: fc.nat(3_000),
  rows: fc.integer({ min: 1, max: 3_000 }),
})

test('the copy has the rows of the warehouse, whatever was added, revised and removed between two copies', async () => {
  const { store, path } = await warehouse()
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      for (const { kind, series, from, rows } of changes) {
        const chosen = `series = '${series}' AND period BETWEEN DATE '1990-01-01' + ${from} AND DATE '1990-01-01' + ${from + rows}`
        if (kind === 'add') await add(store, series, from, from + rows)
        else
          await store.connection.run(
            kind === 'remove'
              ? `DELETE FROM observation WHERE ${chosen}`
              : `UPDATE observation SET value = value + 1 WHERE ${chosen}`,
          )
      }
      await publishMarket(store, path)
      const copy = await openMarket(path)
      const copied = await rowsOf(copy)
      await copy.close()
      expect(copied).toEqual(await rowsOf(store))
    }),
    { numRuns: 12 },
  )
  await store.close()
})

test('the copy is a file of the format of DuckDB 1.0', async () => {
  const { store, path } = await warehouse()
  await add(store, 'A', 0, 10)
  await publishMarket(store, path)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`ATTACH '${path}' AS m (READ_ONLY)`)
  const tags = "SELECT tags['storage_version'] FROM duckdb_databases() WHERE database_name = 'm'"
  expect((await connection.runAndReadAll(tags)).getRowsJson()).toEqual([['v1.0.0+']])
  connection.closeSync()
  instance.closeSync()
  await store.close()
})

test('a row more leaves most blocks of the copy as they were', async () => {
  const { store, path } = await warehouse()
  await add(store, 'A', 0, 500_000)
  await publishMarket(store, path)
  const before = await readFile(path)
  await add(store, 'B', 0, 1)
  await publishMarket(store, path)
  const after = await readFile(path)
  const blocks = Array.from({ length: Math.floor(before.length / blockBytes) }, (_, no) => no * blockBytes)
  const changed = blocks.filter((at) => !before.subarray(at, at + blockBytes).equals(after.subarray(at, at + blockBytes)))
  expect(blocks.length).toBeGreaterThan(20)
  expect(changed.length).toBeLessThan(blocks.length / 2)
  await store.close()
})

test('a warehouse whose file is mostly free blocks has a copy without them', async () => {
  const { store, path } = await warehouse()
  await add(store, 'A', 0, 500_000)
  await store.connection.run('CHECKPOINT')
  // at the end of the file, so that the free blocks before are not cut off
  await add(store, 'B', 0, 10)
  await store.connection.run('CHECKPOINT')
  await store.connection.run("DELETE FROM observation WHERE series = 'A'")
  await publishMarket(store, path)
  expect((await stat(path)).size).toBeLessThan((await stat(store.path)).size / 2)
  const copy = await openMarket(path)
  expect(await rowsOf(copy)).toEqual(await rowsOf(store))
  await copy.close()
  await store.close()
})

test('a publish that fails leaves the previous copy and no other file', async () => {
  const { folder, store, path } = await warehouse()
  await add(store, 'A', 0, 10)
  await publishMarket(store, path)
  const before = await readFile(path)
  const failing = reading(store, () => Promise.reject(new Error('read failed')))
  await add(store, 'A', 10, 20)
  await expect(publishMarket(failing, path)).rejects.toThrow('read failed')
  expect((await readFile(path)).equals(before)).toBe(true)
  expect((await readdir(folder)).filter((name) => name.includes('.new'))).toEqual([])
  await store.close()
})

test('a checkpoint while the file is copied leaves a copy that is whole', async () => {
  const { store, path } = await warehouse()
  await add(store, 'A', 0, 500_000)
  let reads = 0
  const disturbed = reading(store, async () => {
    if (++reads !== 3) return
    await store.connection.run("DELETE FROM observation WHERE period > DATE '2000-01-01'")
    await add(store, 'B', 0, 300_000)
    await store.connection.run('CHECKPOINT')
  })
  await publishMarket(disturbed, path)
  expect(reads).toBeGreaterThan(3)
  const copy = await openMarket(path)
  expect(await sumOf(copy)).toEqual(await sumOf(store))
  await copy.close()
  await store.close()
})

test('the warehouse is still locked for other processes after its file was copied', async () => {
  const { store, path } = await warehouse()
  await publishMarket(store, path)
  const other = spawn(process.execPath, [compiled('test/warehouse/hold-store.ts'), store.path])
  const refused = text(other.stderr)
  const printed = text(other.stdout)
  await once(other, 'exit')
  expect(await printed).toBe('')
  expect(await refused).toContain('STORE_HELD')
  await store.close()
})
