import { dayOf } from '../time/day.ts'
import { seriesByAsset } from './coinmetrics-api.ts'
import { tableFeed } from './table-feed.ts'

const address = (asset: string): string => `https://raw.githubusercontent.com/coinmetrics/data/master/csv/${asset}.csv`
const bitcoin = 'btc'
const assetAt = (url: URL): string | undefined => [bitcoin, 'eth'].find((asset) => url.href === address(asset))

/**
 * Coin Metrics' whole daily history of an asset as one CSV (github.com/coinmetrics/data). The day column is `date` in the older layout
 * and `time` in the newer; columns come and go, so each is located by its header and may be absent, except the price. The last line is a
 * day that has only begun, with most cells empty.
 *
 * The file of bitcoin is requested while the mean difficulty, which the API does not have, is missing or behind. The API gives the whole
 * history of everything else.
 */
export const coinmetricsCsv = tableFeed({
  id: 'coinmetrics-csv',
  upstream: 'coinmetrics',
  title: 'Coin Metrics daily history (CSV)',
  match: (url) => assetAt(url) !== undefined,
  plan: ({ now, newestPeriod }) => (dayOf(now) - (newestPeriod.get('btc.DiffMean') ?? 0) > 1 ? [address(bitcoin)] : []),
  columns: ['PriceUSD'],
  fault: (_, header) => (header.some((name) => name === 'time' || name === 'date') ? null : 'no column of days'),
  end: 'without newline',
  needsRows: true,
  date: (row) => row('time') || row('date'),
  values: (row, { url }) => [...seriesByAsset.get(assetAt(url)!)!].map(([column, each]) => [each, row(column)]),
  missing: [''],
  mayBeMissing: true,
  emptyMessage: 'no days',
})
