import { isoDay, isoTime } from '../../pipeline/calendar/day.ts'
import { realYield, yieldOf } from '../world/economy.ts'
import { seriesOf, sessionsOf } from '../world/history.ts'
import { notImitated, text, type WireFormat } from './answer.ts'

const host = 'home.treasury.gov'
const path = '/resource-center/data-chart-center/interest-rates/pages/xml'
const pageSize = 300
const row = seriesOf('treasury').get('BC_10YEAR')!

type Tenor = readonly [key: string, years: number, since: string]

/** One of the curves at the address, as it names itself and its entries. */
interface Curve {
  readonly name: string
  readonly idName: string
  /** Years to maturity of each tenor, and the first day it was there. */
  readonly tenors: readonly Tenor[]
  readonly parYield: (years: number, day: number) => number
  /** A tenor that is there twice. */
  readonly repeats: Tenor | null
}

const nominalTenors: readonly Tenor[] = [
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

const curves: Readonly<Record<string, Curve>> = {
  daily_treasury_yield_curve: {
    name: 'DailyTreasuryYieldCurveRate',
    idName: 'Id',
    tenors: nominalTenors,
    parYield: yieldOf,
    repeats: ['BC_30YEARDISPLAY', 30, '1990-01-02'],
  },
  daily_treasury_real_yield_curve: {
    name: 'DailyTreasuryRealYieldCurveRate',
    idName: 'DailyTreasuryRealYieldCurveRateDataId',
    tenors: [
      ['TC_5YEAR', 5, '2003-01-02'],
      ['TC_7YEAR', 7, '2003-01-02'],
      ['TC_10YEAR', 10, '2003-01-02'],
      ['TC_20YEAR', 20, '2004-07-27'],
      ['TC_30YEAR', 30, '2010-02-22'],
    ],
    parYield: realYield,
    repeats: null,
  },
}

const cellOf = (key: string, value: number): string => `<d:${key} m:type="Edm.Double">${value.toFixed(2)}</d:${key}>`

function entryOf(
  { name, idName, tenors, parYield, repeats }: Curve,
  item: string,
  day: number,
  id: number,
  updated: string,
): string {
  const date = isoDay(day)
  const cells = tenors.flatMap(([key, years, since]) => {
    if (date >= since) return [cellOf(key, parYield(years, day))]
    return date.slice(0, 4) === since.slice(0, 4) ? [`<d:${key} m:type="Edm.Double" m:null="true" />`] : []
  })
  if (repeats) cells.push(cellOf(repeats[0], parYield(repeats[1], day)))
  return `<entry>
<id>https://${host}${item}&amp;id=${id}</id>
<title type="text"></title>
<updated>${updated}</updated>
<author><name /></author>
<link rel="edit" title="${name}Datum" href="${item}&amp;id=${id}" />
<category term="TreasuryDataWarehouseModel.${name}Datum" scheme="http://schemas.microsoft.com/ado/2007/08/dataservices/scheme" />
<content type="application/xml">
<m:properties>
<d:${idName} m:type="Edm.Int32">${id}</d:${idName}>
<d:NEW_DATE m:type="Edm.DateTime">${date}T00:00:00</d:NEW_DATE>
${cells.join('\n')}
</m:properties>
</content>
</entry>`
}

/** The Treasury's par yield curves, nominal and real, as XML: the entries of a year or a month, oldest first, 300 a page; none is still a feed. */
export const treasuryParCurve: WireFormat = {
  host,
  path: new RegExp(`^${path}$`),
  parameters: ['data', 'field_tdr_date_value', 'field_tdr_date_value_month', 'page'],
  answer({ url, query, now }) {
    const { data = '', field_tdr_date_value: year = '', field_tdr_date_value_month: month = '', page = '0' } = query
    const start = year || month.replace(/^(\d{4})(\d\d)$/, '$1-$2')
    const curve = curves[data]
    if (curve === undefined || !/^\d{4}(-\d\d)?$/.test(start))
      throw notImitated(url, 'anything but the par yield curves of a year or a month')
    const item = `${path}-item?data=${data}`
    const first = Number(page) * pageSize
    const updated = isoTime(now)
    const entries = sessionsOf(row, now)
      .filter((day) => isoDay(day).startsWith(start))
      .slice(first, first + pageSize)
      .map((day, at) => entryOf(curve, item, day, first + at + 1, updated))
    return text(
      'application/xml',
      `<?xml version="1.0" encoding="utf-8" standalone="yes" ?>
<feed xml:base="https://${host}${path}" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">
<title type="text">${curve.name}Data</title>
<id>https://${host}${item}</id>
  <updated>${updated}</updated>
  <link rel="self" title="${curve.name}Data" href="${curve.name}Data"/>
${entries.join('\n')}
</feed>`,
    )
  },
}
