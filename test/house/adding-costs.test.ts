import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CompanyBatch } from '../../activities/compute/companies.ts'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { series } from '../../data/series.ts'
import type { Entry } from '../../pipeline/editions/edition.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { Feed } from '../../pipeline/feeds/feed.ts'
import type { Recording } from '../../pipeline/recordings/recording.ts'
import { type Rows, tables } from '../../pipeline/tables/index.ts'
import { defineTable } from '../../pipeline/tables/table.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { sessionCookie } from '../../server/access/session-cookie.ts'
import { EditionWatch } from '../../server/answers/edition-watch.ts'
import { temporaryHome } from '../end-to-end/home.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { openGate } from '../server/open-gate.ts'

/**
 * What adding a row costs: each test adds one to a registry as an editor would, changes nothing else, and follows it to the reader.
 */

const day = dayNumber('2026-11-18')!

/** Two years of a daily series, each value known a day later. */
function history(id: string): Versions {
  const length = 730
  const period = Int32Array.from({ length }, (_, i) => day - length + 1 + i)
  return {
    series: id,
    unit: 'points',
    period,
    value: Float64Array.from(period, (at) => 20 + Math.sin(at / 9)),
    known: Float64Array.from(period, (at) => endOfDay(at)),
    basis: Uint8Array.from(period, () => 1),
  }
}

/** An edition that holds one document a place. */
function editionOf(places: readonly string[]): EditionView {
  const format = { hash: 'a'.repeat(64), bytes: 1_000, br: false, gz: false }
  const entries = places.map((place): [string, Entry] => [
    place,
    {
      place,
      as_of: '2026-11-19',
      computed_at: '2026-11-20T00:00:00Z',
      fingerprint: 'sha256:0',
      formats: { md: format, json: format, 'latest.md': format, 'latest.json': format },
      facts: { freshness: 'fresh' },
    },
  ])
  return {
    manifest: {
      edition: 'e',
      sequence: 1,
      published_at: '2026-11-20T00:00:00Z',
      as_of: '2026-11-19',
      sample: true,
      shards: {},
      previous: null,
    },
    entries: new Map(entries),
    resident: () => null,
    archived: async () => null,
    packedEntry: () => null,
    packedEntries: new Map(),
    packed: async () => null,
    packs: { named: 0, missing: 0 },
    days: () => null,
    events: [],
  }
}

beforeEach(() => vi.resetModules())
afterEach(() => {
  for (const name of [
    'data/metrics',
    'data/series',
    'data/briefings',
    'pipeline/briefings/index',
    'pipeline/tables/index',
    'pipeline/feeds/index',
    'data/companies/lines',
  ])
    vi.doUnmock(`../../${name}.ts`)
})

describe('a metric of a known formula is one row', () => {
  const row = {
    ...metricRows.find(({ metric }) => metric === 'vix')!,
    metric: 'planted-metric',
    title: 'Planted metric',
    why: 'To see how far one row goes.',
  }

  beforeEach(() => {
    vi.doMock('../../data/metrics.ts', async (original) => ({
      ...(await original<object>()),
      metricRows: [...metricRows, row],
      metricByName: new Map([...metricRows, row].map((each) => [each.metric, each])),
    }))
  })

  test('its document is computed and rendered', async () => {
    const { dayView, nothingFiled } = await import('../../pipeline/days/point-in-time-days.ts')
    const { metricDocuments } = await import('../../pipeline/briefings/compose.ts')
    const { metricKind } = await import('../../pipeline/documents/metric-kind.ts')
    const { renderMarkdown } = await import('../../pipeline/render/markdown.ts')
    const { withFingerprint } = await import('../../pipeline/render/fingerprint.ts')
    const known = {
      versions: new Map([['VIXCLS', history('VIXCLS')]]),
      ...nothingFiled,
      sample: true,
    }
    const documents = metricDocuments(dayView(known, day + 1, endOfDay(day + 1)))
    const planted = documents.find(({ metric }) => metric === 'planted-metric')!
    expect(planted).toMatchObject({ title: 'Planted metric', period: '2026-11-18', unit: 'points' })
    expect(planted.value).toBe(documents.find(({ metric }) => metric === 'vix')!.value)
    expect(renderMarkdown(metricKind, withFingerprint(planted, '2026-11-20T00:00:00Z'))).toContain('# Planted metric')
  })

  test('the catalogue lists it and the docs follow', async () => {
    const { catalogueOf } = await import('../../server/answers/catalogues.ts')
    const { metricKind } = await import('../../pipeline/documents/metric-kind.ts')
    const { regions } = await import('../../docs/generate.ts')
    const { metrics } = catalogueOf(metricKind, editionOf(['metric/planted-metric', 'metric/vix']), endOfDay(day))
    expect(metrics).toContainEqual(expect.objectContaining({ metric: 'planted-metric', path: '/api/metrics/planted-metric' }))
    expect(regions.metrics()).toContain('planted-metric')
  })
})

