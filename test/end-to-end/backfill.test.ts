import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackfillInput, backfillDays } from '../../activities/backfill.ts'
import { compute, readKnown } from '../../activities/compute.ts'
import type { Deps } from '../../activities/deps.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { publishEdition } from '../../activities/publish.ts'
import { render } from '../../activities/render.ts'
import { briefingRows } from '../../data/briefings.ts'
import { dayView } from '../../pipeline/briefings/day-view.ts'
import { dayNumber, endOfDay, isoTime } from '../../pipeline/calendar/day.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { treasuryRow } from '../../pipeline/warehouse/treasuries.ts'
import type { ActivityContext } from '../../workflows/host.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { type BackfillRequest, type BackfillResult, backfill } from '../../workflows/orchestrations/backfill.ts'
import { wholeEdition } from '../publish/documents.ts'
import { replayFolder, withoutRecorded } from '../recorded.ts'
import { depsOf, quiet, recordedHome, refreshHome, sampleHome, sampleNow, smallHome, temporaryHome } from './home.ts'
import { hashesOf, rowsOf } from './tree.ts'

const now = sampleNow
const from = '2026-10-27'
const to = '2026-11-04'
const days = dayNumber(to)! - dayNumber(from)! + 1

const homes: { remove(): Promise<void> }[] = []
const home = async (): Promise<string> => {
  const made = await temporaryHome()
  homes.push(made)
  return made.folder
}
afterAll(async () => {
  for (const made of homes.splice(0)) await made.remove()
})

/** A home like another one. */
async function copyOf(folder: string): Promise<string> {
  const copy = await home()
  await cp(folder, copy, { recursive: true })
  return copy
}

async function within<T>(folder: string, work: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = depsOf(folder)
  try {
    return await work(deps)
  } finally {
    await deps.close()
  }
}

const all: BackfillRequest = { from, to, only: [], revise: null, dryRun: false }

function backfilled(folder: string, request: Partial<BackfillRequest> = {}, at = now): Promise<BackfillResult> {
  return within(folder, (deps) =>
    runInProcess({ activities: createActivities(deps), policies, nonRetryable, concurrency, now: at, log: quiet }, backfill, {
      ...all,
      ...request,
    }),
  )
}

const context = (more: Partial<ActivityContext> = {}): ActivityContext => ({
  signal: new AbortController().signal,
  attempt: 1,
  heartbeat: () => undefined,
  resume: undefined,
  log: quiet,
  ...more,
})

/** What the archive of a home holds: bytes by place and format, checked against every hash on the way. */
async function archiveOf(folder: string): Promise<Map<string, string>> {
  return within(folder, async (deps) => {
    const { bytes } = (await wholeEdition(deps.blobs))!
    return new Map([...bytes].filter(([place]) => place.startsWith('archive/')).map(([place, body]) => [place, body.toString()]))
  })
}

/** A document without what its page shows of the days before it: the states that have been judged by then, and where they are drawn. */
const withoutStrip = (text = '') =>
  text.replace(/<style>.*?<\/style>|<div class="strip".*?<div class="ticks">.*?<\/div><\/div>/gs, '').replace(/ p\d+"/g, '"')

/** The documents of one day alone: what `briefing refresh --as-of DAY` does after it has read the feeds. */
async function refreshedDay(folder: string, asOf: string): Promise<void> {
  const end = endOfDay(dayNumber(asOf)!)
  await within(folder, async (deps) => {
    const { shards, kept } = await compute(deps, { run: 'alone', asOf, now: end })
    const rendered = await Promise.all(shards.map((shard) => render(deps, { run: 'alone', shard })))
    const artifacts = rendered.map((shard) => shard.artifacts)
    await publishEdition(deps, { run: 'alone', artifacts, kept, asOf, now: end, changed: false }, context())
  })
}

/** What an edition says of its own day. */
const today = async (of: string) =>
  within(of, async ({ blobs }) => {
    const { manifest, entries } = (await wholeEdition(blobs))!
    return [manifest.as_of, ...[...entries.values()].filter(({ place }) => !place.startsWith('archive/'))]
  })

/** Of a day in the archive of `folder`: that it is byte for byte what the day alone makes of a home like `before`, of so many briefings. */
async function expectAsAlone(folder: string, before: string, day: string, briefings: number): Promise<void> {
  const alone = await copyOf(before)
  await refreshedDay(alone, day)
  const archive = await archiveOf(folder)
  const expected = await archiveOf(alone)
  expect(expected.size).toBeGreaterThanOrEqual(2 * briefings)
  for (const [place, body] of expected) expect(withoutStrip(archive.get(place)), place).toBe(withoutStrip(body))
  expect([...archive.keys()].filter((place) => place.startsWith(`archive/${day}/`))).toHaveLength(expected.size)
}

describe('two past days from all sample feeds', () => {
  test('are put on record, every briefing of both, today stays as it is, and a day is byte for byte what it is alone', async () => {
    const before = (await sampleHome()).folder
    const folder = await copyOf(before)
    const documents = 2 * briefingRows.length
    expect(await backfilled(folder, { from: '2026-11-03' })).toMatchObject({ days: 2, documents, added: documents, left: 0 })
    expect(await today(folder)).toEqual(await today(before))
    await expectAsAlone(folder, before, to, briefingRows.length)
  })
})

describe('past days from the sample feeds, in the small world', () => {
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

  test.each(['2026-10-27', '2026-11-01'])('%s is byte for byte what it is alone', async (day) => {
    await expectAsAlone(folder, before, day, briefings)
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
      const known = await readKnown(store, dayNumber(to)!)
      const said = await select<{ as_of: string; ticker: string; document: string; computed: string; newest: boolean }>(
        store,
        `SELECT CAST(as_of AS VARCHAR) AS as_of, ticker, CAST(document AS VARCHAR) AS document, newest,
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
            document: treasuryRow(company).document,
            computed: isoTime(now),
            newest: true,
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
    expect(await backfilled(copy, { ...newest, days: 3 })).toMatchObject({ from: '2026-11-02', to, days: 3 })
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
      if (told.length === 8) controller.abort()
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
    [{ from: '1999-01-01' }, 'BEFORE_FIRST_DAY', '--from 2016-'],
    [{ from: '2026-11-03', to: '2026-11-02' }, 'SPAN', '--from'],
    [{ from: 'soon' }, 'DAY', 'YYYY-MM-DD'],
    [{ only: ['btc.unheard-of'] }, 'NO_SUCH_BRIEFING', 'btc.quick-check'],
  ])('%j is refused with %s', async (request, code, hint) => {
    const refused = backfilled(before, request)
    await expect(refused).rejects.toMatchObject({ name: 'InputError', code })
    await expect(refused).rejects.toThrow(hint)
  })
})

describe.skipIf(withoutRecorded)('past days from real recordings', () => {
  test('are byte for byte what "refresh --as-of" of the day makes', async () => {
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
