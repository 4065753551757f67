import { marketCodes, transactionCodes } from '../../data/ownership-codes.ts'
import { sumDecimals } from '../filings/decimal.ts'
import type { HolderReport } from '../filings/holder-report.ts'
import type { InsiderLine, InsiderReport, ReportingOwner } from '../filings/insider-report.ts'
import { dayInWords } from '../values/amounts.ts'
import { groupedBy } from '../values/grouped.ts'

/** Kinds of transactions that a line names; the others are counted. */
const mostNamed = 3

/**
 * The line of a form 3, 4 or 5: who reports, and what was bought, sold or changed hands otherwise, with what comes first that somebody decided to buy
 * or sell. Names stand as filed, the family name of a person first.
 */
export function insiderLine({ form, owners, plan, lines }: InsiderReport): string {
  const [base = form, amended] = form.split('/')
  const trades = lines.filter(({ code }) => code !== null)
  const phrases = [...grouped(trades).values()].sort((a, b) => rank(a[0]!) - rank(b[0]!)).map((group) => phraseOf(group))
  const more = phrases.length > mostNamed ? [`${phrases.length - mostNamed} more`] : []
  const planned = plan === true && trades.some(isMarket) ? ['states a 10b5-1 plan'] : []
  const content = phrases.length > 0 ? [...phrases.slice(0, mostNamed), ...more, ...planned].join('; ') : holdingsOf(base, lines)
  return `Form ${base}: ${ownersText(owners)} ${content}${amended === undefined ? '' : ' (amended)'}`
}

/** The line of a Schedule 13D or 13G: the holder with the largest share, how many report with it, and what it holds. */
export function holderLine({ form, holders, event, security }: HolderReport): string {
  const [base = form, amended] = form.split('/')
  const first = largestHolder(holders)
  const part = first.percent === null ? [] : [`${first.percent}% of ${security === '' ? 'a class of shares' : security}`]
  const shares = first.shares === null ? [] : [`${grouping(first.shares)} shares`]
  const what = [...part, ...shares].join(', ')
  const on = event === null ? '' : `, event of ${dayInWords(event)}`
  const name = `Schedule ${base.slice('SCHEDULE '.length)}`
  return `${name}: ${first.name}${others(holders.length - 1)} reports ${what === '' ? 'a holding without figures' : what}${on}${amended === undefined ? '' : ' (amended)'}`
}

/** The holder with the largest stated percentage, the first of several. */
export const largestHolder = <Row extends HolderReport['holders'][number]>(holders: readonly Row[]): Row =>
  holders.reduce((best, each) => (Number(each.percent ?? -1) > Number(best.percent ?? -1) ? each : best))

/** Whether a line is a purchase or sale of shares themselves in the market or by private agreement. */
const isMarket = ({ derivative, swap, code, direction }: InsiderLine): boolean =>
  !derivative && !swap && ((code === 'P' && direction === 'acquired') || (code === 'S' && direction === 'disposed'))

const rank = (line: InsiderLine): number => (isMarket(line) ? 0 : line.derivative ? 2 : 1)

/** Transactions of one kind in one security, in the order of the form. */
function grouped(trades: readonly InsiderLine[]): Map<string, InsiderLine[]> {
  // the other leg of an exercise or conversion, which the first table has
  const isOtherLeg = ({ derivative, code }: InsiderLine) =>
    derivative && exchanged.includes(code!) && trades.some((other) => !other.derivative && other.code === code)
  const own = trades.filter((trade) => !isOtherLeg(trade))
  return groupedBy(own, ({ derivative, security, code, direction, swap }) =>
    JSON.stringify([derivative, security, code, direction, swap]),
  )
}
const exchanged: readonly string[] = ['C', 'M', 'O', 'X']

function phraseOf(group: readonly InsiderLine[]): string {
  const { code, direction, security, derivative, swap } = group[0]!
  const total = sumDecimals(...group.flatMap(({ shares }) => shares ?? []))
  const whole = group.every(({ shares }) => shares !== null) ? total : null
  const unit = derivative ? `derivatives (${security})` : plainShares.test(security) ? 'shares' : `shares (${security})`
  const amount = `${whole === null ? 'a number not stated of' : grouping(whole)} ${unit}`
  const verb = isMarket(group[0]!) ? marketCodes[code as keyof typeof marketCodes] : null
  const how = swap ? 'equity swap' : (transactionCodes.get(code!) ?? `code ${code}`)
  const did = verb ?? (direction === null ? 'reports' : direction === 'acquired' ? 'acquired' : 'disposed of')
  return `${did} ${amount}${verb === null ? ` by ${how}` : ''}${priceText(group)}${daysText(group)}`
}

const plainShares = /^(?:class [a-z] )?(?:common|ordinary) (?:stock|shares?)\b/iu

function priceText(group: readonly InsiderLine[]): string {
  const prices = group.flatMap(({ price }) => price ?? []).sort((a, b) => Number(a) - Number(b))
  const [low, high] = [prices[0], prices.at(-1)]
  if (low === undefined || high === undefined || prices.length < group.length) return ''
  const average = group.some((line) => line.average) ? ' (average)' : ''
  return ` at USD ${priced(low)}${low === high ? '' : ` to ${priced(high)}`}${average}`
}

/** `187.2` -> `187.20` */
const priced = (text: string): string => {
  const [whole = '', part = ''] = text.split('.')
  return `${grouping(whole)}.${part.padEnd(2, '0')}`
}

function daysText(group: readonly InsiderLine[]): string {
  const days = group.flatMap(({ day }) => day ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return ''
  return first === last ? `, ${dayInWords(first)}` : `, ${dayInWords(first)} to ${dayInWords(last)}`
}

/** `1220376.5` -> `1,220,376.5` */
const grouping = (text: string): string => text.replace(/^\d+/u, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/gu, ','))

function ownersText(owners: readonly ReportingOwner[]): string {
  const { name } = owners[0]!
  const role = roleOf(owners[0]!)
  return `${name}${role === null ? '' : ` (${role})`}${others(owners.length - 1)}`
}

/** What an owner is to the company, in words; null where the form ticks no box. */
const roleOf = ({ title, director, officer, ten_percent }: ReportingOwner): string | null =>
  title ?? (director ? 'director' : officer ? 'officer' : ten_percent ? 'owner of over 10%' : null)

const others = (count: number): string => (count === 0 ? '' : count === 1 ? ' and 1 other' : ` and ${count} others`)

function holdingsOf(base: string, lines: readonly InsiderLine[]): string {
  const shares = lines.filter(({ derivative }) => !derivative).length
  const derivatives = lines.length - shares
  const stated = [
    ...(shares === 0 ? [] : [`${shares} holding${shares === 1 ? '' : 's'} of shares`]),
    ...(derivatives === 0 ? [] : [`${derivatives} of derivatives`]),
  ].join(' and ')
  return `${base === '3' ? 'states for the first time' : 'states'} ${stated === '' ? 'no securities owned' : stated}`
}
