import { fiscaldataSeries } from '../../data/series/fiscaldata.ts'
import type { Series } from '../../data/series.ts'
import { dayNumber } from '../time/day.ts'
import { periodAround } from '../time/release.ts'
import { memoized } from '../values/memoized.ts'
import { overlapStartDay } from './feed.ts'
import { fiscaldataAnswer, fiscaldataLine } from './fiscaldata-answer.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import type { Sightings } from './sightings.ts'

const prefix = 'ofs2/'
const rows = new Map<string, Series>(
  fiscaldataSeries.filter(({ key }) => key.startsWith(prefix)).map((row) => [row.key.slice(prefix.length), row]),
)
const [whole, official, outside] = [
  'Total Public Debt',
  'Federal Reserve And Government Accounts',
  'Total Privately Held',
] as const
const owners = [...rows.keys()].filter((name) => ![whole, official, outside].some((total) => total === name))
/** Days of issues asked for again: those of a year, so that an owner stated later, or again, is seen. */
const overlapDays = 370
/** Tenths of a billion by which sums may miss for rounding: three amounts by one, ten by five. */
const rounding = { totals: 1, owners: 5 } as const

/** What one issue says of one quarter: amounts as it spells them, by owner; an owner it leaves open is missing. */
interface Statement {
  readonly issue: string
  readonly quarter: string
  readonly amounts: Map<string, string>
  isSpoilt: boolean
}

const tenthsOf = (amount: string): number => Number(amount.replace('.', ''))

/** Why a statement does not add up; null where it does. */
function faultOf({ amounts }: Statement): string | null {
  const [all, fed, others] = [whole, official, outside].map((name) => amounts.get(name))
  if (all === undefined || fed === undefined || others === undefined) return 'one of its three totals is missing'
  if (Math.abs(tenthsOf(others) + tenthsOf(fed) - tenthsOf(all)) > rounding.totals) return 'its two parts are not the total debt'
  const stated = owners.flatMap((name) => amounts.get(name) ?? [])
  const rest = tenthsOf(others) - stated.reduce((sum, amount) => sum + tenthsOf(amount), 0)
  if (stated.length === owners.length)
    return Math.abs(rest) > rounding.owners ? 'its owners are not the total privately held' : null
  return rest <= 0 ? 'its owners are more than the total privately held, though some are left open' : null
}

/** The statements of an answer by issue and quarter. */
function statementsIn(lines: readonly unknown[], sightings: Sightings): Statement[] {
  const statements = new Map<string, Statement>()
  for (const line of lines.map(fiscaldataLine)) {
    const { record_date: issue, end_of_month: quarter, securities_owner: owner, securities_bil_amt: amount } = line
    const [issued, ended] = [dayNumber(issue ?? ''), dayNumber(quarter ?? '')]
    if (issued === null || ended === null || ended >= issued || periodAround('quarterly', ended).last !== ended) {
      sightings.reject(null, 'row', 'not an issue and a quarter that ended before it', line)
      continue
    }
    const open = () => ({ issue: issue!, quarter: quarter!, amounts: new Map<string, string>(), isSpoilt: false })
    const statement = memoized(statements, `${issue} ${quarter}`, open)
    const isKnown = owner != null && rows.has(owner)
    if (!isKnown || (amount != null && !/^\d{1,6}\.\d$/.test(amount))) {
      sightings.reject(null, 'row', 'no owner that is known, or no billions to one decimal', line)
      statement.isSpoilt = true
    } else if (amount != null && tenthsOf(amount) > 0) {
      if ((statement.amounts.get(owner) ?? amount) !== amount) {
        sightings.reject(rows.get(owner)!, 'duplicate', 'two amounts of one owner in one issue', line)
        statement.isSpoilt = true
      }
      statement.amounts.set(owner, amount)
    }
  }
  return [...statements.values()].sort((a, b) => (a.issue < b.issue ? -1 : 1))
}

/**
 * Estimated ownership of Treasury securities, table OFS-2 of the Treasury Bulletin (fiscaldata.treasury.gov): billions of dollars at the end of
 * a quarter. An issue has several quarters under one `record_date`: the newest with its totals alone, the previous one with its owners. An owner
 * that is left open is `null`, in older issues `0.0`; from 2023 on some quarters leave foreigners and the residue of other investors open for
 * good. What an issue says of a quarter counts as a whole: its parts must be its totals. Of a quarter in several issues the newest counts.
 */
export const fiscaldataOwnership = jsonFeed({
  id: 'fiscaldata-ownership',
  title: 'Treasury Bulletin: estimated ownership of Treasury securities',
  ...fiscaldataAnswer({
    dataset: 'v1/accounting/tb/ofs2_estimated_ownership_treasury_securities',
    // `record_date` is the issue of the Treasury Bulletin; the quarter an amount is of is `end_of_month`
    fields: ['record_date', 'end_of_month', 'securities_owner', 'securities_bil_amt'],
    from: ({ newestPeriod }) => overlapStartDay(newestPeriod.get(rows.get(whole)!.id), overlapDays),
  }),
  fault: (_, lines) => (lines.every((line) => !('end_of_month' in itemOf(line))) ? 'column end_of_month is missing' : null),
  read: (lines, sightings) => {
    const newest = new Map<string, readonly [Series, quarter: string, amount: string]>()
    for (const statement of statementsIn(lines, sightings)) {
      if (statement.isSpoilt || statement.amounts.size === 0) continue
      const { issue, quarter, amounts } = statement
      const fault = faultOf(statement)
      if (fault === null)
        for (const [owner, amount] of amounts) newest.set(`${owner} ${quarter}`, [rows.get(owner)!, quarter, amount])
      else {
        const stated = { issue, quarter, ...Object.fromEntries(amounts) }
        sightings.reject(null, 'sum', `the issue of ${issue} on the quarter to ${quarter}: ${fault}`, stated)
      }
    }
    for (const value of newest.values()) sightings.add(...value)
  },
  emptyMessage: 'no owners',
})
