import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readRecordedFolder } from '../pipeline/recordings/folder.ts'
import { named, recordedBody, recordedRows, replayFolder } from './recorded.ts'

describe('the recorded files that tests read', () => {
  test('are there, with the bytes they had', () => {
    const changed = [...named].filter(
      ([file, sha256]) => createHash('sha256').update(recordedBody({ file })).digest('hex') !== sha256,
    )
    expect(changed).toEqual([])
  })

  test('are all that a replay of them reads', async () => {
    const { recordings, faults } = await readRecordedFolder(replayFolder())
    expect(faults).toEqual([])
    expect(recordings.length).toBe(242)
    expect(recordedRows()).toHaveLength(242)
  })
})
