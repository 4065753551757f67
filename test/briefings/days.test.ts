import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regimeInputs } from '../../data/regime.ts'
import { filedSeries } from '../../data/series.ts'
import type { BriefingDefinition } from '../../pipeline/briefings/briefer.ts'
import { briefingDocuments, metricDocuments } from '../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import { customState } from '../../pipeline/briefings/states/rule.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { type CachedDayRows, noCachedRows } from '../../pipeline/days/day-rows.ts'
import { type Known, nothingFiled, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { seriesOf } from '../../pipeline/formulas/evaluate.ts'
import { metricRecordOf } from '../../pipeline/status/calibration.ts'
import type { DatedRow } from '../../pipeline/tables/index.ts'
import { dayMs, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { arraysOf, seeded } from '../analysis/columns.ts'
import { auctionRow } from '../auction-row.ts'

const firstDay = 20_000
const asOf = firstDay + 440

interface Row {
  readonly series: string
  readonly period: number
  readonly value: number
  readonly known: number
}

const daily = ['btc.PriceUSD', 'btc.DiffMean', 'btc.HashRate', 'btc.BlkCnt', 'VIXCLS', 'DTWEXBGS', 'DFII10', 'RRPONTSYD']
const weekly = ['WALCL', 'WTREGEN', 'NFCI']

/** Every row of some series: values with gaps, late ones, revisions a day to a month later. */
function rowsOf(seed: number): Row[] {
  const next = seeded(seed)
  return [...daily, ...weekly].flatMap((series) => {
    const step = weekly.includes(series) ? 7 : 1
    let value = 100 + 10 * next()
    const rows: Row[] = []
    for (let period = firstDay - 1; period < asOf; period += step) {
      value *= 1 + (next() - 0.5) / 10
      if (next() < 0.04) continue
      const known = (period + 1 + (next() < 0.05 ? 9 : 0)) * dayMs
      rows.push({ series, period, value, known })
      if (next() < 0.03) rows.push({ series, period, value: value * 1.01, known: known + Math.ceil(30 * next()) * dayMs })
    }
    return rows
  })
}

function knownFrom(rows: readonly Row[]): Known {
  const versions = new Map<string, Versions>()
  for (const series of new Set(rows.map((row) => row.series))) {
    const own = rows.filter((row) => row.series === series).sort((a, b) => a.period - b.period || a.known - b.known)
    versions.set(series, {
      series,
      unit: '1',
      ...arraysOf(
        own,
        ({ period }) => period,
        ({ value }) => value,
        ({ known }) => known,
        () => 0,
      ),
    })
  }
  return { versions, ...nothingFiled, sample: false }
}

/** A run as `compute` makes it: the documents, and the rows the next one finds. */
function run(known: Known, kept: CachedDayRows) {
  const days = new PointInTimeDays(known, kept)
  const day = days.day(asOf)
  const metrics = metricDocuments(day)
  const calibration = metrics.map((metric) => metricRecordOf(metric, day))
  const pasts = days.changedBacktests()
  days.refreshStates(briefingDefinitions, asOf)
  const briefings = briefingDocuments(day)
  const fresh = { ...days.takeNewRows(asOf), pasts }
  const merged = <One>(before: readonly One[], after: readonly One[], key: (one: One) => string) => [
    ...new Map([...before, ...after].map((one) => [key(one), one])).values(),
  ]
  const rows: CachedDayRows = {
    labels: merged(kept.labels, fresh.labels, ({ briefing, as_of }) => `${briefing} ${as_of}`),
    closings: merged(kept.closings, fresh.closings, ({ metric, as_of }) => `${metric} ${as_of}`),
    pasts: merged(kept.pasts, pasts, ({ metric }) => metric),
  }
  return { documents: JSON.stringify({ metrics, calibration, briefings }), fresh, rows }
}

const byKey = (rows: readonly { as_of: string }[]) => rows.map((row) => JSON.stringify(row)).sort()

describe('days worked out from what changed', () => {
  test('are byte for byte those worked out from nothing, whatever is loaded in whatever order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(fc.nat(99), { minLength: 2, maxLength: 2 }), (seed, shares) => {
        const next = seeded(seed)
        const parts = rowsOf(seed).map((row) => ({ row, part: next() * 100 }))
        let kept = noCachedRows
        // most at first, the rest in loads: late rows, revisions, and whole stretches that were missing
        for (const share of [...shares.map((each) => Math.max(60, each)).sort((a, b) => a - b), 100]) {
          const known = knownFrom(parts.filter(({ part }) => part < share).map(({ row }) => row))
          const incremental = run(known, structuredClone(kept))
          const whole = run(known, noCachedRows)
          expect(incremental.documents).toBe(whole.documents)
          kept = incremental.rows
          const again = new Map(byKey([...whole.rows.labels, ...whole.rows.closings]).map((row) => [row, true]))
          const days = new PointInTimeDays(known)
          for (const { briefing, as_of, label } of kept.labels)
            expect(days.label(briefingDefinitions.find(({ id }) => id === briefing)!, dayNumber(as_of)!)).toBe(label)
          expect(byKey(kept.closings).filter((row) => !again.has(row))).toEqual([])
        }
      }),
      { seed: 3, numRuns: 1 },
    )
  })

  const rows = rowsOf(77)
  const late = rows.find(
    ({ series, period, known }) => series === 'VIXCLS' && period === asOf - 21 && known === (asOf - 20) * dayMs,
  )!
  const before = run(knownFrom(rows.filter((row) => row !== late)), noCachedRows)

  test('nothing new: nothing is worked out again', () => {
    const { fresh, documents } = run(knownFrom(rows.filter((row) => row !== late)), before.rows)
    expect(fresh).toEqual({ labels: [], closings: [], pasts: [] })
    expect(documents).toBe(before.documents)
  })

  test('one late row: only the days from when it was known on, of what rests on it', () => {
    const { fresh } = run(knownFrom(rows), before.rows)
    const first = isoDay(asOf - 20)
    const resting = briefingDefinitions.filter(({ state }) => state.reads.some((name) => seriesOf(name).includes('VIXCLS')))
    expect(resting.map(({ id }) => id).sort()).toEqual([
      'btc.factors',
      'btc.full',
      'cross.correlations',
      'cross.regime',
      'macro.snapshot',
    ])
    const keptOf = (id: string) => before.rows.labels.filter(({ briefing, as_of }) => briefing === id && as_of >= first).length
    const freshOf = (id: string) => fresh.labels.filter(({ briefing }) => briefing === id)
    expect(fresh.labels.filter(({ briefing }) => !resting.some(({ id }) => id === briefing))).toEqual([])
    const wasKept = ({ briefing, as_of }: { briefing: string; as_of: string }) =>
      before.rows.labels.some((row) => row.briefing === briefing && row.as_of === as_of)
    expect(fresh.labels.filter((row) => row.as_of < first && wasKept(row))).toEqual([])
    for (const { id } of resting) expect(freshOf(id).length).toBeGreaterThanOrEqual(keptOf(id))
    expect(fresh.closings.map(({ metric, as_of }) => [metric, as_of])).toEqual([
      ['vix', isoDay(asOf - 1)],
      ['vix', isoDay(asOf - 7)],
    ])
    expect(fresh.pasts.map(({ metric }) => metric)).toEqual(['vix'])
  })

  test('one new value: the past of its metric goes on from where it was, and gives what a walk from the beginning gives', () => {
    const newest: Row = { series: 'VIXCLS', period: asOf, value: 123, known: asOf * dayMs + 1 }
    const known = knownFrom([...rows.filter((row) => row !== late), newest])
    const { fresh, documents } = run(known, before.rows)
    expect(fresh).toMatchObject({ labels: [], closings: [], pasts: [{ metric: 'vix' }] })
    expect(documents).toBe(run(known, noCachedRows).documents)
  })
})

