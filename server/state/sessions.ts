import { randomBytes } from 'node:crypto'
import { keyHash } from '../keys/key.ts'
import { holderRows, type KeyHolder, toHolder } from './accounts.ts'
import type { State } from './open.ts'

/** A session ends this long after the key was entered (30 days), however often it is used. */
export const sessionMs = 30 * 86_400_000
/** Sessions of one key at a time; a further one ends the oldest. */
const mostPerKey = 20

/** Begins a session of a key, by its id, and gives the token: 256 random bits, of which only the hash is stored. */
export async function beginSession({ db }: State, key: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const row = { hash: keyHash(token), key, created_at: Math.floor(now), expires_at: Math.floor(now) + sessionMs }
  await db.transaction().execute(async (within) => {
    await within.deleteFrom('session').where('expires_at', '<=', now).execute()
    await within.insertInto('session').values(row).execute()
    const newest = within
      .selectFrom('session')
      .select('hash')
      .where('key', '=', key)
      .orderBy('created_at', 'desc')
      .orderBy('hash')
      .limit(mostPerKey)
    await within.deleteFrom('session').where('key', '=', key).where('hash', 'not in', newest).execute()
  })
  return token
}

/** Who holds the key of a session; null where there is no such session, or its key has been revoked. Whether the key has expired is the caller's to check. */
export async function sessionHolder({ db }: State, token: string, now: number): Promise<KeyHolder | null> {
  const row = await holderRows(db)
    .innerJoin('session', 'session.key', 'key.id')
    .where('session.hash', '=', keyHash(token))
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : toHolder(row)
}

/** Ends a session, if there is one. */
export async function endSession({ db }: State, token: string): Promise<void> {
  await db.deleteFrom('session').where('hash', '=', keyHash(token)).execute()
}
