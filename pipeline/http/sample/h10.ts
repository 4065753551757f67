import { frbSeries } from '../../../data/series/frb.ts'
import { isoDay } from '../../calendar/day.ts'
import { notImitated, notThere, type WireFormat } from './answer.ts'
import { isHoliday, periodsOf } from './history.ts'
import { pathOf } from './level.ts'

const [yen] = frbSeries
/** Identifier, name, code and value of each column; the values are those FRED prints under its own names. */
const columns = [
  ['RXI$US_N.B.EU', 'Euro-Area Euro', 'EUR', 'DEXUSEU', 4],
  ['RXI_N.B.CH', 'Chinese Yuan', 'CNY', 'DEXCHUS', 4],
  ['RXI_N.B.JA', 'Japanese Yen', 'JPY', 'DEXJPUS', 2],
] as const

const described = (name: string, cells: readonly string[]): string => [name, ...cells].map((cell) => `"${cell}"`).join(',')

/** The prepared package of daily rates of the H.10 release, of an invented dollar. */
export const h10: WireFormat = {
  host: 'www.federalreserve.gov',
  path: (pathname) => pathname === '/datadownload/Output.aspx',
  answer(url, now) {
    const { rel, series, filetype, from, to } = Object.fromEntries(url.searchParams)
    if (rel !== 'H10' || series !== '60f32914ab61dfab590e0e470153e3ae') throw notThere(url, 'no such package')
    if (filetype !== 'csv' || to !== '') throw notImitated(url, 'answers that are not CSV, or that end before today')
    const [month, date, year] = (from ?? '').split('/')
    const first = from === '' ? '' : `${year}-${month}-${date}`
    const rates = periodsOf(yen, now)
      .filter((day) => isoDay(day) >= first)
      .map((day) => {
        const cells = columns.map(([, , , path, decimals]) => (isHoliday(yen, day) ? 'ND' : pathOf(path)(day).toFixed(decimals)))
        return [isoDay(day), ...cells].join(',')
      })
    const head = [
      described(
        'Series Description',
        columns.map(([, name]) => name),
      ),
      described(
        'Unit:',
        columns.map(() => 'Currency'),
      ),
      described(
        'Multiplier:',
        columns.map(() => '1'),
      ),
      described(
        'Currency:',
        columns.map(([, , code]) => code),
      ),
      described(
        'Unique Identifier: ',
        columns.map(([identifier]) => `H10/H10/${identifier}`),
      ),
      described(
        'Time Period',
        columns.map(([identifier]) => identifier),
      ),
    ]
    return { status: 200, type: 'text/csv', body: [...head, ...rates, ''].join('\n') }
  },
}
