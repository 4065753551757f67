import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { companies, rosterOf } from '../../data/companies.ts'
import { categories, metricRows } from '../../data/metrics.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { filedSeries, keptSeries, type Series, series } from '../../data/series.ts'
import { upstreams } from '../../data/upstreams.ts'
import { seriesOf } from '../../pipeline/analysis/formulas/evaluate.ts'
import { calculationOf, plainFormulas } from '../../pipeline/analysis/formulas/index.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import type { BulkFeed, Feed, FeedState, Rejected } from '../../pipeline/source/feeds/feed.ts'
import { feedFor, feeds } from '../../pipeline/source/feeds/index.ts'
import { parsedBy } from '../../pipeline/source/feeds/sample-rows.ts'
import { sampleTransport } from '../../pipeline/source/http/sample.ts'
import type { Recording } from '../../pipeline/source/recordings/recording.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { koreanFiler } from '../../sample/world/issuers.ts'
import { sampleRecording } from '../recording-of.ts'
import { read, root } from './tree.ts'

const twice = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at)
const seriesIds = new Set<string>(keptSeries.map(({ id }) => id))
const metricNames = new Set(metricRows.map(({ metric }) => metric))
/** A filed total comes by the rule `filing`. */
const ruleOf = (id: string): string => keptSeries.find((row) => row.id === id)!.rule
const upstreamIds = new Set<string>(upstreams.map(({ id }) => id))

describe('no row stands twice', () => {
  test.each<[string, readonly string[]]>([
    ['series', series.map(({ id }) => id)],
    ['series of one upstream', series.map(({ upstream, key }) => `${upstream} ${key}`)],
    ['companies', companies.map(({ id }) => id)],
    ['tickers of companies', companies.map(({ ticker }) => ticker)],
    ['series of companies', filedSeries.map(({ id }) => id)],
    ['upstreams', upstreams.map(({ id }) => id)],
    ['hosts of upstreams', upstreams.flatMap(({ hosts }) => hosts)],
    ['release rules', releaseRules.map(({ id }) => id)],
    ['metrics', metricRows.map(({ metric }) => metric)],
    ['categories', categories.map(({ id }) => id)],
    ['briefings', briefingRows.map(({ id }) => id)],
    ['paths', briefingRows.map(({ path }) => path)],
    ['feeds', feeds.map(({ id }) => id)],
    ['briefingDefinitions', briefingDefinitions.map(({ id }) => id)],
  ])('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(0)
    expect(twice(names)).toEqual([])
  })
})

describe('series', () => {
  test.each(series)('$id has an upstream, a release rule and a feed', (row) => {
    expect(upstreamIds).toContain(row.upstream)
    expect(releaseRules.map(({ id }) => id)).toContain(row.rule)
    expect(feeds.map(({ upstream }) => upstream)).toContain(row.upstream)
    expect(row.range[0]).toBeLessThan(row.range[1])
  })

  test.each(series)('$id says how it is revised, and so if its vintages are asked for', (row: Series) => {
    expect(['never', 'seldom', 'annually', 'every release']).toContain(row.revised)
    if (row.vintages !== undefined) expect(['annually', 'every release']).toContain(row.revised)
    // what happens at a moment has no second print
    if (row.rule === 'snapshot' || row.rule === 'third-party') expect(row.revised).toBe('never')
  })

  test('what a release estimates anew is revised', () => {
    const revised = series.filter((row) => row.revised === 'annually' || row.revised === 'every release').map(({ id }) => id)
    expect(revised).toEqual(expect.arrayContaining(['NFCI', 'M2SL', 'UNRATE', 'PAYEMS', 'CPIAUCSL', 'ICSA', 'CCSA', 'DTWEXBGS']))
    // seasonal factors are never final
    const seasonal = series.filter(({ title }) => /seasonally adjusted/.test(title)).map(({ id }) => id)
    expect(seasonal.filter((id) => !revised.includes(id))).toEqual([])
  })
})

describe('metrics', () => {
  test.each(metricRows)('$metric has a formula, a category, a clock and something to read', (row) => {
    expect(calculationOf(row.formula).calculate).toBeTypeOf('function')
    expect(categories.map(({ id }) => id)).toContain(row.category)
    expect(seriesIds).toContain(row.clock)
    expect(row.of.filter((name) => !seriesIds.has(name) && !metricNames.has(name))).toEqual([])
    expect(seriesOf(row.metric).map(ruleOf)).toContain(ruleOf(row.clock))
    expect(metricNames.has(row.clock) || seriesIds.has(row.metric)).toBe(false)
  })

  test('no formula is without a metric, and no file of formulas outside the index', () => {
    const used = new Set<unknown>(metricRows.map(({ formula }) => formula))
    expect(Object.keys(plainFormulas).filter((name) => !used.has(name))).toEqual([])
    const declaring = below('pipeline/analysis/formulas').filter((name) =>
      /\bFormula = /.test(read(`pipeline/analysis/formulas/${name}`)),
    )
    expect(declaring.length).toBeGreaterThan(5)
    expect(declaring.filter((name) => !read('pipeline/analysis/formulas/index.ts').includes(`'./${name}'`))).toEqual([])
  })
})

