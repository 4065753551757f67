import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { series } from '../../data/series.ts'
import { dayNumber, endOfDay } from '../../pipeline/calendar/day.ts'
import type { Versions } from '../../pipeline/column.ts'
import type { Entry } from '../../pipeline/publish/edition.ts'
import type { EditionView } from '../../pipeline/publish/reader.ts'
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
    days: () => null,
  }
}

beforeEach(() => vi.resetModules())
afterEach(() => {
  for (const name of ['metrics', 'series', 'briefings']) vi.doUnmock(`../../data/${name}.ts`)
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
      metrics: [...metricRows, row],
    }))
  })

  test('its document is computed and rendered', async () => {
    const { dayView, nothingFiled } = await import('../../pipeline/briefings/day-view.ts')
    const { metricDocuments } = await import('../../pipeline/briefings/compose.ts')
    const { renderMetric } = await import('../../pipeline/render/markdown.ts')
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
    expect(renderMetric(withFingerprint(planted, '2026-11-20T00:00:00Z'))).toContain('# Planted metric')
  })

  test('the catalogue lists it and the docs follow', async () => {
    const { metricCatalogue } = await import('../../server/catalogues.ts')
    const { regions } = await import('../../docs/generate.ts')
    const { metrics } = metricCatalogue(editionOf(['metric/planted-metric', 'metric/vix']))
    expect(metrics.find(({ metric }) => metric === 'planted-metric')).toMatchObject({ path: '/api/metrics/planted-metric' })
    expect(regions.metrics()).toContain('planted-metric')
  })
})

describe('a series of a known feed is one row', () => {
  const row = { ...series.find(({ id }) => id === 'VIXCLS')!, id: 'PLANTED', key: 'PLANTED', title: 'Planted series' }

  test('the feeds ask for it, the sample feeds answer, and its values are read', async () => {
    vi.doMock('../../data/series.ts', async (original) => ({ ...(await original<object>()), series: [...series, row] }))
    const { feedState, feeds } = await import('../../pipeline/feeds/index.ts')
    const { sampleTransport } = await import('../../pipeline/http/sample.ts')
    const { recordingOf } = await import('../recorded.ts')
    const { regions } = await import('../../docs/generate.ts')
    const now = endOfDay(day)
    const state = feedState({ now, newestPeriod: new Map(), credentials: new Set(), sample: true })
    for (const [id, credentials] of [
      ['fred-graph', []],
      ['fred-api', ['FRED_API_KEY']],
    ] as const) {
      const feed = feeds.find((each) => each.id === id)!
      const request = feed.plan({ ...state, credentials: new Set(credentials) }).find(({ url }) => url.includes('PLANTED'))!
      const { body, url, at } = await sampleTransport({ now }).fetch(request, new AbortController().signal)
      const { sighting } = flattened(feed.parse(body, recordingOf(url, body, at, true)))
      expect(sighting.length).toBeGreaterThan(100)
      expect(new Set(sighting.map((row) => row.series))).toEqual(new Set(['PLANTED']))
    }
    expect(regions.series()).toContain('PLANTED')
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
      briefings: [...briefingRows, row],
    }))
    const { briefingCatalogue } = await import('../../server/catalogues.ts')
    const { routes } = await import('../../server/routes.ts')
    const { regions } = await import('../../docs/generate.ts')
    const router = routes({
      gate: openGate,
      methodology: () => '',
      version: { name: 'planted', version: '0', commit: null },
      now: () => endOfDay(day),
    })
    expect(router.match('/api/btc/planted', 'GET').route).toBe(true)
    expect(router.match('/api/btc/not-planted', 'GET').route).toBe(false)
    const { briefings } = briefingCatalogue(editionOf(['briefing/btc.planted']), endOfDay(day))
    expect(briefings).toMatchObject([
      { id: 'btc.planted', path: '/api/btc/planted', price: { usd: '0.02', base_units: '20000' } },
    ])
    expect(regions.briefings()).toContain('/api/btc/planted')
    const { describe: described } = await import('../../server/openapi/describe.ts')
    const { sellsNothing } = await import('../../server/payments/status.ts')
    const { languageModelsText } = await import('../../server/openapi/llms.ts')
    expect(described(sellsNothing).paths!['/api/btc/planted']!.get).toMatchObject({
      operationId: 'getBtcPlanted',
      'x-payment-info': { price: { usd: '0.02' } },
    })
    expect(languageModelsText(sellsNothing)).toContain('/api/btc/planted')
  })
})
