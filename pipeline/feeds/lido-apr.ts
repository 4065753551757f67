import { type Series, seriesById } from '../../data/series.ts'
import { dayOf, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'lido-apr'
const address = 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma'
const row: Series = seriesById.get('lido.apr')!

/**
 * Lido's rate of the last days: `{ data: { aprs: [{ timeUnix, apr }], smaApr } }`, percent a year after Lido's fee, a rate a day stamped about
 * noon UTC in seconds, as numbers or texts.
 */
export const lidoApr = defineFeed({
  id,
  upstream: 'lido',
  title: 'Lido: staking rate',
  needs: null,
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: () => [{ feed: id, upstream: 'lido', url: address }],
  parse: (body, recording) => {
    const { data, meta } = objectOf(body, id)
    const { aprs } = (data ?? {}) as Record<string, unknown>
    const { symbol } = (meta ?? {}) as Record<string, unknown>
    if (!Array.isArray(aprs)) throw new ParseError('DATA_MISSING', `${id}: no array "data.aprs"`, { feed: id })
    if (symbol !== undefined && symbol !== 'stETH')
      throw new ParseError('HEADER', `${id}: the rate of ${String(symbol).slice(0, 20)}, not of stETH`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = aprs.flatMap((item: unknown): Entry[] => {
      const { timeUnix, apr } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const at = Number(timeUnix) * 1_000
      if (!/^\d{10}$/.test(String(timeUnix)) || (typeof apr !== 'number' && typeof apr !== 'string')) {
        rejected.push(rejection(row.id, 'row', 'no time in seconds with a rate', JSON.stringify(item)))
        return []
      }
      return [{ date: isoDay(dayOf(at)), text: String(apr), seenAt, publishedAt: null }]
    })
    const read = readBlocks([[row, entries]], rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no rates')
    return read
  },
})
