import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openAnalystFile, shareFiles } from '../../pipeline/store/analyst-files.ts'
import { folderOfTests } from '../closed-after.ts'
import { faultyBlobs } from './faulty.ts'
import { memoryBlobs } from './memory.ts'

const mebibyte = 1024 ** 2
/** Longer than two parts, each byte by its place. */
function long(seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(33 * mebibyte + 5)
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 31 + seed + (at >> 16)) % 251
  return bytes
}

async function shared(files: Record<string, Buffer>) {
  const folder = await folderOfTests()
  const blobs = memoryBlobs()
  const paths = Object.fromEntries(['market.duckdb', 'series.parquet'].map((name) => [name, join(folder, name)]))
  const share = async (contents: Record<string, Buffer>) => {
    for (const [name, bytes] of Object.entries(contents)) await writeFile(paths[name]!, bytes)
    await shareFiles(blobs, paths)
  }
  await share(files)
  const parts = () => [...blobs.files.keys()].filter((key) => key.startsWith('data/part/'))
  return { blobs, paths, share, parts }
}

const bytesOf = async (reading: Promise<Readable>) => buffer(await reading)

test('a file that was shared is read whole and by any range, over the ends of its parts', async () => {
  const bytes = long(1)
  const { blobs } = await shared({ 'market.duckdb': bytes })
  const file = (await openAnalystFile(blobs, 'market.duckdb'))!
  expect(file.size).toBe(bytes.length)
  expect((await bytesOf(file.read(0, file.size - 1))).equals(bytes)).toBe(true)
  for (const [from, to] of [
    [0, 0],
    [16 * mebibyte - 3, 16 * mebibyte + 3],
    [15 * mebibyte + 7, 32 * mebibyte + 9],
    [file.size - 5, file.size - 1],
  ] as const)
    expect((await bytesOf(file.read(from, to))).equals(bytes.subarray(from, to + 1))).toBe(true)
  expect([await openAnalystFile(blobs, 'series.parquet'), await openAnalystFile(blobs, 'constructor')]).toEqual([null, null])
})

test('only parts that changed are sent; a version stays readable while the next one stands, and its parts are removed after that', async () => {
  const first = long(1)
  const { blobs, share, parts } = await shared({ 'market.duckdb': first, 'series.parquet': Buffer.from('rows') })
  const opened = (await openAnalystFile(blobs, 'market.duckdb'))!
  const before = new Set(parts())
  const second = Buffer.from(first)
  second[20 * mebibyte] = 255
  await share({ 'market.duckdb': second })
  expect(parts().filter((key) => !before.has(key)).length).toBe(1)
  const now = (await openAnalystFile(blobs, 'market.duckdb'))!
  expect(now.etag).not.toBe(opened.etag)
  expect((await bytesOf(opened.read(0, opened.size - 1))).equals(first)).toBe(true)
  await share({ 'market.duckdb': second })
  await share({ 'market.duckdb': second })
  expect(parts().length).toBe(4)
  expect((await openAnalystFile(blobs, 'market.duckdb'))!.etag).toBe(now.etag)
})

test('a file that is gone is shared no more', async () => {
  const { blobs, paths, share } = await shared({ 'market.duckdb': Buffer.from('a'), 'series.parquet': Buffer.from('b') })
  await rm(paths['series.parquet']!)
  await share({})
  expect(await openAnalystFile(blobs, 'series.parquet')).toBeNull()
  expect(await bytesOf((await openAnalystFile(blobs, 'market.duckdb'))!.read(0, 0))).toEqual(Buffer.from('a'))
})

test('a store that does not answer is known before the first byte', async () => {
  const { blobs } = await shared({ 'market.duckdb': Buffer.from('abc') })
  const store = faultyBlobs(blobs)
  const file = (await openAnalystFile(store.blobs, 'market.duckdb'))!
  store.answers = 'fails'
  await expect(file.read(0, 2)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
  await expect(openAnalystFile(store.blobs, 'market.duckdb')).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
})
