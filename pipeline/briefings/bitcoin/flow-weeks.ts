import type { Section } from '../../documents/briefing.ts'
import { sessionsIn } from '../../formulas/trailing.ts'
import { isoDay, weekday } from '../../time/day.ts'
import { amount, dayInWords, monthInWords } from '../../values/amounts.ts'
import { type Column, firstIndex } from '../../values/column.ts'
import { sumOf } from '../../values/numbers.ts'
import { rounded } from '../../values/rounding.ts'
import { signOfChange } from '../story/ranking.ts'
import { type ListingColumn, listing } from '../table.ts'

/** Sessions from one day number to another, none of them missing, and the sum of their flows in millions of dollars. */
interface Stretch {
  readonly first: number
  readonly last: number
  readonly sessions: number
  readonly flow: number
}

/** Flows of one fund. */
export interface FundFlows {
  readonly fund: string
  readonly column: Column
}

/** Calendar weeks shown, those a largest week is looked for in, and how far back one must lie to be worth a word. */
const shownWeeks = 5
const searchedWeeks = 520
const notableWeeks = 4

/** The sum of the flows from one day number to another; null where a session is missing or there was none. */
function stretchOf({ period, value }: Column, from: number, to: number): Stretch | null {
  const start = firstIndex(period.length, (i) => period[i]! >= from)
  const end = firstIndex(period.length, (i) => period[i]! > to)
  const sessions = end - start
  if (sessions === 0 || sessions !== sessionsIn(from, to)) return null
  const flow = rounded(sumOf(value.subarray(start, end)), 1)
  return { first: period[start]!, last: period[end - 1]!, sessions, flow }
}

const mondayOf = (day: number): number => day - weekday(day) + 1

/** The last week that is over: its Friday is the newest session or before it, or no session of it is left. */
function lastMonday({ period }: Column): number {
  const newest = period.at(-1)!
  const monday = mondayOf(newest)
  return sessionsIn(newest + 1, monday + 4) === 0 ? monday : monday - 7
}

const firstOfMonth = (day: number): number => day - Number(isoDay(day).slice(8)) + 1

/** `6 to 10 July`, `29 June to 2 July`. */
function rangeInWords(first: number, last: number, today: string): string {
  const [from, to] = [isoDay(first), isoDay(last)]
  const start = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dayInWords(from, today)
  return first === last ? dayInWords(to, today) : `${start} to ${dayInWords(to, today)}`
}

/** `took in $197mn`, `lost $1.86bn`. */
const movedInWords = (flow: number): string => `${flow < 0 ? 'lost' : 'took in'} ${amount(Math.abs(flow), 'USD mn')}`

/** `, the largest outflow since the week to 26 June` of a week; empty where an earlier one was as large a few weeks before, or is not whole. */
function largestSince(flows: Column, week: Stretch, today: string): string {
  const monday = mondayOf(week.last)
  for (let back = 1; back <= searchedWeeks; back++) {
    const other = stretchOf(flows, monday - 7 * back, monday - 7 * back + 4)
    if (other === null) return ''
    if (other.flow * signOfChange(week.flow) < Math.abs(week.flow)) continue
    const kind = week.flow < 0 ? 'outflow' : 'inflow'
    return back < notableWeeks ? '' : `, the largest ${kind} since the week to ${dayInWords(isoDay(other.last), today)}`
  }
  return ''
}

/**
 * `Bitcoin funds took in $197mn in the week of 6 to 10 July; in July so far they lost $11mn.` and `Over twenty sessions they lost $2.41bn, IBIT
 * alone $1.86bn.` What a missing session leaves unknown is left out.
 *
 * @param twenty the flow of twenty sessions in millions of dollars, and the fund that moved most of it
 */
export function flowWeekSentences(
  flows: Column,
  twenty: { readonly flow: number; readonly fund: string; readonly own: number } | null,
  today: string,
): string[] {
  const monday = lastMonday(flows)
  const newest = flows.period.at(-1)!
  const [week, month] = [stretchOf(flows, monday, monday + 4), stretchOf(flows, firstOfMonth(newest), newest)]
  const parts = [
    week &&
      `bitcoin funds ${movedInWords(week.flow)} in the week of ${rangeInWords(week.first, week.last, today)}${largestSince(flows, week, today)}`,
    month &&
      `in ${monthInWords(isoDay(newest), today)} so far ${week === null ? 'bitcoin funds' : 'they'} ${movedInWords(month.flow)}`,
  ].filter((part) => part !== null)
  const text = parts.join('; ')
  const alone =
    twenty === null || twenty.own * twenty.flow <= 0 ? '' : `, ${twenty.fund} alone ${amount(Math.abs(twenty.own), 'USD mn')}`
  return [
    ...(text === '' ? [] : [`${text[0]!.toUpperCase()}${text.slice(1)}.`]),
    ...(twenty === null ? [] : [`Over twenty sessions bitcoin funds ${movedInWords(twenty.flow)}${alone}.`]),
  ]
}

/** What a fund took in, below zero where it lost. */
interface Part {
  readonly fund: string
  readonly own: number
}

const bySize = (parts: readonly Part[]): Part[] => parts.toSorted((a, b) => b.own - a.own)
const partText = (part: Part | undefined): string => (part === undefined ? 'none' : `${part.fund} ${part.own.toFixed(1)}`)

/** The funds that took in and lost most. */
export const extremeColumns: Readonly<Record<string, ListingColumn<{ readonly parts: readonly Part[] }>>> = {
  most: ['Largest inflow', ({ parts }) => partText(bySize(parts).find(({ own }) => own > 0))],
  least: ['Largest outflow', ({ parts }) => partText(bySize(parts).findLast(({ own }) => own < 0))],
}

/** Calendar weeks and months, the newest first, each with the funds that took in and lost most. */
export function flowWeekSection(flows: Column, funds: readonly FundFlows[], today: string): Section[] {
  const newest = flows.period.at(-1)!
  const monday = mondayOf(newest)
  const month = firstOfMonth(newest)
  const stretches = [
    ...Array.from({ length: shownWeeks }, (_, back) => {
      const from = monday - 7 * back
      return stretchOf(flows, from, Math.min(from + 4, newest))
    }),
    stretchOf(flows, month, newest),
    stretchOf(flows, firstOfMonth(month - 1), month - 1),
  ].filter((each) => each !== null)
  return listing('weeks', 'By calendar week and month', {
    note: 'Monday to Friday, and from the first of the month; the newest of each may not be over. A stretch with a session missing is left out.',
    things: stretches.map((stretch) => {
      const parts = funds.flatMap(({ fund, column }) => {
        const at = firstIndex(column.period.length, (i) => column.period[i]! >= stretch.first)
        const end = firstIndex(column.period.length, (i) => column.period[i]! > stretch.last)
        const own = sumOf(column.value.subarray(at, end))
        return at === end ? [] : [{ fund, own }]
      })
      return { ...stretch, parts }
    }),
    columns: {
      stretch: ['Sessions of', ({ first, last }) => rangeInWords(first, last, today)],
      flow: ['Net flow | USD mn', ({ flow }) => flow],
      ...extremeColumns,
      sessions: ['Sessions', ({ sessions }) => sessions],
      from: [null, ({ first }) => isoDay(first)],
      to: [null, ({ last }) => isoDay(last)],
    },
  })
}
