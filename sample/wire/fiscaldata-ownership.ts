import { isoDay } from '../../pipeline/calendar/day.ts'
import { periodAround } from '../../pipeline/calendar/release.ts'
import { periodsOf, seriesOf } from '../world/history.ts'
import { pathOf } from '../world/path.ts'
import type { WireFormat } from './answer.ts'
import { debtOn } from './fiscaldata-debt.ts'
import { type Fields, firstDayAsked, pageOf } from './fiscaldata-page.ts'

const rows = seriesOf('fiscaldata')
const fields: Fields = {
  record_date: ['Record Date', 'DATE', 'YYYY-MM-DD'],
  end_of_month: ['End of Month', 'DATE', 'YYYY-MM-DD'],
  securities_owner: ['Securities Owner', 'STRING', 'String'],
  securities_bil_amt: ['Securities (in Billions)', 'CURRENCY', '$10.20'],
}
/** Tenths of a percent of what is held outside the Federal Reserve and government accounts; the others have the rest. */
const shares = [
  ['State And Local Governments', 70],
  ['Foreign And International', 370],
  ['Mutual Funds', 170],
  ['Insurance Companies', 25],
  ['Pension Funds - State And Local Governments', 19],
  ['Pension Funds - Private', 21],
  ['U.S. Savings Bonds', 7],
  ['Depository Institutions', 75],
] as const

/** Tenths of a billion of each owner at the end of a quarter: the debt of that day, whose parts add up. */
function amountsOn(day: number): (readonly [owner: string, tenths: number])[] {
  const [ofPublic, own] = debtOn(day).map((cents) => Number(cents / 10_000_000_000n)) as [number, number]
  const official = own + Math.round((38_000 * pathOf('bonds of the Federal Reserve', [0, 4_000_000])(day)) / 4_000)
  const outside = ofPublic + own - official
  const parts = shares.map(([owner, share]) => {
    const drift = (pathOf(`ownership of ${owner}`, [0, 4_000_000])(day) / 4_000) ** 0.05
    return [owner, Math.round((outside * share * drift) / 1_000)] as const
  })
  const others = outside - parts.reduce((sum, [, tenths]) => sum + tenths, 0)
  return [
    ['Other Investors', others],
    ...parts,
    ['Total Privately Held', outside],
    ['Federal Reserve And Government Accounts', official],
    ['Total Public Debt', outside + official],
  ]
}

/** Owners that an issue states of its newest quarter already. */
const statedAtOnce = [
  'U.S. Savings Bonds',
  'Total Privately Held',
  'Federal Reserve And Government Accounts',
  'Total Public Debt',
]

/** Fiscal Data's `ofs2_estimated_ownership_treasury_securities`: an issue a quarter, with the owners of the quarter before its newest. */
export const fiscaldataOwnership: WireFormat = {
  host: 'api.fiscaldata.treasury.gov',
  path: /^\/services\/api\/fiscal_service\/v1\/accounting\/tb\/ofs2_estimated_ownership_treasury_securities$/,
  parameters: ['fields', 'filter', 'sort', 'format', 'page[number]', 'page[size]'],
  answer({ url, query, now }) {
    const from = firstDayAsked(url, query, Object.keys(fields))
    const lines = periodsOf(rows.get('ofs2/Total Public Debt')!, now).flatMap((newest) => {
      const record_date = isoDay(periodAround('quarterly', newest + 1).last)
      return [periodAround('quarterly', periodAround('quarterly', newest).first - 1).last, newest].flatMap((quarter) =>
        amountsOn(quarter).map(([securities_owner, tenths]) => ({
          record_date,
          end_of_month: isoDay(quarter),
          securities_owner,
          securities_bil_amt: quarter < newest || statedAtOnce.includes(securities_owner) ? (tenths / 10).toFixed(1) : 'null',
        })),
      )
    })
    return pageOf(
      query,
      fields,
      lines.filter((line) => line.record_date >= from),
    )
  },
}
