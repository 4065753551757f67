import { describe, expect, test } from 'vitest'
import type { Feed } from '../../pipeline/feeds/feed.ts'
import { fredGraph } from '../../pipeline/feeds/fred-graph.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { treasuryParCurve } from '../../pipeline/feeds/treasury-par-curve.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { recordedBody, recordedRows } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'

describe('recorded bodies', () => {
  const recorded = (feed: Feed) =>
    recordedRows()
      .filter(({ url }) => feedFor(url) === feed)
      .map((row) => {
        const body = recordedBody(row)
        return flattened(feed.parse(body, recordingOf(row.url, body, `${row.fetched_on}T23:59:59Z`)))
      })
  const valuesOf = (feed: Feed, series: string) =>
    new Map(
      recorded(feed).flatMap(({ sighting }) =>
        sighting.flatMap((row) => (row.series === series ? [[row.period, row.value] as const] : [])),
      ),
    )

  test('the gap of the 20-year, 1987 to 1993, has no values; the 30-year of 2002 to 2006 is an estimate, which the par curve leaves out', () => {
    const yields = (key: string, file: string) => {
      const body = recordedBody({ file: `fred/fredgraph/${file}` })
      const url = `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${key}`
      return flattened(fredGraph.parse(body, recordingOf(url, body, '2026-08-22T23:59:59Z'))).sighting
    }
    const days = (periods: Iterable<number>, from: string, to: string) =>
      [...periods].filter((period) => period >= dayNumber(from)! && period <= dayNumber(to)!).length
    const twenty = yields('DGS20', 'DGS20_2026-08-22.csv').map(({ period }) => period)
    const thirty = yields('DGS30', 'DGS30_2026-08-21.csv').map(({ period }) => period)
    const parThirty = valuesOf(treasuryParCurve, 'treasury.BC_30YEAR').keys()
    expect(days(twenty, '1987-01-01', '1993-09-30')).toBe(0)
    expect(days(thirty, '2002-02-19', '2006-02-08')).toBe(994)
    expect(days(parThirty, '2002-02-19', '2006-02-08')).toBe(0)
  })
})
