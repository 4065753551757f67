import { ticSeries } from '../../data/series/tic.ts'
import type { Series } from '../../data/series.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { latin1Of } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'tic-holdings'
const address = 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table1.txt'
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
export const ticHoldings = defineFeed({
  id,
  upstream: 'treasury',
  title: 'Treasury International Capital: long-term securities held by foreigners',
  needs: null,
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: () => [{ feed: id, upstream: 'treasury', url: address }],
  parse: (body, recording) => {
    const lines = latin1Of(body, id)
      .split(/\r?\n/)
      .map((line) => line.split('\t').map((cell) => cell.trim()))
    const head = lines.findIndex((cells) => firstFields.every((field, at) => cells[at] === field))
    const fields = lines[head] ?? []
    if (head < 0 || [...countries.values()].flat().some(([field]) => fields.filter((name) => name === field).length !== 1))
      throw new ParseError('HEADER', `${id}: no line that names each field once`, { feed: id })
    if (!lines.slice(0, head).some(([title]) => title === 'Millions of dollars'))
      throw new ParseError('HEADER', `${id}: the title does not say millions of dollars`, { feed: id })
    const end = lines.findIndex(([first, code], at) => at > head && (first ?? '') === '' && (code ?? '') === '')
    if (end < 0) throw new ParseError('BODY_CUT', `${id}: the table does not end before its notes`, { feed: id })

    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = new Map<Series, Entry[]>()
    for (const cells of lines.slice(head + 1, end)) {
      const [, code = '', month = ''] = cells
      const wanted = countries.get(code)
      if (wanted === undefined) continue
      if (cells.length !== fields.length || !/^\d{4}-\d\d$/.test(month)) {
        rejected.push(rejection(null, 'row', `not a month and ${fields.length} cells`, cells.join('\t')))
        continue
      }
      for (const [field, row] of wanted) {
        const text = cells[fields.indexOf(field)]!
        if (text === 'n.a.' || text === '') continue
        const months = entries.get(row) ?? []
        entries.set(row, months)
        months.push({ date: `${month}-01`, text, seenAt, publishedAt: null })
      }
    }
    const read = readBlocks(entries, rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no holdings')
    return read
  },
})
