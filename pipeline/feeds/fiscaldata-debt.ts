import { type Series, seriesById } from '../../data/series.ts'
import { isoDay } from '../calendar/day.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { asksFor, pageOf, requestFor } from './fiscaldata-answer.ts'

const id = 'fiscaldata-debt'
const dataset = 'v2/accounting/od/debt_to_penny'
const [publicField, ownField, totalField] = ['debt_held_public_amt', 'intragov_hold_amt', 'tot_pub_debt_out_amt'] as const
const rows = new Map([publicField, ownField, totalField].map((field) => [field, seriesById.get(`fiscaldata.${field}`)!]))
/** Days asked for again, so that revisions are seen. */
const overlapDays = 30

/** Dollars and cents as whole cents; null for another spelling. */
const centsOf = (text: unknown): bigint | null =>
  typeof text === 'string' && /^\d+\.\d\d$/.test(text) ? BigInt(text.replace('.', '')) : null

/**
 * Debt to the Penny: what the public holds, what government accounts hold and both together, a row a business day, in dollars and cents.
 * A day whose parts are not its total is refused. Until 1997 and on some days before 2005 only the total is there.
 */
export const fiscaldataDebt = defineFeed({
  id,
  upstream: 'fiscaldata',
  title: 'Debt to the Penny',
  needs: null,
  match: (url) => asksFor(url, dataset),
  plan: ({ newestPeriod }) => {
    const newest = newestPeriod.get(rows.get(totalField)!.id)
    return [requestFor(id, dataset, ['record_date', ...rows.keys()], newest === undefined ? null : isoDay(newest - overlapDays))]
  },
  parse: (body, recording) => {
    const page = pageOf(body, recording.url, id)
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = new Map<Series, Entry[]>([...rows.values()].map((row) => [row, []]))
    for (const item of page.rows) {
      const line = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const date = line['record_date']
      const amounts = [...rows.keys()].filter((field) => line[field] !== 'null')
      const [publicCents, ownCents, totalCents] = [publicField, ownField, totalField].map((field) => centsOf(line[field]))
      if (typeof date !== 'string' || amounts.some((field) => centsOf(line[field]) === null))
        rejected.push(rejection(null, 'row', 'no day, or no dollars and cents', JSON.stringify(item)))
      else if (amounts.length === rows.size && publicCents! + ownCents! !== totalCents)
        rejected.push(rejection(null, 'sum', 'the parts are not the total', JSON.stringify(item)))
      else
        for (const field of amounts)
          entries.get(rows.get(field)!)!.push({ date, text: String(line[field]), seenAt, publishedAt: null })
    }
    const read = readBlocks(entries, rejected)
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no debt')
    return { ...read, next: page.next }
  },
})
