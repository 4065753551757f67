import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDeps } from '../../activities/deps.ts'
import { homeAt } from '../../activities/home.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, type Policy, policies } from '../../activities/policies.ts'
import { refreshExitCode } from '../../cli/commands/refresh.ts'
import { readStatusReport } from '../../cli/commands/status.ts'
import { briefingRows } from '../../data/briefings.ts'
import { series } from '../../data/series.ts'
import { upstreams } from '../../data/upstreams.ts'
import { type EditionReader, openReader } from '../../pipeline/editions/reader.ts'
import { liveTransport } from '../../pipeline/http/live.ts'
import type { Timer } from '../../pipeline/http/timer.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { openLog } from '../../server/http/log.ts'
import { type RunningServer, startServer } from '../../server/start.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { type RefreshResult, refresh } from '../../workflows/orchestrations/refresh.ts'
import { type Fault, type FaultOrigin, openFaultOrigin } from '../http/fault-origin.ts'
import { idleTimer } from '../http/idle-timer.ts'
import { openGate } from '../server/open-gate.ts'
import { quiet, refreshHome, temporaryHome } from './home.ts'

const dead = upstreams.find(({ id }) => id === 'eia')!
const begin = Date.parse('2026-11-18T22:00:00Z')
/** One request a series. */
const seriesOfDead = series.filter(({ rule }) => rule === 'eia-petroleum' || rule === 'eia-gas').length
const credentials = new Map([
  ['EIA_API_KEY', 'abcdef0123456789abcdef0123456789'],
  ['SEC_CONTACT', 'Lantern Row ops@lantern-row.example'],
])
/** Enough to see one upstream live while another is dead. What they do not tell is missing in every run, and left out of account. */
const only = ['eia-weekly', 'coinmetrics-csv']
const exit = (result: RefreshResult): number => refreshExitCode({ ...result, missing: [] })

/** The host tries again a hundred times sooner, and what it runs may take as long as ever: its limits stay as they are in real time. */
const speed = 100
const fast: Pick<Timer, 'after'> = {
  after: (milliseconds, run) => {
    const alarm = setTimeout(run, milliseconds / speed)
    return () => clearTimeout(alarm)
  },
}
const slowed = Object.fromEntries(
  Object.entries(policies).map(([name, policy]: [string, Policy]) => [
    name,
    { ...policy, startToCloseMs: policy.startToCloseMs * speed, heartbeatMs: null },
  ]),
) as unknown as typeof policies

/** How the upstream is dead, when, and what its series are called then; by day a failure in each state it leads to, and a refused body. */
const deaths = (
  [
    ['refused', '2026-11-19T10:00:00Z', 'fresh', 'by night'],
    ['refused', '2026-11-26T22:00:00Z', 'late', 'by day'],
    ['reset', '2026-12-03T22:00:00Z', 'stale', 'by day'],
    ['slow drip', '2026-12-04T22:00:00Z', 'stale', 'by night'],
    ['truncated', '2026-12-05T22:00:00Z', 'stale', 'by night'],
    ['a web page', '2026-12-06T22:00:00Z', 'stale', 'by day'],
  ] as const satisfies readonly (readonly [Fault, string, string, string])[]
).filter(([, , , when]) => process.env['TORTURE'] === '1' || when === 'by day')
if (deaths.length < 6) console.log('3 of the 6 days of a dead upstream: set TORTURE=1 for all')

interface Day {
  readonly folder: string
  readonly origin: FaultOrigin
  readonly reader: EditionReader
  readonly server: RunningServer
  refresh(at: string): Promise<RefreshResult>
  /** Requests to the upstream since last asked. */
  asked(): number
  close(): Promise<void>
}

/** A home that answers from a server while it is refreshed through a fault proxy; one transport lives as long as the home. */
async function openDay(folder: string): Promise<Day> {
  const origin = await openFaultOrigin(dead.hosts, begin)
  const timer = idleTimer(() => origin.isBusy())
  let asked = 0
  let now = begin
  const live = liveTransport({
    credentials,
    clock: () => now,
    timer,
    rewrite: (url) => {
      if ((dead.hosts as readonly string[]).includes(url.hostname)) asked++
      return origin.rewrite(url)
    },
  })
  const deps = createDeps({
    home: homeAt(folder),
    credentials: new Set(credentials.keys()),
    transport: async () => ({ name: 'sample', fetch: live.fetch }),
    clock: () => now,
  })
  const reader = await openReader(folderBlobs(folder), { pollMs: 20, log: quiet })
  const server = await startServer({
    reader,
    gate: openGate,
    port: 0,
    host: '127.0.0.1',
    log: openLog({ level: 'silent', now: () => now }),
    version: { name: 'market-briefing', version: '0.1.0' },
    doc: () => '',
    now: () => now,
  })
  return {
    folder,
    origin,
    reader,
    server,
    async refresh(at) {
      timer.skip(Date.parse(at) - now)
      now = Date.parse(at)
      origin.at(now)
      const host = {
        activities: createActivities(deps),
        policies: slowed,
        nonRetryable,
        concurrency,
        now,
        timer: fast,
        log: quiet,
      }
      const result = await runInProcess(host, refresh, { feeds: { kind: 'sample' }, only, asOf: null })
      await deps.release()
      await expect.poll(() => reader.current()?.manifest.edition).toBe(result.edition)
      return result
    },
    asked() {
      const since = asked
      asked = 0
      return since
    },
    async close() {
      await server.close()
      reader.close()
      await deps.close()
      await live.close()
      await origin.close()
    },
  }
}

