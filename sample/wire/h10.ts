import { isoDay } from '../../pipeline/calendar/day.ts'
import { isHoliday, periodsOf, seriesOf } from '../world/history.ts'
import { pathOf } from '../world/path.ts'
import { notImitated, notThere, text, type WireFormat } from './answer.ts'

const [yen] = seriesOf('frb').values()

/** The package's head, of three of its columns, and the decimals of each; the values are those FRED prints under its own names. */
const head = `"Series Description","Euro-Area Euro","Chinese Yuan","Japanese Yen"
"Unit:","Currency","Currency","Currency"
"Multiplier:","1","1","1"
"Currency:","EUR","CNY","JPY"
"Unique Identifier: ","H10/H10/RXI$US_N.B.EU","H10/H10/RXI_N.B.CH","H10/H10/RXI_N.B.JA"
"Time Period","RXI$US_N.B.EU","RXI_N.B.CH","RXI_N.B.JA"`
const columns = [
  ['DEXUSEU', 4],
  ['DEXCHUS', 4],
  ['DEXJPUS', 2],
] as const

/** The prepared package of daily rates of the H.10 release, of an invented dollar. */
export const h10: WireFormat = {
  host: 'www.federalreserve.gov',
  path: /^\/datadownload\/Output\.aspx$/,
  answer({ url, query, now }) {
    const { rel, series, filetype, from = '', to } = query
    if (rel !== 'H10' || series !== '60f32914ab61dfab590e0e470153e3ae') throw notThere(url, 'no such package')
    if (filetype !== 'csv' || to !== '') throw notImitated(url, 'answers that are not CSV, or that end before today')
    const first = from.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')
    const rates = periodsOf(yen!, now)
      .filter((day) => isoDay(day) >= first)
      .map((day) => {
        const rate = ([path, decimals]: (typeof columns)[number]) =>
          isHoliday(yen!, day) ? 'ND' : pathOf(path)(day).toFixed(decimals)
        return [isoDay(day), ...columns.map(rate)].join(',')
      })
    return text('text/csv', [head, ...rates, ''].join('\n'))
  },
}
