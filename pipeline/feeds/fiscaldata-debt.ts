import { seriesById } from '../../data/series.ts'
import { overlapStartDay } from './feed.ts'
import { fiscaldataAnswer } from './fiscaldata-answer.ts'
import { jsonFeed } from './json-feed.ts'

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
export const fiscaldataDebt = jsonFeed({
  id: 'fiscaldata-debt',
  title: 'Debt to the Penny',
  ...fiscaldataAnswer({
    dataset: 'v2/accounting/od/debt_to_penny',
    fields: ['record_date', ...rows.keys()],
    from: ({ newestPeriod }) => overlapStartDay(newestPeriod.get(rows.get(totalField)!.id), overlapDays),
  }),
  date: 'record_date',
  values: (line) => {
    const amounts = [...rows.keys()].filter((field) => line[field] !== 'null')
    const [publicCents, ownCents, totalCents] = [publicField, ownField, totalField].map((field) => centsOf(line[field]))
    if (amounts.some((field) => centsOf(line[field]) === null)) return { rule: 'row', reason: 'not dollars and cents' }
    if (amounts.length === rows.size && publicCents! + ownCents! !== totalCents)
      return { rule: 'sum', reason: 'the parts are not the total' }
    return amounts.map((field) => [rows.get(field)!, line[field]])
  },
  emptyMessage: 'no debt',
})
