import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correlate } from '../../pipeline/analysis/correlation.ts'
import { percentileOf } from '../../pipeline/analysis/percentile.ts'
import { rollingStrengths, windowChangeAt } from '../../pipeline/analysis/strength.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { type Column, head } from '../../pipeline/values/column.ts'
import { walk } from './columns.ts'
import { calendar, naiveTrend } from './naive-strength.ts'

/** The same figures from SQL written independently of the functions, on seeded random walks with gaps. */
const columns: readonly Column[] = [walk(1, 1_400), walk(2, 1_400, 3), walk(3, 1_400, 40)]
const tolerance = 1e-9

let instance: DuckDBInstance
let connection: Awaited<ReturnType<DuckDBInstance['connect']>>

const literal = (value: number) => (String(value).includes('e') ? String(value) : `${value}e0`)

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  connection = await instance.connect()
  await connection.run('CREATE TABLE walk (s INTEGER, d INTEGER, v DOUBLE)')
  for (const [s, { period, value }] of columns.entries())
    await connection.run(
      `INSERT INTO walk SELECT ${s}, unnest([${Array.from(period).join(',')}]), unnest([${Array.from(value, literal).join(',')}])`,
    )
})

afterAll(() => {
  connection.closeSync()
  instance.closeSync()
})

/** One number a row of column `s`, in order of days; null as NaN. */
async function figures(sql: string): Promise<number[]> {
  const rows = await (await connection.run(sql)).getRows()
  return rows.map(([value]) => (value === null ? Number.NaN : Number(value)))
}

function agree(ours: ArrayLike<number>, theirs: readonly number[], atLeast: number): void {
  expect(ours.length).toBe(theirs.length)
  let compared = 0
  for (let i = 0; i < theirs.length; i++) {
    const [own, other] = [ours[i]!, theirs[i]!]
    if (Number.isNaN(own) !== Number.isNaN(other)) expect.fail(`entry ${i}: ${own} against ${other}`)
    if (Number.isNaN(own)) continue
    compared++
    if (Math.abs(own - other) > tolerance * Math.max(1, Math.abs(other))) expect.fail(`entry ${i}: ${own} against ${other}`)
  }
  expect(compared).toBeGreaterThanOrEqual(atLeast)
}

const last = 1_399

describe.each([0, 1, 2])('walk %i against SQL', (s) => {
  const column = columns[s]!
  const everyDay = (figure: (i: number) => number | undefined) => Array.from(column.period, (_, i) => figure(i) ?? Number.NaN)

  test.each([7, 30, 90])('percent change over %i days', async (days) => {
    const theirs = await figures(`
      SELECT 100 * (a.v - b.v) / b.v FROM (SELECT * FROM walk WHERE s = ${s}) a
      ASOF LEFT JOIN (SELECT * FROM walk WHERE s = ${s}) b ON a.d - ${days} >= b.d ORDER BY a.d`)
    agree(
      everyDay((i) => windowChangeAt(column, i, calendar(days), 'percent')),
      theirs,
      1_200,
    )
    const window = naiveTrend(column, last, 'percent', 60)[`${days}d` as '7d' | '30d' | '90d']!
    expect(window.change).toBe(Number(theirs[last]!.toPrecision(12)))
  })

  test('robust z of the 30-day change', async () => {
    const [theirs] = await figures(`
      WITH c AS (SELECT a.d, 100 * (a.v - b.v) / b.v AS change FROM (SELECT * FROM walk WHERE s = ${s}) a
                 ASOF JOIN (SELECT * FROM walk WHERE s = ${s}) b ON a.d - 30 >= b.d),
           newest AS (SELECT d, change FROM c ORDER BY d DESC LIMIT 1),
           earlier AS (SELECT c.change FROM c, newest WHERE c.d < newest.d AND c.d >= newest.d - 1095)
      SELECT ((SELECT change FROM newest) - median(change)) / (1.4826 * mad(change)) FROM earlier`)
    agree([rollingStrengths(calendar(30), 'percent', 60).at(column, last).z!], [theirs!], 1)
  })

  test('percentile of 90 days', async () => {
    const theirs = await figures(`
      SELECT CASE WHEN count(b.v) >= 20 THEN 100 * (count(*) FILTER (b.v < a.v) + 0.5 * count(*) FILTER (b.v = a.v)) / count(b.v) END
      FROM walk a LEFT JOIN walk b ON b.s = a.s AND b.d BETWEEN a.d - 89 AND a.d - 1
      WHERE a.s = ${s} GROUP BY a.d, a.v ORDER BY a.d`)
    agree(
      everyDay((i) => percentileOf(column, i, 20)?.value),
      theirs,
      1_300,
    )
  })

  test('correlation of 30 common changes with another walk', async () => {
    const other = columns[(s + 1) % 3]!
    const theirs = await figures(`
      WITH both_days AS (SELECT a.d, a.v AS x, b.v AS y FROM walk a JOIN walk b USING (d) WHERE a.s = ${s} AND b.s = ${(s + 1) % 3}),
           change AS (SELECT d, 100 * (x / lag(x) OVER o - 1) AS dx, 100 * (y / lag(y) OVER o - 1) AS dy FROM both_days WINDOW o AS (ORDER BY d)),
           r AS (SELECT d, CASE WHEN count(dx) OVER w = 30 THEN corr(dx, dy) OVER w END AS r FROM change
                 WINDOW w AS (ORDER BY d ROWS 29 PRECEDING))
      SELECT r.r FROM walk LEFT JOIN r USING (d) WHERE s = ${s} ORDER BY d`)
    const ofDay = (i: number) => correlate(head(column, i), other, 30, ['percent', 'percent'])
    const whole = everyDay((i) => (other.period.includes(column.period[i]!) ? ofDay(i)?.value : undefined))
    agree(whole, theirs, 600)
    const newest = theirs.findLastIndex((r) => !Number.isNaN(r))
    const found = correlate(head(column, newest), other, 30, ['percent', 'percent'])
    expect(found?.value).toBe(Number(theirs[newest]!.toPrecision(12)))
    expect(found?.to).toBe(isoDay(column.period[newest]!))
  })
})
