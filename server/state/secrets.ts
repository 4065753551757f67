import { randomBytes } from 'node:crypto'
import type { State } from './open.ts'

/** A secret the server keeps for itself: made the first time it is asked for, the same in every process after that. */
export async function keptSecret({ db }: State, name: string): Promise<string> {
  const made = { name, value: randomBytes(32).toString('base64url') }
  await db
    .insertInto('secret')
    .values(made)
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  return (await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
}
