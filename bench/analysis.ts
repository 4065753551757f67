import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Column } from '../pipeline/column.ts'
import type { BenchRow } from './row.ts'
import { changesOf, correlationsOf, meansOf, percentilesOf, zScoresOf } from './window-pass.ts'

const seriesCount = 300
const days = 4_000
const rounds = 7

/**
 * The seven plain statistics (changes over 7, 30 and 90 days, percentile and z-score of 90 days, mean of 200 values, correlation of 30
 * changes with the first series) of 300 series on 4,000 days each, with the fetch of the columns, over that fetch alone. Both sides fetch
 * in every round; the ratio is the median of the rounds'. The newest figures are checked against SQL in the same run.
 */
export async function run(): Promise<BenchRow[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await fill(connection)
    const ratios: number[] = []
    const fetches: number[] = []
    const totals: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now()
      await fetchColumns(connection)
      const middle = performance.now()
      const columns = await fetchColumns(connection)
      const results = columns.map((column) => statisticsOf(column, columns[0]!))
      const end = performance.now()
      if (round === 0) await check(connection, results)
      else {
        fetches.push(middle - start)
        totals.push(end - middle)
        ratios.push((end - middle) / (middle - start))
      }
    }
    return [
      {
        goal: 'seven plain statistics, every date, 300 x 4,000 / fetching the columns',
        target: 3,
        measured: `${median(totals).toFixed(0)} ms`,
        floor: `${median(fetches).toFixed(0)} ms`,
        ratio: median(ratios),
        note: 'fetch included on both sides; newest figures equal SQL to 1e-9',
      },
    ]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function fill(connection: DuckDBConnection): Promise<void> {
  await connection.run('SELECT setseed(0.42)')
  await connection.run(`
    CREATE TABLE walk AS
    SELECT s::INTEGER AS s, d::INTEGER AS d, 1000 + sum(random() - 0.5) OVER (PARTITION BY s ORDER BY d) AS v
    FROM range(${seriesCount}) a(s), range(10000, ${10_000 + days}) b(d) ORDER BY s, d`)
}

/** Series, day and value of every row as typed arrays, cut where the series changes. */
async function fetchColumns(connection: DuckDBConnection): Promise<Column[]> {
  const rows = seriesCount * days
  const series = new Int32Array(rows)
  const period = new Int32Array(rows)
  const value = new Float64Array(rows)
  let at = 0
  for (const chunk of await (await connection.run('SELECT s, d, v FROM walk ORDER BY s, d')).fetchAllChunks()) {
    const items = <T>(column: number): T => (chunk.getColumnVector(column) as unknown as { items: T }).items
    series.set(items<Int32Array>(0), at)
    period.set(items<Int32Array>(1), at)
    value.set(items<Float64Array>(2), at)
    at += chunk.rowCount
  }
  const columns: Column[] = []
  for (let from = 0, to = 1; from < rows; to++) {
    if (to < rows && series[to] === series[from]) continue
    const count = to - from
    columns.push({
      series: String(series[from]),
      unit: 'USD',
      period: period.subarray(from, to),
      value: value.subarray(from, to),
      known: new Float64Array(count),
      basis: new Uint8Array(count),
    })
    from = to
  }
  return columns
}

function statisticsOf(column: Column, first: Column): readonly Float64Array[] {
  return [
    changesOf(column, 7, 'percent'),
    changesOf(column, 30, 'percent'),
    changesOf(column, 90, 'percent'),
    percentilesOf(column, 20),
    zScoresOf(column, 90),
    meansOf(column, 200),
    correlationsOf(column, first, 30, ['percent', 'percent']),
  ]
}

/** The newest row of each series by SQL; throws where a figure differs by more than 1e-9 of itself. */
async function check(connection: DuckDBConnection, results: readonly (readonly Float64Array[])[]): Promise<void> {
  const rows = await (
    await connection.run(`
      WITH r AS (SELECT s, d, v, ${10_000 + days - 1} - d AS age, lag(v) OVER (PARTITION BY s ORDER BY d) AS before FROM walk),
           first_one AS (SELECT d, v / before - 1 AS change FROM r WHERE s = 0)
      SELECT 100 * (any_value(v) FILTER (age = 0) / any_value(v) FILTER (age = 7) - 1),
             100 * (any_value(v) FILTER (age = 0) / any_value(v) FILTER (age = 30) - 1),
             100 * (any_value(v) FILTER (age = 0) / any_value(v) FILTER (age = 90) - 1),
             (SELECT 100 * (count(*) FILTER (o.v < n.v) + 0.5 * count(*) FILTER (o.v = n.v)) / count(*)
              FROM r o, r n WHERE o.s = x.s AND n.s = x.s AND n.age = 0 AND o.age BETWEEN 1 AND 89),
             (any_value(v) FILTER (age = 0) - avg(v) FILTER (age < 90)) / stddev_samp(v) FILTER (age < 90),
             avg(v) FILTER (age < 200),
             corr(v / before - 1, change) FILTER (age < 30)
      FROM r x LEFT JOIN first_one USING (d) GROUP BY x.s ORDER BY x.s`)
  ).getRows()
  for (const [s, row] of rows.entries())
    for (const [k, theirs] of row.entries()) {
      const ours = results[s]![k]!.at(-1)!
      if (Math.abs(ours - Number(theirs)) > 1e-9 * Math.max(1, Math.abs(Number(theirs))))
        throw new Error(`Statistic ${k} of series ${s} is ${ours}, SQL says ${String(theirs)}. Run the tests of test/analysis.`)
    }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}
