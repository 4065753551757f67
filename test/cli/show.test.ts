import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command as show } from '../../cli/commands/show.ts'
import { readSettings } from '../../cli/settings.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { folderOfTests } from '../closed-after.ts'
import { artifact, publication } from '../editions/documents.ts'
import { sampleHome } from '../end-to-end/home.ts'
import { runOf, typed } from './command.ts'

const days = join(await folderOfTests(), 'home')
const past = ['2026-07-20', '2026-07-22'].map((day) => artifact(`archive/${day}/btc.pulse`, day))
await publish(folderBlobs(days), publication(past))
const { folder: sample } = await sampleHome()

const shown = async (home: string, id: string, options: object = {}) =>
  (await typed(() => show.action(runOf(readSettings({})), { home, ...options }, id))).text

test.each([
  ['2026-07-19', 'btc.pulse is not on record for 2026-07-19; choose a --date from 2026-07-20 to 2026-07-22, or omit it'],
  [
    '2026-07-21',
    'btc.pulse is not on record for 2026-07-21, although its records run from 2026-07-20 to 2026-07-22; choose another --date, or omit it',
  ],
])('%s without a document names the days that have one', async (date, message) => {
  await expect(shown(days, 'btc.pulse', { date })).rejects.toMatchObject({ code: 'NOT_ON_RECORD', message })
})

test.each([
  ['vix', '2026-07-21', 'NOT_ON_RECORD', 'vix has no past days on record; leave out --date'],
  [
    'btc.pulse',
    undefined,
    'NOT_ON_RECORD',
    'btc.pulse is not published in the current edition; to see why: briefing status --all',
  ],
  ['btc.pulse', '21 July', 'DATE', '"21 July" is not a day; write it as YYYY-MM-DD'],
])('%s for %s: %s', async (id, date, code, message) => {
  await expect(shown(days, id, { date })).rejects.toMatchObject({ code, message })
})

test('a company is shown by its ticker or its id, in any case', async () => {
  const whole = await shown(sample, 'equities.company/MZPX')
  expect(whole).toContain('(MZPX)')
  expect([await shown(sample, 'MZPX'), await shown(sample, 'mzpx')]).toEqual([whole, whole])
  expect(await shown(sample, 'MZPX', { block: 'numbers' })).toBe(
    await shown(sample, 'equities.company/MZPX', { block: 'numbers' }),
  )
  await expect(shown(sample, 'zzzz')).rejects.toMatchObject({ code: 'ID_UNKNOWN' })
})