describe('briefings', () => {
  const markets = ['bitcoin', 'macro', 'commodities', 'cross']

  test.each(briefingRows)('$id has its briefer, its file and its metrics', (row) => {
    expect(briefingDefinitions.map(({ id }) => id)).toContain(row.id)
    expect(markets.flatMap((market) => below(`pipeline/briefings/${market}`))).toContain(`${row.id}.ts`)
    expect(row.metrics.filter((metric) => !metricNames.has(metric))).toEqual([])
    expect(row.pairs.flat().filter((metric) => !row.metrics.some((listed) => listed === metric))).toEqual([])
    expect(row.path).toMatch(/^\/api\/[a-z0-9/-]+$/)
  })

  test('every briefer has its row', () => {
    expect(briefingDefinitions.map(({ id }) => id).filter((id) => !briefingRows.some((row) => row.id === id))).toEqual([])
  })
})

const now = Date.parse('2026-11-20T22:00:00Z')

/** A first run of the sample feeds, with every credential or with none: feeds choose their way by it. */
const firstRun = (credentials: readonly string[]): FeedState => ({
  now,
  newestPeriod: new Map(),
  credentials: new Set(credentials),
  roster: rosterOf(true),
  companies: { facts: [], indexes: [], korea: { companies: [koreanFiler.corp_code], reports: [] } },
  licences: new Set(upstreamIds),
  firstYear: 2017,
})

const settings = upstreams.flatMap(({ credential }) => (credential ? [credential.setting] : []))

/** What a feed asks on a first run; a feed that only others lead to is asked what they lead to. */
async function firstRequests(feed: Feed) {
  const states = [firstRun(settings), firstRun([])]
  const own = states.flatMap((state) => feed.plan(state))
  if (own.length > 0) return own
  const led = await Promise.all(
    feeds
      .filter((other) => other.upstream === feed.upstream && other !== feed)
      .flatMap((other) => other.plan(states[0]!).map((request) => ledTo(other, request))),
  )
  return led.flat().filter((request) => request.feed === feed.id)
}

/** What a body leads to, and the others of its feed that it leads to. */
async function ledTo(feed: Feed, request: Parameters<typeof answer>[0]) {
  const { next } = parsedBy(feed, ...(await answer(request)))
  const own = next.filter((one) => one.feed === feed.id)
  const further = await Promise.all(own.map(async (one) => parsedBy(feed, ...(await answer(one))).next))
  return [...next, ...further.flat()]
}

/** Rows of a body, or what it leads to in another feed; of one that only points at others of its feed, theirs; of one loaded whole, its facts. */
async function readThrough(
  feed: Feed,
  request: Parameters<typeof answer>[0],
): Promise<{ rows: number; rejected: readonly Rejected[] }> {
  const [body, recording] = await answer(request)
  const { rows: given, reports = [], rejected, next } = parsedBy(feed, body, recording)
  if (feed.kind === 'bulk') return { rows: await loadedWhole(feed, body, recording), rejected }
  const led = next.filter((one) => one.feed !== feed.id)
  const rows = Object.values(given).reduce((sum, of) => sum + of.length, led.length + reports.length)
  const own = next.filter((one) => one.feed === feed.id)
  if (rows > 0 || own.length === 0) return { rows, rejected }
  const read = await Promise.all(own.map((one) => readThrough(feed, one)))
  return { rows: read.reduce((sum, one) => sum + one.rows, 0), rejected: read.flatMap((one) => one.rejected) }
}

async function loadedWhole(bulk: BulkFeed, body: Uint8Array, recording: Recording): Promise<number> {
  const store = await openStore(':memory:')
  await load(store, [{ recording, feed: bulk.id, parsed: { bulk, body: async () => body } }], () => [])
  const [found] = await select<{ rows: number }>(store, 'SELECT count(*)::INTEGER AS rows FROM company_fact')
  await store.close()
  return found!.rows
}

async function answer(request: Parameters<ReturnType<typeof sampleTransport>['fetch']>[0]) {
  const response = await sampleTransport({ now }).fetch(request, new AbortController().signal)
  return [response.body, sampleRecording(response)] as const
}

describe('feeds', () => {
  test('a file that declares one is in the index', () => {
    const declaring = below('pipeline/source/feeds').filter((name) =>
      /= (?:definePressFeed|(?:json|table|eiaSeries)Feed|feedOf)\(|: BulkFeed = /.test(read(`pipeline/source/feeds/${name}`)),
    )
    expect(declaring).toHaveLength(feeds.length)
    expect(declaring.filter((name) => !read('pipeline/source/feeds/index.ts').includes(`'./${name}'`))).toEqual([])
  })

  test.each(feeds)('$id has its upstream and its credential', (feed) => {
    expect(upstreamIds).toContain(feed.upstream)
    if (feed.needs !== null) expect(settings).toContain(feed.needs)
  })

  // read where they are recorded and never asked for: Tokyo's exchange reserves its digests, and Bombay documents no address; filings follow from lists
  const asked = feeds.filter(({ id }) => !['tse-digest', 'bse-results', 'sec-company-filings'].includes(id))
  test.each(asked)('$id is answered by the sample feeds, takes its own address and reads rows from the body', async (feed) => {
    const [request] = await firstRequests(feed)
    expect(request?.feed).toBe(feed.id)
    expect(feedFor(request!.url)?.id).toBe(feed.id)
    const hosts: readonly string[] = upstreams.find(({ id }) => id === feed.upstream)!.hosts
    expect(hosts).toContain(new URL(request!.url).host)
    const { rows, rejected } = await readThrough(feed, request!)
    expect(rows).toBeGreaterThan(0)
    expect(rejected).toEqual([])
  })

  test('no address is taken by two', async () => {
    for (const feed of feeds)
      for (const { url } of await firstRequests(feed))
        expect(feeds.filter((other) => other.match(new URL(url))).map(({ id }) => id)).toEqual([feed.id])
  })
})

function below(folder: string): string[] {
  return readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'))
}
