import { rosterOf } from '../../../data/companies.ts'
import { json, type WireFormat } from './answer.ts'

const path = '/files/company_tickers.json'
/** A company with a second listed class. */
const preferred = { of: 'HRBX', ticker: 'HRBX-PA' } as const

/** The list of tickers: the invented companies, one of them twice. */
export const secTickers: WireFormat = {
  host: 'www.sec.gov',
  path: (pathname) => pathname === path,
  answer() {
    const rows = rosterOf(true)
      .filter(({ market }) => market === 'us')
      .flatMap(({ code: cik, ticker, name }) =>
        (ticker === preferred.of ? [ticker, preferred.ticker] : [ticker]).map((each) => ({
          cik_str: Number(cik),
          ticker: each,
          title: `${name.toUpperCase()} (SAMPLE DATA)`,
        })),
      )
    return json(Object.fromEntries(rows.map((row, index) => [String(index), row])))
  },
}
