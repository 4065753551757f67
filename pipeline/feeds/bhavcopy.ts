import { isoDay } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'
import { bodyText } from './body.ts'
import { codeListIn } from './code-list.ts'
import type { FeedState } from './feed.ts'
import { closesIn, sessionsDue } from './session-closes.ts'
import type { Sightings } from './sightings.ts'
import { rowsOf, type TableRow } from './table-feed.ts'

/** The file of a session of one exchange. */
interface Bhavcopy {
  readonly feed: string
  readonly upstream: string
  /** Address without the day, and what follows the day. */
  readonly address: readonly [before: string, after: string]
  /** Series of shares, where a share has other prices in others, as of block deals. */
  readonly series?: readonly string[]
}

const columns = ['TradDt', 'ISIN', 'SctySrs', 'ClsPric', 'TtlTradgVol'] as const
/** ISIN of equity shares of a company: `INE`, its issuer, and 01 for the kind; funds are INF, debt and preference shares have other kinds. */
const equity = /^INE[0-9A-Z]{4}01[0-9]{3}$/

/** Both exchanges publish a session in the evening. */
const publishedAt = (session: number): number => localToUtc(session, '19:30', 'Asia/Kolkata')

/**
 * The end-of-day file of a session in the format that the exchanges of India share since 8 July 2024 (UDiFF), read by the names of its
 * columns: `ISIN`, `SctySrs` series or group, `ClsPric` close in rupees, not adjusted, `TtlTradgVol` shares traded. A line without trades
 * is left out. Nothing is at the address of a day without a session. What the exchanges publish may not be passed on without a licence:
 * they are asked only where one is declared.
 */
export function bhavcopyOf({ feed, upstream, address: [before, after], series }: Bhavcopy) {
  const sessionOf = ({ href }: URL): string | null => {
    const day = href.startsWith(before) && href.endsWith(after) ? href.slice(before.length, -after.length) : ''
    return /^\d{8}$/.test(day) ? day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3') : null
  }
  const quoteIn = (row: TableRow) => {
    if (!equity.test(row('ISIN')) || series?.includes(row('SctySrs')) === false || Number(row('TtlTradgVol')) === 0) return null
    return { line: row('ISIN'), session: row('TradDt'), value: row('ClsPric') }
  }
  return {
    ...{ upstream, absence: true as const },
    match: (url: URL) => sessionOf(url) !== null,
    plan: (state: FeedState) =>
      (state.licences?.has(upstream) ? sessionsDue(state, { feed, holidays: 'none', publishedAt, backDays: 725 }) : []).map(
        (day) => `${before}${isoDay(day).replaceAll('-', '')}${after}`,
      ),
    read: (body: Uint8Array, sightings: Sightings) => {
      const text = bodyText(codeListIn(body, /\.csv$/i, feed), feed)
      const rows = rowsOf(text, feed, { columns, needsRows: true }, sightings)
      const source = { feed, market: 'in', asked: sessionOf(sightings.url)!, dueAt: publishedAt } as const
      return { rows: { close: closesIn(source, rows, sightings, ({ row }) => quoteIn(row)) } }
    },
  }
}
