import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { freePort } from '../../scripts/program.ts'
import { folderOfEachTest } from '../closed-after.ts'
import { root } from '../house/tree.ts'

let home: string
folderOfEachTest((folder) => {
  home = folder
})

/** Processes that work in the home, by the environment each was started with. */
const processes = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const isOurs = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`BRIEFING_HOME=${home}\0`)
      return isOurs && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    } catch {
      return false
    }
  })

const hasProc = process.platform === 'linux'
if (!hasProc) console.log('skipped: signals to npm (processes are looked for in /proc)')

const ways = [
  ['by npm', 'npm', ['start']],
  ['by npx', 'npx', ['--no-install', 'briefing', 'start']],
] as const

/** npm passes SIGTERM to its shell. One that ends by SIGKILL, or before it listens to signals, leaves a shell that lives on. */
const endings = [
  ['at once', 'SIGTERM'],
  ['once it listens', 'SIGTERM'],
  ['once it listens', 'SIGKILL'],
] as const

test.skipIf(!hasProc)('a signal to npm alone ends what it started: no process, port or warehouse is left', async () => {
  for (const [way, command, args] of ways)
    for (const [moment, signal] of endings) {
      const port = await freePort()
      const env = {
        ...process.env,
        BRIEFING_HOME: home,
        BRIEFING_PORT: String(port),
        BRIEFING_FEEDS: 'sample',
        BRIEFING_LOG: 'info',
      }
      const npm = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      npm.stderr.on('data', (piece) => (said += String(piece)))
      const isDue = () => (moment === 'at once' ? processes().length > 1 : said.includes('"listening"'))
      while (!isDue()) await wait(20)
      npm.kill(signal)
      await expect.poll(processes, { timeout: 120_000, message: `${way}, ${signal} ${moment}` }).toEqual([])
      const taken = createServer().listen(port, '127.0.0.1')
      await new Promise((resolve, reject) => taken.once('listening', resolve).once('error', reject))
      taken.close()
      await (await openStore(join(home, 'store.duckdb'))).close()
    }
})
