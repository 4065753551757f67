import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorSentence, exitFor, exits } from '../../cli/exit.ts'
import { diskFullError, isDiskFull } from '../../pipeline/store/disk-full.ts'
import { isSpaceLow } from '../../pipeline/store/space.ts'
import { diskCheck } from '../../server/answers/system.ts'
import { watchDisk } from '../../server/state/reserve.ts'
import { folderOfTests } from '../closed-after.ts'

const mb = 1_048_576
const low = { free: 3 * mb, reserve: 16 * mb, isReserved: true }

test('a full disk is data trouble, and says how much to free', () => {
  const error = diskFullError(low, 4 * mb)
  expect(error).toMatchObject({ code: 'DISK_FULL', facts: { free: 3 * mb, needed: 17 * mb } })
  expect(error.message).toContain('Free another 17 MB')
  expect(exitFor(error)).toBe(exits.dataTrouble)
})

test.each([
  Object.assign(new Error("ENOSPC: no space left on device, write '/srv/me'"), { code: 'ENOSPC' }),
  Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
  new Error('IO Error: Could not write file "/srv/me/store.duckdb": No space left on device'),
])('what a system, SQLite and DuckDB say of a full disk is one error, without a path', (error) => {
  expect(isDiskFull(error)).toBe(true)
  expect(exitFor(error)).toBe(exits.dataTrouble)
  expect(errorSentence(error)).toMatch(/^DISK_FULL: /)
  expect(errorSentence(error)).not.toContain('/srv')
})

test('health is degraded while less is free than is reserved, and while nothing is set aside', () => {
  expect(isSpaceLow(low)).toBe(true)
  expect(diskCheck(low)).toMatchObject({ name: 'disk', status: 'degraded' })
  expect(diskCheck({ ...low, free: 16 * mb })).toMatchObject({ status: 'ok' })
  expect(diskCheck({ free: 20 * mb, reserve: 16 * mb, isReserved: false })).toMatchObject({
    status: 'degraded',
    detail: '20 MB free; 16 MB for keys and payments are not set aside until 48 MB are free.',
  })
  expect(diskCheck(null)).toMatchObject({ status: 'ok' })
})

test('a server keeps a reserve in its home', async () => {
  const home = await folderOfTests()
  const watch = await watchDisk(home, { info: () => undefined, warn: () => undefined })
  await expect.poll(async () => (await stat(join(home, 'state.reserve')).catch(() => null))?.size).toBe(watch.space()!.reserve)
  await expect.poll(() => watch.space()!.isReserved).toBe(true)
  await watch.close()
})
