import { randomBytes } from 'node:crypto'
import { holderColumns, type KeyHolder, toKeyHolder } from './accounts.ts'
import { secretHash } from './key.ts'
import type { State } from './open.ts'
import { changeRows, findRow, insertRow, removeRows } from './rows.ts'
import type { Tables } from './schema.ts'

/** A session ends this long after it began (30 days), however often it is used. */
export const sessionMs = 30 * 86_400_000
/** Sessions of one key, or of one person, at a time; a further one ends the oldest. */
const mostAtOnce = 20

/** What begins: `key` is null where a person signs in. */
export type SessionInput = Pick<Tables['session'], 'account' | 'key' | 'browser' | 'address'>

export interface ListedSession extends Omit<Tables['session'], 'hash' | 'key' | 'account' | 'proved_at'> {
  /** Names the session to its person; no part of its token. */
  readonly id: string
  readonly current: boolean
}

/** A change of what gives access asks for a proof of the person, password or passkey, that is at most this old (5 minutes). */
const freshMs = 300_000

/** Begins a session and gives the token: 256 random bits, of which only the hash is stored. A person has just proved who they are. */
export async function beginSession({ db }: State, input: SessionInput, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { account, key } = input
  const at = Math.floor(now)
  const row = {
    ...input,
    hash: secretHash(token),
    created_at: at,
    expires_at: at + sessionMs,
    proved_at: key === null ? at : null,
  }
  await db.transaction().execute(async (within) => {
    await within.deleteFrom('session').where('expires_at', '<=', now).execute()
    await insertRow(within, 'session', row)
    const newest = within
      .selectFrom('session')
      .select('hash')
      .where('account', '=', account)
      .where('key', 'is not distinct from', key)
      .orderBy('created_at', 'desc')
      .orderBy('hash')
      .limit(mostAtOnce)
    await within
      .deleteFrom('session')
      .where('account', '=', account)
      .where('key', 'is not distinct from', key)
      .where('hash', 'not in', newest)
      .execute()
  })
  return token
}

/** Whose a session is; null where there is none, or its key has been revoked. Whether the key has expired is the caller's to check. */
export async function sessionHolder({ db }: State, token: string, now: number): Promise<KeyHolder | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .leftJoin('key', 'key.id', 'session.key')
    .select(['session.key as id', 'key.expires_at', 'key.scope', ...holderColumns])
    .where('session.hash', '=', secretHash(token))
    .where('session.expires_at', '>', now)
    .where('key.revoked_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : toKeyHolder(row)
}

/** Whether the person of a session proved within the last five minutes who they are. */
export async function hasRecentProof({ db }: State, token: string, now: number): Promise<boolean> {
  const provedAt = (await findRow(db, 'session', { hash: secretHash(token) }))?.proved_at ?? null
  return provedAt !== null && now - provedAt <= freshMs
}

/** Notes that the person of a session has proved who they are. */
export async function recordProof({ db }: State, token: string, now: number): Promise<void> {
  await changeRows(db, 'session', { hash: secretHash(token) }, { proved_at: Math.floor(now) })
}

/** Ends a session, if there is one. */
export async function endSession({ db }: State, token: string): Promise<void> {
  await removeRows(db, 'session', { hash: secretHash(token) })
}

/** Characters of the hash of a token by which its person knows the session. */
const idLength = 16

/** Where a person is signed in, the newest first; `current` is the session of `token`. */
export async function listSessions({ db }: State, account: string, token: string, now: number): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('account', '=', account)
    .where('key', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute()
  const current = secretHash(token)
  return rows.map(({ hash, account: _, key: _key, proved_at: _proved, ...row }) => ({
    ...row,
    id: hash.slice(0, idLength),
    current: hash === current,
  }))
}

/** Ends one session of a person by its id, or all but that of `token`. */
export async function endSessions(
  { db }: Pick<State, 'db'>,
  account: string,
  which: { id: string } | { except: string },
): Promise<void> {
  const ending = db.deleteFrom('session').where('account', '=', account).where('key', 'is', null)
  if ('except' in which) await ending.where('hash', '!=', secretHash(which.except)).execute()
  else if (/^[0-9a-f]{16}$/.test(which.id)) await ending.where('hash', 'like', `${which.id}%`).execute()
}
