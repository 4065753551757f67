import { afterEach, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { sampleHome, sampleRun, temporaryHomes } from './home.ts'
import { backfilled, expectAsAlone, to, today } from './past-days.ts'
import { expectReproducible } from './reproducible.ts'

/** What the small world shows of a home in minutes, shown of the whole sample and of real recordings. */
const homes = temporaryHomes()
const copyOf = homes.make
afterEach(homes.remove)

test('the whole sample run twice changes nothing; replayed and rebuilt it leaves the same rows and the same bytes', async () => {
  await expectReproducible(await sampleHome(), sampleRun, homes.make)
})

describe('two past days from all sample feeds', () => {
  test('are put on record, every briefing of both, today stays as it is, and a day is byte for byte what it is alone', async () => {
    const before = (await sampleHome()).folder
    const folder = await copyOf(before)
    const documents = 2 * briefingRows.length
    expect(await backfilled(folder, { from: '2026-11-01' })).toMatchObject({ days: 2, documents, added: documents, left: 0 })
    expect(await today(folder)).toEqual(await today(before))
    await expectAsAlone(folder, before, to, briefingRows.length)
  })
})
