import { isoDay } from '../../pipeline/calendar/day.ts'
import { periodsOf, seriesOf } from '../world/history.ts'
import { epoch, pathOf } from '../world/path.ts'
import { text, type WireFormat } from './answer.ts'
import { custodians, longTermOf, official } from './tic-holdings.ts'

const row = seriesOf('treasury').get('major/Grand Total')!
const shownMonths = 13

/** Billions of dollars to a tenth. */
const printed = (millions: number): number => Math.round(millions / 100) / 10

/** Bills in millions of dollars: a share of what is held in longer securities. */
const bills = (code: string, day: number): number =>
  longTermOf(code, day) * Math.min(0.4, 0.13 * pathOf(`bills ${code}`, [0, 4_000_000])(day) * 2.5e-4)

/** Table 5 of the Treasury's SLT: up to 13 months, the newest on the left, largest holders first, with the beginning of its notes. */
export const ticMajorHolders: WireFormat = {
  host: 'ticdata.treasury.gov',
  path: /^\/resource-center\/data-chart-center\/tic\/Documents\/slt_table5\.txt$/,
  parameters: [],
  answer({ url, now }) {
    const released = periodsOf(row, now).reverse().slice(0, shownMonths)
    // the table is never empty: before its first month is out here, it has the last one of the year before
    const months = released.length > 0 ? released : [epoch - 1]
    const countries = custodians
      .map(([code, name]) => ({ name, cells: months.map((day) => printed(longTermOf(code, day) + bills(code, day))) }))
      .sort((a, b) => b.cells[0]! - a.cells[0]!)
    const others = months.map((day) => printed(2_000_000 * pathOf('other holders', [0, 4_000_000])(day) * 2.5e-4))
    const totals = months.map((_, at) => countries.reduce((sum, { cells }) => sum + cells[at]!, others[at]!))
    const parts = [
      months.map((day) => printed(bills(official, day))),
      months.map((day) => printed(longTermOf(official, day))),
    ] as const
    const table: readonly (readonly (string | readonly number[])[])[] = [
      ['Table 5: Major Foreign Holders of Treasury Securities'],
      ['Holdings at end of time period'],
      ['Billions of dollars'],
      [`Link: ${url.href}`],
      [],
      ['Country', ...months.map((day) => isoDay(day).slice(0, 7))],
      ...countries.map(({ name, cells }) => [name, cells]),
      ['All Other', others],
      ['Grand Total', totals],
      ['Of Which: Foreign Official', months.map((_, at) => parts[0][at]! + parts[1][at]!)],
      ['Of Which: Foreign Official Treasury Bills', parts[0]],
      ['Of Which: Foreign Official T-Bonds & Notes', parts[1]],
      [],
      ['Notes:'],
      ['The data in this table are invented.'],
    ]
    const lines = table.map((cells) => {
      const spelt = cells.flatMap((cell) => (typeof cell === 'string' ? [cell] : cell.map((figure) => figure.toFixed(1))))
      return [...spelt, ...Array(months.length + 1 - spelt.length).fill('')].join('\t')
    })
    return text('text/plain', lines.join('\r\n'))
  },
}
