import { createHash } from 'node:crypto'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRecordedFolder } from '../../pipeline/recordings/folder.ts'
import { folderOfTests } from '../closed-after.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const scratch = await folderOfTests()

let folders = 0
async function folder(index: unknown, files: Record<string, string> = {}): Promise<string> {
  const root = join(scratch, String(folders++))
  await mkdir(root)
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
  }
  await writeFile(join(root, 'recordings.json'), typeof index === 'string' ? index : JSON.stringify(index))
  return root
}

function row(file: string, content: string, part: Record<string, unknown> = {}): Record<string, unknown> {
  const url = `https://api.stlouisfed.org/${file}`
  return {
    url,
    file,
    fetched_on: '2026-07-23',
    bytes: content.length,
    sha256: sha256(content),
    content_type: 'text/csv',
    whole: true,
    ...part,
  }
}

describe('readRecordedFolder', () => {
  test('rows come oldest first, then in the order of the file; a day counts as its last second', async () => {
    const files = { a: 'one', b: 'two', c: 'three', d: 'four', e: 'five' }
    const root = await folder(
      {
        about: 'x',
        recordings: [
          row('a', 'one'),
          row('b', 'two', { fetched_on: '2026-07-24', at: '2026-07-23T23:59:58.5Z', status: 400, headers: { 'x-thing': '1' } }),
          row('c', 'three', { whole: false }),
          row('d', 'four', { fetched_on: '2024-02-29' }),
          row('e', 'five', { at: '2026-07-23T23:59:59.001Z', sample: true, content_type: null }),
        ],
        loose: [{ file: 'z' }],
      },
      files,
    )
    const { recordings, faults, loose } = await readRecordedFolder(root)
    expect([faults, loose, recordings.map(({ file }) => file)]).toEqual([[], 1, ['d', 'b', 'a', 'c', 'e']])
    expect(recordings.map(({ recording }) => recording.at)).toEqual([
      '2024-02-29T23:59:59Z',
      '2026-07-23T23:59:58.5Z',
      '2026-07-23T23:59:59Z',
      '2026-07-23T23:59:59Z',
      '2026-07-23T23:59:59.001Z',
    ])
    expect(recordings.map(({ recording }) => recording.status)).toEqual([200, 400, 200, 200, 200])
    expect(recordings.map(({ recording }) => recording.headers)).toEqual([
      { 'content-type': 'text/csv' },
      { 'x-thing': '1' },
      { 'content-type': 'text/csv' },
      { 'content-type': 'text/csv' },
      {},
    ])
    expect(recordings.map(({ recording }) => recording.sample)).toEqual([false, false, false, false, true])
    expect(recordings.map(({ whole }) => whole)).toEqual([true, true, true, false, true])
    expect(recordings[2]?.recording.id).toBe(sha256(`https://api.stlouisfed.org/a\n2026-07-23T23:59:59Z\n${sha256('one')}`))
    expect(Buffer.from((await recordings[2]?.body()) as Uint8Array).toString()).toBe('one')
  })

  test('a row that is not what it says is reported with its reason, and not loaded', async () => {
    const outer = join(scratch, 'outside.txt')
    await writeFile(outer, 'secret')
    const root = await folder(
      {
        recordings: [
          row('good', 'good'),
          row('good', 'good', { bytes: 5 }),
          row('good', 'good', { sha256: sha256('other') }),
          row('absent', 'good'),
          row('folder', '', {}),
          row('../outside.txt', 'secret'),
          row(outer, 'secret'),
          row('link', 'secret'),
          row('../absent', 'secret'),
          row('good', 'good', { fetched_on: '2026-02-30' }),
          row('good', 'good', { at: 'yesterday' }),
          row('good', 'good', { url: 'ftp://example.com/' }),
          row('good', 'good', { url: undefined }),
          row('good', 'good', { sha256: 'abc' }),
          null,
          'text',
          row('inside/../good', 'good', { url: 'https://data.sec.gov/2' }),
        ],
      },
      { good: 'good', 'folder/x': '', 'inside/y': '' },
    )
    await symlink(outer, join(root, 'link'))
    const { recordings, faults } = await readRecordedFolder(root)
    expect(recordings.map(({ file }) => file)).toEqual(['good', 'inside/../good'])
    expect(faults.map(({ row, code }) => [row, code])).toEqual([
      [2, 'SIZE_DIFFERS'],
      [3, 'HASH_DIFFERS'],
      [4, 'FILE_MISSING'],
      [5, 'FILE_MISSING'],
      [6, 'FILE_OUTSIDE'],
      [7, 'FILE_OUTSIDE'],
      [8, 'FILE_OUTSIDE'],
      [9, 'FILE_OUTSIDE'],
      [10, 'TIME_INVALID'],
      [11, 'TIME_INVALID'],
      [12, 'ADDRESS_INVALID'],
      [13, 'ROW_INVALID'],
      [14, 'ROW_INVALID'],
      [15, 'ROW_INVALID'],
      [16, 'ROW_INVALID'],
    ])
    for (const { reason } of faults) expect(reason).not.toContain(scratch)
  })

  test('every index of the folder is read, and a row that fails says which it stands in', async () => {
    const files = { a: 'one', b: 'two', c: 'three' }
    const root = await folder({ recordings: [row('a', 'one'), row('b', 'two')] }, files)
    const markets = {
      recordings: [row('c', 'three', { fetched_on: '2024-02-29' }), row('a', 'one'), row('absent', 'four')],
      loose: [{ file: 'b' }],
    }
    await writeFile(join(root, 'recordings.markets.json'), JSON.stringify(markets))
    const { recordings, faults, loose } = await readRecordedFolder(root)
    expect([loose, recordings.map(({ file }) => file)]).toEqual([1, ['c', 'a', 'b']])
    expect(faults).toMatchObject([{ index: 'recordings.markets.json', row: 3, code: 'FILE_MISSING' }])
    await writeFile(join(root, 'recordings.news.json'), '{')
    await expect(readRecordedFolder(root)).rejects.toMatchObject({
      code: 'RECORDED_FOLDER_INVALID',
      facts: { name: 'recordings.news.json' },
    })
  })

  test('a body that lies compressed is checked as it lies and given as it was', async () => {
    const packed = gzipSync('one')
    const root = await folder({
      recordings: [
        row('a.gz', 'one', { file_bytes: packed.length, file_sha256: sha256(packed) }),
        row('a.gz', 'two', { file_bytes: packed.length, file_sha256: sha256(packed) }),
        row('a.gz', 'one', { file_bytes: packed.length, file_sha256: sha256('one') }),
      ],
    })
    await writeFile(join(root, 'a.gz'), packed)
    const { recordings, faults } = await readRecordedFolder(root)
    expect(faults.map(({ row, code }) => [row, code])).toEqual([[3, 'HASH_DIFFERS']])
    expect(Buffer.from((await recordings[0]?.body()) as Uint8Array).toString()).toBe('one')
    await expect(recordings[1]?.body()).rejects.toMatchObject({ code: 'RECORDING_DAMAGED' })
  })

  test('a credential in a recorded address goes no further', async () => {
    const address = 'https://api.stlouisfed.org/fred/series/observations?series_id=A&api_key=0123456789abcdef&limit=1'
    const root = await folder(
      { recordings: [row('a', 'one', { url: address }), row('b', 'two', { url: address })] },
      { a: 'one', b: 'twoo' },
    )
    const read = await readRecordedFolder(root)
    expect(read.recordings[0]?.recording.url).toBe('https://api.stlouisfed.org/fred/series/observations?series_id=A&limit=1')
    expect(read.faults).toHaveLength(1)
    expect(JSON.stringify(read)).not.toContain('0123456789abcdef')
  })

  test('an address without one is kept letter for letter', async () => {
    const address = 'https://www.sec.gov/cgi-bin/browse?q=a b&x=%7e&api_key=&y'
    const root = await folder({ recordings: [row('a', 'one', { url: address })] }, { a: 'one' })
    expect((await readRecordedFolder(root)).recordings[0]?.recording.url).toBe(address)
  })

  test('a file changed after the folder was read is damage', async () => {
    const root = await folder({ recordings: [row('a', 'one')] }, { a: 'one' })
    const { recordings } = await readRecordedFolder(root)
    await writeFile(join(root, 'a'), 'two')
    await expect(recordings[0]?.body()).rejects.toMatchObject({ name: 'ParseError', code: 'RECORDING_DAMAGED' })
    await rm(join(root, 'a'))
    await expect(recordings[0]?.body()).rejects.toMatchObject({ name: 'ParseError', code: 'RECORDING_DAMAGED' })
  })

  test('no index, or one that is none, is wrong use', async () => {
    const nowhere = readRecordedFolder(join(scratch, 'nowhere'))
    await expect(nowhere).rejects.toMatchObject({ name: 'InputError', code: 'RECORDED_FOLDER_MISSING' })
    for (const text of ['', '{', '[]', 'null', '{"recordings":{}}'])
      await expect(readRecordedFolder(await folder(text))).rejects.toMatchObject({
        name: 'InputError',
        code: 'RECORDED_FOLDER_INVALID',
      })
  })

  test('any rows at all give recordings and faults, never a crash', async () => {
    const field = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('a', '../a', '/etc/passwd', '\0', 'https://a.example/', '2026-07-23', 3, sha256('one')),
    )
    const anyRow = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { url: field, file: field, fetched_on: field, at: field, bytes: field, sha256: field, status: field, headers: field },
        { requiredKeys: [] },
      ),
      fc.record({ at: field, file: field, url: field }, { requiredKeys: [] }).map((part) => row('a', 'one', part)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 8 }), async (rows) => {
        const root = await folder({ recordings: rows }, { a: 'one' })
        const { recordings, faults } = await readRecordedFolder(root)
        expect(recordings.length + faults.length).toBeLessThanOrEqual(rows.length)
        for (const { recording, body } of recordings) expect(sha256(await body())).toBe(recording.sha256)
      }),
      { numRuns: 100 },
    )
  })
})
