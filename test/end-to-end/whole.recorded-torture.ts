import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { parseRecording } from '../../activities/load/parse-recording.ts'
import { reviewReportCounts } from '../../activities/load/report-figures.ts'
import { briefingRows } from '../../data/briefings.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { replayFolder } from '../recorded.ts'
import { refreshHome, temporaryHomes } from './home.ts'
import { archiveOf, backfilled, withoutStrip } from './past-days.ts'
import { recordedHome } from './recorded-home.ts'
import { rowsOf } from './tree.ts'

/** What the small world shows of a home in minutes, shown of the whole sample and of real recordings. */
const homes = temporaryHomes()
const copyOf = homes.make
afterEach(homes.remove)

describe('real recordings', () => {
  test('loaded backwards one by one leave the same rows', async () => {
    const folder = await copyOf((await recordedHome()).folder)
    const recordings = recordingStore(folderBlobs(folder))
    const backwards = await openStore(join(folder, 'backwards.duckdb'))
    for (const each of (await recordings.list()).reverse())
      await load(backwards, [await parseRecording({ recordings }, each)], extractTotals)
    await reviewReportCounts(backwards)
    await backwards.close()
    expect(await rowsOf(join(folder, 'backwards.duckdb'))).toEqual(await rowsOf(join(folder, 'store.duckdb')))
  })

  test('of past days are byte for byte what "refresh --as-of" of the day makes', async () => {
    const { folder: recorded } = await recordedHome()
    const [folder, alone] = [await copyOf(recorded), await copyOf(recorded)]
    const asOf = '2026-07-01'
    const end = (day: string) => endOfDay(dayNumber(day)!)
    await backfilled(folder, { from: '2026-06-30', to: asOf }, end('2026-07-23'))
    const archive = await archiveOf(folder)
    await refreshHome(alone, { feeds: { kind: 'recorded', folder: replayFolder() }, asOf, now: end(asOf) })
    const expected = [...(await archiveOf(alone))].filter(([place]) => place.startsWith(`archive/${asOf}/`))
    expect(expected.length).toBeGreaterThanOrEqual(2 * briefingRows.length)
    for (const [place, body] of expected) expect(withoutStrip(archive.get(place)), place).toBe(withoutStrip(body))
  })
})
