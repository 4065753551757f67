import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { homeAt } from '../../activities/home.ts'
import { briefingRows } from '../../data/briefings.ts'
import { formulaName, metricRows } from '../../data/metrics.ts'
import { series } from '../../data/series.ts'
import { commonUnits } from '../../data/units.ts'
import { upstreams } from '../../data/upstreams.ts'
import { briefingDocuments, metricDocuments } from '../../pipeline/briefings/compose.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { type Known, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import type { StoredHistory } from '../../pipeline/documents/metric-history.ts'
import { dayNumber, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { asKnownAt, knownBases } from '../../pipeline/values/column.ts'
import { openMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { putRegistries } from '../../pipeline/warehouse/registry-rows.ts'
import { openStore, type Store, select } from '../../pipeline/warehouse/store.ts'
import { historyRowsOf, selectHistory } from '../../server/history/selection.ts'
import { seeded } from '../analysis/columns.ts'
import { sampleHome, sampleNow, sampleRun, viewOf } from './home.ts'

const asOf = dayNumber(sampleRun.asOf)!
let market: Store
let known: Known
let day: Day

beforeAll(async () => {
  market = await openMarket(homeAt((await sampleHome()).folder).market)
  known = await readKnownVersions(market, asOf)
  day = new PointInTimeDays(known).day(asOf, sampleNow)
})
afterAll(() => market.close())

describe('the tables of registries', () => {
  test('metric is the registry, with the formula as documents word it', async () => {
    const rows = await select<{ metric: string; formula: string; inputs: string; pro_only: boolean }>(
      market,
      "SELECT metric, formula, array_to_string(inputs, ' ') AS inputs, pro_only FROM metric",
    )
    expect(new Map(rows.map(({ metric, inputs, pro_only }) => [metric, `${inputs} ${pro_only}`]))).toEqual(
      new Map(metricRows.map(({ metric, of, proOnly }) => [metric, `${of.join(' ')} ${proOnly}`])),
    )
    const calculated = metricDocuments(day).filter(({ source }) => source.id === 'calculated')
    expect(calculated.length).toBeGreaterThan(10)
    // beside the words of a value, the table has those of what stands in where an input has none
    const otherwise = calculated.flatMap(({ metric, source }) => {
      const { formula } = rows.find((row) => row.metric === metric)!
      return formula.startsWith(source.series) ? [] : [`${metric}: ${formula} | ${source.series}`]
    })
    expect(otherwise).toEqual([])
  })

  test('are brought up to date with the registries', async () => {
    const store = await openStore(':memory:')
    await putRegistries(store.connection)
    await store.connection.run("UPDATE metric SET title = 'planted' WHERE metric = 'vix'")
    await store.connection.run("INSERT INTO upstream VALUES ('planted', 'a', 'b', 'free', NULL)")
    await putRegistries(store.connection)
    expect(await select(store, "SELECT title FROM metric WHERE metric = 'vix'")).toEqual([{ title: 'VIX' }])
    const count = () =>
      select(store, 'SELECT count(*)::INTEGER AS metrics, (SELECT count(*)::INTEGER FROM upstream) AS upstreams FROM metric')
    expect(await count()).toEqual([{ metrics: metricRows.length, upstreams: upstreams.length }])
    await store.close()
  })
})

test('v_labels has the state of every briefing on the day before, since when, and the one before, as documents give it', async () => {
  const before = new PointInTimeDays(known).day(asOf - 1)
  const looked = briefingRows.filter((_, i) => i % 3 === 0)
  const rows = await select(
    market,
    `SELECT briefing, label, CAST(since AS VARCHAR) AS since, previous, since_at_least FROM v_labels WHERE as_of = DATE '${isoDay(asOf - 1)}'`,
  )
  const states = briefingDocuments(before, looked).map(({ briefing, state }) => ({ briefing, ...state! }))
  expect(rows.length).toBe(briefingRows.length)
  for (const row of rows.filter(({ briefing }) => looked.some(({ id }) => id === briefing))) {
    const { label, since, previous, since_at_least } = states.find(({ briefing }) => briefing === row['briefing'])!
    // the run of a state that has stood for longer than is looked back begins with the first day evaluated
    if (since_at_least) expect(row).toMatchObject({ label, since_at_least })
    else expect(row).toMatchObject({ label, since, previous, since_at_least })
  }
})

test('v_regime, v_correlations and v_calibration say what the documents of the day say', async () => {
  // one briefing has the regime, one the correlations
  const documents = briefingDocuments(
    day,
    briefingRows.filter(({ id, pairs }) => id === 'cross.regime' || pairs.length > 0),
  )
  const { regime } = documents.find(({ briefing }) => briefing === 'cross.regime')!
  expect(
    await select(market, 'SELECT CAST(as_of AS VARCHAR) AS as_of, regime, score, mean, expansion, horizon_days FROM v_regime'),
  ).toEqual([
    {
      as_of: sampleRun.asOf,
      regime: regime!.current_regime,
      score: regime!.score!.day,
      mean: regime!.score!.mean,
      expansion: regime!.probabilities.expansion,
      horizon_days: 30,
    },
  ])
  const correlations = documents.flatMap(({ correlations = [] }) => correlations)
  const pairs = await select(market, 'SELECT pair, value, low, high, n FROM v_correlations')
  expect(new Map(pairs.map(({ pair, ...figures }) => [pair, figures]))).toEqual(
    new Map(correlations.map(({ a, b, value, low, high, n }) => [`${a} / ${b}`, { value, low, high, n }])),
  )
  const calibrated = await select(
    market,
    'SELECT metric, n, hit_rate, base_rate, brier, skill, skill_low, skill_high FROM v_calibration',
  )
  expect(new Map(calibrated.map(({ metric, ...figures }) => [metric, figures]))).toEqual(
    new Map(
      metricDocuments(day).flatMap(({ metric, confidence: { calibration } }) => {
        if (calibration === null) return []
        const { from: _, to: __, ...figures } = calibration
        return [[metric, figures]]
      }),
    ),
  )
})

test('v_sources has every series, and its freshness is that of the reading where a metric is the series itself', async () => {
  const rows = await select<{
    series: string
    freshness: string | null
    newest_period: string | null
    licence: string
    judged_at: string
    due: string | null
    stale: string
  }>(
    market,
    `SELECT series, freshness, CAST(newest_period AS VARCHAR) AS newest_period, licence, strftime(judged_at, $1) AS judged_at,
            strftime(next_due_at, $1) AS due, strftime(stale_at, $1) AS stale FROM v_sources`,
    ['%Y-%m-%dT%H:%M:%SZ'],
  )
  const bySeries = new Map(rows.map((row) => [row.series, row]))
  for (const { id, upstream } of series) {
    // closes of the sample are Massive's, or where the company is not in it nobody's
    const giver = upstream === 'providers' ? 'massive' : upstream
    const licence = bySeries.get(id)?.licence ?? (upstream === 'providers' ? 'licence' : null)
    expect(licence, id).toBe(upstreams.find((row) => row.id === giver)!.resale)
  }
  let compared = 0
  for (const { metric, formula, of } of metricRows) {
    const reading = day.reading(metric)
    if (formula !== 'series' || reading === null) continue
    const row = bySeries.get(of[0]!)!
    const { next_due_at, stale_after } = reading.freshness
    expect(row.newest_period, metric).toBe(reading.period)
    expect([row.due, row.stale], metric).toEqual([reading.freshness.status === 'stale' ? row.due : next_due_at, stale_after])
    expect([row.judged_at, row.freshness], metric).toEqual([isoTime(sampleNow), reading.freshness.status])
    compared++
  }
  expect(compared).toBeGreaterThan(20)
})

test('v_observations has one unit a concept: that of the metric made of the series alone', async () => {
  const rows = await select<{ series: string; unit: string; source_unit: string }>(
    market,
    'SELECT DISTINCT series, unit, source_unit FROM v_observations',
  )
  const units = new Map(rows.map(({ series: id, unit }) => [id, unit]))
  const converted = rows.filter(({ unit, source_unit }) => unit !== source_unit)
  expect(new Set(converted.map(({ source_unit }) => source_unit))).toEqual(new Set(commonUnits.map(({ source }) => source)))
  const otherwise = metricRows.flatMap(({ metric, formula, of, unit }) => {
    const other = units.get(of[0]!)
    const alone = of.length === 1 && ['series', 'scale'].includes(formulaName(formula))
    return !alone || other === undefined || other === unit ? [] : [[metric, unit, other]]
  })
  expect(otherwise).toEqual([])
  const thousandth =
    "SELECT bool_and(abs(1000 * value / source_value - 1) < 1e-12) AS holds FROM v_observations WHERE series = 'WALCL'"
  expect(await select(market, thousandth)).toEqual([{ holds: true }])
})

test('metric_as_known and the published history give what a metric was on any past day: 60 of them at random, against the formulas', async () => {
  const view = await viewOf((await sampleHome()).folder)
  const next = seeded(20_261_122)
  const names = metricRows.map(({ metric }) => metric)
  let some = 0
  for (let i = 0; i < 60; i++) {
    const metric = names[Math.floor(next() * names.length)]!
    const at = asOf - Math.floor(next() * 3_000)
    const column = new PointInTimeDays(known).day(at).column(metric)
    const last = (column?.period.length ?? 0) - 1
    const rows = await select<{ period: string; value: number; known_at: string; total: number }>(
      market,
      `SELECT CAST(period AS VARCHAR) AS period, value, strftime(known_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at, (count(*) OVER ())::INTEGER AS total
       FROM metric_as_known(DATE '${isoDay(at)}') WHERE metric = '${metric}' ORDER BY period DESC LIMIT 1`,
    )
    const expected =
      column === null
        ? []
        : [
            {
              period: isoDay(column.period[last]!),
              value: column.value[last]!,
              known_at: isoTime(column.known[last]!),
              total: last + 1,
            },
          ]
    expect(rows, `${metric} on ${isoDay(at)}`).toEqual(expected)
    const stored = await view.packed(`history/${metric}`, 'json')
    const history = stored === null ? null : (JSON.parse(stored.plain.toString('utf8')) as StoredHistory)
    const served = history === null ? [] : historyRowsOf(selectHistory(history, isoDay(at), { from: null, to: null }))
    const whole = [...(column?.period ?? [])].map((period, k) => ({
      period: isoDay(period),
      value: column!.value[k]!,
      known_at: isoTime(column!.known[k]!),
      known_basis: knownBases[column!.basis[k]!]!,
    }))
    expect(served, `history of ${metric} on ${isoDay(at)}`).toEqual(whole)
    some += rows.length
  }
  expect(some).toBeGreaterThan(40)
})

test('as_known joins to the days of a query, each as it was known at its end', async () => {
  const rows = await select<{ day: string; period: string; value: number }>(
    market,
    `SELECT CAST(d.day AS VARCHAR) AS day, CAST(k.period AS VARCHAR) AS period, k.value
     FROM (SELECT unnest(generate_series(DATE '2026-11-01', DATE '2026-11-20', INTERVAL 1 DAY))::DATE AS day) d,
          LATERAL (SELECT period, value FROM as_known(d.day) WHERE series = 'WALCL' ORDER BY period DESC LIMIT 1) k ORDER BY day`,
  )
  expect(rows.length).toBe(20)
  const walcl = known.versions.get('WALCL')!
  for (const row of rows) {
    const column = asKnownAt(walcl, (dayNumber(row.day)! + 1) * 86_400_000 - 1)
    expect(row).toEqual({ day: row.day, period: isoDay(column.period.at(-1)!), value: column.value.at(-1)! })
  }
})
