import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Deps } from '../../activities/deps.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import type { RunRecord } from '../../activities/runs/runs-state.ts'
import { command as rebuild } from '../../cli/commands/rebuild.ts'
import { command as runs } from '../../cli/commands/runs.ts'
import { type StatusReport, command as status } from '../../cli/commands/status.ts'
import { readSettings } from '../../cli/settings.ts'
import { UnavailableError, UpstreamError } from '../../pipeline/errors.ts'
import type { Transport } from '../../pipeline/http/request.ts'
import { openMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { feedsAt } from '../../server/editions/freshness.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { market } from '../../workflows/orchestrations/market.ts'
import { refresh } from '../../workflows/orchestrations/refresh.ts'
import { run, runOf } from '../cli/command.ts'
import { depsOf, loadHome, quiet, refreshHome, temporaryHomes, viewOf } from '../end-to-end/home.ts'
import { smallTransport } from '../small-transport.ts'

const now = Date.parse('2026-11-20T22:00:00Z')
const hour = 3_600_000
const sample = { feeds: { kind: 'sample' }, asOf: '2026-11-20', now } as const
const settings = readSettings({})

const homes = temporaryHomes()
const home = homes.make
afterEach(homes.remove)

/** Answers as the sample feeds do, but for one upstream, which does not answer. */
const without =
  (upstream: string, words = `nobody answers (${upstream})`) =>
  (at: number): Transport => ({
    name: 'sample',
    fetch: (request, signal) =>
      request.upstream === upstream
        ? Promise.reject(new UpstreamError('UPSTREAM_UNREACHABLE', words, {}, 1))
        : smallTransport(at).fetch(request, signal),
  })

type Listed = { count: number; runs: RunRecord[] }
const listed = async (folder: string, options: { failed?: boolean; limit?: string } = {}) =>
  (await run<Listed>((global) => runs.action(runOf(settings, global), { home: folder, ...options }, 'list', undefined))).printed
    .runs

/** Rows of a table of the warehouse. */
async function rowsIn(folder: string, sql: string): Promise<Record<string, unknown>[]> {
  const store = await openStore(join(folder, 'store.duckdb'))
  try {
    return await select(store, sql)
  } finally {
    await store.close()
  }
}

function optionsOf(deps: Deps) {
  return { activities: createActivities(deps), policies, nonRetryable, concurrency, now, log: quiet }
}

const feedLines = async (folder: string) => feedsAt(await viewOf(folder), now)

test('a run is kept: what it read of each feed, in the file, in the tables and in the analysts’ copy of the next run', async () => {
  const folder = await home()
  const result = await refreshHome(folder, { ...sample, only: ['mempool-hashrate', 'coingecko-global'] })
  const [kept] = await listed(folder)
  expect(kept).toMatchObject({
    kind: 'refresh',
    trigger: 'briefing refresh',
    host: 'in-process',
    feeds: 'sample',
    logical_at: '2026-11-20T22:00:00Z',
    status: 'ok',
    edition: result.edition,
    recordings: result.recordings,
    refused: 0,
    rejected: 0,
    failures: 0,
    error_code: null,
  })
  expect(kept!.by_feed.map(({ feed, upstream }) => [feed, upstream])).toEqual([
    ['coingecko-global', 'coingecko'],
    ['mempool-hashrate', 'mempool'],
  ])
  // the tables say the same as the recordings and sightings themselves
  const stored = "SELECT status, recordings, bytes::INTEGER AS bytes, rows::INTEGER AS rows FROM run WHERE id = '"
  const [row] = await rowsIn(folder, `${stored}${kept!.id}'`)
  const [counted] = await rowsIn(
    folder,
    `SELECT 'ok' AS status, count(*)::INTEGER AS recordings, sum(bytes)::INTEGER AS bytes,
            (SELECT count(*)::INTEGER FROM sighting) AS rows FROM recording`,
  )
  expect(row).toEqual(counted)
  const [feed] = await rowsIn(folder, "SELECT requests, recordings, failures FROM run_feed WHERE feed = 'mempool-hashrate'")
  expect(feed).toEqual({ requests: 1, recordings: 1, failures: 0 })

  const deps = depsOf(folder)
  await runInProcess(optionsOf(deps), market, {})
  await deps.close()
  const copy = await openMarket(join(folder, 'market.duckdb'))
  const inCopy = await select(copy, 'SELECT kind, status, recordings FROM run ORDER BY kind DESC')
  await copy.close()
  expect(inCopy).toEqual([
    { kind: 'refresh', status: 'ok', recordings: result.recordings },
    { kind: 'market', status: 'running', recordings: null },
  ])
  expect((await listed(folder)).map(({ kind, status }) => [kind, status])).toContainEqual(['market', 'ok'])
})

test('a feed that fails: the run is partial, and the feed has its last error until it is read again', async () => {
  const folder = await home()
  await expect(listed(folder)).rejects.toMatchObject({ code: 'NO_HOME' })
  const only = ['mempool-hashrate', 'coingecko-global']
  const at = now + hour
  await refreshHome(folder, { ...sample, only })
  await refreshHome(folder, { ...sample, now: at, only, transport: without('mempool') })
  const failed = { status: 'partial', failures: 1, error_code: 'UPSTREAM_UNREACHABLE' }
  expect(await listed(folder, { failed: true })).toMatchObject([failed])
  const error = { at: '2026-11-20T23:00:00Z', code: 'UPSTREAM_UNREACHABLE', text: 'nobody answers (mempool)' }
  const lines = await feedLines(folder)
  expect(lines.filter(({ last_error }) => last_error !== null).map(({ feed, last_error }) => [feed, last_error])).toEqual([
    ['mempool-hashrate', error],
  ])
  // as many as asked for, and what is not known is named
  expect((await listed(folder)).map((each) => each.status).sort()).toEqual(['ok', 'partial'])
  expect(await listed(folder, { limit: '1' })).toHaveLength(1)
  await expect(listed(folder, { limit: 'many' })).rejects.toMatchObject({ code: 'LIMIT' })
  const show = (id?: string) => runs.action(runOf(settings, {}), { home: folder }, 'show', id)
  await expect(show()).rejects.toMatchObject({ code: 'ID_MISSING' })
  await expect(show('2')).rejects.toMatchObject({ code: 'NO_SUCH_RUN' })
  await expect(show('1970')).rejects.toMatchObject({ code: 'ID_AMBIGUOUS' })
  const report = await run<StatusReport>((global) =>
    status.action(runOf(settings, global), { home: folder, now: '2026-11-20T23:00:00Z' }),
  )
  expect(report.printed.feeds.find(({ id }) => id === 'mempool-hashrate')!.last_error).toEqual(error)

  // a run that does not ask it leaves the error; reading it again clears it
  await refreshHome(folder, { ...sample, now: at + hour, asOf: '2026-11-20', only: ['coingecko-global'] })
  expect((await feedLines(folder)).find(({ feed }) => feed === 'mempool-hashrate')!.last_error).toEqual(error)
  await refreshHome(folder, { ...sample, now: at + 2 * hour, asOf: '2026-11-21', only })
  expect((await feedLines(folder)).map(({ last_error }) => last_error).filter((each) => each !== null)).toEqual([])
})

test('an edition of a past day says nothing of an error that came later, whose words have no path and no query', async () => {
  const folder = await home()
  const words = 'cannot open "/srv/briefing/store.duckdb" for https://example.org/a?key=secret&x=1'
  const transport = without('mempool', words)
  await refreshHome(folder, { ...sample, asOf: '2026-11-19', only: ['mempool-hashrate', 'coingecko-global'], transport })
  const [kept] = await listed(folder)
  expect(kept).toMatchObject({ status: 'partial', error: 'cannot open "(path)" for https://example.org/a' })
  expect(await readFile(join(folder, 'runs.json'), 'utf8')).not.toContain('secret')
  expect((await feedLines(folder)).map(({ last_error }) => last_error).filter((each) => each !== null)).toEqual([])
})

test('a run that is cancelled is kept as cancelled', async () => {
  const folder = await home()
  const stop = new AbortController()
  const deps = depsOf(folder, () => ({
    name: 'sample',
    fetch: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        stop.abort()
      }),
  }))
  const input = { feeds: sample.feeds, only: ['mempool-hashrate'], asOf: sample.asOf }
  const cancelled = runInProcess({ ...optionsOf(deps), signal: stop.signal }, refresh, input)
  await expect(cancelled).rejects.toMatchObject({ name: 'CancelledError' })
  await deps.close()
  const [kept] = await listed(folder)
  expect(kept).toMatchObject({ status: 'cancelled', error_code: 'CANCELLED' })
  expect(await rowsIn(folder, 'SELECT id, status FROM run')).toEqual([{ id: kept!.id, status: 'cancelled' }])
})

