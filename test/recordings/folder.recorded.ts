import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRecordedFolder } from '../../pipeline/recordings/folder.ts'
import { recordedFolder } from '../recorded.ts'

describe('the recorded feeds', () => {
  test('every row of every index that has a time is loaded, oldest first, no body kept in memory', async () => {
    const { recordings, faults, loose } = await readRecordedFolder(recordedFolder)
    const names = readdirSync(recordedFolder).filter((name) => /^recordings.*\.json$/.test(name))
    expect(names.length).toBeGreaterThan(1)
    type Row = { readonly url: string; readonly at?: string; readonly fetched_on?: string }
    const indexes = names.map(
      (name) => JSON.parse(readFileSync(join(recordedFolder, name), 'utf8')) as { recordings: Row[]; loose: unknown[] },
    )
    const rows = indexes.flatMap((index) => index.recordings)
    const isTimed = ({ at, fetched_on }: Row) => at !== undefined || fetched_on !== undefined
    expect([...new Set(faults.map(({ code }) => code))]).toEqual(['TIME_INVALID'])
    expect(faults).toHaveLength(rows.filter((row) => !isTimed(row)).length)
    expect(new Set(recordings.map(({ recording }) => recording.url)).size).toBe(
      new Set(rows.filter(isTimed).map(({ url }) => url)).size,
    )
    expect(loose).toBe(indexes.reduce((sum, index) => sum + index.loose.length, 0))
    const times = recordings.map(({ recording }) => Date.parse(recording.at))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(recordings.map(({ recording }) => recording.id)).size).toBe(recordings.length)
    const [first] = recordings
    expect((await first?.body())?.byteLength).toBe(first?.recording.bytes)
  })
})
