import { beforeAll, describe, expect, test } from 'vitest'
import { statusOf } from '../../cli/commands/status.ts'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import type { MetricData } from '../../pipeline/documents/metric.ts'
import { type EditionView, openReader } from '../../pipeline/editions/reader.ts'
import type { Line } from '../../pipeline/editions/status/standings.ts'
import { rollUp } from '../../pipeline/freshness.ts'
import { feeds } from '../../pipeline/source/feeds/index.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { catalogueOf } from '../../server/answers/catalogues.ts'
import { status } from '../../server/answers/system.ts'
import type { BriefingCatalogue } from '../../server/schemas/catalogue.ts'
import { withoutRecorded } from '../recorded.ts'
import { recordedHome, sampleHome, sampleNow } from './home.ts'

const silent = { info: () => undefined, warn: () => undefined }
const homes = [
  ['sample', sampleHome, sampleNow],
  ...(withoutRecorded ? [] : [['recorded', recordedHome, Date.parse('2026-07-23T23:59:59Z')] as const]),
] as const

describe.each(homes)('everything of the %s home is said in one word, wherever it is said', (kind, homeOf, published) => {
  let folder: string
  let view: EditionView
  let report: Awaited<ReturnType<typeof statusOf>>
  beforeAll(async () => {
    folder = (await homeOf()).folder
    const reader = await openReader(folderBlobs(folder), { pollMs: 60_000, log: silent })
    view = reader.current()!
    reader.close()
    report = await statusOf(folder, new Set(), published)
  })

  const documentOf = <Document>(place: string): Document | null => {
    const stored = view.resident(place, 'json')
    return stored && (JSON.parse(stored.plain.toString('utf8')) as Document)
  }
  const words = (lines: readonly Line[]) => new Map(lines.map(({ id, status }) => [id, status]))

  test('metrics: document, its part of every briefing, edition, and briefing status', async () => {
    const line = words(report.metrics)
    let fresh = 0
    for (const { metric } of metricRows) {
      const document = documentOf<MetricData & Partial<MetricData>>(`metric/${metric}`)
      const latest = document && JSON.parse(view.resident(`metric/${metric}`, 'latest.json')!.plain.toString('utf8'))
      if (document === null) {
        expect([undefined, 'missing', 'off']).toContain(line.get(metric))
        continue
      }
      const word = document.freshness.status
      expect([metric, line.get(metric), view.entries.get(`metric/${metric}`)!.facts['freshness']]).toEqual([metric, word, word])
      expect(latest.freshness).toEqual(document.freshness)
      expect([metric, document.access.served === 'late_release']).toEqual([metric, document.late !== undefined])
      if (document.late !== undefined) expect([metric, word]).toEqual([metric, 'late'])
      if (word === 'stale') expect([metric, document.data_quality.status, document.signal]).toEqual([metric, 'poor', null])
      if (word === 'fresh') fresh++
    }
    expect(fresh).toBeGreaterThan(20)
    for (const { id } of briefingRows)
      for (const [metric, reading] of Object.entries(documentOf<BriefingDocument>(`briefing/${id}`)?.readings ?? {})) {
        const { freshness, data_quality } = documentOf<MetricData>(`metric/${metric}`)!
        expect([id, reading.freshness, reading.data_quality]).toEqual([id, freshness, data_quality])
      }
  })

  test('metrics that are a series: their word is that of the series, which may be held beside', async () => {
    const [metrics, series] = [words(report.metrics), words(report.series)]
    let compared = 0
    for (const { metric, formula, of, clock } of metricRows) {
      const word = series.get(clock)
      if (formula !== 'series' || of[0] !== clock || word === undefined || word === 'held') continue
      compared++
      expect([metric, metrics.get(metric)]).toEqual([metric, word])
    }
    expect(compared).toBeGreaterThan(10)
  })

  test('briefings: catalogue, /api/status, briefing status, and the latest of its own readings', async () => {
    const line = words(report.briefings)
    const catalogue = new Map(
      (catalogueOf(briefingKind, view, published) as unknown as BriefingCatalogue).briefings.map(({ id, freshness }) => [
        id,
        freshness,
      ]),
    )
    const served = new Map(status(view, published).briefings.map(({ id, freshness }) => [id, freshness]))
    for (const { id } of briefingRows) {
      const document = documentOf<BriefingDocument>(`briefing/${id}`)
      if (document === null) {
        expect([id, line.get(id), catalogue.has(id), served.has(id)]).toEqual([id, 'missing', false, false])
        continue
      }
      const word = rollUp(Object.values(document.readings).map(({ freshness }) => freshness.status))
      expect([id, line.get(id), catalogue.get(id), served.get(id)]).toEqual([id, word, word, word])
      expect(word === 'stale').toBe(document.data_quality.stale.length > 0)
    }
  })

  test('feeds: /api/status and briefing status, in word, time, note and what is due', async () => {
    const lines = report.feeds.map(({ id, ...line }) => ({ feed: id, ...line }))
    const served = status(view, published).feeds
    expect(served).toMatchObject(lines)
    expect(served.map(({ feed }) => feed)).toEqual(feeds.map(({ id }) => id))
    const known = ['fresh', 'late', 'stale', 'held', 'off', 'unread']
    for (const { status: word } of served) expect(known).toContain(word)
  })

  test.runIf(kind === 'sample')('and so it stays as time passes and nothing is read', async () => {
    const day = 86_400_000
    const seen = new Set<string>()
    for (const after of [0, day, 4 * day, 60 * day]) {
      const now = published + after
      const later = await statusOf(folder, new Set(), now)
      const served = status(view, now)
      expect(served.feeds).toMatchObject(later.feeds.map(({ id, ...line }) => ({ feed: id, ...line })))
      const catalogue = (catalogueOf(briefingKind, view, now) as unknown as BriefingCatalogue).briefings.map(
        ({ id, freshness }) => [id, freshness],
      )
      expect(served.briefings.map(({ id, freshness }) => [id, freshness])).toEqual(catalogue)
      expect(later.briefings.map(({ id, status: word }) => [id, word])).toEqual(catalogue)
      for (const { status: word } of served.feeds) seen.add(word)
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(['fresh', 'late', 'stale']))
  })

  test.runIf(kind === 'recorded')(
    'a feed whose newest data are of 2019 is stale, and says since when and for want of what',
    () => {
      const served = new Map(status(view, published).feeds.map((line) => [line.feed, line]))
      expect(served.get('coinmetrics-csv')).toMatchObject({
        status: 'stale',
        next_due_at: null,
        note: expect.stringContaining('stale since 2019-10-24T00:00:00Z, nothing newer than 2019-10-20: btc.DiffMean'),
      })
      expect(served.get('fiscaldata-operating-cash')).toMatchObject({ status: 'stale', next_due_at: null })
      expect(served.get('strategytracker')).toMatchObject({
        status: 'stale',
        note: expect.stringContaining('last read 2026-07-08'),
      })
      expect(served.get('sec-submissions')).toMatchObject({
        status: 'off',
        note: expect.stringContaining('off: set SEC_CONTACT'),
      })
      expect(served.get('fred-graph')).toMatchObject({
        status: 'stale',
        note: expect.stringContaining('nothing newer than 2026-04-30: CPILFESL'),
      })
    },
  )
})
