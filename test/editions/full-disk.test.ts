import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiled } from '../compiled.ts'

const disk = mkdtempSync(join(tmpdir(), 'full-disk-'))
afterAll(() => rmSync(disk, { recursive: true, force: true }))

const mount = `mount -t tmpfs -o size=4m none ${disk}`
const apart = (script: string) => ['-c', 'exec unshare -rm sh -c "$0"', script]
const canMount = spawnSync('/bin/sh', apart(mount)).status === 0
if (!canMount) console.log('skipped: a full disk (this system lets us mount none: unshare -rm and tmpfs are needed)')

test.skipIf(!canMount)(
  'on a full or read-only disk the edition that stands goes on being served whole, and the next publish succeeds',
  () => {
    const run = `${mount} && exec "${process.execPath}" "${compiled('test/editions/full-disk.ts')}" ${disk}`
    const { outcomes, readOnly, wrong } = JSON.parse(execFileSync('/bin/sh', apart(run), { encoding: 'utf8' })) as {
      outcomes: Record<string, number>
      readOnly: string
      wrong: string[]
    }
    console.log(`full disk: ${JSON.stringify(outcomes)} in 20 publishes, read-only: ${readOnly}, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(outcomes['DISK_FULL undefined']).toBeGreaterThan(5)
    expect(readOnly).toBe('STORE_NOT_WRITABLE EROFS')
  },
)
