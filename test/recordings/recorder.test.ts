import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawResponse } from '../../pipeline/http/request.ts'
import { readRecordedFolder } from '../../pipeline/recordings/folder.ts'
import { folderRecorder } from '../../pipeline/recordings/recorder.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import { folderOfTests } from '../closed-after.ts'
import { memoryBlobs } from './memory-blobs.ts'

const scratch = await folderOfTests()

let folders = 0
const root = () => join(scratch, `run/${folders++}`)

function response(n: number, part: Partial<RawResponse> = {}): RawResponse {
  return {
    url: `https://data.sec.gov/submissions/${n}.json`,
    at: new Date(Date.parse('2026-07-23T12:00:00Z') + n * 1_000).toISOString(),
    status: 200,
    headers: { 'content-type': 'application/json', etag: `"${n}"` },
    body: Buffer.from(`{"n":${n}}`),
    ...part,
  }
}

/** What the store makes of the responses themselves and of their replay. */
async function stored(responses: readonly RawResponse[], sample: boolean) {
  const store = recordingStore(memoryBlobs())
  for (const each of responses) await store.put(each, sample)
  return Promise.all((await store.list()).map(async ({ id, at }) => await store.get(id, at)))
}

describe('folderRecorder', () => {
  test('what is recorded is replayed byte for byte: the same recordings under the same ids', async () => {
    const answer = fc.record({
      body: fc.uint8Array({ maxLength: 300 }),
      status: fc.constantFrom(200, 204, 400, 403),
      headers: fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,10}$/), fc.string({ maxLength: 20 }), { maxKeys: 4 }),
      url: fc.webUrl({ withQueryParameters: true }),
      at: fc
        .date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 12 }), fc.boolean(), async (answers, sample) => {
        const folder = root()
        const recorder = await folderRecorder(folder, { sample })
        await Promise.all(answers.map((each) => recorder.record(each)))
        await recorder.close()

        const { recordings, faults } = await readRecordedFolder(folder)
        expect(faults).toEqual([])
        const replayed: RawResponse[] = []
        for (const { recording, body } of recordings) replayed.push({ ...recording, body: await body() })
        expect(await stored(replayed, sample)).toEqual(await stored(answers, sample))
        for (const { recording } of recordings) expect(recording.sample).toBe(sample)
      }),
      { numRuns: 40 },
    )
  })

  test('rows that were there stay, with members we do not know; the same answer is recorded once', async () => {
    const folder = root()
    const first = await folderRecorder(folder, { sample: false })
    await first.record(response(1))
    await first.close()
    const path = join(folder, 'recordings.json')
    const index = JSON.parse(await readFile(path, 'utf8'))
    index.recordings[0].note = 'seen'
    await writeFile(path, JSON.stringify({ ...index, owner: 'desk', loose: [{ file: 'x' }] }))

    const second = await folderRecorder(folder, { sample: false })
    await second.record(response(1))
    await second.record(response(2, { body: response(1).body }))
    await second.close()
    const after = JSON.parse(await readFile(path, 'utf8'))
    expect(after).toMatchObject({ about: index.about, owner: 'desk', loose: [{ file: 'x' }] })
    expect(after.recordings).toHaveLength(2)
    expect(after.recordings[0]).toEqual(index.recordings[0])
    const sha256 = createHash('sha256').update(response(1).body).digest('hex')
    expect(after.recordings[1]).toEqual({
      url: response(2).url,
      file: `bodies/${sha256.slice(0, 2)}/${sha256}`,
      fetched_on: '2026-07-23',
      bytes: 7,
      sha256,
      content_type: 'application/json',
      whole: true,
      at: response(2).at,
      status: 200,
      headers: response(2).headers,
    })
    expect(await readdir(join(folder, 'bodies'))).toHaveLength(1)
  })

  test('the index is written at most once a second, is whole at every moment, and at close has every row', async () => {
    const folder = root()
    let now = 0
    const recorder = await folderRecorder(folder, { sample: false, now: () => now })
    const rows = async () => (await readRecordedFolder(folder)).recordings.length
    await recorder.record(response(0))
    expect(await rows()).toBe(1)
    now = 999
    for (let n = 1; n < 50; n++) await recorder.record(response(n))
    expect(await rows()).toBe(1)
    now = 1_000
    await recorder.record(response(50))
    expect(await rows()).toBe(51)
    await recorder.record(response(51))
    expect(await rows()).toBe(51)
    await recorder.close()
    expect(await rows()).toBe(52)
    expect((await readdir(folder)).sort()).toEqual(['bodies', 'recordings.json'])
  })

  test('a run that fetched nothing leaves a folder that can be read', async () => {
    const folder = root()
    await (await folderRecorder(folder, { sample: true })).close()
    expect(await readRecordedFolder(folder)).toEqual({ recordings: [], faults: [], loose: 0 })
  })

  test('a body damaged on the disk is written again', async () => {
    const folder = root()
    const recorder = await folderRecorder(folder, { sample: false })
    await recorder.record(response(1))
    const file = (await readRecordedFolder(folder)).recordings[0]?.file as string
    await writeFile(join(folder, file), 'rubbish')
    await recorder.record(response(2, { body: response(1).body }))
    await recorder.close()
    expect((await readRecordedFolder(folder)).faults).toEqual([])
  })

  test('two recorders to one folder: the second to write is told, and loses nobody else`s rows', async () => {
    const folder = root()
    const one = await folderRecorder(folder, { sample: false })
    const two = await folderRecorder(folder, { sample: false })
    await one.record(response(1))
    await expect(two.record(response(2))).rejects.toMatchObject({ name: 'UnavailableError', code: 'RECORDED_FOLDER_BUSY' })
    await one.record(response(3))
    await one.close()
    expect((await readRecordedFolder(folder)).recordings).toHaveLength(2)
  })

  test('refuses a time that is none, an index that is none, and work after close', async () => {
    const folder = root()
    const recorder = await folderRecorder(folder, { sample: false })
    await expect(recorder.record(response(1, { at: 'now' }))).rejects.toMatchObject({ code: 'RECORDING_TIME' })
    await recorder.record(response(2))
    await recorder.close()
    await expect(recorder.record(response(3))).rejects.toMatchObject({ code: 'RECORDER_CLOSED' })
    expect((await readRecordedFolder(folder)).recordings).toHaveLength(1)
    await writeFile(join(folder, 'recordings.json'), 'not json')
    await expect(folderRecorder(folder, { sample: false })).rejects.toMatchObject({ code: 'RECORDED_FOLDER_INVALID' })
  })
})
