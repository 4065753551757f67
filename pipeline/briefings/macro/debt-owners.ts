import type { Day } from '../../analysis/days/day.ts'
import { rounded } from '../../analysis/rounding.ts'
import { valueOn } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { periodAround } from '../../time/release.ts'
import { changeFrom } from '../own-history.ts'
import { monthOf } from '../story/subject.ts'
import { table } from '../table.ts'

const owners = {
  foreign: 'Foreign and international',
  others: 'Other investors: individuals, brokers and dealers, businesses',
  'mutual-funds': 'Mutual funds, money market funds among them',
  banks: 'Banks',
  states: 'States and municipalities',
  insurers: 'Insurance companies',
  'public-pensions': 'Pension funds of states and municipalities',
  'private-pensions': 'Private pension funds',
  'savings-bonds': 'Savings bonds',
} as const
const sums = {
  private: 'Held outside the Federal Reserve and government accounts',
  official: 'Federal Reserve and government accounts',
  total: 'Total public debt',
} as const

/** The end of the quarter four before one (day numbers). */
function yearBefore(quarter: number): number {
  let at = quarter
  for (let n = 0; n < 4; n++) at = periodAround('quarterly', at).first - 1
  return at
}

/**
 * Who owned the debt at the end of the newest quarter of which every owner is stated. It is two quarters old when it comes, so its quarter is
 * named, and a quarter after it that is overdue is named as missing.
 */
export function ownerSection(day: Day): Section[] {
  const amountOn = (key: string, quarter: number) => valueOn(day.series(`fiscaldata.ofs2.${key}`), quarter)
  const keys = Object.keys({ ...owners, ...sums })
  const quarter = day
    .series('fiscaldata.ofs2.foreign')
    ?.period.findLast((period) => keys.every((key) => amountOn(key, period) !== null))
  if (quarter === undefined) return []
  const outside = amountOn('private', quarter)!
  const row = ([key, owner]: readonly [string, string]) => {
    const value = amountOn(key, quarter)!
    const share = key in owners ? rounded((100 * value) / outside, 1) : null
    return { owner, value, share, year_change: changeFrom(amountOn(key, yearBefore(quarter)), value, 1) }
  }
  const status = day.reading('foreign-debt-share')?.freshness.status ?? 'fresh'
  const overdue = status === 'fresh' ? '' : ` The quarter after it is overdue and not on record: these figures are ${status}.`
  return table('owners', `Who owned the debt at the end of ${monthOf(isoDay(quarter), isoDay(day.asOf))}`, {
    note: `Estimates of the Treasury, published two quarters late.${overdue} Shares are of what is held outside the Federal Reserve and government accounts. Foreign holdings contain bills; those of the table of long-term Treasuries by country do not.`,
    columns: { owner: 'Owner', value: 'Debt | USD bn', share: 'Share | percent', year_change: 'Change over the year | USD bn' },
    rows: [
      ...Object.entries(owners)
        .map(row)
        .sort((a, b) => b.value - a.value),
      ...Object.entries(sums).map(row),
    ],
  })
}
