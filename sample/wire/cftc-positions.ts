import { isoDay } from '../../pipeline/calendar/day.ts'
import { periodsOf, seriesOf } from '../world/history.ts'
import { pathOf } from '../world/path.ts'
import { json, notImitated, notThere, type WireFormat } from './answer.ts'

const rows = seriesOf('cftc')
const openInterest = 'open_interest_all'
const where =
  /^cftc_contract_market_code in\(([0-9A-Z',]+)\)(?: AND report_date_as_yyyy_mm_dd >= '(\d{4}-\d\d-\d\d)T00:00:00\.000')?$/

/** Contracts open on a day; each kind of trader has some share of them on either side. */
function contracts(key: string, day: number): number {
  const { range } = rows.get(key)!
  const market = pathOf(key.slice(0, key.lastIndexOf('/')), range)(day)
  const open = Math.round(10 * market)
  if (key.endsWith(openInterest)) return open
  const own = pathOf(key, range)(day)
  return Math.round((open * own) / (own + 3 * market))
}

/** The Commission's Socrata service: reports futures only, of the contracts asked for, oldest first, every value a text. */
export const cftcPositions: WireFormat = {
  host: 'publicreporting.cftc.gov',
  path: /^\/resource\/([0-9a-z-]{9})\.json$/,
  parameters: ['$select', '$where', '$order', '$limit', '$offset'],
  answer({ url, query, parts: [report], now }) {
    const [, codes = '', from = ''] = where.exec(query['$where'] ?? '') ?? []
    const [dateField, codeField, ...fields] = (query['$select'] ?? '').split(',')
    if (codes === '' || query['$order'] !== `${dateField},${codeField}`)
      throw notImitated(url, 'other filters, orders or selections')
    const markets = codes.replaceAll("'", '').split(',').sort()
    const [first] = markets.map((code) => rows.get(`${report}/${code}/${openInterest}`))
    if (first === undefined) throw notThere(url, 'no such report')
    const days = periodsOf(first, now).filter((day) => isoDay(day) >= from)
    const positions = days.flatMap((day) =>
      markets.map((code) => ({
        [dateField!]: `${isoDay(day)}T00:00:00.000`,
        [codeField!]: code,
        // a key without a value is left out
        ...Object.fromEntries(
          fields
            .filter((field) => rows.has(`${report}/${code}/${field}`))
            .map((field) => [field, String(contracts(`${report}/${code}/${field}`, day))]),
        ),
      })),
    )
    const offset = Number(query['$offset'] ?? 0)
    return json(positions.slice(offset, offset + Number(query['$limit'] ?? 1_000)))
  },
}
