import { nyfedSeries } from '../../data/series/nyfed.ts'
import { jsonFeed } from './json-feed.ts'

const holdings = nyfedSeries.filter(({ key }) => key.startsWith('soma/')).map((row) => [row, row.key.slice(5)] as const)

/**
 * Summary of the System Open Market Account by Wednesday since 2003 (markets.newyorkfed.org), dollars and cents as texts; an empty text is
 * a kind of security the account did not have, and no value. Inflation compensation is separate from the securities it belongs to: with
 * it, Treasury securities add up to TREAST of H.4.1 to the million.
 */
export const nyfedSoma = jsonFeed({
  id: 'nyfed-soma',
  upstream: 'nyfed',
  title: 'New York Fed: System Open Market Account',
  url: 'https://markets.newyorkfed.org/api/soma/summary.json',
  rows: 'soma.summary',
  date: 'asOfDate',
  values: (week) => holdings.map(([row, field]) => [row, week[field]]),
  missing: [''],
  emptyMessage: 'no holdings',
})
