import { createHash, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawResponse } from '../../pipeline/http/request.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import { memoryBlobs } from './memory-blobs.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

function response(part: Partial<RawResponse> = {}): RawResponse {
  return {
    url: 'https://api.stlouisfed.org/fred/series/observations?series_id=WALCL',
    at: '2026-07-23T12:00:00.123Z',
    status: 200,
    headers: { 'x-last': 'b', 'content-type': 'application/json' },
    body: Buffer.from('{"observations":[]}'),
    ...part,
  }
}

const damaged = expect.objectContaining({ name: 'ParseError', code: 'RECORDING_DAMAGED' })

describe('recordingStore', () => {
  test('what is put comes back, byte for byte, under the id its type defines, body written before index', async () => {
    const blobs = memoryBlobs()
    const store = recordingStore(blobs)
    const body = randomBytes(50_000)
    const { url, at } = response()
    const kept = await store.put(response({ body }), false)

    expect(kept).toEqual({
      id: sha256(`${url}\n${at}\n${sha256(body)}`),
      url,
      at,
      status: 200,
      headers: { 'content-type': 'application/json', 'x-last': 'b' },
      sha256: sha256(body),
      bytes: 50_000,
      sample: false,
    })
    expect(blobs.written).toEqual([
      `recordings/body/${kept.sha256.slice(0, 2)}/${kept.sha256}.gz`,
      `recordings/index/2026-07-23/2026-07-23T120000.123Z-${kept.id}.json`,
    ])
    expect(Buffer.compare(gunzipSync(blobs.kept.get(blobs.written[0] as string) as Uint8Array), body)).toBe(0)
    for (const reader of [store, recordingStore(blobs)]) {
      expect(await reader.get(kept.id, at)).toEqual(kept)
      expect(Buffer.compare(await reader.body(kept), body)).toBe(0)
      expect(await reader.list()).toEqual([{ id: kept.id, at }])
    }
  })

  test('the same answer again is the same recording, the first one; the same body elsewhere is written once', async () => {
    const blobs = memoryBlobs()
    const store = recordingStore(blobs)
    const first = await store.put(response(), true)
    expect(await store.put(response({ headers: { 'x-last': 'c' } }), false)).toEqual(first)
    expect(blobs.written).toHaveLength(2)
    const other = await store.put(response({ at: '2026-07-24T12:00:00Z' }), false)
    expect([other.id === first.id, other.sample, blobs.written.length]).toEqual([false, false, 3])
  })

  test('an empty body is a body', async () => {
    const store = recordingStore(memoryBlobs())
    const kept = await store.put(response({ body: new Uint8Array() }), false)
    expect([kept.bytes, (await store.body(kept)).byteLength]).toEqual([0, 0])
  })

  test('an id nobody put is null; one that another process put is found, and neither is looked for in a listing', async () => {
    const blobs = { ...memoryBlobs(), list: () => expect.fail('a listing') }
    const mine = recordingStore(blobs)
    const { at } = response()
    expect(await mine.get(sha256('nothing'), at)).toBeNull()
    const theirs = await recordingStore(blobs).put(response(), false)
    expect(await mine.get(theirs.id, at)).toEqual(theirs)
    expect(await mine.get(theirs.id, '2026-07-23T12:00:00.124Z')).toBeNull()
  })

  test('recordings come oldest first by time, then by id, whatever the order of writing and the decimals of the time', async () => {
    const second = fc.integer({ min: 0, max: 120 })
    const at = fc.tuple(second, fc.constantFrom('Z', '.0Z', '.5Z', '.25Z', '.999Z')).map(([seconds, end]) => {
      const time = new Date(Date.parse('2026-07-23T23:59:00Z') + seconds * 1_000).toISOString()
      return time.replace('.000Z', end)
    })
    await fc.assert(
      fc.asyncProperty(fc.array(at, { maxLength: 25 }), async (times) => {
        const store = recordingStore(memoryBlobs())
        const kept = []
        for (const [n, time] of times.entries())
          kept.push(await store.put(response({ at: time, url: `https://a.example/${n}` }), false))
        const expected = kept.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1))
        const listed = await store.list()
        expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        for (const [at, each] of listed.entries()) expect(await store.get(each.id, each.at)).toEqual(expected[at])
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    '2026-07-23',
    '2026-07-23T12:00:00',
    '2026-07-23T12:00:00+00:00',
    '2026-02-30T12:00:00Z',
    '2026-07-23T25:00:00Z',
    '',
  ])('the time %j is refused', async (at) => {
    const blobs = memoryBlobs()
    await expect(recordingStore(blobs).put(response({ at }), false)).rejects.toMatchObject({
      name: 'InputError',
      code: 'RECORDING_TIME',
    })
    expect(blobs.written).toEqual([])
  })

  test('killed at any write, no half recording is ever visible, and the next run completes it', async () => {
    const answers = Array.from({ length: 6 }, (_, n) =>
      response({ at: `2026-07-23T12:00:0${n}Z`, body: Buffer.from(`body ${Math.floor(n / 2)}`) }),
    )
    let kills = 0
    for (let writes = 0; ; writes++) {
      const blobs = memoryBlobs()
      blobs.killAfter(writes)
      const acknowledged: string[] = []
      const run = async () => {
        for (const answer of answers) acknowledged.push((await recordingStore(blobs).put(answer, false)).id)
      }
      const killed = await run()
        .then(() => false)
        .catch(() => true)
      blobs.killAfter(Number.POSITIVE_INFINITY)
      const after = recordingStore(blobs)
      const visible = await after.list()
      expect(visible.map(({ id }) => id)).toEqual(acknowledged)
      for (const { id, at } of visible) {
        const kept = await after.get(id, at)
        expect(kept).not.toBeNull()
        if (kept !== null) expect((await after.body(kept)).byteLength).toBe(kept.bytes)
      }
      for (const answer of answers) await after.put(answer, false)
      expect(await after.list()).toHaveLength(answers.length)
      if (!killed) break
      kills++
    }
    // Six index records and three distinct bodies.
    expect(kills).toBe(9)
  })

  test('a body that is missing, cut, changed, replaced or swollen is damage, never data', async () => {
    const blobs = memoryBlobs()
    const store = recordingStore(blobs)
    const kept = await store.put(response({ body: Buffer.alloc(5_000, 'ab') }), false)
    const key = blobs.written[0] as string
    const packed = blobs.kept.get(key) as Uint8Array
    const changed = (bytes: Uint8Array) => blobs.kept.set(key, bytes)

    changed(packed.subarray(0, packed.length - 9))
    await expect(store.body(kept)).rejects.toEqual(damaged)
    changed(packed.map((byte, at) => (at === 14 ? byte ^ 4 : byte)))
    await expect(store.body(kept)).rejects.toEqual(damaged)
    changed(gzipSync(Buffer.alloc(5_000, 'ba')))
    await expect(store.body(kept)).rejects.toEqual(damaged)
    changed(gzipSync(Buffer.alloc(50_000_000)))
    await expect(store.body(kept)).rejects.toEqual(damaged)
    blobs.kept.delete(key)
    await expect(store.body(kept)).rejects.toEqual(damaged)
    changed(packed)
    expect((await store.body(kept)).byteLength).toBe(5_000)
  })

  test('an index record that is not the one written is damage', async () => {
    const blobs = memoryBlobs()
    const store = recordingStore(blobs)
    const kept = await store.put(response(), false)
    const key = blobs.written[1] as string
    const written = Buffer.from(blobs.kept.get(key) as Uint8Array).toString()
    for (const text of ['', '{', 'null', written.replace('WALCL', 'WTREG'), written.replace('"status":200', '"status":"200"')]) {
      blobs.kept.set(key, Buffer.from(text))
      await expect(store.get(kept.id, kept.at)).rejects.toEqual(damaged)
    }
  })

  test('40,000 recordings are listed, the oldest first', async () => {
    const blobs = memoryBlobs()
    const written: { id: string; at: string }[] = []
    for (let n = 0; n < 40_000; n++) {
      const time = new Date(Date.parse('2020-01-01T00:00:00Z') + n * 3_600_000).toISOString()
      const id = sha256(String(n))
      written.push({ id, at: time })
      blobs.kept.set(`recordings/index/${time.slice(0, 10)}/${time.replaceAll(':', '')}-${id}.json`, new Uint8Array())
    }
    const store = recordingStore(blobs)
    expect(await store.list()).toEqual(written)
  })
})
