import { describe, expect, test } from 'vitest'
import { treasuryRealSeries } from '../../data/series/treasury.ts'
import type { RowFeed } from '../../pipeline/feeds/feed.ts'
import { fredApi } from '../../pipeline/feeds/fred-api.ts'
import { fredGraph } from '../../pipeline/feeds/fred-graph.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { recordedBody } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { cell, entry, feed, valuesOf, xml, years } from './real-curve.ts'

/** Days as the feed had them when it still gave six decimals: 5, 7, 10, 20 and 30 years, as users of it have written them down. */
const sixDecimals: Readonly<Record<string, readonly string[]>> = {
  '2020-05-01': ['-0.315825', '-0.399095', '-0.420718', '-0.262226', '-0.121836'],
  '2020-12-01': ['-1.300375', '-1.106995', '-0.889312', '-0.493451', '-0.299437'],
  '2020-12-02': ['-1.335888', '-1.129040', '-0.897425', '-0.488592', '-0.293812'],
  '2020-12-03': ['-1.384003', '-1.176739', '-0.936774', '-0.511666', '-0.322141'],
  '2020-12-04': ['-1.408367', '-1.177114', '-0.923189', '-0.484069', '-0.278824'],
}

describe('against FRED’s inflation-indexed yields', () => {
  const fredOf = (file: string, url: string, read: RowFeed) => {
    const body = recordedBody({ file })
    const rows = flattened(read.parse(body, recordingOf(url, body, '2026-11-20T00:00:00Z'))).sighting
    return new Map(rows.map((row) => [isoDay(row.period), row.value]))
  }
  const graph = (key: string, day: string) =>
    fredOf(`fred/fredgraph/${key}_2026-08-${day}.csv`, `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${key}`, fredGraph)
  const api = (key: string) =>
    fredOf(
      `fred/api/${key}_2015_2026-07-23.json`,
      `https://api.stlouisfed.org/fred/series/observations?series_id=${key}&file_type=json`,
      fredApi,
    )

  test('five days of five tenors with six decimals, rounded, are what FRED has to the hundredth', () => {
    const fred = [api('DFII5'), graph('DFII7', '22'), graph('DFII10', '21'), graph('DFII20', '22'), api('DFII30')]
    const body = feed(
      Object.entries(sixDecimals)
        .map(([day, yields]) => entry(day, yields.map((text, at) => cell(`${years[at]}YEAR`, text)).join('')))
        .join(''),
    )
    const values = valuesOf(xml, body)
    expect(values).toHaveLength(25)
    for (const [series, day, value] of values) {
      const other = fred[treasuryRealSeries.findIndex(({ id }) => id === series)]!.get(day as string)
      expect([series, day, Math.round(100 * (value as number)) / 100]).toEqual([series, day, other])
    }
  })
})