describe('a series of a known feed is one row', () => {
  const row = { ...series.find(({ id }) => id === 'VIXCLS')!, id: 'PLANTED', key: 'PLANTED', title: 'Planted series' }

  test('the feeds ask for it, the sample feeds answer, and its values are read', async () => {
    vi.doMock('../../data/series.ts', async (original) => ({ ...(await original<object>()), series: [...series, row] }))
    const { feedState, feeds } = await import('../../pipeline/feeds/index.ts')
    const { sampleTransport } = await import('../../pipeline/http/sample.ts')
    const { parseRecordedBody } = await import('../../pipeline/feeds/sample-rows.ts')
    const { sampleRecording } = await import('../recording-of.ts')
    const { regions } = await import('../../docs/generate.ts')
    const now = endOfDay(day)
    const state = feedState({ now, newestPeriod: new Map(), credentials: new Set(), sample: true })
    for (const [id, credentials] of [
      ['fred-graph', []],
      ['fred-api', ['FRED_API_KEY']],
    ] as const) {
      const feed = feeds.find((each) => each.id === id)!
      const request = feed.plan({ ...state, credentials: new Set(credentials) }).find(({ url }) => url.includes('PLANTED'))!
      const response = await sampleTransport({ now }).fetch(request, new AbortController().signal)
      const { sighting } = flattened(parseRecordedBody(feed, response.body, sampleRecording(response)))
      expect(sighting.length).toBeGreaterThan(100)
      expect(new Set(sighting.map((row) => row.series))).toEqual(new Set(['PLANTED']))
    }
    expect(regions.series()).toContain('PLANTED')
  })
})

describe('a line of financial statements is one row', () => {
  const url = 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000000017.json'
  const company = 'us:0000000017'
  const filed = { accn: '0000000017-26-000001', fy: 2025, fp: 'FY', form: '10-K', filed: '2026-02-20' }
  const year = (val: number) => ({ units: { USD: [{ start: '2025-01-01', end: '2025-12-31', val, ...filed }] } })
  const facts = {
    Revenues: year(100_000_000),
    NetIncomeLoss: year(9_000_000),
    AdvertisingExpense: year(3_000_000),
    Assets: { units: { USD: [{ end: '2025-12-31', val: 200_000_000, ...filed }] } },
  }
  const row = {
    line: 'advertising_expense',
    title: 'Advertising',
    statement: 'income',
    cost: true,
    tags: ['AdvertisingExpense'],
  } as const

  test('it is read from company facts into the numbers block, the view of analysts and the docs', async () => {
    vi.doMock('../../data/companies/lines.ts', async (original) => {
      const { lines } = await original<typeof import('../../data/companies/lines.ts')>()
      return { lines: [...lines, row] }
    })
    const { secCompanyfacts } = await import('../../pipeline/feeds/sec-companyfacts.ts')
    const { load } = await import('../../pipeline/warehouse/companies/load.ts')
    const { openStore, select } = await import('../../pipeline/warehouse/store.ts')
    const { composeCompanyBatches } = await import('../../activities/compute/companies.ts')
    const { regions } = await import('../../docs/generate.ts')
    const body = Buffer.from(JSON.stringify({ cik: 17, entityName: 'Planted', facts: { 'us-gaap': facts } }))
    const parsed = { bulk: secCompanyfacts, body: async () => body }
    const store = await openStore(':memory:')
    try {
      const recording = recordingOf(url, body, '2026-03-01T00:00:00Z')
      await load(store, [{ recording, feed: secCompanyfacts.id, parsed }], () => [])
      const { batches } = await composeCompanyBatches(
        store,
        new Map(),
        { asOf: day, sample: false },
        new AbortController().signal,
      )
      const { value: batch } = await batches[Symbol.asyncIterator]().next()
      const lines = (batch as CompanyBatch).briefings[0]!.blocks.numbers!.statements.flatMap((statement) => statement.lines)
      expect(lines.find(({ line }) => line === row.line)).toMatchObject({
        title: 'Advertising',
        sign: '-',
        concept: 'us-gaap:AdvertisingExpense',
        values: expect.arrayContaining([3_000_000]),
      })
      expect(
        await select(
          store,
          `SELECT title, cost, label, value::DOUBLE AS value FROM v_company_line WHERE company = '${company}' AND line = '${row.line}'`,
        ),
      ).toEqual([{ title: 'Advertising', cost: true, label: 'Advertising Expense', value: 3_000_000 }])
      expect(regions['company-lines']()).toContain('`advertising_expense`')
    } finally {
      await store.close()
    }
  })
})

