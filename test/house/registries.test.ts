import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { companies, rosterOf } from '../../data/companies.ts'
import { metricCategories, metricRows } from '../../data/metrics.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { feedMayProvide, filedSeries, keptSeries, type Series, series, upstreamsOf } from '../../data/series.ts'
import { upstreams } from '../../data/upstreams.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import type { BulkFeed, Feed, FeedState, Rejected } from '../../pipeline/feeds/feed.ts'
import { feedFor, feeds } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { seriesOf } from '../../pipeline/formulas/evaluate.ts'
import { calculationOf, plainFormulas } from '../../pipeline/formulas/index.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import type { Recording } from '../../pipeline/recordings/recording.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { koreanFiler } from '../../sample/world/issuers.ts'
import { sampleRecording } from '../recording-of.ts'
import { wrong } from '../wrong.ts'
import { read, root } from './tree.ts'

const twice = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at)
const seriesIds = new Set<string>(keptSeries.map(({ id }) => id))
const metricNames = new Set(metricRows.map(({ metric }) => metric))
/** A filed total comes by the rule `filing`. */
const ruleOf = (id: string): string => keptSeries.find((row) => row.id === id)!.rule
const upstreamIds = new Set<string>(upstreams.map(({ id }) => id))

test('no row stands twice', () => {
  const registries: Readonly<Record<string, readonly string[]>> = {
    series: series.map(({ id }) => id),
    'series of one upstream': series.map(({ upstream, key }) => `${upstream} ${key}`),
    companies: companies.map(({ id }) => id),
    'tickers of companies': companies.map(({ ticker }) => ticker),
    'series of companies': filedSeries.map(({ id }) => id),
    upstreams: upstreams.map(({ id }) => id),
    'hosts of upstreams': upstreams.flatMap(({ hosts }) => hosts),
    'release rules': releaseRules.map(({ id }) => id),
    metrics: metricRows.map(({ metric }) => metric),
    categories: metricCategories.map(({ id }) => id),
    briefings: briefingRows.map(({ id }) => id),
    paths: briefingRows.map(({ path }) => path),
    feeds: feeds.map(({ id }) => id),
    briefingDefinitions: briefingDefinitions.map(({ id }) => id),
  }
  for (const [registry, names] of Object.entries(registries))
    expect([names.length > 0, twice(names)], registry).toEqual([true, []])
})

