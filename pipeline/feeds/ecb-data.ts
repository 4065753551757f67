import { type Series, series } from '../../data/series.ts'
import { dayNumber, dayOf, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { textOf } from './body.ts'
import { cellsOf } from './csv.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'ecb-data'
const host = 'data-api.ecb.europa.eu'
const folder = '/service/data/'
const rows: readonly Series[] = series.filter((row) => row.upstream === 'ecb')
const byKey = new Map(rows.map((row) => [row.key, row]))
const keyRates = rows.filter((row) => row.frequency === 'on change')
const referenceRates = rows.filter(({ key }) => key.startsWith('EXR.'))
const spotYields = rows.filter(({ key }) => key.startsWith('YC.'))
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30

/** Keys of the series a path asks for: `EXR/D.USD+JPY.EUR.SP00.A` -> `EXR.D.USD.EUR.SP00.A`, `EXR.D.JPY.EUR.SP00.A`. */
function keysOf(url: URL): string[] {
  const [flow = '', key = ''] = url.pathname.slice(folder.length).split('/')
  return key
    .split('.')
    .reduce<string[]>((keys, part) => keys.flatMap((start) => part.split('+').map((piece) => `${start}.${piece}`)), [flow])
}

const request = (key: string, from = '') => ({
  feed: id,
  upstream: 'ecb',
  url: `https://${host}${folder}${key}?format=csvdata${from}`,
})

/**
 * Series of the ECB's data portal as CSV (data.ecb.europa.eu/help/api/data): a line a value, columns by their header (32 or 40 of
 * them), an empty cell or `NaN` is missing. A body without lines is an error: values were due.
 *
 * A key rate stands under the day it takes effect from the day of the decision on. Until then it is left out: no rate of today. It is
 * read again, and loaded, when that day has come.
 */
export const ecbData = defineFeed({
  id,
  upstream: 'ecb',
  title: 'ECB reference exchange rates, key interest rates and the AAA yield curve',
  needs: null,
  match: (url) =>
    url.host === host &&
    url.pathname.startsWith(folder) &&
    url.searchParams.get('format') === 'csvdata' &&
    keysOf(url).some((key) => byKey.has(key)),
  plan: (state) => {
    const from = (row: Series) => {
      const newest = state.newestPeriod.get(row.id)
      return newest === undefined ? '' : `&startPeriod=${isoDay(newest - overlapDays)}`
    }
    const currencies = referenceRates.map((row) => row.key.split('.')[2]).join('+')
    const tenors = spotYields.map((row) => row.key.split('.').at(-1)).join('+')
    return [
      request(`EXR/D.${currencies}.EUR.SP00.A`, from(referenceRates[0]!)),
      request(`YC/B.U2.EUR.4F.G_N_A.SV_C_YM.${tenors}`, from(spotYields[0]!)),
      ...keyRates.map((row) => request(row.key.replace('.', '/'))),
    ]
  },
  parse: (body, recording) => {
    const lines = textOf(body, id).split(/\r?\n/)
    const header = lines[0]!.split(',')
    const [key, period, value, multiplier] = ['KEY', 'TIME_PERIOD', 'OBS_VALUE', 'UNIT_MULT'].map((name) => header.indexOf(name))
    if (key! < 0 || period! < 0 || value! < 0 || new Set(header).size !== header.length)
      throw new ParseError('HEADER', `${id}: the header does not name KEY, TIME_PERIOD and OBS_VALUE exactly once each`, {
        feed: id,
      })
    if (lines.pop() !== '') throw new ParseError('BODY_CUT', `${id}: the body ends within a line`, { feed: id })

    const seenAt = Date.parse(recording.at)
    const entries = new Map<Series, Entry[]>()
    const rejected: Rejected[] = []
    for (const line of lines.slice(1)) {
      const cells = cellsOf(line) ?? []
      const row = byKey.get(cells[key!] ?? '')
      const reject = (rule: string, reason: string) => rejected.push(rejection(row?.id ?? null, rule, reason, line))
      if (cells.length !== header.length) reject('columns', `${cells.length} cells under ${header.length} headers`)
      else if (row && multiplier! >= 0 && cells[multiplier!] !== '0') reject('unit', 'the unit is not one')
      else if (row) {
        const [date, text] = [cells[period!]!, cells[value!]!]
        if (text === '' || text === 'NaN') continue
        if (row.frequency === 'on change' && (dayNumber(date) ?? 0) > dayOf(seenAt)) continue
        const values = entries.get(row) ?? []
        values.push({ date, text, seenAt, publishedAt: null })
        entries.set(row, values)
      }
    }
    const read = readBlocks(entries, rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no values')
    return read
  },
})
