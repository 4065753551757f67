import { grayscaleFolder } from '../../data/series/etf.ts'
import { sheetRows } from '../filings/workbook.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { bodyError, refuseEmptyOrHtml } from './body.ts'
import { isSessionMissing } from './fund-files.ts'
import { feedOf, seriesOf } from './sightings.ts'

const id = 'grayscale-funds'
const files = {
  GBTC: '672e88c7-dac6-4fcd-9069-18eef01a2c73',
  BTC: '9ba286d6-3067-4153-b430-81d9d7a25696',
} as const
const names = Object.keys(files) as (keyof typeof files)[]
const addressOf = (fund: keyof typeof files) => `${grayscaleFolder}/${files[fund]}.xlsx`
const fundAt = ({ href }: URL) => names.find((fund) => addressOf(fund) === href)
const rows = seriesOf('grayscale')
const sheet = 'Daily Performance'
const columns = { date: 'Date', nav: 'NAV Per Share', shares: 'Shares Outstanding' } as const
/** The day that a workbook numbers 0. */
const epoch = dayNumber('1899-12-30')!

/**
 * Every session of a Grayscale fund: a workbook whose sheet `Daily Performance` has a row of names and one row per session, newest first,
 * days as spreadsheet serial numbers. The shares of a day count what is settled, without the trades of the session itself; the history is
 * restated after a split.
 */
export const grayscaleFunds = feedOf(
  {
    id,
    upstream: 'grayscale',
    title: 'Grayscale: shares and net assets of a share of its bitcoin funds, all sessions',
    match: (url) => fundAt(url) !== undefined,
    plan: (state) => names.filter((fund) => isSessionMissing(rows.get(`${fund}/shares`)!, state)).map(addressOf),
  },
  (body, sightings) => {
    const fund = fundAt(sightings.url)!
    refuseEmptyOrHtml(Buffer.from(body.subarray(0, 1_000)).toString('latin1'), id)
    const table = [...sheetRows(body, sheet)].sort(([one], [other]) => one - other).map(([, cells]) => cells)
    const header = new Map([...(table[0] ?? [])].map(([column, name]) => [name.trim(), column]))
    const [date, nav, shares] = [columns.date, columns.nav, columns.shares].map((name) => header.get(name))
    if (date === undefined || nav === undefined || shares === undefined)
      throw bodyError(id, 'HEADER', `the sheet does not name ${Object.values(columns).join(', ')}: ${[...header.keys()].join()}`)
    for (const cells of table.slice(1)) {
      const day = cells.get(date) ?? ''
      const [worth, count] = [cells.get(nav), cells.get(shares)]
      if (!/^\d{5}$/.test(day)) {
        sightings.reject(null, 'row', 'no day', [...cells.values()].join())
        continue
      }
      if (worth !== undefined) sightings.add(rows.get(`${fund}/nav`)!, isoDay(epoch + Number(day)), worth)
      if (count !== undefined) sightings.add(rows.get(`${fund}/shares`)!, isoDay(epoch + Number(day)), count)
    }
    return sightings.parsed('no sessions')
  },
)
