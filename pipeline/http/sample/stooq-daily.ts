import { rosterOf } from '../../../data/companies.ts'
import { treasuriesSeries } from '../../../data/series/treasuries.ts'
import type { Series } from '../../../data/series.ts'
import { dayNumber, isoDay, weekday } from '../../calendar/day.ts'
import { notImitated, type WireFormat } from './answer.ts'
import { historyAt, isHoliday } from './history.ts'
import { levelOf, pathOf } from './level.ts'
import { normal, seedOf } from './noise.ts'

const rows = new Map<string, Series>(
  treasuriesSeries.flatMap((row) => (row.upstream === 'stooq' && rosterOf(true).includes(row.company!) ? [[row.key, row]] : [])),
)

/** What one share of `day` was worth in shares of today. */
function sharesSince({ company }: Series, day: number): number {
  return company!.splits.filter(({ session }) => day < dayNumber(session)!).reduce((shares, { ratio }) => shares * ratio, 1)
}

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
  path: (pathname) => pathname === '/q/d/l/',
  answer(url, now) {
    if (url.searchParams.get('i') !== 'd' || url.searchParams.get('o') !== '1111111')
      throw notImitated(url, 'prices other than daily, unadjusted ones')
    const row = rows.get(url.searchParams.get('s') ?? '')
    if (row === undefined) return { status: 200, type: 'text/plain', body: 'No data' }
    const { first, last } = historyAt(now)
    const days = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter(
      (day) => weekday(day) < 6 && !isHoliday(row, day),
    )
    const body = ['Date,Open,High,Low,Close,Volume', ...days.map((day) => line(row, day)), ''].join('\r\n')
    return { status: 200, type: 'text/csv', body }
  },
}
