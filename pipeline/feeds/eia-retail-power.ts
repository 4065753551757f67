import { eiaSeries } from '../../data/series/eia.ts'
import type { Series } from '../../data/series.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { mostRows, rowsOf, valueText } from './eia-answer.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'eia-retail-power'
const host = 'api.eia.gov'
const path = '/v2/electricity/retail-sales/data/'
const row: Series = eiaSeries.find((each) => each.id === 'eia.retail.US-IND')!
/** How long a month took to come out before 2012 is not known here: the day it was known would be a guess. */
const firstMonth = '2012-01'
/** The EIA spells it with the second hyphen and without. */
const unit = /^cents per kilowatt-?hour$/
const facets = { 'data[0]': 'price', 'facets[stateid][]': 'US', 'facets[sectorid][]': 'IND', frequency: 'monthly' } as const

/**
 * Average price of electricity to industrial customers of the United States by month, in cents a kilowatt hour (Form EIA-861M, the route
 * `electricity/retail-sales` of the EIA's API, version 2): the whole history in one answer, of which the months since 2012 are read; months are `YYYY-MM`, prices as texts or numbers.
 */
export const eiaRetailPower = defineFeed({
  id,
  upstream: 'eia',
  title: 'EIA average price of electricity to industrial customers',
  needs: 'EIA_API_KEY',
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    Object.entries(facets).every(([name, value]) => url.searchParams.getAll(name).join() === value),
  plan: () => {
    const query = [
      'frequency=monthly&data[0]=price&facets[stateid][]=US&facets[sectorid][]=IND',
      `sort[0][column]=period&sort[0][direction]=asc&offset=0&length=${mostRows}`,
    ].join('&')
    return [{ feed: id, upstream: 'eia', url: `https://${host}${path}?${query}` }]
  },
  parse: (body, recording) => {
    const { rows, total } = rowsOf(body, id)
    if (rows.length !== total) throw new ParseError('BODY_CUT', `${id}: ${rows.length} of ${total} months`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries: Entry[] = []
    for (const month of rows) {
      const { period, stateid: state, sectorid: sector, price } = month
      const text = valueText(price)
      if (typeof period !== 'string' || !/^\d{4}-\d\d$/.test(period) || state !== 'US' || sector !== 'IND' || text === undefined)
        rejected.push(rejection(row.id, 'row', 'not a month of industrial customers of the United States', JSON.stringify(month)))
      else if (!unit.test(String(month['price-units'])))
        rejected.push(rejection(row.id, 'unit', `in ${String(month['price-units'])}, not in cents`, JSON.stringify(month)))
      else if (text !== null && period >= firstMonth) entries.push({ date: `${period}-01`, text, seenAt, publishedAt: null })
    }
    const read = readBlocks([[row, entries]], rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no prices')
    return read
  },
})
