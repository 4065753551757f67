import { isoDay, monthOf } from '../time/day.ts'
import { businessDayFrom, isBusinessDay } from '../time/holiday.ts'
import { localToUtc } from '../time/zone.ts'
import { bodyError } from './body.ts'
import { calendarDay } from './scheduled-release.ts'
import { feedOf, seriesOf } from './sightings.ts'

const id = 'farside-flows'
const host = 'farside.co.uk'
/** Pages by coin: the newest sessions, and all of them. */
const pages = { btc: ['/btc/', '/bitcoin-etf-flow-all-data/'], eth: ['/eth/', '/ethereum-etf-flow-all-data/'] } as const
type Coin = keyof typeof pages
const coins = Object.keys(pages) as Coin[]
const coinAt = (url: URL): Coin | undefined =>
  url.host === host ? coins.find((coin) => pages[coin].some((path) => path === url.pathname)) : undefined
const total = 'Total'
const rows = seriesOf('farside')

/** Sessions after the newest one on record that the short page certainly shows. */
const shortPageDays = 10
/** How far a printed sum may be from the sum of its printed parts: each is rounded to a tenth of a million. */
const halfTenth = 0.05

const notReported = '-'
const utf8 = new TextDecoder()

interface Session {
  readonly day: number
  /** As printed: a number, `(1.5)` for -1.5, or `-` for a fund that has not reported. */
  readonly cells: readonly string[]
  readonly sum: string
}

/**
 * Farside's tables of daily flows into spot funds, US$ millions, one row a session, one column a fund: negative figures in parentheses,
 * `0.0` for none, `-` for not reported. The total of a session that is not over is 0.0 or a part, so a session is read only when a fund has
 * a flow and every fund has reported, or a later session has a flow (one on which every fund has 0.0 counts then as 0), and only when its total is the sum of its funds. A column nobody
 * registered is a new fund: it is in the total, and reported. A page is asked for only while a session that is over is missing; figures
 * corrected since are read with the next one. Some tables have rows for holidays: the calendar of the exchange decides.
 */
export const farsideFlows = feedOf(
  {
    id,
    upstream: 'farside',
    title: 'Farside: daily flows of bitcoin and ether funds',
    match: (url) => coinAt(url) !== undefined,
    plan: ({ newestPeriod, now }) =>
      coins.flatMap((coin) => {
        const newest = newestPeriod.get(`farside.${coin}.${total}`)
        if (newest !== undefined && now < closeAfter(newest)) return []
        const recent = newest !== undefined && now / 86_400_000 - newest < shortPageDays
        return [`https://${host}${pages[coin][recent ? 0 : 1]}`]
      }),
  },
  (body, sightings) => {
    const coin = coinAt(sightings.url)!
    const { funds, sessions } = tableIn(utf8.decode(body))
    for (const fund of funds)
      if (!rows.has(`${coin}/${fund}`)) sightings.reject(null, 'column', `a ${coin} fund that is not registered: ${fund}`, fund)
    const add = (name: string, day: number, text: string) => {
      const row = rows.get(`${coin}/${name}`)
      if (row) sightings.add(row, isoDay(day), text)
    }
    for (const [at, session] of sessions.entries()) {
      if (!isBusinessDay(session.day, 'us-market') || !isOver(session, sessions.slice(at + 1))) continue
      const flows = session.cells.map(amountOf)
      const sum = amountOf(session.sum)
      const parts = flows.reduce<number>((all, flow) => all + (flow ?? 0), 0)
      const isOdd = flows.some((flow, n) => flow === null && session.cells[n] !== notReported)
      if (isOdd || sum === null || Math.abs(sum - parts) > halfTenth * (funds.length + 1)) {
        const text = `${isoDay(session.day)},${session.cells.join(',')},${session.sum}`
        sightings.reject(null, 'total', 'a cell without a figure, or a total that is not the sum of the funds', text)
        continue
      }
      for (const [n, flow] of flows.entries()) if (flow !== null) add(funds[n]!, session.day, String(flow))
      add(total, session.day, String(sum))
    }
    return sightings.parsed('no session that is complete')
  },
)

/** When the session after one (day number) is over, milliseconds UTC: before, its page has nothing new. */
const closeAfter = (session: number): number => localToUtc(businessDayFrom(session + 1, 'us-market'), '16:00', 'America/New_York')

/**
 * Whether every fund has reported, or a later session has a flow. Farside prints 0.0 for each fund before a session is reported, so zeros alone
 * count only once a later session has a flow. A fund without a figure in a session that is over had not been launched.
 */
function isOver(session: Session, later: readonly Session[]): boolean {
  const isReported = !session.cells.includes(notReported)
  return hasFlow(session) ? isReported || later.some(hasFlow) : isReported && later.some(hasFlow)
}

/** Whether any fund has a flow. */
function hasFlow({ cells }: Session): boolean {
  return cells.some((cell) => cell !== notReported && amountOf(cell) !== 0)
}

/** Millions of dollars, or null for what is not a figure. */
function amountOf(cell: string): number | null {
  const [, open, digits, close] = /^(\(?)(\d[\d,]*(?:\.\d+)?)(\)?)$/.exec(cell) ?? []
  if (digits === undefined || (open === '') !== (close === '')) return null
  return (open === '(' ? -1 : 1) * Number(digits.replaceAll(',', '')) + 0
}

/** Names of the funds in the order of their columns, and the rows that begin with a day, oldest first. */
function tableIn(text: string): { readonly funds: readonly string[]; readonly sessions: readonly Session[] } {
  const start = text.indexOf('<table class="etf"')
  if (start < 0) throw bodyError(id, 'DATA_MISSING', 'no table of flows in the page')
  const lines = text
    .slice(start)
    .split('</tr>')
    .map((line) => [...line.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) => plain(cell!)))
  const header = lines.find((cells) => cells.length > 2 && cells.slice(1, -1).every((cell) => /^[A-Z]{3,5}$/.test(cell)))
  const funds = header?.slice(1, -1)
  const isNamed = lines.some((cells) => cells.length === header?.length && cells.at(-1) === total)
  if (!funds || !isNamed || new Set(funds).size !== funds.length)
    throw bodyError(id, 'HEADER', 'no row that names the funds once each before a total')
  const sessions = lines.flatMap((cells): Session[] => {
    const [, date, month = '', year] = /^(\d\d) ([A-Z][a-z]{2}) (\d{4})$/.exec(cells[0] ?? '') ?? []
    const day = calendarDay(Number(year), monthOf(month), Number(date))
    if (day === null) return []
    if (cells.length !== header!.length) throw bodyError(id, 'BODY_CUT', `${cells.length} cells under ${header!.length} columns`)
    return [{ day, cells: cells.slice(1, -1), sum: cells.at(-1)! }]
  })
  return { funds, sessions: sessions.sort((a, b) => a.day - b.day) }
}

const plain = (cell: string): string => cell.replaceAll(/<[^>]*>|&nbsp;/g, '').trim()