test('a run whose work cannot be removed is kept with its end all the same', async () => {
  const folder = await home()
  const deps = depsOf(folder)
  const blobs = { ...deps.blobs, clear: () => Promise.reject(new UnavailableError('STORE_NOT_WRITABLE', 'in use')) }
  const activities = createActivities({ ...deps, blobs })
  const input = { feeds: sample.feeds, only: ['mempool-hashrate'], asOf: sample.asOf }
  await runInProcess({ ...optionsOf(deps), activities }, refresh, input)
  await deps.close()
  expect((await listed(folder)).map(({ status }) => status)).toEqual(['ok'])
})

test('a run whose process was killed is marked by the next; one that fails is kept with its error, also if the warehouse is not to be had', async () => {
  const folder = await home()
  const only = ['mempool-hashrate']
  await loadHome(folder, { ...sample, only })
  const [ended] = await listed(folder)
  const id = ended!.id.replace(/-.*/, '-killed')
  const [day] = await readdir(join(folder, 'runs'))
  const begun = { ...ended, id, status: 'running', ended_at: null, seconds: null, edition: null, by_feed: [] }
  await writeFile(join(folder, 'runs', day!, `${id}.json`), JSON.stringify(begun))
  const shown = await run<RunRecord>((global) => runs.action(runOf(settings, global), { home: folder }, 'show', id))
  expect(shown.printed).toMatchObject({ status: 'running', ended_at: null })
  await loadHome(folder, { ...sample, now: now + hour, only })
  const marked = await run<RunRecord>((global) => runs.action(runOf(settings, global), { home: folder }, 'show', id))
  expect(marked.printed).toMatchObject({ status: 'failed', ended_at: null, error_code: 'RUN_KILLED' })
  expect(await rowsIn(folder, `SELECT status, ended_at::VARCHAR AS ended_at FROM run WHERE id = '${id}'`)).toEqual([
    { status: 'failed', ended_at: null },
  ])

  await expect(refreshHome(folder, { ...sample, feeds: { kind: 'live' } })).rejects.toMatchObject({ code: 'HOME_MIXED' })
  await writeFile(join(folder, 'store.duckdb'), 'no database')
  await expect(refreshHome(folder, sample)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' })
  const failed = await listed(folder, { failed: true })
  expect(failed.map((each) => each.error_code).sort()).toEqual(['HOME_MIXED', 'RUN_KILLED', 'STORE_UNREADABLE'])
  expect(failed.filter(({ ended_at }) => ended_at === null)).toMatchObject([{ error_code: 'RUN_KILLED' }])
})

test('a rebuild takes the runs over, and from the files alone where the warehouse is lost', async () => {
  const folder = await home()
  await loadHome(folder, { ...sample, only: ['mempool-hashrate'] })
  const kept = "SELECT id, kind, status, recordings FROM run WHERE kind = 'refresh'"
  const rows = await rowsIn(folder, kept)
  const feeds = await rowsIn(folder, 'SELECT run, feed, recordings FROM run_feed')
  expect([rows.length, feeds.length]).toEqual([1, 1])
  const again = () => run((global) => rebuild.action(runOf(settings, global), { home: folder }))
  // rows of runs whose files are gone come from the old warehouse
  await rm(join(folder, 'runs'), { recursive: true })
  await again()
  expect(await rowsIn(folder, kept)).toEqual(rows)
  expect(await rowsIn(folder, 'SELECT run, feed, recordings FROM run_feed')).toEqual(feeds)
  const [rebuilt] = await listed(folder)
  expect(rebuilt).toMatchObject({ kind: 'rebuild', trigger: 'briefing rebuild', status: 'ok', recordings: null })
  await rm(join(folder, 'store.duckdb'))
  await again()
  expect(await rowsIn(folder, "SELECT kind, status FROM run WHERE status <> 'running'")).toEqual([
    { kind: 'rebuild', status: 'ok' },
  ])
})