describe('a briefing is one row and one file', () => {
  const row = {
    ...briefingRows.find(({ id }) => id === 'btc.quick-check')!,
    id: 'btc.planted',
    path: '/api/btc/planted',
    title: 'Planted briefing',
  }

  test('path, price, catalogue and docs follow from the row', async () => {
    vi.doMock('../../data/briefings.ts', async (original) => ({
      ...(await original<object>()),
      briefingRows: [...briefingRows, row],
    }))
    const { catalogueOf } = await import('../../server/answers/catalogues.ts')
    const { briefingKind } = await import('../../pipeline/documents/briefing-kind.ts')
    const { openLog } = await import('../../server/http/log.ts')
    const { routes } = await import('../../server/routes.ts')
    const { regions } = await import('../../docs/generate.ts')
    const router = routes({
      gate: openGate,
      origin: 'http://127.0.0.1',
      cookie: sessionCookie(false),
      doc: () => '',
      following: new EditionWatch(),
      log: openLog({ level: 'silent', now: () => 0 }),
      version: { name: 'planted', version: '0', commit: null },
      now: () => endOfDay(day),
    })
    expect(router.match('/api/btc/planted', 'GET').route).toBe(true)
    expect(router.match('/api/btc/not-planted', 'GET').route).toBe(false)
    const { briefings } = catalogueOf(briefingKind, editionOf(['briefing/btc.planted']), endOfDay(day))
    expect(briefings).toMatchObject([
      { id: 'btc.planted', path: '/api/btc/planted', price: { usd: '0.02', base_units: '20000' } },
    ])
    expect(regions.briefings()).toContain('/api/btc/planted')
    const { describeApi: described } = await import('../../server/openapi/describe.ts')
    const { nothingForSale: sellsNothing } = await import('../../server/payments/status.ts')
    const { languageModelsText } = await import('../../server/docs/llms.ts')
    expect(described(sellsNothing).paths!['/api/btc/planted']!['get']).toMatchObject({
      operationId: 'getBtcPlanted',
      'x-payment-info': { price: { amount: '0.02' } },
    })
    expect(languageModelsText(sellsNothing)).toContain('/api/btc/planted')
  })
})

