import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import { periodAround } from '../../calendar/release.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Day } from '../day.ts'
import { monthOf } from '../story/subject.ts'

const owners = [
  ['foreign', 'Foreign and international'],
  ['others', 'Other investors: individuals, brokers and dealers, businesses'],
  ['mutual-funds', 'Mutual funds, money market funds among them'],
  ['banks', 'Banks'],
  ['states', 'States and municipalities'],
  ['insurers', 'Insurance companies'],
  ['public-pensions', 'Pension funds of states and municipalities'],
  ['private-pensions', 'Private pension funds'],
  ['savings-bonds', 'Savings bonds'],
] as const
const [all, outside, official] = [
  ['total', 'Total public debt'],
  ['private', 'Held outside the Federal Reserve and government accounts'],
  ['official', 'Federal Reserve and government accounts'],
] as const
const clock = 'foreign-debt-share'
const quartersAYear = 4

const valueAt = (column: Column, period: number): number | null => {
  const at = indexAtOrBefore(column, period)
  return at >= 0 && column.period[at] === period ? column.value[at]! : null
}

/** The end of the quarter four before one (day numbers). */
function yearBefore(quarter: number): number {
  let at = quarter
  for (let n = 0; n < quartersAYear; n++) at = periodAround('quarterly', at).first - 1
  return at
}

/**
 * Who owned the debt at the end of the newest quarter of which every owner is stated. It is two quarters old when it comes, so its quarter is
 * named, and a quarter after it that is overdue is named as missing.
 */
export function ownerSection(day: Day): Section[] {
  const columnOf = (key: string) => day.series(`fiscaldata.ofs2.${key}`)
  const needed = [...owners, all, outside, official].map(([key]) => columnOf(key))
  const first = needed[0]
  if (!first || needed.some((column) => column === null)) return []
  const quarter = first.period.findLast((period) => needed.every((column) => valueAt(column!, period) !== null))
  if (quarter === undefined) return []
  const debt = valueAt(columnOf(outside[0])!, quarter)!
  const row = ([key, owner]: readonly [string, string], isPart: boolean) => {
    const column = columnOf(key)!
    const value = valueAt(column, quarter)!
    const earlier = valueAt(column, yearBefore(quarter))
    return {
      owner,
      value,
      share: isPart ? rounded((100 * value) / debt, 1) : null,
      year_change: earlier === null ? null : rounded(value - earlier, 1),
    }
  }
  const parts = owners.map((each) => row(each, true)).sort((a, b) => b.value - a.value)
  const status = day.reading(clock)?.freshness.status ?? 'fresh'
  const overdue = status === 'fresh' ? '' : ` The quarter after it is overdue and not on record: these figures are ${status}.`
  return [
    {
      id: 'owners',
      title: `Who owned the debt at the end of ${monthOf(isoDay(quarter), isoDay(day.asOf))}`,
      note: `Estimates of the Treasury, published two quarters late.${overdue} Shares are of what is held outside the Federal Reserve and government accounts. Foreign holdings contain bills; those of the table of long-term Treasuries by country do not.`,
      columns: [
        { key: 'owner', label: 'Owner', unit: null },
        { key: 'value', label: 'Debt', unit: 'USD bn' },
        { key: 'share', label: 'Share', unit: 'percent' },
        { key: 'year_change', label: 'Change over the year', unit: 'USD bn' },
      ],
      rows: [...parts, row(outside, false), row(official, false), row(all, false)],
    },
  ]
}
