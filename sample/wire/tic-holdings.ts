import { isoDay } from '../../pipeline/calendar/day.ts'
import { periodsOf, seriesOf } from '../world/history.ts'
import { epoch, pathOf } from '../world/path.ts'
import { text, type WireFormat } from './answer.ts'

const rows = [...seriesOf('treasury').values()].filter(({ key }) => key.startsWith('tic/'))
const fields = ['for_lt_treas_pos', 'for_lt_treas_net', 'for_lt_treas_valchg']
const codes = [...new Set(rows.map(({ key }) => key.split('/')[1]!))]
const countries: Readonly<Record<string, readonly [name: string, level: number]>> = {
  '42609': ['Japan', 1_100_000],
  '41408': ['China, Mainland', 700_000],
  '13005': ['United Kingdom', 800_000],
  '29998': ['Canada', 390_000],
  '10251': ['Belgium', 390_000],
  '10804': ['France', 370_000],
  '11703': ['Luxembourg', 345_000],
  '36137': ['Cayman Islands', 310_000],
  '46302': ['Taiwan', 300_000],
  '46019': ['Singapore', 260_000],
  '11401': ['Ireland', 240_000],
  '42005': ['Hong Kong', 230_000],
  '12688': ['Switzerland', 225_000],
  '12203': ['Norway', 205_000],
  '30309': ['Brazil', 168_000],
  '42102': ['India', 167_000],
  '99996': ['Grand Total', 7_900_000],
  '99990': ['Of Which: Foreign Official', 3_800_000],
}

/** The code of all foreign official institutions, and those of countries with their names. */
export const official = '99990'
export const custodians = codes.filter((code) => !code.startsWith('9999')).map((code) => [code, countries[code]![0]] as const)

/** Millions of dollars of long-term securities at the end of a month. */
export const longTermOf = (code: string, day: number): number =>
  Math.round((countries[code]![1] * pathOf(`custody ${code}`, [0, 4_000_000])(day)) / 4_000)

/** Table 1 of the Treasury's SLT, newest month first within a country, with its title and the beginning of its notes. */
export const ticHoldings: WireFormat = {
  host: 'ticdata.treasury.gov',
  path: /^\/resource-center\/data-chart-center\/tic\/Documents\/slt_table1\.txt$/,
  parameters: [],
  answer({ now }) {
    const released = periodsOf(rows[0]!, now).reverse()
    // the table is never empty: before its first month is out here, it has the last one of the year before
    const months = released.length > 0 ? released : [epoch - 1]
    const lines = codes.flatMap((code) =>
      months.map((day) => {
        const change = longTermOf(code, day) - longTermOf(code, day - 30)
        const valuation = Math.round(0.7 * change)
        return [countries[code]![0], code, isoDay(day).slice(0, 7), longTermOf(code, day), change - valuation, valuation]
      }),
    )
    const table = [
      ['Table 1: U.S. Long-Term Securities Held by Foreign Residents'],
      ['Millions of dollars'],
      [],
      ['country', 'country_code', 'date', ...fields],
      ...lines,
      [],
      ['Notes:'],
    ]
    const width = 3 + fields.length
    return text('text/plain', table.map((cells) => [...cells, ...Array(width - cells.length).fill('')].join('\t')).join('\r\n'))
  },
}
