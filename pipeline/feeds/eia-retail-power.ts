import { eiaSeries } from '../../data/series/eia.ts'
import type { Series } from '../../data/series.ts'
import { eiaAnswer, eiaHost, maxEiaRows, whyHistoryIncomplete } from './eia-answer.ts'
import { jsonFeed } from './json-feed.ts'

const path = '/v2/electricity/retail-sales/data/'
const series: Series = eiaSeries.find((each) => each.id === 'eia.retail.US-IND')!
/** How long a month took to come out before 2012 is not known here: the day it was known would be a guess. */
const firstMonth = '2012-01'
/** The EIA spells it with the second hyphen and without. */
const cents = /^cents per kilowatt-?hour$/
const facets = { 'data[0]': 'price', 'facets[stateid][]': 'US', 'facets[sectorid][]': 'IND', frequency: 'monthly' } as const

/**
 * Average price of electricity to industrial customers of the United States by month, in cents a kilowatt hour (Form EIA-861M, the route
 * `electricity/retail-sales` of the EIA's API, version 2): the whole history in one answer, of which the months since 2012 are read; months are `YYYY-MM`, prices as texts or numbers.
 */
export const eiaRetailPower = jsonFeed({
  ...eiaAnswer,
  id: 'eia-retail-power',
  title: 'EIA average price of electricity to industrial customers',
  match: (url) =>
    url.host === eiaHost &&
    url.pathname === path &&
    Object.entries(facets).every(([name, value]) => url.searchParams.getAll(name).join() === value),
  plan: () => {
    const query = [
      'frequency=monthly&data[0]=price&facets[stateid][]=US&facets[sectorid][]=IND',
      `sort[0][column]=period&sort[0][direction]=asc&offset=0&length=${maxEiaRows}`,
    ].join('&')
    return [`https://${eiaHost}${path}?${query}`]
  },
  cut: whyHistoryIncomplete,
  date: ({ period }) => (/^\d{4}-\d\d$/.test(String(period)) ? `${String(period)}-01` : null),
  series,
  values: ({ period, stateid, sectorid, price, 'price-units': unit }) => {
    if (stateid !== 'US' || sectorid !== 'IND') return { rule: 'row', reason: 'not of industrial customers of the United States' }
    if (!cents.test(String(unit))) return { rule: 'unit', reason: `in ${String(unit)}, not in cents` }
    return String(period) < firstMonth ? [] : [[series, price]]
  },
  emptyMessage: 'no prices',
})
