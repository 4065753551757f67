import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { rosterOf } from '../../data/companies.ts'
import { metricRows } from '../../data/metrics.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { folderRecorder } from '../../pipeline/recordings/recorder.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { expectGolden } from '../golden.ts'
import { textFaults } from '../plain-sentences.ts'
import { smallTransport } from '../small-transport.ts'
import {
  depsOf,
  quiet,
  refreshHome,
  sampleHome,
  sampleNow,
  sampleRun,
  servedBy,
  smallHome,
  smallRun,
  temporaryHomes,
  viewOf,
} from './home.ts'
import { expectReproducible, rebuildQuietly } from './reproducible.ts'
import { rowsOf } from './tree.ts'

const now = sampleNow
const sample = sampleRun
const homes = temporaryHomes()
const home = homes.make
afterEach(homes.remove)

const copyOf = async (shared: Promise<{ folder: string }>): Promise<string> => home((await shared).folder)

const textIn = (view: EditionView, place: string, format: 'md' | 'json'): string => view.resident(place, format)!.plain.toString()

const served = (folder: string, id: string, kind = 'briefing') => servedBy<Record<string, unknown>>(folder, `${kind}/${id}`)

describe('a refresh from the sample feeds', () => {
  test('publishes every briefing, says SAMPLE DATA, and equals what stands in test/golden', async () => {
    const { folder, result } = await sampleHome()
    expect(result).toMatchObject({ refused: 0, rejected: 0, failures: [], stale: [], missing: [], held: [] })
    // the briefings, every metric but that of a real filer, and the treasuries with their list
    const companies = rosterOf(true).length
    expect(result.documents).toBe(briefingRows.length + metricRows.length - 1 + companies + 1)
    const view = await viewOf(folder)
    for (const id of ['btc.quick-check', 'btc.treasury', 'cross.correlations', 'cross.regime', 'macro.snapshot'])
      for (const format of ['md', 'json'] as const) {
        const made = textIn(view, `briefing/${id}`, format)
        expect(made).toContain('SAMPLE DATA')
        await expectGolden(`sample-2026-11-20/${id}.${format}`, made)
      }
  })

  test('writes no document with a slip of the pen in it', async () => {
    const view = await viewOf((await sampleHome()).folder)
    const faults = [...view.entries.keys()].flatMap((place) =>
      (['md', 'latest.md'] as const).flatMap((format) => {
        const lines = view.resident(place, format)?.plain.toString().split('\n') ?? []
        return lines.flatMap((line) => textFaults(line).map((fault) => `${place} ${format}: ${fault}: ${line.slice(0, 200)}`))
      }),
    )
    expect(view.entries.size).toBeGreaterThan(50)
    expect(faults).toEqual([])
  })

  test('asks only for what is missing the next day, and archives the day that is over', async () => {
    const folder = await copyOf(smallHome())
    const next = await refreshHome(folder, { ...smallRun(), asOf: '2026-11-21', now: now + 86_400_000 })
    expect(next.recordings).toBeLessThan((await smallHome()).result.recordings / 2)
    const view = await viewOf(folder)
    expect(view.manifest.as_of).toBe('2026-11-21')
    expect(view.days('btc.quick-check')).toEqual({ first: '2026-11-20', last: '2026-11-20' })
    expect((await view.archived('2026-11-20', 'btc.quick-check', 'json'))!.entry.as_of).toBe('2026-11-20')
    expect(next.stale).toEqual([])
  })

  test('a day before the edition writes the archive only', async () => {
    const folder = await copyOf(smallHome())
    await refreshHome(folder, { ...smallRun(), asOf: '2026-10-01', now: Date.parse('2026-10-01T23:59:59Z') })
    const view = await viewOf(folder)
    expect(view.manifest.as_of).toBe('2026-11-20')
    const past = JSON.parse((await view.archived('2026-10-01', 'btc.quick-check', 'json'))!.plain.toString())
    expect(past).toMatchObject({ as_of: '2026-10-01', readings: { 'bitcoin-price': { period: '2026-09-30' } } })
  })

  test('run twice changes nothing; recorded, replayed and rebuilt it leaves the same rows and the same bytes', async () => {
    await expectReproducible(await smallHome(), smallRun(), home)
  })

  test('bodies that are read again unchanged add rows to recording alone: neither other tables nor the copy nor the exports are written', async () => {
    const folder = await copyOf(smallHome())
    const state = async () => {
      const { recording, ...others } = await rowsOf(join(folder, 'store.duckdb'))
      const files = ['market.duckdb', 'exports/observations.parquet'].map(
        async (file) => (await stat(join(folder, file))).mtimeMs,
      )
      return { recording, rest: { ...others, files: await Promise.all(files) } }
    }
    const before = await state()
    const again = await refreshHome(folder, { ...smallRun(), now: now + 1_000 })
    expect(again).toMatchObject({ documents: (await smallHome()).result.documents, refused: 0 })
    const after = await state()
    expect(after.rest).toEqual(before.rest)
    expect(after.recording).not.toEqual(before.recording)
  })

  test('a warehouse of the version before vintages is refused, and a rebuild brings it up to date with all that was ever said', async () => {
    const folder = await copyOf(smallHome())
    const path = join(folder, 'store.duckdb')
    const rows = await rowsOf(path)
    const instance = await DuckDBInstance.create(path)
    const older = await instance.connect()
    const readings = 'SELECT count(*)::INTEGER FROM reading UNION ALL SELECT count(*)::INTEGER FROM treasury ORDER BY ALL'
    const said = (await older.runAndReadAll(readings)).getRows()
    expect(said.flat()).not.toContain(0)
    await older.run('ALTER TABLE observation DROP COLUMN vintage')
    await older.run('ALTER TABLE series DROP COLUMN revised')
    await older.run('DROP TABLE schema_mark')
    older.closeSync()
    instance.closeSync()
    await expect(openStore(path)).rejects.toMatchObject({ name: 'UnavailableError', code: 'STORE_OUTDATED' })
    await rebuildQuietly(folder)
    expect(await rowsOf(path)).toEqual(rows)
    const store = await openStore(path)
    expect((await store.connection.runAndReadAll(readings)).getRows()).toEqual(said)
    const [marked] = await select<{ n: number }>(store, 'SELECT count(vintage)::INTEGER AS n FROM observation')
    await store.close()
    expect(marked!.n).toBeGreaterThan(1_000)
  })

  test('a recorded body that is not what its index says is left out and reported', async () => {
    const tape = await home()
    const recorder = await folderRecorder(tape, { sample: true })
    const transport = sampleTransport({ now })
    for (const id of ['VIXCLS', 'DHHNGSP'])
      await recorder.record(
        await transport.fetch(
          { feed: 'fred-graph', upstream: 'fred', url: `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${id}` },
          new AbortController().signal,
        ),
      )
    await recorder.close()
    const index = JSON.parse(await readFile(join(tape, 'recordings.json'), 'utf8')) as { recordings: { file: string }[] }
    const altered = join(tape, index.recordings[0]!.file)
    await writeFile(altered, (await readFile(altered, 'utf8')).replace('2025-', '2024-'))
    const result = await refreshHome(await home(), { feeds: { kind: 'recorded', folder: tape }, asOf: sample.asOf, now })
    expect(result).toMatchObject({ recordings: 1, failures: [{ feed: 'recorded', code: 'HASH_DIFFERS' }] })
  })
})

