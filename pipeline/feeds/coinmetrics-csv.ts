import { columnOf } from '../../data/series/coinmetrics.ts'
import { series } from '../../data/series.ts'
import { dayOf } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks } from './block.ts'
import { textOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'coinmetrics-csv'
const address = (asset: string): string => `https://raw.githubusercontent.com/coinmetrics/data/master/csv/${asset}.csv`
const bitcoin = 'btc'
const assets = [bitcoin, 'eth']
const assetAt = (url: URL): string | undefined => assets.find((asset) => url.href === address(asset))
/** Series of an asset, each with the column it stands in. */
const columnsOf = (asset: string) =>
  series.flatMap((row) => {
    const { asset: named, metric } = columnOf(row)
    return row.upstream === 'coinmetrics' && named === asset ? [{ row, column: metric }] : []
  })

/**
 * Coin Metrics' whole daily history of an asset as one CSV (github.com/coinmetrics/data). The day column is `date` in the older layout and
 * `time` in the newer; columns come and go, so each is found by its header and may be absent, the price excepted. The last line is a day
 * that has only begun, with most cells empty.
 *
 * That of bitcoin is asked for when the store has no history; the API gives ether's whole. And again, where it once gave the mean difficulty, which the API does not, when that falls behind.
 */
export const coinmetricsCsv = defineFeed({
  id,
  upstream: 'coinmetrics',
  title: 'Coin Metrics daily history (CSV)',
  needs: null,
  match: (url) => assetAt(url) !== undefined,
  plan: (state) => {
    const difficulty = state.newestPeriod.get('btc.DiffMean')
    const wanted = difficulty === undefined ? !state.newestPeriod.has('btc.PriceUSD') : dayOf(state.now) - difficulty > 1
    return wanted ? [{ feed: id, upstream: 'coinmetrics', url: address(bitcoin) }] : []
  },
  parse: (body, recording) => {
    const lines = textOf(body, id).split(/\r?\n/)
    if (lines.at(-1) === '') lines.pop()
    const header = (lines[0] ?? '').split(',')
    const day = header.findIndex((name) => name === 'time' || name === 'date')
    const columns = columnsOf(assetAt(new URL(recording.url))!)
      .map(({ row, column }) => ({ row, column, at: header.indexOf(column), entries: [] as Entry[] }))
      .filter(({ at }) => at >= 0)
    if (day < 0 || new Set(header).size !== header.length || !columns.some(({ column }) => column === 'PriceUSD'))
      throw new ParseError('HEADER', `${id}: the header lacks a day or PriceUSD, or names a column twice`, { feed: id })
    if (lines.length < 2) throw new ParseError('BODY_CUT', `${id}: a header without days`, { feed: id })
    if (lines.at(-1)!.split(',').length !== header.length)
      throw new ParseError('BODY_CUT', `${id}: the last line is incomplete; the body is truncated`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    for (const line of lines.slice(1)) {
      const cells = line.split(',')
      if (cells.length !== header.length) {
        rejected.push(rejection(null, 'columns', `${cells.length} cells under ${header.length} headers`, line))
        continue
      }
      for (const column of columns) {
        const text = cells[column.at]!
        if (text !== '') column.entries.push({ date: cells[day]!, text, seenAt, publishedAt: null })
      }
    }
    const read = readBlocks(
      columns.map(({ row, entries }) => [row, entries]),
      rejected,
    )
    return read
  },
})
