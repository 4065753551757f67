import type { AuctionKind, CouponMaturity } from '../../data/auctions.ts'
import { dayMs, endOfMonth, weekday } from '../../pipeline/time/day.ts'
import { businessDayFrom, isBusinessDay } from '../../pipeline/time/holiday.ts'
import { yieldOf } from './economy.ts'
import { noiseSeedOf, normalNoise } from './noise.ts'
import { pathOf } from './random-walk.ts'

/** One auction of the invented Treasury: days as day numbers, amounts in US dollars, rates in percent. */
export interface SampleAuction {
  readonly cusip: string
  readonly kind: AuctionKind
  readonly type: 'Bill' | 'Note' | 'Bond'
  readonly term: string
  readonly originalTerm: string
  readonly reopening: boolean
  readonly announced: number
  readonly day: number
  readonly issued: number
  readonly offered: number
}

/** Week of the month (1 to 3; 4 is the last) and weekday of each maturity, and what is offered, new and reopened, USD billion. */
const calendar: readonly (readonly [CouponMaturity, week: number, weekday: number, fresh: number, again: number])[] = [
  ['3-Year', 2, 2, 58, 58],
  ['10-Year', 2, 3, 42, 39],
  ['30-Year', 2, 4, 25, 22],
  ['20-Year', 3, 3, 16, 13],
  ['2-Year', 4, 1, 69, 69],
  ['5-Year', 4, 2, 70, 70],
  ['7-Year', 4, 3, 44, 44],
]
/** Maturities sold again once a quarter, in its second month, and reopened in the two months after. */
const quarterly: readonly string[] = ['10-Year', '20-Year', '30-Year']

function dayIn(year: number, month: number, week: number, on: number): number {
  const first = Date.UTC(year, month, 1) / dayMs
  const inFirstWeek = first + ((on - weekday(first) + 7) % 7)
  if (week < 4) return businessDayFrom(inFirstWeek + 7 * (week - 1), 'us-federal')
  const last = endOfMonth(first)
  const lastFriday = last - ((weekday(last) - 5 + 7) % 7)
  return businessDayFrom(lastFriday - 5 + on, 'us-federal')
}

/** Nine characters, the same for the securities of one issue. */
const cusipOf = (name: string): string => `9Z${noiseSeedOf(name).toString(36).toUpperCase().padStart(7, '0').slice(0, 7)}`

function saleOf(
  term: CouponMaturity,
  kind: AuctionKind,
  year: number,
  month: number,
  day: number,
  amounts: readonly number[],
): SampleAuction {
  const since = quarterly.includes(term) ? (month + 2) % 3 : 0
  const issue = new Date(Date.UTC(year, month - since, 1))
  const years = Number.parseInt(term, 10)
  const isMonthEnd = years === 2 || years === 5 || years === 7
  return {
    cusip: cusipOf(`${kind} ${term} ${issue.toISOString()}`),
    kind,
    type: years > 10 ? 'Bond' : 'Note',
    term: since === 0 ? term : `${years - 1}-Year ${12 - since}-Month`,
    originalTerm: term,
    reopening: since > 0,
    announced: announcedOn(day - ((weekday(day) + 3) % 7) - (weekday(day) === 4 ? 7 : 0)),
    day,
    issued: businessDayFrom(isMonthEnd ? endOfMonth(day) : Math.max(day + 2, Date.UTC(year, month, 15) / dayMs), 'us-federal'),
    offered: amounts[since === 0 ? 0 : 1]! * 1e9,
  }
}

/** Announcements are made on Thursdays, before a holiday the day before. */
function announcedOn(thursday: number): number {
  return isBusinessDay(thursday, 'us-federal') ? thursday : thursday - 1
}

