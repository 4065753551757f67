import { type Series, series } from '../../../data/series.ts'
import { isoDay } from '../../calendar/day.ts'
import { json, notImitated, type WireFormat } from './answer.ts'
import { isHoliday, periodsOf } from './history.ts'
import { pathOf } from './level.ts'
import { normal, seedOf } from './noise.ts'

const known = new Set(['fields', 'filter', 'sort', 'format', 'page[number]', 'page[size]'])
const row: Series = series.find((each) => each.id === 'fiscaldata.TGA')!
const fields: Readonly<Record<string, readonly [label: string, type: string, format: string]>> = {
  record_date: ['Record Date', 'DATE', 'YYYY-MM-DD'],
  account_type: ['Type of Account', 'STRING', 'String'],
  close_today_bal: ['Closing Balance Today', 'CURRENCY0', '$1,000,000'],
  open_today_bal: ['Opening Balance Today', 'CURRENCY0', '$1,000,000'],
}
const deposits = seedOf('deposits of the Treasury')

type Line = Readonly<Record<string, string>>

/** The lines of one day, in the layout of its time; `before` is the business day before. */
function linesOf(day: number, before: number): Line[] {
  const date = isoDay(day)
  const close = Math.round(pathOf('Treasury General Account')(day))
  const open = Math.round(pathOf('Treasury General Account')(before))
  const line = (account_type: string, close_today_bal: number | null, open_today_bal: number): Line => ({
    record_date: date,
    account_type,
    close_today_bal: String(close_today_bal),
    open_today_bal: String(open_today_bal),
  })
  if (date < '2022-04-18')
    return [
      line(date < '2021-10-01' ? 'Federal Reserve Account' : 'Treasury General Account (TGA)', close, open),
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
  path: (pathname) => pathname === '/services/api/fiscal_service/v1/accounting/dts/operating_cash_balance',
  answer(url, now) {
    const ask = (name: string, otherwise: string): string => url.searchParams.get(name) ?? otherwise
    for (const name of url.searchParams.keys()) if (!known.has(name)) throw notImitated(url, `the parameter ${name}`)
    const filter = /^record_date:gte:(\d{4}-\d\d-\d\d)$/.exec(ask('filter', 'record_date:gte:0000-00-00'))
    if (ask('fields', '') !== Object.keys(fields).join(',') || ask('sort', '') !== 'record_date' || !filter)
      throw notImitated(url, 'other fields, orders or filters')
    const size = Number(ask('page[size]', '100'))
    const number = Number(ask('page[number]', '1'))
    const days = periodsOf(row, now).filter((day) => !isHoliday(row, day))
    const lines = days.flatMap((day, i) => linesOf(day, days[i - 1] ?? day)).filter((line) => line['record_date']! >= filter[1]!)
    const pages = Math.ceil(lines.length / size)
    const data = lines.slice((number - 1) * size, number * size)
    const link = (page: number): string => `&page%5Bnumber%5D=${page}&page%5Bsize%5D=${size}`
    const column = (at: 0 | 1 | 2) => Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts[at]]))
    return json({
      data,
      meta: {
        count: data.length,
        labels: column(0),
        dataTypes: column(1),
        dataFormats: column(2),
        'total-count': lines.length,
        'total-pages': pages,
      },
      links: {
        self: link(number),
        first: link(1),
        prev: number > 1 ? link(number - 1) : null,
        next: number < pages ? link(number + 1) : null,
        last: link(pages),
      },
    })
  },
}
