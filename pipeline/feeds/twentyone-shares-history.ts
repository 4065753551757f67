import { isSessionMissing } from './fund-files.ts'
import { jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'

const url = 'https://api.secondary.21shares.com/api/product_valuation_history/ARKB'
const rows = seriesOf('twentyone-shares')
const [nav, shares] = [rows.get('ARKB/nav')!, rows.get('ARKB/shares')!]

/**
 * Every session of ARKB: `{ data: [{ valuation_date, nav_per_share, total_nav, total_units_outstanding, index }] }`, newest first, null where
 * there is no figure. The units of a day count the trades of that session.
 */
export const twentyoneSharesHistory = jsonFeed({
  id: 'twentyone-shares-history',
  upstream: 'twentyone-shares',
  title: '21Shares: shares and net assets of a share of ARKB, all sessions',
  match: ({ href }) => href === url,
  plan: (state) => (isSessionMissing(shares, state) ? [url] : []),
  rows: 'data',
  date: 'valuation_date',
  values: ({ nav_per_share: worth, total_units_outstanding: count }) => [
    [nav, worth],
    [shares, count],
  ],
  missing: [null],
  written: 'number',
  emptyMessage: 'no sessions',
})
