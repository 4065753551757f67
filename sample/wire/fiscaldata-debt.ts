import { isoDay } from '../../pipeline/calendar/day.ts'
import { seriesOf, sessionsOf } from '../world/history.ts'
import { pathOf } from '../world/path.ts'
import type { WireFormat } from './answer.ts'
import { type Fields, firstDayAsked, pageOf } from './fiscaldata-page.ts'

const rows = seriesOf('fiscaldata')
const fields: Fields = {
  record_date: ['Record Date', 'DATE', 'YYYY-MM-DD'],
  debt_held_public_amt: ['Debt Held by the Public', 'CURRENCY', '$10.20'],
  intragov_hold_amt: ['Intragovernmental Holdings', 'CURRENCY', '$10.20'],
  tot_pub_debt_out_amt: ['Total Public Debt Outstanding', 'CURRENCY', '$10.20'],
}

/** Whole cents: the debt grows year by year. */
const centsOf = (name: string, level: number, day: number): bigint =>
  BigInt(Math.round(100 * level * Math.exp((day - 19_000) / 12_000) * (pathOf(name, [0, 4_000_000])(day) / 4_000) ** 0.02))

/** What the public and what government accounts hold on a day, in cents. */
export const debtOn = (day: number) =>
  [centsOf('debt of the public', 24e12, day), centsOf('debt of trust funds', 6.8e12, day)] as const

const dollars = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** Fiscal Data's `debt_to_penny`: a row a business day, whose first two amounts are the third. */
export const fiscaldataDebt: WireFormat = {
  host: 'api.fiscaldata.treasury.gov',
  path: /^\/services\/api\/fiscal_service\/v2\/accounting\/od\/debt_to_penny$/,
  parameters: ['fields', 'filter', 'sort', 'format', 'page[number]', 'page[size]'],
  answer({ url, query, now }) {
    const from = firstDayAsked(url, query, Object.keys(fields))
    const days = sessionsOf(rows.get('tot_pub_debt_out_amt')!, now).map((day) => {
      const [ofPublic, own] = debtOn(day)
      return {
        record_date: isoDay(day),
        debt_held_public_amt: dollars(ofPublic),
        intragov_hold_amt: dollars(own),
        tot_pub_debt_out_amt: dollars(ofPublic + own),
      }
    })
    return pageOf(
      query,
      fields,
      days.filter((row) => row.record_date >= from),
    )
  },
}
