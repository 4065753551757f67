import { seriesById } from '../../data/series.ts'
import { isoDay, isoTime } from '../time/day.ts'
import { type Column, indexAtOrBefore, knownBases } from '../values/column.ts'

/**
 * When values of revised series that were first seen long after they were due were seen (milliseconds UTC), by series and period (day
 * number): each is the first version of its period, known by its release rule and not by what was published then.
 */
export type LaterVintages = ReadonlyMap<string, ReadonlyMap<number, number>>

const deadline = knownBases.indexOf('deadline')
/** Days before the newest value that its trends and strengths look at: three years of changes, the first of them over 90 days. */
const reach = 1_095 + 90

/**
 * What a reader must know of a reading of `period` at `moment` (milliseconds) that depends on `column`: that its value, or only some it is
 * compared with, is of a vintage nobody had at that moment. Nothing where all of it had been seen by then.
 */
export function laterVintageNotes(column: Column, period: number, moment: number, vintages: LaterVintages): string[] {
  const seen = vintages.get(column.series)
  const last = indexAtOrBefore(column, period)
  if (!seen || last < 0) return []
  const laterAt = (i: number) => seenAfter(column, i, moment, seen)
  const name = `${column.series} (revised ${revisedWords(column.series)})`
  const newest = laterAt(last)
  if (newest !== null)
    return [
      `Of a later vintage: the value of ${name} for ${isoDay(column.period[last]!)} was first seen on ${dayOfMoment(newest)}; what was published by ${dayOfMoment(column.known[last]!)} may have been different.`,
    ]
  let count = 0
  for (let i = last - 1; i >= 0 && column.period[i]! >= column.period[last]! - reach; i--) if (laterAt(i) !== null) count++
  if (count === 0) return []
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them']
  return [
    `${count} of the values of ${name} it is compared with ${are} of a later vintage: first seen after this day, what was published of ${them} may have been different.`,
  ]
}

/** Whether the value `column` has for `period` is of a vintage nobody had at `moment` (milliseconds). */
export function isOfLaterVintage(column: Column, period: number, moment: number, vintages: LaterVintages): boolean {
  const seen = vintages.get(column.series)
  const i = indexAtOrBefore(column, period)
  return seen !== undefined && i >= 0 && seenAfter(column, i, moment, seen) !== null
}

/** When the value at index `i` was first seen, where that was after `moment` (milliseconds); else null. */
function seenAfter(column: Column, i: number, moment: number, seen: ReadonlyMap<number, number>): number | null {
  const vintage = column.basis[i] === deadline ? seen.get(column.period[i]!) : undefined
  return vintage !== undefined && vintage > moment ? vintage : null
}

const dayOfMoment = (ms: number): string => isoTime(ms).slice(0, 10)

function revisedWords(id: string): string {
  const how = seriesById.get(id)?.revised
  return how === 'every release' ? 'with every release' : (how ?? '')
}
