import { briefingUnits, type ComposeUnit, metricUnits, treasuryUnit } from '../../activities/compute/units.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { filingsInput, type RecordedInputs, trackDayReads } from '../../pipeline/days/noted-day.ts'
import { type Known, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { keptContentsOf } from '../../pipeline/editions/unchanged.ts'
import type { DatedRow, DatedRows } from '../../pipeline/tables/index.ts'
import type { Versions } from '../../pipeline/values/column.ts'

export const units: readonly ComposeUnit<unknown, unknown>[] = [...metricUnits, ...briefingUnits, treasuryUnit]

/** What a unit came to, and what it was made of. */
export interface ComposedUnit {
  readonly contents: string
  readonly reads: RecordedInputs
}

/** Every unit of a day at a moment, or those given, by id; `plant` adds one, given the day that notes nothing. */
export function composeEach(
  known: Known,
  {
    asOf,
    now,
    some = units,
    plant = () => [],
  }: { asOf: number; now: number; some?: typeof units; plant?: (day: Day) => readonly ComposeUnit<unknown, unknown>[] },
): ReadonlyMap<string, ComposedUnit> {
  const day = new PointInTimeDays(known).day(asOf, now)
  return new Map(
    [...some, ...plant(day)].map((unit) => {
      const noted = trackDayReads(day)
      const made = unit.compose(noted.day)
      return [unit.id, { contents: JSON.stringify(keptContentsOf(made?.documents ?? {})), reads: noted.reads }] as const
    }),
  )
}

/** Ids of units that come to something else where everything that they did not read is another. */
export function unitsThatReadUnseen(
  known: Known,
  {
    asOf,
    now,
    some,
    plant = () => [],
  }: { asOf: number; now: number; some: typeof units; plant?: (day: Day) => readonly ComposeUnit<unknown, unknown>[] },
): string[] {
  const before = composeEach(known, { asOf, now, some, plant })
  const all = [...known.versions.keys(), ...Object.keys(known.rows ?? {}), filingsInput]
  return [...before].flatMap(([id, { contents, reads }]) => {
    const others = new Set(all.filter((name) => !reads.names.has(name)))
    const own = some.filter((unit) => unit.id === id)
    const after = composeEach(changedKnown(known, others), { asOf, now, some: own, plant })
    return after.get(id)!.contents === contents ? [] : [id]
  })
}

/** The same with other values in some series, and without every second row of some tables, or without filings. */
export function changedKnown(known: Known, changed: ReadonlySet<string>): Known {
  const { versions, rows = {} } = known
  const other = (one: Versions): Versions => ({
    ...one,
    value: one.value.map((value, at) => (at % 3 === 0 ? value * 1.37 : value)),
  })
  const fewer = (all: readonly DatedRow[]) => all.filter((_, at) => at % 2 === 0)
  return {
    ...known,
    versions: new Map([...versions].map(([id, one]) => [id, changed.has(id) ? other(one) : one])),
    rows: Object.fromEntries(
      Object.entries(rows).map(([name, all]) => [name, changed.has(name) ? fewer(all) : all]),
    ) as DatedRows,
    ...(changed.has(filingsInput)
      ? { totals: new Map(), counts: new Map(), reports: new Map(), financingFilings: new Map() }
      : {}),
  }
}
