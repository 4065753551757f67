import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRunsState } from '../../activities/runs/runs-state.ts'
import { checkFeedContracts } from '../../cli/check/outside.ts'
import { command as runs } from '../../cli/commands/runs.ts'
import { readStatusReport } from '../../cli/commands/status.ts'
import { readSettings } from '../../cli/settings.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { dayMs, isoTime } from '../../pipeline/time/day.ts'
import { publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { run, runOf } from '../cli/command.ts'
import { refreshHome, sampleNow, sampleRun, smallHome, temporaryHome } from '../end-to-end/home.ts'

let home: { folder: string; remove(): Promise<void> }
beforeAll(async () => {
  home = await temporaryHome((await smallHome()).folder)
})
afterAll(() => home.remove())

const changed = isoTime(sampleNow - dayMs)
const words = `field day is missing (was text) since ${changed} in a.example/x`

test('a field that is gone is told by status, doctor, runs and the state that alerts are made of, and refuses nothing', async () => {
  expect(await checkFeedContracts(home.folder, sampleNow)).toMatchObject([{ check: 'contracts', level: 'OK' }])
  const store = await openStore(join(home.folder, 'store.duckdb'))
  const plant = (shape: string, fields: object, first: number, last: number) =>
    store.connection.run('INSERT INTO body_shape VALUES ($1, $2, $3, $4, $5::TIMESTAMP, $6::TIMESTAMP, $7)', [
      ...['mempool-hashrate', 'a.example/x', shape, JSON.stringify(fields)],
      ...[isoTime(first), isoTime(last), 'planted'],
    ])
  await plant('1', { '': ['table'], day: ['text'], close: ['number'] }, sampleNow - 9 * dayMs, sampleNow - 2 * dayMs)
  await plant('2', { '': ['table'], close: ['number'] }, sampleNow - dayMs, sampleNow)
  await publishMarket(store, join(home.folder, 'market.duckdb'))
  await store.close()
  const { feeds } = sampleRun
  const { failures } = await refreshHome(home.folder, { feeds, asOf: sampleRun.asOf, now: sampleNow, only: ['mempool-hashrate'] })
  expect(failures).toEqual([])

  const { feeds: lines } = await readStatusReport(home.folder, new Set(), sampleNow)
  expect(lines.flatMap(({ id, drift }) => drift.map((text) => [id, text]))).toEqual([['mempool-hashrate', words]])
  expect(lines.find(({ id }) => id === 'mempool-hashrate')).toMatchObject({ status: 'fresh' })
  expect(await checkFeedContracts(home.folder, sampleNow)).toEqual([
    { check: 'contract mempool-hashrate', level: 'WARN', detail: words, next: expect.stringContaining('correct the feed') },
  ])
  const { drift } = await readRunsState(folderBlobs(home.folder))
  expect(drift).toEqual({ 'mempool-hashrate day': { since: changed, text: words } })
  const { printed } = await run<{ drift: unknown }>((global) =>
    runs.action(runOf(readSettings({}), global), { home: home.folder, limit: '1' }, 'list', undefined),
  )
  expect(printed.drift).toEqual(drift)
})
