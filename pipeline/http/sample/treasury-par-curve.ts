import { type Series, series } from '../../../data/series.ts'
import { isoDay, isoTime } from '../../calendar/day.ts'
import { notImitated, type WireFormat } from './answer.ts'
import { isHoliday, periodsOf } from './history.ts'
import { yieldOf } from './yield-curve.ts'

const known = new Set(['data', 'field_tdr_date_value', 'field_tdr_date_value_month', 'page'])
const host = 'home.treasury.gov'
const page = `https://${host}/resource-center/data-chart-center/interest-rates/pages/xml`
const item = `${page}-item?data=daily_treasury_yield_curve`
const pageSize = 300

/** Years to maturity of each tenor, and the first day it was there. */
const tenors: readonly (readonly [key: string, years: number, since: string])[] = [
  ['BC_1MONTH', 1 / 12, '2001-07-31'],
  ['BC_1_5MONTH', 1 / 8, '2025-02-18'],
  ['BC_2MONTH', 1 / 6, '2018-10-16'],
  ['BC_3MONTH', 1 / 4, '1990-01-02'],
  ['BC_4MONTH', 1 / 3, '2022-10-19'],
  ['BC_6MONTH', 1 / 2, '1990-01-02'],
  ['BC_1YEAR', 1, '1990-01-02'],
  ['BC_2YEAR', 2, '1990-01-02'],
  ['BC_3YEAR', 3, '1990-01-02'],
  ['BC_5YEAR', 5, '1990-01-02'],
  ['BC_7YEAR', 7, '1990-01-02'],
  ['BC_10YEAR', 10, '1990-01-02'],
  ['BC_20YEAR', 20, '1993-10-01'],
  ['BC_30YEAR', 30, '1990-01-02'],
]
const tenYears: Series = series.find((row) => row.id === 'treasury.BC_10YEAR')!

function entryOf(day: number, id: number, updated: string): string {
  const date = isoDay(day)
  const cells = tenors.flatMap(([key, years, since]) => {
    if (date >= since) return [`<d:${key} m:type="Edm.Double">${yieldOf(years, day).toFixed(2)}</d:${key}>`]
    return date.slice(0, 4) === since.slice(0, 4) ? [`<d:${key} m:type="Edm.Double" m:null="true" />`] : []
  })
  return `<entry>
<id>${item}&amp;id=${id}</id>
<title type="text"></title>
<updated>${updated}</updated>
<author><name /></author>
<link rel="edit" title="DailyTreasuryYieldCurveRateDatum" href="${item.replace(`https://${host}`, '')}&amp;id=${id}" />
<category term="TreasuryDataWarehouseModel.DailyTreasuryYieldCurveRateDatum" scheme="http://schemas.microsoft.com/ado/2007/08/dataservices/scheme" />
<content type="application/xml">
<m:properties>
<d:Id m:type="Edm.Int32">${id}</d:Id>
<d:NEW_DATE m:type="Edm.DateTime">${date}T00:00:00</d:NEW_DATE>
${cells.join('\n')}
<d:BC_30YEARDISPLAY m:type="Edm.Double">${yieldOf(30, day).toFixed(2)}</d:BC_30YEARDISPLAY>
</m:properties>
</content>
</entry>`
}

/** The Treasury's par yield curve as XML: the entries of a year or a month, oldest first, 300 a page; none is still a feed. */
export const treasuryParCurve: WireFormat = {
  host,
  path: (pathname) => `https://${host}${pathname}` === page,
  answer(url, now) {
    for (const name of url.searchParams.keys()) if (!known.has(name)) throw notImitated(url, `the parameter ${name}`)
    const year = url.searchParams.get('field_tdr_date_value') ?? ''
    const month = (url.searchParams.get('field_tdr_date_value_month') ?? '').replace(/^(\d{4})(\d\d)$/, '$1-$2')
    const start = year || month
    if (url.searchParams.get('data') !== 'daily_treasury_yield_curve' || !/^\d{4}(-\d\d)?$/.test(start))
      throw notImitated(url, 'anything but the par yield curve of a year or a month')
    const days = periodsOf(tenYears, now).filter((day) => isoDay(day).startsWith(start) && !isHoliday(tenYears, day))
    const first = Number(url.searchParams.get('page') ?? 0) * pageSize
    const updated = isoTime(now)
    const body = `<?xml version="1.0" encoding="utf-8" standalone="yes" ?>
<feed xml:base="${page}" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">
<title type="text">DailyTreasuryYieldCurveRateData</title>
<id>${item}</id>
  <updated>${updated}</updated>
  <link rel="self" title="DailyTreasuryYieldCurveRateData" href="DailyTreasuryYieldCurveRateData"/>
${days
  .slice(first, first + pageSize)
  .map((day, i) => entryOf(day, first + i + 1, updated))
  .join('\n')}
</feed>`
    return { status: 200, type: 'application/xml', body }
  },
}
