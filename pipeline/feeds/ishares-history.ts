import { bodyError, bodyText } from './body.ts'
import { isSessionMissing, parseMonthNameDay } from './fund-files.ts'
import { feedOf, seriesOf } from './sightings.ts'

const id = 'ishares-history'
const address = 'https://www.blackrock.com/varnish-api/blk-one01-product-data/product-data/api/v1/get-fund-document'
const query = 'appType=PRODUCT_PAGE&appSubType=ISHARES&targetSite=us-ishares&locale=en_US'
const funds = { IBIT: '333011', ETHA: '337614' } as const
const names = Object.keys(funds) as (keyof typeof funds)[]
const fundAt = ({ origin, pathname, searchParams }: URL) =>
  `${origin}${pathname}` === address && searchParams.get('component') === 'fundDownload'
    ? names.find((fund) => funds[fund] === searchParams.get('portfolioId'))
    : undefined
const rows = seriesOf('ishares')
const columns = { date: 'As Of', nav: 'NAV per Share', shares: 'Shares Outstanding' } as const

/**
 * Net assets of a share and shares outstanding of every session of a fund: a workbook in SpreadsheetML 2003, whose sheet `Historical` has a
 * row of names and a row a session, newest first, days as `Oct 07, 2026`, `--` where there is no figure. The shares of a day count what is
 * settled, without the trades of the session itself.
 */
export const isharesHistory = feedOf(
  {
    id,
    upstream: 'ishares',
    title: 'iShares: shares and net assets of a share of its bitcoin and ether funds, all sessions',
    match: (url) => fundAt(url) !== undefined,
    plan: (state) =>
      names
        .filter((fund) => isSessionMissing(rows.get(`${fund}/nav`)!, state))
        .map((fund) => `${address}?${query}&portfolioId=${funds[fund]}&component=fundDownload&userType=individual`),
  },
  (body, sightings) => {
    const fund = fundAt(sightings.url)!
    const [header, ...sessions] = sheetIn(bodyText(body, id))
    const [date, nav, shares] = [columns.date, columns.nav, columns.shares].map((name) => header?.indexOf(name) ?? -1)
    if (date! < 0 || nav! < 0 || shares! < 0)
      throw bodyError(
        id,
        'HEADER',
        `the sheet does not name ${Object.values(columns).join(', ')}: ${String(header).slice(0, 200)}`,
      )
    for (const cells of sessions) {
      const day = parseMonthNameDay(cells[date!] ?? '')
      if (day === null || cells.length !== header!.length) {
        sightings.reject(null, 'row', 'no day, or another number of cells than the header', cells.join())
        continue
      }
      if (cells[nav!] !== '--') sightings.add(rows.get(`${fund}/nav`)!, day, cells[nav!]!)
      if (cells[shares!] !== '--') sightings.add(rows.get(`${fund}/shares`)!, day, cells[shares!]!)
    }
    return sightings.parsed('no sessions')
  },
)

/** The cells of the rows of the sheet `Historical`. Other sheets of the workbook need not be well-formed. */
function sheetIn(text: string): string[][] {
  const [sheet] = /<ss:Worksheet ss:Name="Historical">.*?<\/ss:Worksheet>/s.exec(text) ?? []
  if (sheet === undefined) throw bodyError(id, 'DATA_MISSING', 'no whole sheet "Historical" in the workbook')
  if (/<ss:Cell[^>]* ss:Index=/.test(sheet)) throw bodyError(id, 'HEADER', 'cells are left out of a row of "Historical"')
  return [...sheet.matchAll(/<ss:Row\b[^>]*>(.*?)<\/ss:Row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<ss:Data\b[^>]*>([^<]*)<\/ss:Data>/g)].map(([, cell]) => cell!.trim()),
  )
}
