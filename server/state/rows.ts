import type { Insertable, Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { State } from './open.ts'
import type { Tables } from './schema.ts'

type Name = keyof Tables
type Store = Kysely<Tables>
/** Values of some columns; null is null. */
type Values<T extends Name> = Readonly<Partial<Tables[T]>>
/** The types of Kysely do not follow a table that is an argument: the signatures here say what holds. */
type Any = 'account'

/** The row that has these values; null where none has. */
export async function findRow<T extends Name>(db: Store, table: T, values: Values<T>): Promise<Readonly<Tables[T]> | null> {
  const query = db.selectFrom(table as Any).selectAll()
  return ((await query.where((row) => row.and(values as object)).executeTakeFirst()) ?? null) as Tables[T] | null
}

/** Adds a row, in one statement. False where its key is taken. */
export async function addRow<T extends Name>(db: Store, table: T, values: Insertable<Tables[T]>): Promise<boolean> {
  const query = db.insertInto(table as Any).values(values as never)
  const { numInsertedOrUpdatedRows } = await query.onConflict((on) => on.doNothing()).executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Adds a row. Rejects where its key is taken. */
export async function insertRow<T extends Name>(db: Store, table: T, values: Insertable<Tables[T]>): Promise<void> {
  const query = db.insertInto(table as Any).values(values as never)
  await query.execute()
}

/** Changes the rows that have these values, in one statement. False where none has. */
export async function changeRows<T extends Name>(db: Store, table: T, values: Values<T>, to: Values<T>): Promise<boolean> {
  const query = db.updateTable(table as Any).set(to as object)
  return (await query.where((row) => row.and(values as object)).executeTakeFirst()).numUpdatedRows > 0n
}

/** Removes the rows that have these values. False where none has. */
export async function removeRows<T extends Name>(db: Store, table: T, values: Values<T>): Promise<boolean> {
  const query = db.deleteFrom(table as Any).where((row) => row.and(values as object))
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** Writes a row as it stands, so that whoever else writes it waits for the end of the transaction. Null where none has these values. */
export async function lockRow<T extends 'account' | 'key' | 'person' | 'webhook'>(
  within: Transaction<Tables>,
  table: T,
  values: Values<T>,
): Promise<Readonly<Tables[T]> | null> {
  const query = within.updateTable(table as Any).set((row) => ({ created_at: row.ref('created_at') }))
  const locked = await query
    .where((row) => row.and(values as object))
    .returningAll()
    .executeTakeFirst()
  return (locked ?? null) as Tables[T] | null
}

/** An Idempotency-Key stands for one request for a day. */
const idempotencyMs = 86_400_000

/** The row that an Idempotency-Key made; null where there is none. A row older than a day gives the key up. */
export async function rowByIdempotencyKey<T extends 'claim' | 'webhook'>(
  within: Transaction<Tables>,
  table: T,
  idempotency: string,
  now: number,
): Promise<Readonly<Tables[T]> | null> {
  const made = await findRow(within, table, { idempotency } as Values<T>)
  if (made === null || Number(made.created_at) > now - idempotencyMs) return made
  await changeRows(within, table, { idempotency } as Values<T>, { idempotency: null } as Values<T>)
  return null
}

/** A row without some of its columns. */
export function withoutColumns<R extends object, C extends keyof R>(row: R, ...columns: readonly C[]): Omit<R, C> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column as C))) as Omit<R, C>
}

/** How many rows a query has. */
export async function countRows<T extends Name>(query: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  const { n } = await query.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return Number(n)
}

/** A transaction that `undo` ends without a trace, with what it is to answer. */
export async function undoableTransaction<T>(
  { db }: State,
  run: (within: Transaction<Tables>, undo: (answer: T) => never) => Promise<T>,
): Promise<T> {
  const undone = new Error('undone')
  let given: T
  const undo = (answer: T): never => {
    given = answer
    throw undone
  }
  return db
    .transaction()
    .execute((within) => run(within, undo))
    .catch((error: unknown) => {
      if (error === undone) return given
      throw error
    })
}
