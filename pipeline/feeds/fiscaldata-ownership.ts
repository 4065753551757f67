import { fiscaldataSeries } from '../../data/series/fiscaldata.ts'
import type { Series } from '../../data/series.ts'
import { dayNumber, isoDay } from '../calendar/day.ts'
import { periodAround } from '../calendar/release.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { asksFor, lineOf, pageOf, requestFor } from './fiscaldata-answer.ts'

const id = 'fiscaldata-ownership'
const dataset = 'v1/accounting/tb/ofs2_estimated_ownership_treasury_securities'
/** `record_date` is the issue of the Treasury Bulletin; the quarter an amount is of is `end_of_month`. */
const fields = ['record_date', 'end_of_month', 'securities_owner', 'securities_bil_amt']
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

/**
 * Estimated ownership of Treasury securities, table OFS-2 of the Treasury Bulletin (fiscaldata.treasury.gov): billions of dollars at the end of
 * a quarter. An issue has several quarters under one `record_date`: the newest with its totals alone, the previous one with its owners. An owner
 * that is left open is `null`, in older issues `0.0`; from 2023 on some quarters leave foreigners and the residue of other investors open for
 * good. What an issue says of a quarter counts as a whole: its parts must be its totals. Of a quarter in several issues the newest counts.
 */
export const fiscaldataOwnership = defineFeed({
  id,
  upstream: 'fiscaldata',
  title: 'Treasury Bulletin: estimated ownership of Treasury securities',
  needs: null,
  match: (url) => asksFor(url, dataset),
  plan: ({ newestPeriod }) => {
    const newest = newestPeriod.get(rows.get(whole)!.id)
    return [requestFor(id, dataset, fields, newest === undefined ? null : isoDay(newest - overlapDays))]
  },
  parse: (body, recording) => {
    const page = pageOf(body, recording.url, id)
    const lines = page.rows.map(lineOf)
    if (lines.length > 0 && lines.every((line) => !('end_of_month' in line)))
      throw new ParseError('HEADER', `${id}: no column end_of_month, without which nobody knows the quarter of an amount`, {
        feed: id,
      })
    const rejected: Rejected[] = []
    const statements = new Map<string, Statement>()
    for (const line of lines) {
      const { record_date: issue, end_of_month: quarter, securities_owner: owner, securities_bil_amt: amount } = line
      const [issued, ended] = [dayNumber(issue ?? ''), dayNumber(quarter ?? '')]
      if (issued === null || ended === null || ended >= issued || periodAround('quarterly', ended).last !== ended) {
        rejected.push(rejection(null, 'row', 'not an issue and a quarter that ended before it', JSON.stringify(line)))
        continue
      }
      const name = `${issue} ${quarter}`
      const statement = statements.get(name) ?? { issue: issue!, quarter: quarter!, amounts: new Map(), isSpoilt: false }
      statements.set(name, statement)
      const isKnown = owner != null && rows.has(owner)
      if (!isKnown || (amount != null && !/^\d{1,6}\.\d$/.test(amount))) {
        rejected.push(rejection(null, 'row', 'no owner that is known, or no billions to one decimal', JSON.stringify(line)))
        statement.isSpoilt = true
      } else if (amount != null && tenthsOf(amount) > 0) {
        if ((statement.amounts.get(owner) ?? amount) !== amount) {
          rejected.push(
            rejection(rows.get(owner)!.id, 'duplicate', 'two amounts of one owner in one issue', JSON.stringify(line)),
          )
          statement.isSpoilt = true
        }
        statement.amounts.set(owner, amount)
      }
    }
    const seenAt = Date.parse(recording.at)
    const entries = new Map<Series, Map<string, Entry>>([...rows.values()].map((row) => [row, new Map()]))
    for (const statement of [...statements.values()].sort((a, b) => (a.issue < b.issue ? -1 : 1))) {
      if (statement.isSpoilt || statement.amounts.size === 0) continue
      const { issue, quarter, amounts } = statement
      const fault = faultOf(statement)
      if (fault !== null) {
        const text = JSON.stringify({ issue, quarter, ...Object.fromEntries(amounts) })
        rejected.push(rejection(null, 'sum', `the issue of ${issue} on the quarter to ${quarter}: ${fault}`, text))
        continue
      }
      for (const [owner, text] of amounts)
        entries.get(rows.get(owner)!)!.set(quarter, { date: quarter, text, seenAt, publishedAt: null })
    }
    const read = readBlocks(
      [...entries].map(([row, quarters]) => [row, [...quarters.values()]] as const),
      rejected,
    )
    if (read.rows.sighting.length === 0) throw withoutRows(read, id, 'no owners')
    return { ...read, next: page.next }
  },
})
