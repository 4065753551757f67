import { nyfedSeries } from '../../data/series/nyfed.ts'
import { jsonFeed } from './json-feed.ts'

const host = 'markets.newyorkfed.org'
const path = /^\/api\/rates\/(secured|unsecured)\/(sofr|effr)\/last\/\d+\.json$/
const byType = new Map(nyfedSeries.filter(({ rule }) => rule === 'nyfed-rates').map((row) => [row.key.slice(5), row]))
const paths = ['secured/sofr', 'unsecured/effr']
/** Days of a request: two years, then again and again the last weeks. */
const [allDays, newDays] = [500, 25]

/**
 * Reference rates of the New York Fed (markets.newyorkfed.org), percent as numbers, under the business day they are about, newest first.
 * `revisionIndicator` marks a rate that was published again the same afternoon: it is the rate that counts.
 */
export const nyfedRates = jsonFeed({
  id: 'nyfed-rates',
  upstream: 'nyfed',
  title: 'New York Fed: SOFR and effective federal funds rate',
  match: (url) => url.host === host && path.test(url.pathname),
  plan: ({ newestPeriod }) =>
    paths.map((each) => {
      const known = newestPeriod.has(`nyfed.${each.split('/')[1]!.toUpperCase()}`)
      return `https://${host}/api/rates/${each}/last/${known ? newDays : allDays}.json`
    }),
  rows: 'refRates',
  date: 'effectiveDate',
  values: ({ type, percentRate }) => {
    const row = byType.get(String(type))
    return row ? [[row, percentRate]] : { rule: 'row', reason: 'no known type of rate' }
  },
  written: 'number',
  emptyMessage: 'no rates',
})
