import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiled } from '../compiled.ts'

const disk = mkdtempSync(join(tmpdir(), 'full-disk-'))
afterAll(() => rmSync(disk, { recursive: true, force: true }))

const mount = `mount -t tmpfs -o size=220m none ${disk}`
const apart = (script: string) => ['-c', 'exec unshare -rm sh -c "$0"', script]
const canMount = spawnSync('/bin/sh', apart(mount)).status === 0
if (!canMount) console.log('skipped: a full disk (this system lets us mount none: unshare -rm and tmpfs are needed)')

test.skipIf(!canMount)(
  'keys and payments go on when the disk fills up in any phase of a refresh, which leaves nothing, and the next one completes',
  () => {
    const moments = 'plan@0 fetch@0 load@20 compute@400 publish@0'
    const run = `${mount} && exec "${process.execPath}" "${compiled('test/disk/refreshes.ts')}" ${disk} ${moments}`
    const output = execFileSync('/bin/sh', apart(run), { encoding: 'utf8' })
    console.log(output)
    const { ends, longest, wrong } = JSON.parse(output) as {
      ends: Record<string, string>
      longest: Record<string, number>
      wrong: string[]
    }
    expect(wrong).toEqual([])
    expect(Object.keys(ends)).toEqual(moments.split(' '))
    for (const outage of Object.values(longest)) expect(outage).toBeLessThan(60_000)
  },
)
