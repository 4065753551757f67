import { type Series, seriesById } from '../../data/series.ts'
import { dayOf, endOfDay, isoDay } from '../time/day.ts'
import { jsonFeed } from './json-feed.ts'

const series: Series = seriesById.get('defillama.steth-apy')!
const stampOf = (stamp: unknown): number =>
  typeof stamp === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(stamp) ? Date.parse(stamp) : Number.NaN

/**
 * The yield of Lido's stETH of every day: `{ status: "success", data: [{ timestamp, tvlUsd, apy, ... }] }`, oldest first, percent a year
 * after Lido's fee of a tenth, a row a day, of about 23:00 UTC. The row of the day that is not over changes until it is, and is left out.
 */
export const defillamaYield = jsonFeed({
  id: 'defillama-yield',
  upstream: 'defillama',
  title: 'DefiLlama: yield of staked ether at Lido',
  url: 'https://yields.llama.fi/chart/747c1d2a-c668-4682-b9f9-296708a3dd90',
  error: ({ status }) => (status === 'success' ? null : String(status)),
  rows: 'data',
  date: ({ timestamp }) => (Number.isFinite(stampOf(timestamp)) ? isoDay(dayOf(stampOf(timestamp))) : null),
  values: ({ timestamp, apy }, { reached }) => (reached(endOfDay(dayOf(stampOf(timestamp)))) ? [[series, apy]] : []),
  series,
  missing: [null],
  written: 'number',
  emptyMessage: 'no yields',
})
