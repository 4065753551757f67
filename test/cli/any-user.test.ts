import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTests } from '../closed-after.ts'
import { root } from '../house/tree.ts'

const folder = await folderOfTests()
const uid = 54_321
const home = join(folder, 'home')
/** The build that `npm test` has made, since another user cannot read what is compiled for a run. */
const program = join(root, 'dist/cli/briefing.js')
/** A user whom no passwd entry names, in an empty environment. */
const asStranger = [
  `--reuid=${uid}`,
  `--regid=${uid}`,
  '--clear-groups',
  'env',
  '-i',
  `BRIEFING_HOME=${home}`,
  process.execPath,
  program,
]
const briefing = (...words: string[]) => execFileSync('setpriv', [...asStranger, ...words], { cwd: folder, encoding: 'utf8' })

await chmod(folder, 0o755)
const canBecomeAnother = spawnSync('setpriv', [...asStranger, '--version'], { cwd: folder }).status === 0
if (!canBecomeAnother) console.log('skipped: a user without a name (root, setpriv and a folder that others can read are needed)')

test.skipIf(!canBecomeAnother)('a user without a name makes a key, and the audit log has its number', async () => {
  await mkdir(home, { mode: 0o700 })
  await chown(home, uid, uid)
  expect(briefing('keys', 'create', '--plan', 'pro', '--name', 'unnamed')).toMatch(/^mb_/)
  expect(briefing('--json', 'audit', 'list')).toContain(`uid ${uid}`)
})