/** What each of four hosts answers in the place of what it should. */
const badBodies: Readonly<Record<string, (whole: Uint8Array) => Uint8Array>> = {
  'community-api.coinmetrics.io': () => new Uint8Array(),
  'mempool.space': () => Buffer.from('<!DOCTYPE html><html><body>maintenance</body></html>'),
  'data.sec.gov': (whole) => whole.subarray(0, Math.floor(whole.length / 2)),
  'api.coingecko.com': () => Buffer.from('{"error":{"type":"too_many_requests","message":"Too Many Requests."}}'),
}

describe('a bad upstream body', () => {
  test('empty, a web page, cut, an error inside a 200: the last good values stay served and age, each body is in quarantine with its reason', async () => {
    const folder = await copyOf(smallHome())
    const before = await served(folder, 'cross.correlations')
    const later = { ...smallRun(), asOf: '2026-11-30', now: now + 10 * 86_400_000 }
    const result = await refreshHome(folder, {
      ...later,
      only: ['coinmetrics-api', 'mempool-hashrate', 'sec-submissions', 'coingecko-treasuries', 'okx-funding'],
      transport: (at) => {
        const transport = smallTransport(at)
        return {
          name: 'sample',
          fetch: async (request, signal) => {
            const response = await transport.fetch(request, signal)
            const bad = badBodies[new URL(request.url).host]
            return bad === undefined ? response : { ...response, headers: {}, body: bad(response.body) }
          },
        }
      },
    })
    expect(result.refused).toBeGreaterThanOrEqual(4)
    expect(result.stale).toContain('bitcoin-price')
    type Reading = { value: number; freshness: { status: string } }
    const after = (await served(folder, 'cross.correlations')) as {
      readings: Record<string, Reading>
      data_quality: { stale: string[] }
    }
    const price = after.readings['bitcoin-price']!
    expect(price.value).toBe((before['readings'] as Record<string, Reading>)['bitcoin-price']!.value)
    expect(price.freshness.status).toBe('stale')
    expect(after.data_quality.stale).toContain('bitcoin-price')
    expect((await served(folder, 'bitcoin-funding', 'metric'))['freshness']).toMatchObject({ status: 'fresh' })
    const store = await openStore(join(folder, 'store.duckdb'))
    const held = await select<{ feed: string; reason: string }>(
      store,
      'SELECT DISTINCT feed, reason FROM quarantine ORDER BY ALL',
    )
    await store.close()
    expect(new Set(held.map(({ feed }) => feed))).toEqual(
      new Set(['coinmetrics-api', 'mempool-hashrate', 'sec-submissions', 'coingecko-treasuries']),
    )
    for (const { reason } of held) expect(reason).not.toBe('')
    // recovery needs no hand
    expect((await refreshHome(folder, { ...later, now: later.now + 60_000 })).stale).toEqual([])
  })
})

