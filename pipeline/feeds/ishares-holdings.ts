import { bodyError, bodyText } from './body.ts'
import { isSessionMissing, parseMonthNameDay, withoutCommas } from './fund-files.ts'
import { feedOf, seriesOf } from './sightings.ts'

const id = 'ishares-holdings'
const host = 'www.ishares.com'
const funds = [
  { fund: 'IBIT', path: '/us/products/333011/ishares-bitcoin-trust-etf', name: 'iShares Bitcoin Trust ETF', coin: 'BTC' },
  { fund: 'ETHA', path: '/us/products/337614/ishares-ethereum-trust-etf', name: 'iShares Ethereum Trust ETF', coin: 'ETH' },
] as const
const file = '/latest-holdings.csv'
/** Where the same file was until 2026, by day. */
const earlier = '/1467271812596.ajax'
const fundAt = ({ host: at, pathname, searchParams }: URL) =>
  funds.find(
    ({ path }) =>
      at === host &&
      (pathname === `${path}${file}` || (pathname === `${path}${earlier}` && searchParams.get('fileType') === 'csv')),
  )
const rows = seriesOf('ishares')

/** A line that holds nothing, or a space that does not break. */
const isBlank = (line: string): boolean => line.trim() === ''

/**
 * The file of holdings an issuer publishes of its fund: a preamble with the name of the fund, the day and the shares outstanding, a blank
 * line, and a table of what it holds, whose market values add up to its assets; legal text follows. Files of other funds come with status
 * 200 under this address: the name in the first line must be that of the fund. A file of a weekend is that of Friday. The coins of a day
 * are those after the trades of that session; its shares count what is settled, without the trades of the session itself.
 */
export const isharesHoldings = feedOf(
  {
    id,
    upstream: 'ishares',
    title: 'iShares: shares and holdings of its bitcoin and ether funds',
    match: (url) => fundAt(url) !== undefined,
    plan: (state) =>
      funds.flatMap(({ fund, path }) =>
        isSessionMissing(rows.get(`${fund}/coins`)!, state) ? [`https://${host}${path}${file}`] : [],
      ),
  },
  (body, sightings) => {
    const { fund, name, coin } = fundAt(sightings.url)!
    const lines = bodyText(body, id).split(/\r?\n/)
    if (lines[0]!.trim() !== name) throw bodyError(id, 'HEADER', `the file is not that of ${name}: ${lines[0]!.slice(0, 100)}`)
    const preamble = new Map(lines.slice(1, 9).map((line) => [line.slice(0, line.indexOf(',')), cellsOf(line).at(-1)!]))
    const date = parseMonthNameDay(preamble.get('Fund Holdings as of') ?? '')
    const shares = preamble.get('Shares Outstanding')
    if (date === null || shares === undefined)
      throw bodyError(id, 'DATA_MISSING', `no day or no shares outstanding in the file of ${fund}`)
    const start = lines.findIndex((line) => line.startsWith('Ticker,'))
    const length = lines.slice(start + 1).findIndex(isBlank)
    if (start < 0 || length < 0) throw bodyError(id, 'BODY_CUT', 'no table of holdings that ends in a blank line')
    const header = lines[start]!.split(',')
    const columnOf = (name: string) => header.indexOf(name)
    const [ticker, value, quantity] = [columnOf('Ticker'), columnOf('Market Value'), columnOf('Quantity')]
    if ([ticker, value, quantity].includes(-1)) throw bodyError(id, 'HEADER', `a column of the holdings of ${fund} is missing`)
    const holdings = lines.slice(start + 1, start + 1 + length).map(cellsOf)
    const coins = holdings.filter((cells) => cells[ticker] === coin)
    if (coins.length !== 1 || holdings.some((cells) => cells.length !== header.length))
      throw bodyError(id, 'DATA_MISSING', `${coins.length} rows of ${coin} in the file of ${fund}`)
    // cents are exact as whole numbers: sums of binary fractions are not
    const assets = holdings.reduce((sum, cells) => sum + Math.round(100 * numberOf(cells[value]!)), 0) / 100
    sightings.add(rows.get(`${fund}/shares`)!, date, withoutCommas(shares))
    sightings.add(rows.get(`${fund}/coins`)!, date, withoutCommas(coins[0]![quantity]!))
    sightings.add(rows.get(`${fund}/worth`)!, date, withoutCommas(coins[0]![value]!))
    sightings.add(rows.get(`${fund}/assets`)!, date, String(assets))
    return sightings.parsed(null)
  },
)

/** Cells of a line whose texts are quoted, commas within them. */
const cellsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"|([^",]+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
const numberOf = (text: string): number => Number(withoutCommas(text))
