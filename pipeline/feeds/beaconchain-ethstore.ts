import { type Series, seriesById } from '../../data/series.ts'
import { dayOf, isoDay } from '../time/day.ts'
import { parseDecimal } from './decimal.ts'
import { itemOf, jsonFeed } from './json-feed.ts'

const series: Series = seriesById.get('beaconchain.apr7d')!
/** The service states a share of the stake; the series is in percent. */
const inPercent = 2

/**
 * What all validators earned in the last seven days, a year, before any fee: `{ status: "OK", data: { day_end, avgapr7d } }`, a share of the
 * stake as number or text, of the day that ends at `day_end`. From the documentation of beaconcha.in's API; a witness of Lido's rate,
 * which is in percent and after a fee.
 */
export const beaconchainEthstore = jsonFeed({
  id: 'beaconchain-ethstore',
  upstream: 'beaconchain',
  title: 'beaconcha.in: staking rate of all validators',
  url: 'https://beaconcha.in/api/v1/ethstore/latest',
  error: ({ status }) => (status === 'OK' ? null : String(status)),
  rows: ({ data }) => {
    const { day_end: end, avgapr7d: rate } = itemOf(data)
    return typeof end === 'string' && Number.isFinite(Date.parse(end)) && shareIn(rate) !== null ? [data] : null
  },
  // a day ends with the first moment of the next one
  date: ({ day_end: end }) => isoDay(dayOf(Date.parse(String(end)) - 1)),
  values: ({ avgapr7d: rate }) => [[series, shareIn(rate)]],
  written: 'number',
  mayBeMissing: true,
  emptyMessage: 'no rate',
})

const shareIn = (rate: unknown): number | null =>
  typeof rate === 'number' || typeof rate === 'string' ? parseDecimal(String(rate), inPercent) : null
