import { dayNumber } from '../time/day.ts'
import { bodyError } from './body.ts'
import { type Item, itemOf, jsonFeed } from './json-feed.ts'
import { emptyBodyError, type Sightings, seriesOf } from './sightings.ts'
import { addSnapshot, countFault, statedMoment } from './snapshot.ts'

const id = 'strategytracker'
const root = 'https://data.strategytracker.com/'
const pointer = `${root}latest.json`
const file = /^all\.v\d{8}T\d{6}Z\.json$/u
const rows = seriesOf('strategytracker')

/**
 * How many bitcoins listed companies hold, as StrategyTracker counts them, of the companies of the roster. `latest.json` names the newest
 * file of all companies (`files.full`); in it stands, by ticker, `processedMetrics` with `treasury_table[]` (`Date`, `BTC Balance`), whose
 * newest row is the count, `btcPrice` and `holdingsValue`. A count that times that price is not that value is rejected. A count is of the
 * UTC day of the file's `timestamp`. Undocumented; read from recorded bodies.
 */
export const strategytracker = jsonFeed({
  id,
  upstream: 'strategytracker',
  title: 'StrategyTracker: bitcoin held by listed companies',
  keyed: ['companies'],
  match: (url) => url.href === pointer || (url.href.startsWith(root) && file.test(url.href.slice(root.length))),
  plan: () => [pointer],
  rows: (answer) => [answer],
  read: ([page], sightings) => {
    const { timestamp, files, companies } = itemOf(page)
    const at = statedMoment(typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN, 'timestamp', sightings, id)
    if (sightings.url.href === pointer) return { next: [newestFile(objectAt(files, 'files'))] }
    return readCompanies(objectAt(companies, 'companies'), at, sightings)
  },
})

function newestFile({ full }: Item): string {
  if (typeof full === 'string' && file.test(full)) return `${root}${full}`
  throw bodyError(id, 'POINTER', '"files.full" does not name the file with all companies')
}

function readCompanies(companies: Item, at: number, sightings: Sightings): undefined {
  const values = [...rows].flatMap(([ticker, row]) => {
    const company = companies[ticker]
    if (company === undefined) return []
    const count = countOf(objectAt(objectAt(company, ticker)['processedMetrics'], 'processedMetrics'))
    if (typeof count === 'number') return [[row, count] as const]
    sightings.reject(row, 'value', count, ticker)
    return []
  })
  if (values.length + sightings.rejected.length === 0) throw emptyBodyError(id, 'no roster companies')
  addSnapshot(sightings, at, values)
}

/** The newest balance of a company, or what is wrong with it. */
function countOf({ treasury_table: table, btcPrice: price, holdingsValue: value }: Item): number | string {
  if (!Array.isArray(table)) return 'no table of balances'
  const balances = table.map(itemOf)
  const days = balances.map(({ Date: day }) => String(day))
  if (days.some((day) => dayNumber(day) === null)) return 'a row of the table has no day'
  const newest = [...days].sort().at(-1)
  const balance = balances.find(({ Date: day }) => day === newest)?.['BTC Balance']
  if (typeof balance !== 'number') return 'the newest row of the table has no balance'
  if (typeof price !== 'number' || typeof value !== 'number') return 'no price or value to check the balance against'
  return countFault(balance, price, value, 'the body') ?? balance
}

function objectAt(value: unknown, name: string): Item {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Item
  throw bodyError(id, 'DATA_MISSING', `no object "${name}"`)
}
