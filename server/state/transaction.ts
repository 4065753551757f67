import type { SelectQueryBuilder, Transaction } from 'kysely'
import type { State } from './open.ts'
import type { Tables } from './schema.ts'

/** A transaction that `undo` ends without a trace, with what it is to answer. */
export async function undoing<T>(
  { db }: State,
  run: (within: Transaction<Tables>, undo: (answer: T) => never) => Promise<T>,
): Promise<T> {
  class Undone extends Error {
    readonly answer: T

    constructor(answer: T) {
      super('undone')
      this.answer = answer
    }
  }
  const undo = (answer: T): never => {
    throw new Undone(answer)
  }
  return db
    .transaction()
    .execute((within) => run(within, undo))
    .catch((error: unknown) => {
      if (error instanceof Undone) return error.answer
      throw error
    })
}

/** How many rows a query has. */
export async function countRows<T extends keyof Tables>(query: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  const { n } = await query.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return Number(n)
}
