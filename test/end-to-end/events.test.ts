import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { command as events } from '../../cli/commands/events.ts'
import { command as rebuild } from '../../cli/commands/rebuild.ts'
import { readSettings } from '../../cli/settings.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { runOf } from '../cli/command.ts'
import { refreshHome, sampleNow, smallHome, smallRun, temporaryHome } from './home.ts'

/** The small world and energy by the week. */
const energyRun = { ...smallRun(), only: [...smallRun().only, 'eia-weekly'] }

let folder: string
let remove: () => Promise<void>
beforeAll(async () => {
  const made = await temporaryHome((await smallHome()).folder)
  ;({ folder, remove } = made)
  await refreshHome(folder, energyRun)
  // a week later the Energy Information Administration has published once more
  await refreshHome(folder, { ...energyRun, asOf: '2026-11-27', now: sampleNow + 7 * dayMs })
})
afterAll(() => remove())

async function printed(command: () => Promise<void>): Promise<string> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  try {
    await command()
  } finally {
    write.mockRestore()
  }
  return lines.join('')
}

const tail = async (options: object = {}) =>
  (
    await printed(() =>
      events.action(runOf(readSettings({}), { json: true }, new AbortController().signal), { home: folder, ...options }, 'tail'),
    )
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)

const inMarket = async () => {
  const store = await openStore(join(folder, 'market.duckdb'))
  try {
    return await select<Record<string, string | null>>(
      store,
      "SELECT cursor::VARCHAR AS id, type, concerns, strftime(period, '%Y-%m-%d') AS period, document AS fetch FROM v_event",
    )
  } finally {
    await store.close()
  }
}

test('the releases of a week and the states it changed are events, and analysts have the same', async () => {
  const rows = await tail()
  expect(rows.filter(({ type }) => type === 'release.published').map(({ release, period }) => [release, period])).toEqual(
    expect.arrayContaining([
      ['eia-crude-stocks', '2026-11-20'],
      ['eia-gas-storage', '2026-11-20'],
    ]),
  )
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, i) => String(i + 1)))
  const facts = rows.map(({ id, type, briefing, release, period = null, fetch }) => ({
    id,
    type,
    concerns: briefing ?? release,
    period,
    fetch,
  }))
  expect(await inMarket()).toEqual(facts)
  expect(await tail({ limit: '1' })).toEqual(rows.slice(-1))
})

test('the same run once more adds none, and a rebuilt warehouse keeps them', async () => {
  const before = await inMarket()
  await refreshHome(folder, { ...energyRun, asOf: '2026-11-27', now: sampleNow + 7 * dayMs })
  await printed(() => rebuild.action(runOf(readSettings({}), { json: true }), { home: folder }))
  await rm(join(folder, 'market.duckdb'))
  await refreshHome(folder, { ...energyRun, asOf: '2026-11-27', now: sampleNow + 7 * dayMs })
  expect(await inMarket()).toEqual(before)
})
