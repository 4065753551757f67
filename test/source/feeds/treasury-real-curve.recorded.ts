import { describe, expect, test } from 'vitest'
import { treasuryRealSeries } from '../../../data/series/treasury.ts'
import type { RowFeed } from '../../../pipeline/source/feeds/feed.ts'
import { fredApi } from '../../../pipeline/source/feeds/fred-api.ts'
import { fredGraph } from '../../../pipeline/source/feeds/fred-graph.ts'
import { treasuryRealCurve } from '../../../pipeline/source/feeds/treasury-real-curve.ts'
import { isoDay } from '../../../pipeline/time/day.ts'
import { recordedBody } from '../../recorded.ts'
import { recordingOf } from '../../recording-of.ts'
import { flattened } from '../../rows.ts'

const folder = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates'
const xml = `${folder}/pages/xml?data=daily_treasury_real_yield_curve&field_tdr_date_value=2026`
const parse = (url: string, body: string) =>
  treasuryRealCurve.parse(Buffer.from(body), recordingOf(url, body, '2026-11-20T23:30:00Z'))
const valuesOf = (url: string, body: string) =>
  flattened(parse(url, body)).sighting.map((row) => [row.series, isoDay(row.period), row.value] as const)
/** Days as the feed had them when it still gave six decimals: 5, 7, 10, 20 and 30 years, as users of it have written them down. */
const sixDecimals: Readonly<Record<string, readonly string[]>> = {
  '2020-05-01': ['-0.315825', '-0.399095', '-0.420718', '-0.262226', '-0.121836'],
  '2020-12-01': ['-1.300375', '-1.106995', '-0.889312', '-0.493451', '-0.299437'],
  '2020-12-02': ['-1.335888', '-1.129040', '-0.897425', '-0.488592', '-0.293812'],
  '2020-12-03': ['-1.384003', '-1.176739', '-0.936774', '-0.511666', '-0.322141'],
  '2020-12-04': ['-1.408367', '-1.177114', '-0.923189', '-0.484069', '-0.278824'],
}
const years = [5, 7, 10, 20, 30]
const entry = (day: string, cells: string) => `<entry><content type="application/xml"><m:properties>
<d:DailyTreasuryRealYieldCurveRateDataId m:type="Edm.Int32">4337</d:DailyTreasuryRealYieldCurveRateDataId>
<d:NEW_DATE m:type="Edm.DateTime">${day}T00:00:00</d:NEW_DATE>
${cells}</m:properties></content></entry>`
const feed = (entries: string) => `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`
const cell = (tenor: string, value: string) => `<d:TC_${tenor} m:type="Edm.Double">${value}</d:TC_${tenor}>`

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
      const other = fred[treasuryRealSeries.findIndex(({ id }) => id === series)]!.get(day)
      expect([series, day, Math.round(100 * value) / 100]).toEqual([series, day, other])
    }
  })
})
