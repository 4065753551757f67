import type { Day } from '../../pipeline/days/day.ts'
import { trackDayReads } from '../../pipeline/days/noted-day.ts'
import type { Entry } from '../../pipeline/editions/edition.ts'
import { hasContents, keptContentsOf } from '../../pipeline/editions/unchanged.ts'
import type { ComposedRow } from '../../pipeline/tables/day.ts'
import { isoDay, isoTime } from '../../pipeline/time/day.ts'
import { Fingerprint } from '../../pipeline/values/column.ts'
import { mapCooperatively } from '../cooperative.ts'
import type { ComposeUnit, UnitResult } from './units.ts'

/** What was composed last: a row of `composed` without its sums. */
export type StoredUnitRow = Omit<ComposedRow, 'sums'>

/** What decides whether a unit has to be composed again. */
export interface RecomposeCriteria {
  /** Day number, and the moment it is judged at (milliseconds UTC). */
  readonly asOf: number
  readonly now: number
  /** The program, and what else documents follow from beside what is on record. */
  readonly method: string
  /** Hash of what is on record under each name that can be read. */
  readonly marks: ReadonlyMap<string, string>
  readonly kept: ReadonlyMap<string, StoredUnitRow>
  /** Entries of the current edition, by place. */
  readonly standing: ReadonlyMap<string, Entry>
}

/** The row of a unit that would be composed as the current edition has it; null of one that has to be composed again. */
export function unchangedUnitRow(
  basis: RecomposeCriteria,
  { id, followedBy }: ComposeUnit<unknown, unknown>,
): StoredUnitRow | null {
  const row = basis.kept.get(id)
  const stands =
    row !== undefined &&
    Date.parse(row.stands_from) <= basis.now &&
    basis.now < Date.parse(row.stands_until) &&
    row.inputs === inputsOf(basis, inputNamesRead(row)) &&
    hasContents(basis.standing, row.contents) &&
    (row.contents.length === 0 || followedBy.every((place) => basis.standing.has(place)))
  return stands ? row : null
}

/** The names that a unit read when it was composed. */
export const inputNamesRead = ({ reads }: Pick<StoredUnitRow, 'reads'>): string[] => (reads === '' ? [] : reads.split(' '))

function inputsOf({ method, marks }: RecomposeCriteria, names: readonly string[]): string {
  const mark = new Fingerprint().addText(method)
  for (const name of names) mark.addText(`${name} ${marks.get(name) ?? ''}\n`)
  return mark.toString()
}

/** A unit that was composed, with its row for the next run. */
export interface ComposedUnit<Value, Summary> {
  readonly made: UnitResult<Value, Summary> | null
  readonly row: ComposedRow
}

/** Composes units one by one, by id. @throws the signal's reason, after the unit that is being composed */
export async function composeAll<Value, Summary>(
  units: readonly ComposeUnit<Value, Summary>[],
  day: Day,
  basis: RecomposeCriteria,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ComposedUnit<Value, Summary>>> {
  return new Map(await mapCooperatively(units, signal, (unit) => [[unit.id, compose(unit, day, basis)] as const]))
}

function compose<Value, Summary>(
  unit: ComposeUnit<Value, Summary>,
  day: Day,
  basis: RecomposeCriteria,
): ComposedUnit<Value, Summary> {
  const noted = trackDayReads(day)
  const made = unit.compose(noted.day)
  const names = [...new Set([...noted.reads.names, ...unit.alsoReads])].sort()
  const row = {
    unit: unit.id,
    as_of: isoDay(basis.asOf),
    reads: names.join(' '),
    inputs: inputsOf(basis, names),
    stands_from: isoTime(basis.now),
    stands_until: isoTime(noted.reads.until),
    contents: keptContentsOf(made?.documents ?? {}),
    summary: made?.summary ?? null,
    sums: made?.sums ?? null,
  }
  return { made, row }
}
