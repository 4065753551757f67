/**
 * A column: its name, its type in SQL with its constraints, and what it holds, with the unit where it is a number. `words`: it has words of a
 * source, which `tables/words.ts` makes harmless.
 */
export type Column = readonly [name: string, type: string, comment: string, words?: 'line' | 'quote' | 'passage']

/** A table of the warehouse. Statements that make it, fill it and clear it follow from this; it holds none itself. */
export interface Table {
  readonly name: string
  readonly comment: string
  readonly columns: readonly Column[]
  readonly key?: readonly string[]
  /** Column that ties a row to its recording, by its id or by its number. The loader fills the tables that have one. */
  readonly recording?: 'recording' | 'recording_no'
  /** Its rows come from whole bodies, read inside the database: see `warehouse/load/bulk.ts`. */
  readonly bulk?: true
  /** Column that holds when that recording was made. */
  readonly recordedAt?: string
  /**
   * What happens when recordings give the same again. `append`: rows stand side by side. `newest`, `earliest`: those of the newest or the
   * earliest recording stand, whichever was loaded first.
   */
  readonly onConflict?: 'append' | 'newest' | 'earliest'
  /** A row stands as it was first given: whether there is anything new follows from their count. */
  readonly standing?: true
  /** The same again: rows equal in these columns, which are replaced together. The key where left out; none is the whole table. */
  readonly per?: readonly string[]
  /**
   * Column (TIMESTAMP, UTC) that holds when what a row says was due. Of such a table every recording's rows are kept (`append`), and those of
   * one recording that are equal in `per` stand together until a newer recording gives that group again: see `warehouse/analysts/known-row-views.ts`.
   */
  readonly dueAt?: string
  /** Columns that keep the least value of all recordings. Such a row outlives its recording: what each gave is not told apart any more. */
  readonly least?: readonly string[]
}

/** Declares a table; the identity function, for its type. */
export function defineTable<const T extends Table>(table: T): T {
  return table
}

/** Columns that many tables have. */
export const companyColumn = ['company', 'VARCHAR NOT NULL', 'The company, by its issuer id.'] as const
export const recordingColumn = ['recording', 'VARCHAR NOT NULL', 'The recording it comes from (recording.id).'] as const
export const recordingNoColumn = ['recording_no', 'INTEGER NOT NULL', 'The recording it comes from (recording.no).'] as const

/** A filed document does not change: of several recordings of one the earliest stands. */
export const filed = { recording: 'recording', onConflict: 'earliest', per: ['filing'] } as const

/** A list of what is to come, which stands whole until its source is read again. */
export const calendar = { recording: 'recording', onConflict: 'append', per: ['source'], dueAt: 'due_at' } as const
/** Of several recordings of a row the newest stands. */
export const newestStands = { recording: 'recording', onConflict: 'newest' } as const

/** A type in SQL whose values TypeScript knows more narrowly. */
type Narrowed<V> = string & { readonly holds: V }

/** The type of a column whose values are of the type `V`, such as a few words, or JSON of one shape. */
export function columnType<V>(type: string): Narrowed<V> {
  return type as Narrowed<V>
}

/** Days are YYYY-MM-DD, times RFC 3339 UTC, decimals text. */
interface Values {
  readonly VARCHAR: string
  readonly 'VARCHAR[]': readonly string[]
  readonly DATE: string
  readonly TIMESTAMP: string
  readonly JSON: unknown
  readonly BOOLEAN: boolean
  readonly SMALLINT: number
  readonly INTEGER: number
  readonly BIGINT: number
  readonly DOUBLE: number
}

type Plain<Type> = Type extends `DECIMAL${string}` ? string : Type extends keyof Values ? Values[Type] : never

type Value<Type> =
  Type extends Narrowed<infer V> ? V : Type extends `${infer Name} NOT NULL${string}` ? Plain<Name> : Plain<Type> | null

type FilledByLoader<T> =
  | (T extends { readonly recording: infer Name } ? Name : never)
  | (T extends { readonly recordedAt: infer Name } ? Name : never)

/** A row as it is given: all columns but those of its recording. */
export type RowOf<T extends Table> = {
  readonly [C in T['columns'][number] as C[0] extends FilledByLoader<T> ? never : C[0]]: Value<C[1]>
}
