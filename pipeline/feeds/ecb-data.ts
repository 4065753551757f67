import type { Series } from '../../data/series.ts'
import { dayMs, dayNumber, isoDay } from '../time/day.ts'
import { seriesOf } from './sightings.ts'
import { tableFeed } from './table-feed.ts'

const host = 'data-api.ecb.europa.eu'
const folder = '/service/data/'
const byKey = seriesOf('ecb')
const rows = [...byKey.values()]
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

const address = (key: string, from = '') => `https://${host}${folder}${key}?format=csvdata${from}`

/**
 * Series of the ECB's data portal as CSV (data.ecb.europa.eu/help/api/data): a line a value, columns by their header (32 or 40 of
 * them), an empty cell or `NaN` is missing. A body without lines is an error: values were due.
 *
 * A key rate stands under the day it takes effect from the day of the decision on. Until then it is left out: no rate of today. It is
 * read again, and loaded, when that day has come.
 */
export const ecbData = tableFeed({
  id: 'ecb-data',
  upstream: 'ecb',
  title: 'ECB reference exchange rates, key interest rates and the AAA yield curve',
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
      address(`EXR/D.${currencies}.EUR.SP00.A`, from(referenceRates[0]!)),
      address(`YC/B.U2.EUR.4F.G_N_A.SV_C_YM.${tenors}`, from(spotYields[0]!)),
      ...keyRates.map((row) => address(row.key.replace('.', '/'))),
    ]
  },
  columns: ['KEY', 'TIME_PERIOD', 'OBS_VALUE'],
  date: (line) => line('TIME_PERIOD'),
  values: (line, { reached }, date) => {
    const row = byKey.get(line('KEY'))
    if (!row || (row.frequency === 'on change' && !reached((dayNumber(date) ?? 0) * dayMs))) return []
    // columns come and go: without one of multipliers, units are single
    return ['', '0'].includes(line('UNIT_MULT')) ? [[row, line('OBS_VALUE')]] : { rule: 'unit', reason: 'the unit is not one' }
  },
  missing: ['NaN', ''],
  emptyMessage: 'no values',
})
