import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { compiled } from '../compiled.ts'
import { temporaryHome } from '../end-to-end/home.ts'

test('a second worker on one home ends at once with 69 and names the first', async () => {
  const home = await temporaryHome()
  const first = await openStore(join(home.folder, 'store.duckdb'))
  // no server is reached: the worker ends before it asks for one
  const env = { ...process.env, TEMPORAL_ADDRESS: '127.0.0.1:1' }
  const second = spawn(process.execPath, [compiled('cli/briefing.ts'), 'worker', '--home', home.folder], { env })
  let said = ''
  second.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part
  })
  try {
    const [code] = await once(second, 'close')
    expect([code, said]).toEqual([
      69,
      expect.stringContaining(`STORE_HELD: another process is using the warehouse (process ${process.pid})`),
    ])
  } finally {
    second.kill('SIGKILL')
    await first.close()
    await home.remove()
  }
})
