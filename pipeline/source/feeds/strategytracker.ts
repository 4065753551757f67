import { treasuriesSeries } from '../../../data/series/treasuries.ts'
import { dayNumber } from '../../time/day.ts'
import { bodyError, objectOf } from './body.ts'
import { defineFeed, type Parsed, type Rejected } from './feed.ts'
import { emptyPage, leadsTo } from './sightings.ts'
import { momentOf, snapshotOf } from './snapshot.ts'

const id = 'strategytracker'
const root = 'https://data.strategytracker.com/'
const pointer = `${root}latest.json`
const file = /^all\.v\d{8}T\d{6}Z\.json$/u
const rows = treasuriesSeries.filter((row) => row.upstream === 'strategytracker')
/** How far a count times the price of the body may lie from the value next to it. */
const tolerance = 0.01

/**
 * How many bitcoins listed companies hold, as StrategyTracker counts them, of the companies of the roster. `latest.json` names the newest
 * file of all companies (`files.full`); in it stands, by ticker, `processedMetrics` with `treasury_table[]` (`Date`, `BTC Balance`), whose
 * newest row is the count, `btcPrice` and `holdingsValue`. A count that times that price is not that value is rejected. A count is of the
 * UTC day of the file's `timestamp`. Undocumented; read from recorded bodies.
 */
export const strategytracker = defineFeed({
  id,
  upstream: 'strategytracker',
  title: 'StrategyTracker: bitcoin held by listed companies',
  needs: null,
  keyed: ['companies'],
  match: (url) => url.href === pointer || (url.href.startsWith(root) && file.test(url.href.slice(root.length))),
  plan: () => [{ feed: id, upstream: 'strategytracker', url: pointer }],
  parse: (body, recording) => {
    const page = objectOf(body, id)
    const { timestamp } = page
    const at = momentOf(typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN, 'timestamp', recording, id)
    return recording.url === pointer ? readPointer(page) : readCompanies(page, at)
  },
})

function readPointer({ files }: Record<string, unknown>): Parsed {
  const { full } = objectAt(files, 'files')
  if (typeof full !== 'string' || !file.test(full))
    throw bodyError(id, 'POINTER', '"files.full" does not name the file with all companies')
  return leadsTo([{ feed: id, upstream: 'strategytracker', url: `${root}${full}` }])
}

function readCompanies(page: Record<string, unknown>, at: number): Parsed {
  const companies = objectAt(page['companies'], 'companies')
  const rejected: Rejected[] = []
  const values = rows.flatMap((row) => {
    const company = companies[row.key]
    if (company === undefined) return []
    const count = countOf(objectAt(objectAt(company, row.key)['processedMetrics'], 'processedMetrics'))
    if (typeof count === 'number') return [[row, count] as const]
    rejected.push({ series: row.id, rule: 'value', reason: count, row: row.key })
    return []
  })
  if (values.length + rejected.length === 0) throw emptyPage(id, 'no roster companies')
  const read = snapshotOf(values, at)
  return { ...read, rejected: [...read.rejected, ...rejected] }
}

/** The newest balance of a company, or what is wrong with it. */
function countOf({ treasury_table: table, btcPrice: price, holdingsValue: value }: Record<string, unknown>): number | string {
  if (!Array.isArray(table)) return 'no table of balances'
  const balances = table.map((raw: unknown) => (raw ?? {}) as Record<string, unknown>)
  const days = balances.map(({ Date: day }) => String(day))
  if (days.some((day) => dayNumber(day) === null)) return 'a row of the table has no day'
  const newest = [...days].sort().at(-1)
  const balance = balances.find(({ Date: day }) => day === newest)?.['BTC Balance']
  if (typeof balance !== 'number') return 'the newest row of the table has no balance'
  if (typeof price !== 'number' || typeof value !== 'number') return 'no price or value to check the balance against'
  return Math.abs(balance * price - value) <= tolerance * value
    ? balance
    : `${balance} at the ${Math.round(price)} USD of the body does not match the value stated with it`
}

function objectAt(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw bodyError(id, 'DATA_MISSING', `no object "${name}"`)
}
