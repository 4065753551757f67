import { readWrittenDay } from '../filings/written-day.ts'
import { dayNumber, dayOf } from '../time/day.ts'
import { isBusinessDay } from '../time/holiday.ts'
import { localToUtc } from '../time/zone.ts'
import { bodyError, bodyText } from './body.ts'
import { type CloseQuote, closesIn } from './session-closes.ts'
import { feedOf } from './sightings.ts'
import { rowsOf, type TableRow } from './table-feed.ts'

const id = 'euronext-closes'
const upstream = 'euronext'
const path = '/en/pd_es/data/stocks/download'
const address = `https://live.euronext.com${path}?mics=dm_all_stock&initialLetter=&fe_type=csv&fe_decimal_separator=.&fe_date_format=d%2Fm%2FY`
const columns = [
  'ISIN',
  'Market',
  'Currency',
  'last Trade MIC Time',
  'Volume',
  'Closing Price',
  'Closing Price DateTime',
] as const
const cities = 'Amsterdam|Brussels|Dublin|Lisbon|Milan|Paris|Oslo'
const home = new RegExp(String.raw`^(?:Oslo Børs|Euronext (?:(?:Growth|Access\+?|Expand) )?(?:${cities})(?:, (?:${cities}))*)$`)
const isin = /^[A-Z]{2}[0-9A-Z]{9}[0-9]$/

/** After the last auction of all its markets. */
const publishedAt = (session: number): number => localToUtc(session, '18:30', 'Europe/Paris')

/**
 * Closes of the newest session of all shares of Euronext (live.euronext.com, "download all stocks"): CSV with `;`, prices with a point, and
 * three lines below the header: a title, the day of the file, a note. `Closing Price` is of the day of `Closing Price DateTime` (`d/m/Y`),
 * where there is none of that of the file, which is the day of the download: such closes count in a file of a business day that was fetched
 * after 18:30 Paris. A line without trades on the day is left out, and so are markets that trade the shares of others (EuroTLX, Global
 * Equity Market, Expert Market, Trading After Hours). The contract of Euronext lets nobody pass on its data without a licence: it is asked
 * only where one is declared, in the evening of a business day, since it shows no past day.
 */
export const euronextCloses = feedOf(
  {
    ...{ id, upstream, title: 'Euronext: closes of all shares' },
    match: ({ host, pathname, searchParams }) =>
      host === 'live.euronext.com' && pathname === path && searchParams.get('mics') === 'dm_all_stock',
    plan: ({ closes, licences, now }) => {
      const today = dayOf(now)
      const isDue =
        isBusinessDay(today, 'target') && publishedAt(today) <= now && now < localToUtc(today + 1, '00:00', 'Europe/Paris')
      return licences?.has(upstream) && isDue && !closes?.get(id)?.has(today) ? [address] : []
    },
  },
  (body, sightings) => {
    const { seenAt } = sightings
    const text = bodyText(body, id)
    const file = readWrittenDay(text.split(/\r?\n/, 3)[2] ?? '', 'dny')
    const rows = [...rowsOf(text, id, { columns, separator: ';', first: isRow }, sightings)]
    if (file === null || rows.length === 0) throw bodyError(id, 'BODY_CUT', 'the file has no day or no lines; fetch it again')
    const isOver = (session: string) => publishedAt(dayNumber(session)!) <= seenAt
    const ofFile = isBusinessDay(dayNumber(file)!, 'target') && isOver(file) ? file : null
    const close = closesIn({ feed: id, market: 'eu', dueAt: publishedAt }, rows, sightings, ({ row }) => {
      const quote = quoteIn(row, ofFile)
      if (quote === null || typeof quote === 'string' || isOver(quote.session)) return quote
      return `a close of ${quote.session}, before that session is over`
    })
    if (close.length === 0 && ofFile === null)
      throw bodyError(
        id,
        'DAY_MISSING',
        `its closes have no day, and ${file} is not over or has no session; fetch it again after one`,
      )
    return { rows: { close } }
  },
)

const isRow = (cells: readonly string[]): boolean => cells.length > 1 && !cells.includes('ISIN')
/** `19/02/2026 17:35` -> `2026-02-19`; null for a time alone. */
const dayAt = (text: string): string | null => readWrittenDay(text.trim().slice(0, 10), 'dmy')

function quoteIn(row: TableRow, ofFile: string | null): CloseQuote | null | string {
  const [value, own, unit, volume] = [row('Closing Price'), row('Closing Price DateTime'), row('Currency'), row('Volume')]
  if (!home.test(row('Market')) || ['-', ''].includes(value) || !(Number(volume) > 0)) return null
  const session = ['-', ''].includes(own) ? ofFile : dayAt(own)
  if (session === null) return ['-', ''].includes(own) ? null : 'no day of the close'
  // pence are not a currency
  if (!isin.test(row('ISIN')) || !/^[A-Z]{3}$/.test(unit) || unit === 'GBX') return 'no ISIN or currency'
  const traded = dayAt(row('last Trade MIC Time'))
  return traded === null || traded === session ? { line: row('ISIN'), session, value, unit } : null
}