interface Reading {
  readonly value: number
  readonly period: string
  readonly freshness: { readonly status: string }
}

const metric = (day: Day, id: string): Reading =>
  JSON.parse(day.reader.current()!.resident(`metric/${id}`, 'json')!.plain.toString()) as Reading

/** Paths of the briefings there are without the dead upstream: what rests on others that this home never reads is published on no day. */
const publishedPaths = (day: Day): string[] =>
  briefingRows
    .filter(({ id }) => !id.startsWith('commodities.') && day.reader.current()!.entries.has(`briefing/${id}`))
    .map(({ path }) => path)

/** What the server fails with of those briefings, a metric and open routes: the codes. */
async function failuresAt(day: Day, briefings: readonly string[]): Promise<string[]> {
  const paths = [...briefings, '/api/health', '/api/status', '/api/metrics/crude-stocks']
  const all = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${day.server.port}${path}`)))
  const failed = all.filter(({ status }) => status >= 500)
  return Promise.all(failed.map(async (answer) => ((await answer.json()) as { error: string }).error))
}

/** What `briefing status` says is behind, by its own names. */
async function behindAt(day: Day, at: string): Promise<string[]> {
  const { feeds: read, series: values, metrics } = await readStatusReport(day.folder, new Set(credentials.keys()), Date.parse(at))
  return [...read, ...values, ...metrics].filter(({ status }) => ['late', 'stale', 'held'].includes(status)).map(({ id }) => id)
}

const feedStatus = (day: Day): string =>
  (
    JSON.parse(day.reader.current()!.resident('system/feeds', 'json')!.plain.toString()) as { feed: string; status: string }[]
  ).find(({ feed }) => feed === 'eia-weekly')!.status

test('an upstream dead for days, each time otherwise: all is served, what ages is labelled, nobody is hammered, and recovery needs no hand', async () => {
  const home = await temporaryHome()
  await refreshHome(home.folder, { feeds: { kind: 'sample' }, asOf: '2026-11-18', now: begin, only })
  const day = await openDay(home.folder)
  const refused = async () => {
    const store = await openStore(join(home.folder, 'store.duckdb'))
    const [row] = await select<{ n: number }>(store, "SELECT count(*)::INTEGER AS n FROM quarantine WHERE feed = 'eia-weekly'")
    await store.close()
    return row!.n
  }
  try {
    const before = metric(day, 'crude-stocks')
    const published = publishedPaths(day)
    expect(published.length).toBeGreaterThan(6)
    for (const [fault, at, freshness] of deaths) {
      day.origin.set(fault)
      const result = await day.refresh(at)
      const isPage = fault === 'a web page'
      expect([fault, exit(result), result.refused > 0, result.failures.length > 0]).toEqual([fault, 2, isPage, !isPage])
      const { value, period } = before
      expect([fault, metric(day, 'crude-stocks')]).toMatchObject([fault, { value, period, freshness: { status: freshness } }])
      expect(metric(day, 'bitcoin-price').freshness.status).toBe('fresh')
      const failed = await failuresAt(day, published)
      // a briefing that nothing fresh decides is refused by that name, and all else served
      expect(failed.filter((code) => code !== 'DATA_STALE')).toEqual([])
      expect(failed.length).toBeLessThan(published.length / 2)
      // A page for each address, once; a connection that fails is given up on after a few tries, of 3 for each address.
      expect(day.asked()).toBeLessThanOrEqual(isPage ? seriesOfDead : 2 * seriesOfDead)
      if (freshness !== 'stale') continue
      expect(await behindAt(day, at)).toContain('eia.WCESTUS1')
      expect(feedStatus(day)).toBe(isPage ? 'held' : 'stale')
      expect((await refused()) > 0).toBe(isPage)
    }

    day.origin.set(null)
    const healed = await day.refresh('2026-12-06T23:00:00Z')
    expect(healed).toMatchObject({ failures: [], refused: 0, held: [], stale: [] })
    expect(exit(healed)).toBe(0)
    expect(metric(day, 'crude-stocks').period > before.period).toBe(true)
    expect(metric(day, 'crude-stocks').freshness.status).toBe('fresh')
    expect(feedStatus(day)).toBe('fresh')
    expect(await behindAt(day, '2026-12-06T23:00:00Z')).toEqual([])
    // what was refused is history: it can still be looked at
    expect(await refused()).toBeGreaterThan(0)
  } finally {
    await day.close()
    await home.remove()
  }
})
