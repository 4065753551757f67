import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalFile } from '../../../server/files/opened-file.ts'
import { folderOfTests } from '../../closed-after.ts'
import type { KeyHolders } from '../key-holders.ts'
import { served } from '../served.ts'

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => 32 + (at % 90)))
const folder = await folderOfTests()
await writeFile(join(folder, 'market.duckdb'), bytes)
const openNamed = async (name: string) => (name === 'market.duckdb' ? openLocalFile(join(folder, name)) : null)
const files = { plan: 'pro', open: openNamed } as const
const { holders, server } = await served(undefined, { files }, { perHour: 20, perDay: 20 })

const read = (headers: Record<string, string> = {}, plan: keyof KeyHolders['keys'] = 'pro', method = 'GET') =>
  server.get('/data/market.duckdb', { method, headers: { 'x-api-key': holders.keys[plan]!, ...headers } })

test('gives the whole file, any range of it, and says where a range ends', async () => {
  const whole = await read()
  expect([whole.status, whole.text]).toEqual([200, bytes.toString()])
  for (const [range, from, to] of [
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=900-5000', 900, 999],
  ] as const) {
    const part = await read({ range })
    expect([part.status, part.headers['content-range'], part.text]).toEqual([
      206,
      `bytes ${from}-${to}/1000`,
      bytes.subarray(from, to + 1).toString(),
    ])
  }
  expect(await read({ range: 'bytes=1000-' })).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */1000' } })
  expect((await read({ range: 'bytes=0-9, 20-29' })).status).toBe(200)
  const head = await read({}, 'pro', 'HEAD')
  expect([head.status, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([200, '1000', 'bytes'])
})

test('is for keys of the plan, and an unknown file does not exist', async () => {
  expect((await server.get('/data/market.duckdb')).status).toBe(401)
  expect((await read({}, 'basic')).status).toBe(403)
  const other = await server.get('/data/state.sqlite', { headers: { 'x-api-key': holders.keys.pro! } })
  expect(other.status).toBe(404)
})

test('counts the opening of a file as a call, not the reading in it', async () => {
  const left = async (headers: Record<string, string>) =>
    Number((await read(headers, 'enterprise')).headers['x-ratelimit-remaining'])
  const before = await left({ range: 'bytes=0-9' })
  expect(await left({ range: 'bytes=10-19' })).toBe(before)
  expect(await left({ range: 'bytes=-5' })).toBe(before)
  expect(await left({ range: 'bytes=0-' })).toBe(before - 1)
})

test('reading on from the second byte is counted once as many bytes were read as the file has', async () => {
  const other = await served(undefined, { files }, { perHour: 3, perDay: 3 })
  const key = { 'x-api-key': other.holders.keys.pro! }
  const asked = async (range?: string) => {
    const headers: Record<string, string> = range === undefined ? key : { ...key, range }
    const { status, headers: answered } = await other.server.get('/data/market.duckdb', { headers })
    return [status, answered['x-ratelimit-remaining']]
  }
  expect(await asked('bytes=1-')).toEqual([206, '2'])
  expect(await asked('bytes=1-')).toEqual([206, '1'])
  // a mount: the head, then pieces, which the call that opened the file pays for
  expect(await asked('bytes=0-99')).toEqual([206, '0'])
  for (let from = 100; from < 1_000; from += 100) expect(await asked(`bytes=${from}-${from + 99}`)).toEqual([206, '0'])
  for (const range of ['bytes=1-', 'bytes=-5', 'bytes=500-600', undefined]) expect((await asked(range))[0]).toBe(429)
})

test('a file that was replaced has another entity tag, and a range of the older one gives the new file', async () => {
  const { headers } = await read({ range: 'bytes=0-9' })
  const etag = String(headers['etag'])
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
  await writeFile(join(folder, 'next'), 'a new file')
  await rename(join(folder, 'next'), join(folder, 'market.duckdb'))
  const after = await read({ range: 'bytes=2-4', 'if-range': etag })
  expect([after.status, after.text, after.headers['etag'] === etag]).toEqual([200, 'a new file', false])
})