describe('a briefing is a state rule and tables', () => {
  test('label, turning levels, table and row of the methodology follow from one file of at most 40 lines', async () => {
    expect(readFileSync(join(import.meta.dirname, 'planted-briefing.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(40)
    const row = { ...briefingRows.find(({ id }) => id === 'btc.quick-check')!, id: 'btc.planted', metrics: ['vix'], pairs: [] }
    vi.doMock('../../data/briefings.ts', async (original) => ({
      ...(await original<object>()),
      briefingRows: [...briefingRows, row],
    }))
    vi.doMock('../../pipeline/briefings/index.ts', async (original) => {
      const { briefingDefinitions } = await original<typeof import('../../pipeline/briefings/index.ts')>()
      const { planted } = await import('./planted-briefing.ts')
      return { briefingDefinitions: [...briefingDefinitions, planted] }
    })
    const { dayView, nothingFiled } = await import('../../pipeline/days/point-in-time-days.ts')
    const { briefingDocuments } = await import('../../pipeline/briefings/compose.ts')
    const { briefingKind } = await import('../../pipeline/documents/briefing-kind.ts')
    const { renderMarkdown } = await import('../../pipeline/render/markdown.ts')
    const { withFingerprint } = await import('../../pipeline/render/fingerprint.ts')
    const { regions } = await import('../../docs/generate.ts')
    const known = { versions: new Map([['VIXCLS', history('VIXCLS')]]), ...nothingFiled, sample: true }
    const [document] = briefingDocuments(dayView(known, day + 1, endOfDay(day + 1)), [row as (typeof briefingRows)[number]])
    const { value } = document!.readings['vix']!
    expect(document!.state!.label).toBe(value >= 20.5 ? 'afraid' : value <= 19.5 ? 'calm' : 'usual')
    expect(document!.turns.map(({ to }) => to)).toHaveLength(2)
    expect(document!.sections[0]).toMatchObject({ id: 'fear', rows: [{ metric: 'vix', name: 'Fear', value, full: 'VIX' }] })
    const text = renderMarkdown(briefingKind, withFingerprint(document!, '2026-11-20T00:00:00Z'))
    expect(text).toContain('## How afraid the market is')
    expect(text).toContain('**What would change it.** ')
    expect(regions.states()).toContain(
      '`afraid` at 20.5 or more, until below 20.2; `calm` at 19.5 or less, until above 19.8; else `usual`',
    )
  })
})

describe('a table is one declaration', () => {
  const url = 'https://weather.example.org/berlin'
  const weather = defineTable({
    name: 'weather',
    comment: 'Planted: how warm it was.',
    key: ['place', 'day'],
    recording: 'recording',
    onConflict: 'newest',
    columns: [
      ['place', 'VARCHAR NOT NULL', 'Where.'],
      ['day', 'DATE NOT NULL', 'Which day (UTC).'],
      ['warmest', 'DECIMAL(4,1)', 'Highest temperature (degrees Celsius).'],
      ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
    ],
  })
  const feed: Feed = {
    id: 'weather',
    upstream: 'fred',
    title: 'Weather',
    needs: null,
    match: (address) => address.href === url,
    plan: () => [],
    // the table is planted when the program runs, and no type knows it
    parse: (body) => ({ rows: { weather: JSON.parse(Buffer.from(body).toString()) } as unknown as Rows, rejected: [], next: [] }),
  }

  test('a feed’s rows are loaded, loaded again, forgotten and rebuilt; the file says what they are', async () => {
    vi.doMock('../../pipeline/tables/index.ts', async (original) => ({
      ...(await original<object>()),
      tables: [...tables, weather],
    }))
    vi.doMock('../../pipeline/feeds/index.ts', async (original) => ({
      ...(await original<object>()),
      feeds: [feed],
      feedFor: () => feed,
    }))
    const { createDeps } = await import('../../activities/deps.ts')
    const { homeAt } = await import('../../activities/home.ts')
    const { parseRecording } = await import('../../activities/load/parse-recording.ts')
    const { load } = await import('../../pipeline/warehouse/companies/load.ts')
    const { deleteRecordingRows } = await import('../../pipeline/warehouse/load/rows.ts')
    const { select } = await import('../../pipeline/warehouse/store.ts')
    const { command: rebuild } = await import('../../cli/commands/rebuild.ts')
    const { runOf } = await import('../cli/command.ts')
    const { readSettings } = await import('../../cli/settings.ts')
    const home = await temporaryHome()
    const deps = createDeps({
      home: homeAt(home.folder),
      credentials: new Set(),
      transport: () => Promise.reject(new Error('nothing is fetched')),
      clock: () => 0,
    })
    const recorded = async (at: string, rows: object[]) => {
      const body = Buffer.from(JSON.stringify(rows))
      return deps.recordings.put({ url, at, status: 200, headers: {}, body }, false)
    }
    const put = async (recordings: readonly Recording[], again = false) => {
      const loads = await Promise.all(recordings.map((one) => parseRecording(deps, one)))
      return load(await deps.store(), loads, () => [], { again })
    }
    const kept = async () =>
      select(await deps.store(), 'SELECT place, day::VARCHAR AS day, warmest::VARCHAR AS warmest FROM weather ORDER BY day')
    try {
      const newer = await recorded('2026-07-03T00:00:00Z', [{ place: 'Berlin', day: '2026-07-01', warmest: '31.5' }])
      const older = await recorded('2026-07-02T00:00:00Z', [
        { place: 'Berlin', day: '2026-07-01', warmest: '31' },
        { place: 'Berlin', day: '2026-06-30', warmest: null },
      ])
      const rows = [
        { place: 'Berlin', day: '2026-06-30', warmest: null },
        { place: 'Berlin', day: '2026-07-01', warmest: '31.5' },
      ]
      expect(await put([newer])).toMatchObject({ loaded: 1 })
      expect(await put([older, newer])).toMatchObject({ loaded: 1 })
      expect(await kept()).toEqual(rows)
      expect(await put([older, newer], true)).toMatchObject({ loaded: 2 })
      expect(await kept()).toEqual(rows)
      expect(
        await select(
          await deps.store(),
          "SELECT comment FROM duckdb_columns() WHERE table_name = 'weather' AND column_name = 'warmest'",
        ),
      ).toEqual([{ comment: 'Highest temperature (degrees Celsius).' }])
      await deleteRecordingRows(await deps.store(), [newer.id])
      expect(await kept()).toEqual(rows.slice(0, 1))
      await deps.release()
      const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await rebuild.action(runOf(readSettings({}), { json: true }), { home: home.folder }).finally(() => write.mockRestore())
      expect(await kept()).toEqual(rows)
    } finally {
      await deps.close()
      await home.remove()
    }
  })
})