test('a row of a table touches the days from when it was known on, and from when it ceased to stand', () => {
  const at = (day: number) => day * dayMs + 1
  const row = (day: number, gone: number | null = null): DatedRow<'auction'> => {
    return { ...auctionRow({ auction_day: isoDay(day) }), known: at(day), basis: 'deadline', gone }
  }
  const briefer: BriefingDefinition = {
    ...briefingDefinitions[0]!,
    tables: ['auction'],
    state: customState({
      labels: [],
      words: '',
      inputs: [],
      label: (day) => `${day.rows('auction').length} stand, ${day.pastRows('auction').length} do not`,
      noLevels: 'It counts rows.',
    }),
  }
  const counted = { ...knownFrom([]), rows: { auction: [row(asOf - 30), row(asOf - 20)] } }
  const days = new PointInTimeDays(counted)
  const label = (of: PointInTimeDays, back: number) => of.label(briefer, asOf - back)
  expect([31, 30, 20].map((back) => label(days, back))).toEqual(['0 stand, 0 do not', '1 stand, 0 do not', '2 stand, 0 do not'])
  const kept = days.takeNewRows(asOf).labels
  const refreshed = (auction: readonly DatedRow<'auction'>[]) => {
    const again = new PointInTimeDays({ ...counted, rows: { auction } }, { ...noCachedRows, labels: kept })
    const labels = [31, 30, 20].map((back) => label(again, back))
    return [labels, again.takeNewRows(asOf).labels.map(({ as_of }) => as_of)]
  }
  expect(refreshed([row(asOf - 30), row(asOf - 25), row(asOf - 20)])).toEqual([
    ['0 stand, 0 do not', '1 stand, 0 do not', '3 stand, 0 do not'],
    [isoDay(asOf - 20)],
  ])
  expect(refreshed([row(asOf - 30, at(asOf - 22)), row(asOf - 20)])).toEqual([
    ['0 stand, 0 do not', '1 stand, 0 do not', '1 stand, 1 do not'],
    [isoDay(asOf - 20)],
  ])
})

test.each(briefingDefinitions)('the state of $id follows from what it says it reads', (briefer) => {
  const reads = new Set<string>([...briefer.state.reads, ...(briefer.tables ?? [])])
  const seen = new Set<string>()
  const look = <Answer>(names: readonly string[], answer: Answer): Answer => {
    for (const name of names) seen.add(name)
    return answer
  }
  const day = new PointInTimeDays(knownFrom(rowsOf(5))).day(asOf)
  const watched: Day = {
    ...day,
    reading: (metric) => look([metric], day.reading(metric)),
    column: (metric) => look([metric], day.column(metric)),
    correlation: (a, b) => look([a, b], day.correlation(a, b)),
    signalRuns: (metric) => look([metric], day.signalRuns(metric)),
    figures: (measured) => look(measured.metrics, day.figures(measured)),
    regimes: () =>
      look(
        regimeInputs.map(({ metric }) => metric),
        day.regimes(),
      ),
    companies: () =>
      look(
        filedSeries.map(({ id }) => id),
        day.companies(),
      ),
    rows: (table) => look([table], day.rows(table)),
    pastRows: (table) => look([table], day.pastRows(table)),
  }
  briefer.state.label(watched)
  expect(seen.size).toBeGreaterThan(0)
  expect([...seen].filter((name) => !reads.has(name))).toEqual([])
})
