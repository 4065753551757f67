import { etfSeries } from '../../data/series/etf.ts'
import type { Series } from '../../data/series.ts'
import { dayNumber, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { releaseRule, releaseTime } from '../../pipeline/calendar/release.ts'
import { historyAt, isHoliday } from '../world/history.ts'
import { networkDay } from '../world/network.ts'
import { normal, seedOf, uniform } from '../world/noise.ts'
import { pathOf, walk } from '../world/path.ts'
import { notImitated, text, type WireFormat } from './answer.ts'

const row: Series = etfSeries[0]
/** Days the table of all sessions shows, and the short one. */
const shownDays = { all: 400, short: 20 } as const
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const isSession = (day: number): boolean => weekday(day) < 6 && !isHoliday(row, day)

const fundsOf = (coin: string): string[] =>
  etfSeries.flatMap(({ key }) => (key.startsWith(`${coin}/`) && key !== `${coin}/Total` ? [key.slice(coin.length + 1)] : []))

/** Millions of dollars to a tenth: the first fund takes half of what comes, small ones often nothing. */
function flowOf(coin: string, fund: string, day: number): number {
  const funds = fundsOf(coin)
  const seed = seedOf(`flow ${coin} ${fund}`)
  const share = 0.5 / (funds.indexOf(fund) + 1)
  if (uniform(seed, day) > 0.3 + share) return 0
  const size = coin === 'btc' ? 1 : 0.3
  const mood = 220 * Math.log(pathOf('mood of fund buyers')(day)) + 20
  return Number((size * share * (mood + 140 * normal(seed ^ 0x2545f491, day))).toFixed(1)) + 0
}

const printed = (flow: number): string => {
  const digits = Math.abs(flow).toFixed(1)
  return flow < 0 ? `<span class="redFont">(${digits})</span>` : digits
}
const line = (cells: readonly string[]): string =>
  `<tr>\n${cells.map((cell) => `<td><span class="tabletext">${cell}</span></td>`).join('')}</tr>\n`

/** Farside's table of a coin: two rows of a header, fees, sessions oldest first, the newest of which no fund has reported, and sums. */
export const farsideFlows: WireFormat = {
  host: 'farside.co.uk',
  path: /^\/(btc|eth|bitcoin-etf-flow-all-data|ethereum-etf-flow-all-data)\/$/,
  parameters: [],
  answer({ parts: [page], now }) {
    const coin = page!.startsWith('b') ? 'btc' : 'eth'
    const funds = fundsOf(coin)
    const { first, last } = historyAt(now)
    const from = Math.max(first, last - shownDays[page!.length > 3 ? 'all' : 'short'])
    const days = Array.from({ length: last - from + 2 }, (_, at) => from + at).filter(isSession)
    const rule = releaseRule(row.rule)
    const rows = days.map((day) => {
      const [year, month, date] = isoDay(day).split('-')
      const named = `${date} ${months[Number(month) - 1]} ${year}`
      if (releaseTime(rule, day) > now) return line([named, ...funds.map(() => '-'), '0.0'])
      const flows = funds.map((fund) => flowOf(coin, fund, day))
      return line([named, ...flows.map(printed), printed(flows.reduce((sum, flow) => sum + flow, 0))])
    })
    const header = [
      line(['', ...funds.map(() => ''), 'Total']),
      line(['', ...funds, '']),
      line(['Fee', ...funds.map(() => '0.25%'), '']),
    ]
    const table = ['<table class="etf">', ...header, ...rows, line(['Total', ...funds.map(() => '1,000'), '12,000']), '</table>']
    return text('text/html; charset=utf-8', `<html><body>\n${table.join('\n')}\n</body></html>`)
  },
}

interface Fund {
  readonly ticker: string
  readonly name: string
  readonly coin: string
  readonly coinName: string
  readonly perShare: number
  readonly price: (day: number) => number
  readonly coins: (day: number) => number
}

/** Coins grow by what flows in at the price of the day. */
const coinsOf = (coin: string, ticker: string, start: number, price: (day: number) => number): ((day: number) => number) =>
  walk(
    () => start,
    (before, day) => (isSession(day) ? Math.max(1_000, before + (1e6 * flowOf(coin, ticker, day)) / price(day)) : before),
  )
const bitcoin = (day: number): number => networkDay(day).price
const ether = pathOf('ether price')
const products: Readonly<Record<string, Fund>> = {
  '333011': {
    ...{ ticker: 'IBIT', name: 'iShares Bitcoin Trust ETF', coin: 'BTC', coinName: 'BITCOIN', perShare: 0.00057 },
    price: bitcoin,
    coins: coinsOf('btc', 'IBIT', 500_000, bitcoin),
  },
  '337614': {
    ...{ ticker: 'ETHA', name: 'iShares Ethereum Trust ETF', coin: 'ETH', coinName: 'ETHER', perShare: 0.0076 },
    price: ether,
    coins: coinsOf('eth', 'ETHA', 3_000_000, ether),
  },
}

const grouped = (value: number, digits: number): string =>
  `"${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}"`

/** An issuer's file of holdings on a session that is asked for, or the newest one: preamble, table, legal text. */
export const isharesHoldings: WireFormat = {
  host: 'www.ishares.com',
  path: /^\/us\/products\/(333011|337614)\/ishares-[a-z]+-trust-etf\/1467271812596\.ajax$/,
  parameters: ['fileType', 'fileName', 'dataType', 'asOfDate'],
  answer({ url, query, parts: [product], last }) {
    const fund = products[product!]!
    const asked = query['asOfDate']?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    if (query['fileType'] !== 'csv') throw notImitated(url, 'files other than CSV')
    let day = asked === undefined ? last : Math.min(last, dayNumber(asked)!)
    while (!isSession(day)) day--
    const coins = fund.coins(day)
    const assets = coins * fund.price(day)
    const [year, month, date] = isoDay(day).split('-')
    const value = grouped(assets, 2)
    const lines = [
      `\uFEFF${fund.name}`,
      `Fund Holdings as of,"${months[Number(month) - 1]} ${date}, ${year}"`,
      'Inception Date,"Jan 05, 2014"',
      `Shares Outstanding,${grouped(Math.round(coins / fund.perShare / 40_000) * 40_000, 2)}`,
      ...['Stock', 'Bond', 'Cash', 'Other'].map((kind) => `${kind},"-"`),
      '\u00A0',
      'Ticker,Name,Sector,Asset Class,Market Value,Weight (%),Notional Value,Quantity,Market Currency,Accrual Date',
      `"${fund.coin}","${fund.coinName}","-","Alternative",${value},"100.00",${value},${grouped(coins, 5)},"${fund.coin}","-"`,
      '"USD","USD CASH","-","Cash","3,343.33","0.00","3,343.33","3,343.33000","USD","-"',
      '\u00A0',
      '"Invented values of an invented fund,\nnot those of the issuer."',
      '',
    ]
    return text('text/csv', lines.join('\n'))
  },
}
