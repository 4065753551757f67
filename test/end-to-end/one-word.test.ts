import { beforeAll, describe, expect, test } from 'vitest'
import { readStatusReport } from '../../cli/commands/status.ts'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import type { BriefReading } from '../../pipeline/documents/brief-reading.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import type { MetricData } from '../../pipeline/documents/metric.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import type { StandingLine } from '../../pipeline/status/standings.ts'
import { catalogueOf } from '../../server/answers/catalogues.ts'
import { statusReport } from '../../server/answers/system.ts'
import type { BriefingCatalogue } from '../../server/schemas/catalogue.ts'
import { sampleHome, sampleNow, viewOf } from './home.ts'

describe('everything of the sample home is said in one word, wherever it is said', () => {
  let folder: string
  let view: EditionView
  let report: Awaited<ReturnType<typeof readStatusReport>>
  beforeAll(async () => {
    folder = (await sampleHome()).folder
    view = await viewOf(folder)
    report = await readStatusReport(folder, new Set(), sampleNow)
  })

  const documentOf = <Document>(place: string): Document | null => {
    const stored = view.resident(place, 'json')
    return stored && (JSON.parse(stored.plain.toString('utf8')) as Document)
  }
  const words = (lines: readonly StandingLine[]) => new Map(lines.map(({ id, status }) => [id, status]))

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
        // a briefing has its readings in short: the quality where it is not good
        const quality = (reading as BriefReading).data_quality?.status ?? 'good'
        expect([id, reading.freshness.status, quality]).toEqual([id, freshness.status, data_quality.status])
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

  test('briefings: catalogue, /api/status, briefing status, and its own document', async () => {
    const line = words(report.briefings)
    const catalogue = new Map(
      (catalogueOf(briefingKind, view, sampleNow) as unknown as BriefingCatalogue).briefings.map(({ id, freshness }) => [
        id,
        freshness,
      ]),
    )
    const served = new Map(statusReport(view, sampleNow).briefings.map(({ id, freshness }) => [id, freshness]))
    for (const { id } of briefingRows) {
      const document = documentOf<BriefingDocument>(`briefing/${id}`)
      if (document === null) {
        expect([id, line.get(id), catalogue.has(id), served.has(id)]).toEqual([id, 'missing', false, false])
        continue
      }
      const word = document.data_quality.freshness
      expect([id, line.get(id), catalogue.get(id), served.get(id)]).toEqual([id, word, word, word])
      // one without a reading that is not stale is refused, whatever its state says
      if (Object.values(document.readings).every(({ freshness }) => freshness.status === 'stale'))
        expect([id, word]).toEqual([id, 'stale'])
    }
  })

  test('feeds and briefings: /api/status, catalogue and briefing status agree as time passes and nothing is read', async () => {
    const day = 86_400_000
    const seen = new Set<string>()
    for (const after of [0, day, 4 * day, 60 * day]) {
      const now = sampleNow + after
      const later = await readStatusReport(folder, new Set(), now)
      const served = statusReport(view, now)
      expect(served.feeds).toMatchObject(later.feeds.map(({ id, ...line }) => ({ feed: id, ...line })))
      expect(served.feeds.map(({ feed }) => feed)).toEqual(feeds.map(({ id }) => id))
      const catalogue = (catalogueOf(briefingKind, view, now) as unknown as BriefingCatalogue).briefings.map(
        ({ id, freshness }) => [id, freshness],
      )
      expect(served.briefings.map(({ id, freshness }) => [id, freshness])).toEqual(catalogue)
      expect(later.briefings.map(({ id, status: word }) => [id, word])).toEqual(catalogue)
      for (const { status: word } of served.feeds) seen.add(word)
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(['fresh', 'late', 'stale']))
    expect(['fresh', 'late', 'stale', 'held', 'off', 'unread']).toEqual(expect.arrayContaining([...seen]))
  })
})
