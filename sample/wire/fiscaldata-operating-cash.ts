import { isoDay } from '../../pipeline/calendar/day.ts'
import { treasuryAccount } from '../world/economy.ts'
import { seriesOf, sessionsOf } from '../world/history.ts'
import { normal, seedOf } from '../world/noise.ts'
import { json, notImitated, type WireFormat } from './answer.ts'

const [row] = seriesOf('fiscaldata').values()
const fields: Readonly<Record<string, readonly [label: string, type: string, format: string]>> = {
  record_date: ['Record Date', 'DATE', 'YYYY-MM-DD'],
  account_type: ['Type of Account', 'STRING', 'String'],
  close_today_bal: ['Closing Balance Today', 'CURRENCY0', '$1,000,000'],
  open_today_bal: ['Opening Balance Today', 'CURRENCY0', '$1,000,000'],
}
const column = (at: 0 | 1 | 2) => Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts[at]]))
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
    const [, from] = /^record_date:gte:(\d{4}-\d\d-\d\d)$/.exec(query['filter'] ?? 'record_date:gte:0000-00-00') ?? []
    if (query['fields'] !== Object.keys(fields).join(',') || query['sort'] !== 'record_date' || from === undefined)
      throw notImitated(url, 'other fields, orders or filters')
    const size = Number(query['page[size]'] ?? 100)
    const number = Number(query['page[number]'] ?? 1)
    const lines = sessionsOf(row!, now)
      .flatMap((day, at, days) => linesOf(day, days[at - 1] ?? day))
      .filter((line) => line.record_date >= from)
    const pages = Math.ceil(lines.length / size)
    const data = lines.slice((number - 1) * size, number * size)
    const link = (page: number): string => `&page%5Bnumber%5D=${page}&page%5Bsize%5D=${size}`
    const described = { labels: column(0), dataTypes: column(1), dataFormats: column(2) }
    const [prev, next] = [number > 1 ? link(number - 1) : null, number < pages ? link(number + 1) : null]
    return json({
      data,
      meta: { count: data.length, ...described, 'total-count': lines.length, 'total-pages': pages },
      links: { self: link(number), first: link(1), prev, next, last: link(pages) },
    })
  },
}
