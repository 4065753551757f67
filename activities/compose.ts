import type { Day } from '../pipeline/analysis/days/day.ts'
import { notedDay } from '../pipeline/analysis/days/noted-day.ts'
import { Mark } from '../pipeline/column.ts'
import type { Entry } from '../pipeline/editions/edition.ts'
import { contentsOf, hasContents } from '../pipeline/editions/unchanged.ts'
import { isoDay, isoTime } from '../pipeline/time/day.ts'
import type { ComposedRow } from '../pipeline/warehouse/tables/day.ts'
import { eachOf, interruptible } from './in-turns.ts'
import type { Made, Unit } from './units.ts'

/** What was composed last: a row of `composed` without its sums. */
export type Kept = Omit<ComposedRow, 'sums'>

/** What decides whether a unit has to be composed again. */
export interface Basis {
  /** Day number, and the moment it is judged at (milliseconds UTC). */
  readonly asOf: number
  readonly now: number
  /** The program, and what else documents follow from beside what is on record. */
  readonly method: string
  /** Hash of what is on record under each name that can be read. */
  readonly marks: ReadonlyMap<string, string>
  readonly kept: ReadonlyMap<string, Kept>
  /** Entries of the current edition, by place. */
  readonly standing: ReadonlyMap<string, Entry>
}

/** The row of a unit that would be composed as the current edition has it; null of one that has to be composed again. */
export function standingRow(basis: Basis, { id, followedBy }: Unit<unknown, unknown>): Kept | null {
  const row = basis.kept.get(id)
  const stands =
    row !== undefined &&
    Date.parse(row.stands_from) <= basis.now &&
    basis.now < Date.parse(row.stands_until) &&
    row.inputs === inputsOf(basis, namesIn(row)) &&
    hasContents(basis.standing, row.contents) &&
    (row.contents.length === 0 || followedBy.every((place) => basis.standing.has(place)))
  return stands ? row : null
}

/** The names that a unit read when it was composed. */
export const namesIn = ({ reads }: Pick<Kept, 'reads'>): string[] => (reads === '' ? [] : reads.split(' '))

function inputsOf({ method, marks }: Basis, names: readonly string[]): string {
  const mark = new Mark().addText(method)
  for (const name of names) mark.addText(`${name} ${marks.get(name) ?? ''}\n`)
  return mark.toString()
}

/** A unit that was composed, with its row for the next run. */
export interface Composition<Value, Summary> {
  readonly made: Made<Value, Summary> | null
  readonly row: ComposedRow
}

/** Composes units one by one, by id. @throws the signal's reason, after the unit that is being composed */
export async function composeAll<Value, Summary>(
  units: readonly Unit<Value, Summary>[],
  day: Day,
  basis: Basis,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Composition<Value, Summary>>> {
  const composed = eachOf(units, (unit) => [[unit.id, compose(unit, day, basis)] as const])
  return new Map(await interruptible(composed, signal))
}

function compose<Value, Summary>(unit: Unit<Value, Summary>, day: Day, basis: Basis): Composition<Value, Summary> {
  const noted = notedDay(day)
  const made = unit.compose(noted.day)
  const names = [...new Set([...noted.reads.names, ...unit.alsoReads])].sort()
  const row = {
    unit: unit.id,
    as_of: isoDay(basis.asOf),
    reads: names.join(' '),
    inputs: inputsOf(basis, names),
    stands_from: isoTime(basis.now),
    stands_until: isoTime(noted.reads.until),
    contents: contentsOf(made?.documents ?? {}),
    summary: made?.summary ?? null,
    sums: made?.sums ?? null,
  }
  return { made, row }
}
