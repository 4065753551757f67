import type { Series } from '../../data/series.ts'
import { isoDay } from '../time/day.ts'
import { seriesOf } from './sightings.ts'
import { tableFeed } from './table-feed.ts'

const address = 'https://www.federalreserve.gov/datadownload/Output.aspx'
/** The prepared package of all daily rates of the release. */
const daily = '60f32914ab61dfab590e0e470153e3ae'
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30
const [yen] = [...seriesOf('frb').values()] as [Series]
/** What the header calls it, the last part of its identifier. */
const column = yen.key.split('/').at(-1)!

/**
 * Noon buying rates in New York, from the Board's Data Download Program: CSV, a column a currency under six lines that describe it, `ND`
 * or an empty cell for a day without a rate. Columns are identified by their unique identifier, which also tells the direction: `RXI_N` are units
 * of the currency to the dollar. A column that is not a rate of a currency, or has a multiplier other than 1, is refused.
 */
export const h10 = tableFeed({
  id: 'h10',
  upstream: 'frb',
  title: 'Federal Reserve H.10: noon exchange rates in New York',
  match: (url) =>
    `${url.origin}${url.pathname}` === address &&
    url.searchParams.get('rel') === 'H10' &&
    url.searchParams.get('series') === daily &&
    url.searchParams.get('filetype') === 'csv',
  plan: ({ newestPeriod }) => {
    const newest = newestPeriod.get(yen.id)
    const from = newest === undefined ? '' : american(newest - overlapDays)
    const query = `rel=H10&series=${daily}&lastobs=&from=${from}&to=&filetype=csv&label=include&layout=seriescolumn&type=package`
    return [`${address}?${query}`]
  },
  header: ([name]) => name === 'Time Period',
  columns: ['Time Period', column],
  fault: (above, header) => {
    const described = new Map(above.map(([name = '', ...cells]) => [name.trim(), cells[header.indexOf(column) - 1]]))
    const unit = described.get('Unit:')
    const isYen = described.get('Unique Identifier:') === yen.key && described.get('Multiplier:') === '1'
    return isYen && (unit === 'Currency' || unit === 'Currency:_Per_USD')
      ? null
      : `${yen.key} is not in single units of a currency`
  },
  date: (row) => row('Time Period'),
  values: (row) => [[yen, row(column)]],
  missing: ['ND', ''],
  emptyMessage: 'no rates',
})

/** `10/21/2026`, as the program wants the days of a query. */
function american(day: number): string {
  const [year, month, date] = isoDay(day).split('-')
  return `${month}/${date}/${year}`
}
