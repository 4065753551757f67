import { isoDay } from '../../pipeline/calendar/day.ts'
import { treasuryAccount } from '../world/economy.ts'
import { seriesOf, sessionsOf } from '../world/history.ts'
import { normal, seedOf } from '../world/noise.ts'
import type { WireFormat } from './answer.ts'
import { type Fields, firstDayAsked, pageOf } from './fiscaldata-page.ts'

const row = seriesOf('fiscaldata').get('TGA')
const fields: Fields = {
  record_date: ['Record Date', 'DATE', 'YYYY-MM-DD'],
  account_type: ['Type of Account', 'STRING', 'String'],
  close_today_bal: ['Closing Balance Today', 'CURRENCY0', '$1,000,000'],
  open_today_bal: ['Opening Balance Today', 'CURRENCY0', '$1,000,000'],
}
const deposits = seedOf('deposits of the Treasury')

/** The lines of one day, in the layout of its time; `before` is the business day before. */
function linesOf(day: number, before: number) {
  const record_date = isoDay(day)
  const [open, close] = [Math.round(treasuryAccount(before)), Math.round(treasuryAccount(day))]
  const line = (account_type: string, close_today_bal: number | null, open_today_bal: number) => ({
    ...{ record_date, account_type, close_today_bal: String(close_today_bal), open_today_bal: String(open_today_bal) },
  })
  if (record_date < '2022-04-18')
    return [
      line(record_date < '2021-10-01' ? 'Federal Reserve Account' : 'Treasury General Account (TGA)', close, open),
      line('Supplementary Financing Program Account', 0, 0),
      line('Short-Term Cash Investments (Table V)', 0, 0),
    ]
  const received = Math.max(0, close - open) + Math.round(30_000 + 3_000 * normal(deposits, day))
  return [
    line('Treasury General Account (TGA) Opening Balance', null, open),
    line('Total TGA Deposits (Table II)', null, received),
    line('Total TGA Withdrawals (Table II) (-)', null, open + received - close),
    line('Treasury General Account (TGA) Closing Balance', null, close),
  ]
}

/** Fiscal Data's `operating_cash_balance`: four of its sixteen columns, three or four lines a business day, oldest first, in pages. */
export const fiscaldataOperatingCash: WireFormat = {
  host: 'api.fiscaldata.treasury.gov',
  path: /^\/services\/api\/fiscal_service\/v1\/accounting\/dts\/operating_cash_balance$/,
  parameters: ['fields', 'filter', 'sort', 'format', 'page[number]', 'page[size]'],
  answer({ url, query, now }) {
    const from = firstDayAsked(url, query, Object.keys(fields))
    const lines = sessionsOf(row!, now)
      .flatMap((day, at, days) => linesOf(day, days[at - 1] ?? day))
      .filter((line) => line.record_date >= from)
    return pageOf(query, fields, lines)
  },
}