test('two refreshes that publish at once in one process lose nothing', async () => {
  const folder = await home()
  const { createActivities } = await import('../../activities/index.ts')
  const { concurrency, nonRetryable, policies } = await import('../../activities/policies.ts')
  const { inProcessHost } = await import('../../workflows/hosts/in-process.ts')
  const { refresh } = await import('../../workflows/orchestrations/refresh.ts')
  const deps = depsOf(folder)
  const host = inProcessHost({ activities: createActivities(deps), policies, nonRetryable, concurrency, now, log: quiet })
  const run = (only: string[]) => refresh(host, { feeds: { kind: 'sample' }, only, asOf: sample.asOf })
  await Promise.all([run(['coinmetrics-csv']), run(['mempool-hashrate']), run(['worldbank-prices'])])
  await run(['mempool-hashrate'])
  await host.close()
  await deps.close()
  const quickCheck = await served(folder, 'btc.quick-check')
  expect(Object.keys(quickCheck['readings'] as object)).toEqual(['bitcoin-price', 'bitcoin-change-24h', 'btc-price-200d-ma'])
  expect(await served(folder, 'mempool-hash-rate', 'metric')).toMatchObject({ metric: 'mempool-hash-rate' })
  expect(await served(folder, 'wheat-hrw-month', 'metric')).toMatchObject({ metric: 'wheat-hrw-month' })
})
