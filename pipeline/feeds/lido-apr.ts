import { type Series, seriesById } from '../../data/series.ts'
import { dayOf, isoDay } from '../time/day.ts'
import { itemOf, jsonFeed } from './json-feed.ts'

const series: Series = seriesById.get('lido.apr')!

/**
 * Lido's rate of the last days: `{ data: { aprs: [{ timeUnix, apr }], smaApr } }`, percent a year after Lido's fee, a rate a day stamped about
 * noon UTC in seconds, as numbers or texts.
 */
export const lidoApr = jsonFeed({
  id: 'lido-apr',
  upstream: 'lido',
  title: 'Lido: staking rate',
  url: 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma',
  rows: 'data.aprs',
  fault: ({ meta }) => {
    const { symbol = 'stETH' } = itemOf(meta)
    return symbol === 'stETH' ? null : `the rate of ${String(symbol).slice(0, 20)}, not of stETH`
  },
  date: ({ timeUnix }) => (/^\d{10}$/.test(String(timeUnix)) ? isoDay(dayOf(Number(timeUnix) * 1_000)) : null),
  values: ({ apr }) => [[series, apr]],
  series,
  written: 'either',
  emptyMessage: 'no rates',
})
