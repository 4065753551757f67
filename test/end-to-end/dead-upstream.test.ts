import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeps } from '../../activities/deps.ts'
import { homeAt } from '../../activities/home.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, type Policy, policies } from '../../activities/policies.ts'
import { exitOf } from '../../cli/refresh.ts'
import { statusOf } from '../../cli/status.ts'
import { briefingRows } from '../../data/briefings.ts'
import { series } from '../../data/series.ts'
import { upstreams } from '../../data/upstreams.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { liveTransport } from '../../pipeline/http/live.ts'
import type { Timer } from '../../pipeline/http/timer.ts'
import { type EditionReader, openReader } from '../../pipeline/publish/reader.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { openLog } from '../../server/http/log.ts'
import { type RunningServer, startServer } from '../../server/start.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { type RefreshResult, refresh } from '../../workflows/orchestrations/refresh.ts'
import { type Fault, type FaultOrigin, faults, openFaultOrigin } from '../http/fault-origin.ts'
import { idleTimer } from '../http/idle-timer.ts'
import { openGate } from '../server/open-gate.ts'
import { quiet, refreshHome, temporaryHome } from './home.ts'

const dead = upstreams.find(({ id }) => id === 'fred')!
const begin = Date.parse('2026-11-18T22:00:00Z')
/** One request a series. */
const seriesOfDead = series.filter(({ upstream }) => upstream === dead.id).length
const credentials = new Map([
  ['FRED_API_KEY', 'abcdef0123456789abcdef0123456789'],
  ['SEC_CONTACT', 'Lantern Row ops@lantern-row.example'],
])
/** Enough to see one upstream live while another is dead. What they do not tell is missing in every run, and left out of account. */
const only = [...feeds.filter(({ upstream }) => upstream === dead.id).map(({ id }) => id), 'coinmetrics-csv']
const exit = (result: RefreshResult): number => exitOf({ ...result, missing: [] })

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

/** What a briefing that rests on the dead upstream says is stale. */
const stale = (day: Day): string[] =>
  (
    JSON.parse(day.reader.current()!.resident('briefing/cross.correlations', 'json')!.plain.toString()) as {
      data_quality: { stale: string[] }
    }
  ).data_quality.stale

/** Paths of the briefings there are: what rests on upstreams that this home never reads is published on no day. */
const publishedPaths = (day: Day): string[] =>
  briefingRows.filter(({ id }) => day.reader.current()!.entries.has(`briefing/${id}`)).map(({ path }) => path)

/** What the server fails with of those briefings, a metric and open routes: the codes. */
async function failuresAt(day: Day, briefings: readonly string[]): Promise<string[]> {
  const paths = [...briefings, '/api/health', '/api/status', '/api/metrics/vix']
  const all = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${day.server.port}${path}`)))
  const failed = all.filter(({ status }) => status >= 500)
  return Promise.all(failed.map(async (answer) => ((await answer.json()) as { error: string }).error))
}

/** What `briefing status` says is behind, by its own names. */
async function behindAt(day: Day, at: string): Promise<string[]> {
  const { feeds: read, series: values, metrics } = await statusOf(day.folder, new Set(credentials.keys()), Date.parse(at))
  return [...read, ...values, ...metrics].filter(({ status }) => ['late', 'stale', 'held'].includes(status)).map(({ id }) => id)
}

const feedStatus = (day: Day): string =>
  (
    JSON.parse(day.reader.current()!.resident('system/feeds', 'json')!.plain.toString()) as { feed: string; status: string }[]
  ).find(({ feed }) => feed === 'fred-api')!.status

describe('an upstream that is dead for days', () => {
  let good: Awaited<ReturnType<typeof temporaryHome>>
  beforeAll(async () => {
    good = await temporaryHome()
    await refreshHome(good.folder, { feeds: { kind: 'sample' }, asOf: '2026-11-18', now: begin, only })
  })
  afterAll(() => good?.remove())

  test.each(faults)(
    '%s: all is served, what ages is labelled, nobody is hammered, and recovery needs no hand',
    async (fault: Fault) => {
      const home = await temporaryHome()
      await cp(good.folder, home.folder, { recursive: true })
      const day = await openDay(home.folder)
      try {
        const before = metric(day, 'vix')
        const published = publishedPaths(day)
        expect(published.length).toBeGreaterThan(6)
        day.origin.set(fault)
        for (const [at, freshness] of [
          // hours and days after: the same for every fault
          ...(fault === 'refused'
            ? ([
                ['2026-11-19T10:00:00Z', 'fresh'],
                ['2026-11-20T22:00:00Z', 'late'],
              ] as const)
            : []),
          ['2026-11-24T22:00:00Z', 'stale'],
        ] as const) {
          const result = await day.refresh(at)
          expect(exit(result)).toBe(2)
          expect(result.refused > 0).toBe(fault === 'a web page')
          expect(result.failures.length > 0).toBe(fault !== 'a web page')
          expect(metric(day, 'vix')).toMatchObject({
            value: before.value,
            period: before.period,
            freshness: { status: freshness },
          })
          expect(metric(day, 'bitcoin-price').freshness.status).toBe('fresh')
          const failed = await failuresAt(day, published)
          // a briefing that nothing fresh decides is refused by that name, and all else served
          expect(failed.filter((code) => code !== 'DATA_STALE')).toEqual([])
          expect(failed.length).toBeLessThan(published.length / 2)
          expect(stale(day).includes('vix')).toBe(freshness === 'stale')
          // A page for each address, once; a connection that fails is given up on after a few tries.
          expect(day.asked()).toBeLessThanOrEqual(fault === 'a web page' ? seriesOfDead : 20)
        }
        expect(await behindAt(day, '2026-11-24T22:00:00Z')).toContain('VIXCLS')
        expect(feedStatus(day)).toBe(fault === 'a web page' ? 'held' : 'stale')

        day.origin.set(null)
        const healed = await day.refresh('2026-11-24T23:00:00Z')
        expect(healed).toMatchObject({ failures: [], refused: 0, held: [], stale: [] })
        expect(exit(healed)).toBe(0)
        expect(metric(day, 'vix').period > before.period).toBe(true)
        expect(metric(day, 'vix').freshness.status).toBe('fresh')
        expect(feedStatus(day)).toBe('fresh')
        expect(await behindAt(day, '2026-11-24T23:00:00Z')).toEqual([])
        // What was refused is history: it can still be looked at.
        const store = await openStore(join(home.folder, 'store.duckdb'))
        const [refused] = await select<{ n: number }>(
          store,
          "SELECT count(*)::INTEGER AS n FROM quarantine WHERE feed = 'fred-api'",
        )
        await store.close()
        expect(refused!.n > 0).toBe(fault === 'a web page')
      } finally {
        await day.close()
        await home.remove()
      }
    },
  )
})
