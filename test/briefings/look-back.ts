import { metricRows } from '../../data/metrics.ts'
import { dayView, type Known, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import type { DatedValue, Reading } from '../../pipeline/documents/reading.ts'
import { asOfMoment, dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { keptOf, seeded } from '../analysis/columns.ts'

/** What a walk over past days found. */
export interface Tally {
  readings: number
  numbers: number
  faults: string[]
}

/** The rows known by `moment` and no others: what the warehouse held then. */
function cutAt(versions: ReadonlyMap<string, Versions>, moment: number): Map<string, Versions> {
  return new Map(
    [...versions].flatMap(([id, all]) => {
      const kept = keptOf(all, (i) => all.known[i]! <= moment)
      return kept.period.length === 0 ? [] : [[id, kept] as const]
    }),
  )
}

/** Every number a reading states with its day, as [what, period, value]. */
function numbersOf(reading: Reading): [string, string, number][] {
  const ends = Object.entries(reading.trend).flatMap(([name, window]): [string, DatedValue][] =>
    window === null
      ? []
      : [
          [`${name} from`, window.from],
          [`${name} to`, window.to],
        ],
  )
  return [
    ['value', reading.period, reading.value],
    ...ends.map(([what, { period, value }]): [string, string, number] => [what, period, value]),
  ]
}

/**
 * Reads random (metric, past day) pairs day after day, as a backfill does, and checks of each that it is what it is with every later row
 * taken away, and that every number in it was known by the end of its day.
 */
export function lookBack(known: Known, count: number, seed: number, from: string, to: string): Tally {
  const next = seeded(seed)
  const tally: Tally = { readings: 0, numbers: 0, faults: [] }
  const dayAfterDay = new PointInTimeDays(known)
  const [first, last] = [dayNumber(from)!, dayNumber(to)!]
  const perDay = 8
  const days = Array.from({ length: Math.ceil(count / perDay) }, () => first + Math.floor(next() * (last - first + 1)))
  for (const day of days.sort((a, b) => a - b)) {
    const moment = asOfMoment(day)
    const versions = cutAt(known.versions, moment)
    const then = dayView({ ...known, versions }, day, endOfDay(day))
    const now = dayAfterDay.day(day)
    for (let n = 0; n < perDay; n++) {
      const { metric } = metricRows[Math.floor(next() * metricRows.length)]!
      const fault = (what: string) => tally.faults.push(`${metric} of day ${day}: ${what}`)
      const reading = now.reading(metric)
      tally.readings++
      if (JSON.stringify(reading) !== JSON.stringify(then.reading(metric))) fault('is another without the rows known later')
      if (reading === null) continue
      const column = now.column(metric)!
      if (Date.parse(reading.known_at) > moment) fault(`was known at ${reading.known_at}`)
      for (const input of reading.inputs) if (Date.parse(input.known_at) > moment) fault(`rests on ${input.series}, known later`)
      for (const [what, period, value] of numbersOf(reading)) {
        tally.numbers++
        const at = column.period.indexOf(dayNumber(period)!)
        if (at < 0 || column.known[at]! > moment) fault(`${what} ${value} of ${period} was not known`)
      }
    }
  }
  return tally
}
