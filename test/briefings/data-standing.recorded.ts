import { beforeAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { briefingDocuments, metricDocuments } from '../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { dayView, type Known } from '../../pipeline/days/point-in-time-days.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import { metricEvaluator, seriesOf } from '../../pipeline/formulas/evaluate.ts'
import { renderArtifact, renderPage } from '../../pipeline/render/artifact.ts'
import { withFingerprint } from '../../pipeline/render/fingerprint.ts'
import { renderMarkdown } from '../../pipeline/render/markdown.ts'
import { dayNumber, endOfDay, isoDay } from '../../pipeline/time/day.ts'
import { asKnownAt, type Column } from '../../pipeline/values/column.ts'
import { keptOf } from '../analysis/columns.ts'
import { recordedKnown } from './recorded-known.ts'

const asOf = dayNumber('2026-07-23')!

describe('what the recorded histories give', () => {
  let known: Known
  let whole: Day
  /** All documents of that day. */
  let documents: ReturnType<typeof briefingDocuments>
  beforeAll(async () => {
    known = await recordedKnown()
    whole = dayView(known, asOf, endOfDay(asOf))
    documents = briefingDocuments(whole)
  })

  const briefingOf = (from: Known, id: string, day = asOf, now = endOfDay(day)) =>
    briefingDocuments(
      dayView(from, day, now),
      briefingRows.filter((row) => row.id === id),
    )[0]!
  const ofDay = (id: string) => documents.find(({ briefing }) => briefing === id)!
  const metricOf = (day: Day, name: string) =>
    metricDocuments(
      day,
      metricRows.filter(({ metric }) => metric === name),
    )[0]!
  const markdown = (document: ReturnType<typeof briefingOf>) =>
    renderMarkdown(briefingKind, withFingerprint(document, '2026-07-23T23:59:59Z'))

  /** The same with a series that has only some of its periods. */
  const with_ = (id: string, keeps: (period: number) => boolean): Known => {
    const all = known.versions.get(id)!
    return { ...known, versions: new Map([...known.versions, [id, keptOf(all, (i) => keeps(all.period[i]!))]]) }
  }

  test('a monthly release that is due and not read: late, and nothing else of the metric changes', () => {
    const may = dayNumber('2026-05-31')!
    const day = dayNumber('2026-07-28')!
    const unread = with_('M2SL', (period) => period <= may)
    const at = (now: string) => metricOf(dayView(unread, day, Date.parse(now)), 'm2-supply')
    const before = at('2026-07-28T16:59:59Z')
    expect(before).toMatchObject({ period: '2026-05-31', freshness: { status: 'fresh' }, access: { served: 'full' } })
    expect(before.confidence.score).not.toBeNull()
    for (const now of ['2026-07-28T17:00:00Z', '2026-07-28T20:00:00Z']) {
      const late = at(now)
      expect(late).toMatchObject({ freshness: { status: 'late' }, access: { served: 'late_release' }, late: { status: 'due' } })
      const { freshness: _, access: __, late: ___, next_release: next, ...rest } = { late: null, ...late }
      const { freshness: ____, access: _____, next_release: ______, ...was } = before
      expect(rest).toEqual(was)
      expect(next).toBeNull()
    }
    const weeks = metricOf(dayView(unread, day + 7, endOfDay(day + 7)), 'm2-supply')
    expect(weeks).toMatchObject({
      freshness: { status: 'late' },
      late: { status: 'out_unread' },
      data_quality: { status: before.data_quality.status },
      confidence: before.confidence,
    })
    const stale = metricOf(dayView(unread, day + 14, endOfDay(day + 14)), 'm2-supply')
    expect(stale).toMatchObject({
      freshness: { status: 'stale' },
      access: { served: 'full' },
      data_quality: { status: 'poor' },
      signal: null,
      confidence: { score: null },
    })
  })

  test('a late release that does not decide the state is the last sentence, and the page has it once', () => {
    const day = dayNumber('2026-07-28')!
    const unread = with_('M2SL', (period) => period <= dayNumber('2026-05-31')!)
    const at = (now: string) => briefingOf(unread, 'macro.liquidity', day, Date.parse(now))
    expect(at('2026-07-28T16:59:59Z').summary).not.toContain('arrived')
    const late = at('2026-07-28T17:00:00Z')
    const last = 'The money stock measures (H.6) due by 28 July have not arrived.'
    const stamped = withFingerprint(late, '2026-07-28T17:00:00Z')
    expect(late.summary.endsWith(` ${last}`)).toBe(true)
    // it decides nothing here: its own line says so, and not that of the state
    expect(markdown(late)).toMatch(/\n- M2 money supply: late, due 28 July 17:00Z and not read\./)
    expect(markdown(late)).not.toContain('**late:')
    const { formats } = renderArtifact(briefingKind, { document: late }, '2026-07-28T17:00:00Z')
    expect(formats['summary.md']).not.toContain(last)
    expect(renderPage(briefingKind, stamped, { lines: [] }).split(last)).toHaveLength(2)
  })

  test('all on-chain readings stale: no signal, no release is promised, poor, and the first line says so', () => {
    const document = ofDay('btc.on-chain')
    const names = Object.keys(document.readings)
    expect(document.data_quality).toEqual({
      ...{ status: 'poor', freshness: 'stale', deciding: ['hash-ribbon'] },
      ...{ stale: names, missing: [] },
    })
    expect(document).toMatchObject({ signal: null, confidence: { score: null }, next_releases: [], state: { label: 'unknown' } })
    const [title, first] = markdown(document).split('\n\n')
    expect(title).toBe('# Bitcoin On-Chain')
    expect(first).toMatch(/^\*\*STALE DATA: [^;]+ \(newest value of 22 March 2026\)\. No signal is drawn from it\.\*\*$/)
    const metric = metricOf(whole, 'bitcoin-difficulty')
    expect(renderMarkdown(metricKind, withFingerprint(metric, '2026-07-23T23:59:59Z')).split('\n\n')[1]).toMatch(
      /^\*\*STALE DATA/,
    )
  })

  test('every day of a briefing: what is stale is listed, promises nothing and gives no signal', () => {
    const stale = new Set<string>()
    for (const document of documents) {
      const readings = Object.entries(document.readings)
      const old = readings.filter(([, { freshness }]) => freshness.status === 'stale')
      expect(document.data_quality.stale).toEqual(old.map(([metric]) => metric))
      for (const [metric, reading] of old) {
        stale.add(metric)
        expect(reading.signal).toBeNull()
        const { clock } = metricRows.find((row) => row.metric === metric)!
        const shared = readings.some(([other, { freshness }]) => {
          return freshness.status !== 'stale' && metricRows.find((row) => row.metric === other)!.clock === clock
        })
        if (!shared) expect(document.next_releases.some(({ series }) => series === clock)).toBe(false)
      }
      const row = briefingRows.find(({ id }) => id === document.briefing)!
      const there = new Set([...readings.map(([metric]) => metric), ...document.data_quality.missing.map(({ what }) => what)])
      for (const metric of row.metrics) expect([...there]).toContain(metric)
    }
    expect(stale.size).toBeGreaterThan(5)
  })

  test('a briefing is no better than the readings that decide it, nor good over one that is poor', () => {
    const rank = { poor: 0, partial: 1, good: 2 }
    for (const document of documents) {
      const briefer = briefingDefinitions.find(({ id }) => id === document.briefing)!
      const deciders = briefer.state.inputs(whole)
      const status = rank[document.data_quality.status]
      for (const metric of deciders)
        expect(status).toBeLessThanOrEqual(rank[document.readings[metric]?.data_quality.status ?? 'poor'])
      const all = Object.values(document.readings).map((reading) => reading.data_quality.status)
      if (document.data_quality.status === 'good') expect(all).toEqual(all.map(() => 'good'))
    }
    // a price with every second day missing is fresh and poor
    const thin = with_('btc.PriceUSD', (period) => period < asOf - 90 || period % 2 === (asOf - 1) % 2)
    const momentum = briefingOf(thin, 'btc.momentum')
    expect(momentum.readings['bitcoin-price']).toMatchObject({ freshness: { status: 'fresh' }, data_quality: { status: 'poor' } })
    expect(momentum.data_quality).toMatchObject({ status: 'poor', stale: ['bitcoin-change-24h'], missing: [] })
    expect(ofDay('btc.momentum').data_quality.status).toBe('good')
  })

  test('a state that has stood for all the days that were looked at says at least, and the others the day they were entered', () => {
    const stress = ofDay('btc.grid-stress')
    expect(stress.state).toEqual({
      label: 'unknown',
      since: '2025-06-18',
      previous: null,
      since_at_least: true,
      why: 'no_source',
    })
    expect(markdown(stress)).toContain('state **unknown** since at least 18 June 2025')
    const chain = ofDay('btc.on-chain')
    expect(chain.state).toMatchObject({ since: '2026-03-26', since_at_least: false })
    expect(markdown(chain)).toContain('state **unknown** since 26 March')
    expect(ofDay('cross.regime').regime).toMatchObject({ since: '2025-06-18', since_at_least: true })
  })

  test('no metric stands fresher than an input: it has no value past the last period of what its newest value is made of', () => {
    const moment = endOfDay(asOf)
    const columns = new Map<string, Column | null>()
    const column = (id: string): Column | null => {
      if (!columns.has(id)) {
        const versions = known.versions.get(id)
        const read = versions ? asKnownAt(versions, moment) : null
        columns.set(id, read && read.period.length > 0 ? read : null)
      }
      return columns.get(id)!
    }
    const names = new Set<string>(metricRows.map(({ metric }) => metric))
    let judged = 0
    for (const { metric } of metricRows)
      for (const dead of seriesOf(metric)) {
        const all = column(dead)
        if (all === null) continue
        const end = all.period.at(-1)! - 40
        const cutShort = keptOf(all, (i) => all.period[i]! <= end)
        const cut = (id: string): Column | null => (id === dead ? cutShort : column(id))
        const calculated = metricEvaluator(cut)(metric)
        if (calculated === null) continue
        const newest = calculated.column.period.length - 1
        const period = calculated.column.period[newest]!
        for (const part of calculated.parts(newest)) {
          const name = part.window?.series ?? part.series
          const input = cut(name) ?? (names.has(name) ? metricEvaluator(cut)(name)?.column : null)
          if (!input) continue
          judged++
          expect([metric, isoDay(period) <= isoDay(input.period.at(-1)!)]).toEqual([metric, true])
        }
      }
    expect(judged).toBeGreaterThan(50)
  })
})
