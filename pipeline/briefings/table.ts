import type { CellValue, Section } from '../documents/briefing.ts'

type Row = Section['rows'][number]

/**
 * The columns of a table in their order, each by the member of a row it shows: `'Label'`, or `'Label | unit'`. A row may have more members
 * than the table has columns.
 */
type Columns<Of> = Readonly<Partial<Record<keyof Of & string, string>>>

interface TableParts<Of> {
  readonly note?: string | null
  readonly columns: Columns<Of>
  readonly rows: readonly Of[]
}

/** A table of a briefing; one without rows is left out. */
export function table<Of extends Row>(id: string, title: string, { note = null, columns, rows }: TableParts<Of>): Section[] {
  if (rows.length === 0) return []
  return [{ id, title, note, columns: columnsOf(columns), rows: [...rows] }]
}

function columnsOf(columns: Readonly<Record<string, string | undefined>>): Section['columns'] {
  return Object.entries(columns).map(([key, text]) => {
    const [label, unit = null] = text!.split(' | ')
    return { key, label: label!, unit }
  })
}

/** A member of every row: the label of its column, null where it is not shown, and what it is of a thing. */
export type ListingColumn<Thing> = readonly [label: string | null, cell: (thing: Thing) => CellValue | undefined]

interface ListingParts<Thing> {
  readonly note?: string | null
  readonly things: readonly Thing[]
  readonly columns: Readonly<Record<string, ListingColumn<Thing>>>
}

/** A table with one row per thing, each column declared with what it shows. */
export function listing<Thing>(id: string, title: string, { note = null, things, columns }: ListingParts<Thing>): Section[] {
  const members = Object.entries(columns)
  return table(id, title, {
    note,
    columns: Object.fromEntries(members.flatMap(([key, [label]]) => (label === null ? [] : [[key, label]]))),
    rows: things.map((thing): Row => Object.fromEntries(members.map(([key, [, cell]]) => [key, cell(thing) ?? null]))),
  })
}
