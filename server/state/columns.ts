/** A column as its table declares it. `T` is what its rows contain. */
export interface Column<T = unknown> {
  readonly type: 'text' | 'integer' | 'bigint'
  readonly optional?: boolean
  readonly primary?: boolean
  readonly unique?: boolean
  /** Table and column that contain the value. */
  readonly references?: `${string}.${string}`
  /** Only in the type. */
  readonly value?: T
}

type Constraints = Pick<Column, 'primary' | 'unique' | 'references'>

export const text = <T extends string = string>(constraints: Constraints = {}): Column<T> => ({ type: 'text', ...constraints })
export const integerColumn = (): Column<number> => ({ type: 'integer' })
export const bigint = (): Column<number> => ({ type: 'bigint' })
export const optional = <T>(column: Column<T>): Column<T | null> => ({ ...column, optional: true }) as Column<T | null>

type Columns = Readonly<Record<string, Column>>

export interface Table<C extends Columns = Columns> {
  readonly columns: C
  /** Where the primary key is more than one column. */
  readonly primaryKey?: readonly string[]
  /** Columns by the name of the index. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>
  /** Whether its rows are left out of backups: whoever was signed in signs in again. */
  readonly passing?: boolean
}

export function table<C extends Columns>(columns: C, more: Omit<Table, 'columns'> = {}): Table<C> {
  return { columns, ...more }
}

/** A row of a table. */
export type TableRow<T extends Table> = {
  -readonly [C in keyof T['columns']]: T['columns'][C] extends Column<infer V> ? V : never
}
