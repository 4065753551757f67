import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackfillInput, backfillDays } from '../../activities/compute/backfill.ts'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { treasuryRows } from '../../activities/compute/readings.ts'
import { briefingRows } from '../../data/briefings.ts'
import { dayView } from '../../pipeline/days/point-in-time-days.ts'
import { dayNumber, endOfDay, isoTime } from '../../pipeline/time/day.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import type { BackfillResult } from '../../workflows/orchestrations/backfill.ts'
import { wholeEdition } from '../editions/documents.ts'
import { sampleNow as now, smallHome, temporaryHomes } from './home.ts'
import { archiveOf, backfilled, context, days, expectAsAlone, from, to, today, within } from './past-days.ts'
import { hashesOf, rowsOf } from './tree.ts'

const homes = temporaryHomes()
const copyOf = homes.make
afterAll(homes.remove)

describe('past days', () => {
  let before: string
  let folder: string
  let made: BackfillResult
  /** Briefings that the small world has something to say for, and their documents on all days. */
  let briefings: number
  let documents: number
  beforeAll(async () => {
    before = await copyOf((await smallHome()).folder)
    briefings = await within(before, async ({ blobs }) => {
      const { entries } = (await wholeEdition(blobs))!
      return [...entries.values()].filter(({ place }) => place.startsWith('briefing/')).length
    })
    documents = days * briefings
    folder = await copyOf(before)
    made = await backfilled(folder)
  })

  test('are put on record, every briefing of every day, and today stays as it is', async () => {
    expect(briefings).toBeGreaterThan(10)
    const asked = days * briefingRows.length
    expect(made).toMatchObject({ from, to, days, documents: asked, onRecord: 0, added: documents, same: 0, revised: 0, left: 0 })
    const archive = await archiveOf(folder)
    const formats = new Set([...archive.keys()].map((name) => name.split(' ')[1]))
    expect(archive.size).toBe(documents * formats.size)
    expect(formats).toContain('json')
    expect(await today(folder)).toEqual(await today(before))
  })

  test('a day is byte for byte what it is alone', async () => {
    await expectAsAlone(folder, before, '2026-11-01', briefings)
  })

  test('a second run adds no row, no document and no edition', async () => {
    const rows = await rowsOf(join(folder, 'store.duckdb'))
    const files = await hashesOf(join(folder, 'artifacts'))
    expect(await backfilled(folder, {}, now + 3_600_000)).toMatchObject({
      onRecord: documents,
      added: 0,
      same: documents,
      revised: 0,
      left: 0,
      edition: made.edition,
    })
    expect(await rowsOf(join(folder, 'store.duckdb'))).toEqual(rows)
    expect(await hashesOf(join(folder, 'artifacts'))).toEqual(files)
  })

  test('keep what was said of each company on each day, once where it is what was said before', async () => {
    await within(folder, async (deps) => {
      const store = await deps.store()
      const known = await readKnownVersions(store, dayNumber(to)!)
      const said = await select<{ as_of: string; ticker: string; document: string; computed: string; latest_version: boolean }>(
        store,
        `SELECT CAST(as_of AS VARCHAR) AS as_of, ticker, CAST(document AS VARCHAR) AS document, latest_version,
                strftime(computed_at, '%Y-%m-%dT%H:%M:%SZ') AS computed
         FROM v_treasuries WHERE as_of <= $1::DATE ORDER BY as_of, ticker`,
        [to],
      )
      const expected = Array.from({ length: days }, (_, i) => dayNumber(from)! + i).flatMap((day) =>
        dayView(known, day, endOfDay(day))
          .treasuries()
          .companies.map((company) => ({
            as_of: company.as_of,
            ticker: company.ticker,
            // without what is counted from the day
            document: JSON.stringify(treasuryRows([company], '').treasury_document[0]!.document),
            computed: isoTime(now),
            latest_version: true,
          }))
          .sort((a, b) => (a.ticker < b.ticker ? -1 : 1)),
      )
      expect(said).toEqual(expected)
      const [kept] = await select<{ n: number }>(store, 'SELECT count(*)::INTEGER AS n FROM treasury_document')
      expect(kept!.n).toBeLessThan(said.length)
    })
  })

  test('a dry run says what it would make and writes nothing', async () => {
    const copy = await copyOf(before)
    const files = await hashesOf(join(copy, 'artifacts'))
    const told = await backfilled(copy, { dryRun: true, only: ['btc.quick-check', 'btc.on-chain'] })
    expect(told).toMatchObject({ days, documents: 2 * days, onRecord: 0, added: 0 })
    expect(told.minutes).toBeGreaterThan(0)
    const newest = { dryRun: true, only: ['btc.quick-check'], from: null }
    expect(await backfilled(copy, { ...newest, days: 2 })).toMatchObject({ from: '2026-11-01', to, days: 2 })
    const { from: firstKnown } = await backfilled(copy, newest)
    expect(await backfilled(copy, { ...newest, days: 1_000_000 })).toMatchObject({ from: firstKnown, to })
    expect(await backfilled(copy, { ...newest, to: '1990-01-01', days: 5 })).toMatchObject({ days: 0, added: 0 })
    expect(await hashesOf(join(copy, 'artifacts'))).toEqual(files)
  })

  test('a late row changes nothing on record without a revision and its note, and then both stand', async () => {
    const late = await copyOf(before)
    const inStore = (...statements: string[]) =>
      within(late, async (deps) => {
        for (const statement of statements) await (await deps.store()).connection.run(statement)
      })
    const row = "series = 'btc.PriceUSD' AND period = DATE '2026-10-29'"
    await inStore(`CREATE TABLE late AS SELECT * FROM observation WHERE ${row}`, `DELETE FROM observation WHERE ${row}`)
    expect(await backfilled(late)).toMatchObject({ added: documents })
    const onRecord = await archiveOf(late)
    await inStore('INSERT INTO observation BY NAME SELECT * FROM late', 'DROP TABLE late')
    const kept = await backfilled(late)
    expect(kept).toMatchObject({ added: 0, revised: 0 })
    expect(kept.left).toBeGreaterThan(0)
    expect(kept.left + kept.same).toBe(documents)
    expect(kept.named[0]).toMatch(/^2026-\d\d-\d\d\/[a-z.-]+$/)
    expect(await archiveOf(late)).toEqual(onRecord)
    const revised = await backfilled(late, { revise: 'the price of 29 October was read late' })
    expect(revised).toMatchObject({ added: 0, left: 0, revised: kept.left, same: kept.same })
    const after = await archiveOf(late)
    for (const [place, body] of onRecord) expect(after.get(place)).toBe(body)
    const revisions = await within(late, async ({ blobs }) =>
      [...(await wholeEdition(blobs))!.entries.values()].filter(({ place }) => place.endsWith('/r2')),
    )
    expect(revisions).toHaveLength(kept.left)
    for (const { facts } of revisions) expect(facts['revision_note']).toBe('the price of 29 October was read late')
    expect(await backfilled(late, { revise: 'once more' })).toMatchObject({ same: documents, revised: 0 })
  })

  test('stopped in the middle, what was published stands and the next run goes on to the same archive', async () => {
    const stopped = await copyOf(before)
    const input: BackfillInput = { from, to, only: [], revise: null, now }
    const controller = new AbortController()
    const told: unknown[] = []
    const heartbeat = (detail: unknown) => {
      told.push(detail)
      if (told.length === 2) controller.abort()
    }
    await expect(
      within(stopped, (deps) => backfillDays(deps, input, context({ signal: controller.signal, heartbeat }))),
    ).rejects.toThrow()
    const published = [...(await archiveOf(stopped)).keys()]
    expect(new Set(published.map((place) => place.slice(8, 15)))).toEqual(new Set(['2026-10']))
    const resumed = await within(stopped, (deps) => backfillDays(deps, input, context({ resume: told.at(-1) })))
    expect(resumed).toMatchObject({ added: documents, same: 0 })
    expect(await archiveOf(stopped)).toEqual(await archiveOf(folder))
  })

  test('told to stop it does not finish its day first, of which nothing is kept', async () => {
    const stopped = await copyOf(before)
    const input: BackfillInput = { from, to, only: [], revise: null, now }
    const controller = new AbortController()
    const told: unknown[] = []
    setImmediate(() => controller.abort())
    await expect(
      within(stopped, (deps) =>
        backfillDays(deps, input, context({ signal: controller.signal, heartbeat: (detail) => told.push(detail) })),
      ),
    ).rejects.toThrow()
    expect(told).toEqual([])
    expect(await archiveOf(stopped)).toEqual(await archiveOf(before))
  })

  test.each([
    [{ to: '2026-11-20' }, 'DAY_NOT_OVER', '2026-11-19'],
    [{ from: '1999-01-01' }, 'BEFORE_FIRST_DAY', '--from 2024-11-0'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'SPAN', '--from'],
    [{ from: 'soon' }, 'DAY', 'YYYY-MM-DD'],
    [{ only: ['btc.unheard-of'] }, 'NO_SUCH_BRIEFING', 'btc.quick-check'],
  ])('%j is refused with %s', async (request, code, hint) => {
    const refused = backfilled(before, request)
    await expect(refused).rejects.toMatchObject({ name: 'InputError', code })
    await expect(refused).rejects.toThrow(hint)
  })
})
