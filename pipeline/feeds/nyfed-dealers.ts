import { nyfedSeries } from '../../data/series/nyfed.ts'
import { jsonFeed } from './json-feed.ts'

const host = 'markets.newyorkfed.org'
const path = /^\/api\/pd\/get\/([A-Z0-9_-]+)\.json$/
const byKey = new Map(nyfedSeries.filter(({ rule }) => rule === 'primary-dealers').map((row) => [row.key as string, row]))

/**
 * Primary Dealer Statistics of the New York Fed (markets.newyorkfed.org): positions on Wednesdays in millions of dollars as texts, the text
 * `*` where one is withheld. One answer holds the whole history of the keys asked for, in any order.
 */
export const nyfedDealers = jsonFeed({
  id: 'nyfed-dealers',
  upstream: 'nyfed',
  title: 'New York Fed: positions of the primary dealers',
  match: (url) => url.host === host && (path.exec(url.pathname)?.[1] ?? '').split('_').some((key) => byKey.has(key)),
  plan: () => [`https://${host}/api/pd/get/${[...byKey.keys()].join('_')}.json`],
  rows: 'pd.timeseries',
  date: 'asofdate',
  values: ({ keyid, value }) => {
    if (typeof keyid !== 'string') return { rule: 'row', reason: 'no key of a series' }
    const row = byKey.get(keyid)
    return row ? [[row, value]] : []
  },
  missing: ['*'],
  emptyMessage: 'no positions',
})
