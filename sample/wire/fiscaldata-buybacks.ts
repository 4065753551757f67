import { isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { localToUtc } from '../../pipeline/calendar/zone.ts'
import type { WireFormat } from './answer.ts'
import { type Fields, firstDayAsked, pageOf } from './fiscaldata-page.ts'

const fields: Fields = {
  operation_date: ['Operation Date', 'DATE', 'YYYY-MM-DD'],
  operation_type: ['Operation Type', 'STRING', 'String'],
  security_type: ['Security Type', 'STRING', 'String'],
  maturity_bucket: ['Maturity Bucket', 'STRING', 'String'],
  total_par_amt_accepted: ['Total Par Amount Accepted', 'CURRENCY0', '$10'],
}
const firstDay = 19_800
const wednesday = 3
const buckets = ['20Y to 30Y', '1M to 2Y', '10Y to 20Y', '3Y to 5Y']

/** `buybacks_operations`: an operation each Wednesday, announced a week before, with its result after 14:00 in New York. */
export const fiscaldataBuybacks: WireFormat = {
  host: 'api.fiscaldata.treasury.gov',
  path: /^\/services\/api\/fiscal_service\/v1\/accounting\/od\/buybacks_operations$/,
  parameters: ['fields', 'filter', 'sort', 'format', 'page[number]', 'page[size]'],
  answer({ url, query, now, last }) {
    const from = firstDayAsked(url, query, Object.keys(fields), 'operation_date')
    const rows: object[] = []
    for (let day = firstDay; day <= last + 7; day++) {
      if (weekday(day) !== wednesday || isoDay(day) < from) continue
      const isOver = localToUtc(day, '14:05', 'America/New_York') <= now
      rows.push({
        ...{ operation_date: isoDay(day), operation_type: 'Liquidity Support', security_type: 'Nominal Coupons' },
        maturity_bucket: buckets[Math.floor(day / 7) % buckets.length],
        total_par_amt_accepted: isOver ? '2000000000.00' : 'null',
      })
    }
    return pageOf(query, fields, rows)
  },
}