describe('series', () => {
  test('have an upstream, a release rule and a feed, and say how they are revised and so if their vintages are read', () => {
    const rules = new Set<string>(releaseRules.map(({ id }) => id))
    const faults = series.flatMap((row: Series) =>
      wrong(row.id, {
        'unknown upstream': () => upstreamsOf(row).some((id) => !upstreamIds.has(id)),
        'unknown release rule': () => !rules.has(row.rule),
        'no feed that may give it': () => !feeds.some(({ id, upstream }) => feedMayProvide({ feed: id, upstream }, row)),
        'empty range': () => !(row.range[0] < row.range[1]),
        'does not say how it is revised': () => !['never', 'seldom', 'annually', 'every release'].includes(row.revised),
        'vintages, but not revised': () => row.vintages !== undefined && !['annually', 'every release'].includes(row.revised),
        // what happens at a moment has no second print
        'revised, but of a moment': () => ['snapshot', 'third-party'].includes(row.rule) && row.revised !== 'never',
      }),
    )
    expect(faults).toEqual([])
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
  test('have a formula, a category, a clock and something to read', () => {
    const faults = metricRows.flatMap((row) =>
      wrong(row.metric, {
        'no formula': () => typeof calculationOf(row.formula).calculate !== 'function',
        'unknown category': () => !metricCategories.some(({ id }) => id === row.category),
        'its clock is not a series': () => !seriesIds.has(row.clock),
        'reads what is not there': () => row.of.some((name) => !seriesIds.has(name) && !metricNames.has(name)),
        'its clock has a rule that nothing it reads has': () => !seriesOf(row.metric).map(ruleOf).includes(ruleOf(row.clock)),
        'a name of both a series and a metric': () => metricNames.has(row.clock) || seriesIds.has(row.metric),
      }),
    )
    expect(faults).toEqual([])
  })

  test('no formula is without a metric, and no file of formulas outside the index', () => {
    const used = new Set<unknown>(metricRows.map(({ formula }) => formula))
    expect(Object.keys(plainFormulas).filter((name) => !used.has(name))).toEqual([])
    const declaring = below('pipeline/formulas').filter((name) => /\bFormula = /.test(read(`pipeline/formulas/${name}`)))
    expect(declaring.length).toBeGreaterThan(5)
    expect(declaring.filter((name) => !read('pipeline/formulas/index.ts').includes(`'./${name}'`))).toEqual([])
  })
})

describe('briefings', () => {
  test('have their briefer, their file and their metrics', () => {
    const paths = ['bitcoin', 'macro', 'commodities', 'cross'].flatMap((market) => below(`pipeline/briefings/${market}`))
    const faults = briefingRows.flatMap((row) =>
      wrong(row.id, {
        'no briefer': () => !briefingDefinitions.some(({ id }) => id === row.id),
        'no file': () => !paths.includes(`${row.id}.ts`),
        'unknown metric': () => row.metrics.some((metric) => !metricNames.has(metric)),
        'a pair of what it does not list': () => row.pairs.flat().some((name) => !row.metrics.some((metric) => metric === name)),
        'unlawful path': () => !/^\/api\/[a-z0-9/-]+$/.test(row.path),
      }),
    )
    expect(faults).toEqual([])
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
  const { next } = parseRecordedBody(feed, ...(await answer(request)))
  const own = next.filter((one) => one.feed === feed.id)
  const further = await Promise.all(own.map(async (one) => parseRecordedBody(feed, ...(await answer(one))).next))
  return [...next, ...further.flat()]
}

/** Rows of a body, or what it leads to in another feed; of one that only points at others of its feed, theirs; of one loaded whole, its facts. */
async function readThrough(
  feed: Feed,
  request: Parameters<typeof answer>[0],
): Promise<{ rows: number; rejected: readonly Rejected[] }> {
  const [body, recording] = await answer(request)
  const { rows: given, reports = [], rejected, next } = parseRecordedBody(feed, body, recording)
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
    const declaring = below('pipeline/feeds').filter((name) =>
      /= (?:definePressFeed|(?:json|table|eiaSeries)Feed|feedOf)\(|: BulkFeed = /.test(read(`pipeline/feeds/${name}`)),
    )
    expect(declaring).toHaveLength(feeds.length)
    expect(declaring.filter((name) => !read('pipeline/feeds/index.ts').includes(`'./${name}'`))).toEqual([])
  })

  // read where they are recorded and never asked for: Tokyo's exchange reserves its digests, and Bombay documents no address; filings follow from lists
  const asked = feeds.filter(({ id }) => !['tse-digest', 'bse-results', 'sec-company-filings', 'sec-ownership'].includes(id))
  async function faultsOf(feed: Feed): Promise<string[]> {
    const requests = await firstRequests(feed)
    const hosts = upstreams.find(({ id }) => id === feed.upstream)?.hosts as readonly string[] | undefined
    const [request] = requests
    const takers = (url: string) => feeds.filter((other) => other.match(new URL(url))).map(({ id }) => id)
    const own = {
      'unknown upstream': () => hosts === undefined,
      'unknown credential': () => feed.needs !== null && !settings.some((name) => name === feed.needs),
      'an address that another takes': () => requests.some(({ url }) => takers(url).join() !== feed.id),
    }
    if (!asked.includes(feed)) return wrong(feed.id, own)
    const { rows, rejected } = await readThrough(feed, request!)
    return wrong(feed.id, {
      ...own,
      'asks for nothing, or for another': () => request?.feed !== feed.id,
      'does not take its address': () => feedFor(request!.url)?.id !== feed.id,
      'asks a host that is not of its upstream': () => !hosts!.includes(new URL(request!.url).host),
      'reads no rows': () => rows === 0,
      [`rejects ${JSON.stringify(rejected)}`]: () => rejected.length > 0,
    })
  }

  test('have upstream and credential, are answered by the sample, take their own addresses alone and read rows', async () => {
    const faults = await Promise.all(feeds.map((feed) => faultsOf(feed).catch((error) => [`${feed.id}: ${error}`])))
    expect(faults.flat()).toEqual([])
  })
})

function below(folder: string): string[] {
  return readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'))
}
