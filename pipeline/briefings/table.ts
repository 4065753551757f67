import type { Section } from '../documents/briefing.ts'

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

/** A member of a row: its column, `'Label'` or `'Label | unit'`, null where it is not shown, and what the row has of an item. */
export type Member<Item> = readonly [column: string | null, cell: (item: Item) => Row[string]]

interface ListingParts<Item> {
  readonly note?: string
  readonly items: readonly Item[]
  readonly members: Readonly<Record<string, Member<Item>>>
}

/** A table of a row an item, each member declared with its column. */
export function listing<Item>(id: string, title: string, { note, items, members }: ListingParts<Item>): Section[] {
  const columns: Record<string, string> = {}
  for (const [key, [column]] of Object.entries(members)) if (column !== null) columns[key] = column
  const rowOf = (item: Item) => Object.fromEntries(Object.entries(members).map(([key, [, cell]]) => [key, cell(item)]))
  return table(id, title, { note: note ?? null, columns, rows: items.map(rowOf) })
}

function columnsOf(columns: Readonly<Record<string, string | undefined>>): Section['columns'] {
  return Object.entries(columns).map(([key, text]) => {
    const [label, unit = null] = text!.split(' | ')
    return { key, label: label!, unit }
  })
}
