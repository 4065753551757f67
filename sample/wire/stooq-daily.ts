import { rosterOf } from '../../data/companies.ts'
import type { Series } from '../../data/series.ts'
import { splitsOf } from '../../data/splits.ts'
import { dayNumber, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { historyAt, isHoliday, seriesOf } from '../world/history.ts'
import { levelOf } from '../world/levels.ts'
import { normal, seedOf } from '../world/noise.ts'
import { pathOf } from '../world/path.ts'
import { notImitated, text, type WireFormat } from './answer.ts'

const rows = new Map([...seriesOf('stooq')].filter(([, { company }]) => !company || rosterOf(true).includes(company)))

/** Listed shares of no company of the roster are given for so many days: there are many of them. */
const listedDays = 1826

/** What one share of `day` was worth in shares of today. */
const sharesSince = (row: Series, day: number): number =>
  splitsOf(row)
    .filter(({ session }) => day < dayNumber(session)!)
    .reduce((shares, { ratio }) => shares * ratio, 1)

/** One session; volume in shares. */
function line(row: Series, day: number): string {
  const { decimals } = levelOf(row.key, row.range)
  const seed = seedOf(row.key)
  const price = (at: number): number => pathOf(row.key, row.range)(at) * sharesSince(row, day)
  const [open, close] = [price(day - 1), price(day)]
  const reach = 1 + 0.01 * Math.abs(normal(seed, day))
  const prices = [open, Math.max(open, close) * reach, Math.min(open, close) / reach, close].map((each) => each.toFixed(decimals))
  return `${isoDay(day)},${prices.join(',')},${Math.round(800_000 * Math.exp(0.5 * normal(seed ^ 0x2545f491, day)))}`
}

/** Daily prices of invented shares as Stooq's CSV, oldest first, not adjusted; a symbol nobody has answers with a sentence. */
export const stooqDaily: WireFormat = {
  host: 'stooq.com',
  path: /^\/q\/d\/l\/$/,
  answer({ url, query: { s = '', i, o }, now }) {
    if (i !== 'd' || o !== '1111111') throw notImitated(url, 'prices other than daily, unadjusted ones')
    const row = rows.get(s)
    if (row === undefined) return text('text/plain', 'No data')
    const { first, last } = historyAt(now)
    const from = row.company ? first : Math.max(first, last - listedDays)
    const days = Array.from({ length: last - from + 1 }, (_, at) => from + at)
    const lines = days.filter((day) => weekday(day) < 6 && !isHoliday(row, day)).map((day) => line(row, day))
    return text('text/csv', ['Date,Open,High,Low,Close,Volume', ...lines, ''].join('\r\n'))
  },
}