/** Every auction from one day to another (day numbers, both included), in the order of their days: coupons, an inflation-linked and a floating note, bills. */
export function auctionsBetween(from: number, to: number): SampleAuction[] {
  const sales: SampleAuction[] = []
  for (let month = from; month <= to + 31; month = endOfMonth(month) + 1) {
    const date = new Date(month * dayMs)
    const [year, nth] = [date.getUTCFullYear(), date.getUTCMonth()]
    for (const [term, week, on, ...amounts] of calendar)
      sales.push(saleOf(term, 'nominal', year, nth, dayIn(year, nth, week, on), amounts))
    sales.push(saleOf('10-Year', 'inflation-linked', year, nth, dayIn(year, nth, 3, 4), [21, 19]))
    sales.push(saleOf('2-Year', 'floating', year, nth, dayIn(year, nth, 4, 3), [30, 28]))
  }
  for (let day = from; day <= to; day++)
    if (weekday(day) === 1)
      for (const [weeks, billions] of [
        [13, 86],
        [26, 77],
      ] as const) {
        const auctioned = businessDayFrom(day, 'us-federal')
        sales.push({
          cusip: cusipOf(`bill ${weeks} ${day}`),
          kind: 'bill',
          type: 'Bill',
          term: `${weeks}-Week`,
          originalTerm: '26-Week',
          reopening: weeks === 13,
          announced: announcedOn(day - 4),
          day: auctioned,
          issued: businessDayFrom(day + 3, 'us-federal'),
          offered: billions * 1e9,
        })
      }
  return sales.filter(({ day }) => day >= from && day <= to).sort((a, b) => a.day - b.day || (a.cusip < b.cusip ? -1 : 1))
}

/** What came of an auction: awards in whole hundreds of US dollars, rates in percent with three decimals. */
export interface AuctionResult {
  readonly competitive: number
  readonly noncompetitive: number
  readonly dealers: number
  readonly direct: number
  readonly indirect: number
  readonly bidToCover: number
  readonly high: number
  readonly median: number
}

const usualCover: Readonly<Record<string, number>> = {
  '2-Year': 2.6,
  '3-Year': 2.62,
  '5-Year': 2.35,
  '7-Year': 2.5,
  '10-Year': 2.5,
  '20-Year': 2.65,
  '30-Year': 2.4,
}

/** Demand has moods that all maturities share, and each auction its own luck: where more is bid, dealers are left with less. */
export function auctionResultOf(sale: SampleAuction): AuctionResult {
  const chance = (what: string) => normalNoise(noiseSeedOf(`${what} ${sale.kind} ${sale.originalTerm}`), sale.day)
  const mood = 4 * Math.log(pathOf('demand at auctions', [0, 4])(sale.day) / pathOf('demand at auctions', [0, 4])(sale.day - 240))
  const demand = 0.6 * Math.max(-2, Math.min(2, mood)) + 0.8 * chance('demand')
  const hundreds = (dollars: number) => Math.round(dollars / 100) * 100
  const noncompetitive = hundreds(sale.offered * (0.008 + 0.002 * Math.abs(chance('small'))))
  const competitive = sale.offered - noncompetitive
  const ofDealers = Math.max(0.03, (sale.type === 'Bill' ? 0.36 : 0.11) - 0.025 * demand)
  const ofDirect = Math.max(0.04, (sale.type === 'Bill' ? 0.08 : 0.22) + 0.04 * chance('direct'))
  const dealers = hundreds(competitive * ofDealers)
  const direct = hundreds(competitive * ofDirect)
  const years = sale.type === 'Bill' ? Number.parseInt(sale.term, 10) / 52 : Number.parseInt(sale.originalTerm, 10)
  const high = yieldOf(years, sale.day) - (sale.kind === 'inflation-linked' ? pathOf('breakeven inflation')(sale.day) : 0)
  const round = (value: number, digits: number) => Number(value.toFixed(digits))
  return {
    competitive,
    noncompetitive,
    dealers,
    direct,
    indirect: competitive - dealers - direct,
    bidToCover: round((usualCover[sale.originalTerm] ?? 2.9) + 0.11 * demand, 2),
    high: round(high, 3),
    median: round(high - 0.05 - 0.01 * Math.abs(chance('median')), 3),
  }
}
