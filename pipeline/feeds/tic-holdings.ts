import { ticSeries } from '../../data/series/tic.ts'
import type { Series } from '../../data/series.ts'
import { tableFeed } from './table-feed.ts'

const firstFields = ['country', 'country_code', 'date']
const countries = new Map<string, [field: string, row: Series][]>()
for (const row of ticSeries) {
  const [, code, field] = row.key.split('/') as [string, string, string]
  countries.set(code, [...(countries.get(code) ?? []), [field, row]])
}

/**
 * Table 1 of the Treasury's SLT: tab-separated texts under five lines of title and the names of the fields, a line a country and month,
 * `n.a.` where nothing was reported, notes below. Countries, regions and totals stand among one another and are identified by their code.
 */
export const ticHoldings = tableFeed({
  id: 'tic-holdings',
  upstream: 'treasury',
  title: 'Treasury International Capital: long-term securities held by foreigners',
  url: 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table1.txt',
  encoding: 'latin1',
  tabs: true,
  header: (cells) => firstFields.every((field, at) => cells[at] === field),
  columns: [...firstFields, ...[...countries.values()].flat().map(([field]) => field)],
  fault: (above) =>
    above.some(([title]) => title === 'Millions of dollars') ? null : 'the title does not say millions of dollars',
  end: ([first = '', code = '']) => first === '' && code === '',
  date: (row) => (/^\d{4}-\d\d$/.test(row('date')) ? `${row('date')}-01` : null),
  values: (row) => (countries.get(row('country_code')) ?? []).map(([field, series]) => [series, row(field)]),
  missing: ['n.a.', ''],
  emptyMessage: 'no holdings',
})
