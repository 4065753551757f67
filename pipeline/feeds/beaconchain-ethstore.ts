import { type Series, seriesById } from '../../data/series.ts'
import { dayOf, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { readBlocks } from './block.ts'
import { objectOf } from './body.ts'
import { parseDecimal } from './decimal.ts'
import { defineFeed } from './feed.ts'

const id = 'beaconchain-ethstore'
const address = 'https://beaconcha.in/api/v1/ethstore/latest'
const row: Series = seriesById.get('beaconchain.apr7d')!
/** The service states a share of the stake; the series is in percent. */
const inPercent = 2

/**
 * What all validators earned in the last seven days, a year, before any fee: `{ status: "OK", data: { day_end, avgapr7d } }`, a share of the
 * stake as number or text, of the day that ends at `day_end`. From the documentation of beaconcha.in's API; a witness of Lido's rate,
 * which is in percent and after a fee.
 */
export const beaconchainEthstore = defineFeed({
  id,
  upstream: 'beaconchain',
  title: 'beaconcha.in: staking rate of all validators',
  needs: null,
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: () => [{ feed: id, upstream: 'beaconchain', url: address }],
  parse: (body, recording) => {
    const { status, data } = objectOf(body, id)
    if (status !== 'OK')
      throw new ParseError('UPSTREAM_SAYS', `${id}: beaconcha.in answered: ${String(status).slice(0, 200)}`, { feed: id })
    const { day_end: end, avgapr7d: rate } = (data ?? {}) as Record<string, unknown>
    const share = typeof rate === 'number' || typeof rate === 'string' ? parseDecimal(String(rate), inPercent) : null
    const at = typeof end === 'string' ? Date.parse(end) : Number.NaN
    if (share === null || !Number.isFinite(at))
      throw new ParseError('DATA_MISSING', `${id}: no "avgapr7d" of a day that ends at "day_end"`, { feed: id })
    const seenAt = Date.parse(recording.at)
    // a day ends with the first moment of the next one
    const date = isoDay(dayOf(at - 1))
    return readBlocks([[row, [{ date, text: String(share), seenAt, publishedAt: null }]]], [])
  },
})
