import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Doer, record } from './audit.ts'
import { keyHash } from './key.ts'
import type { State } from './open.ts'
import type { PasskeyTable } from './schema.ts'
import { keptSecret } from './secrets.ts'

export type Passkey = Readonly<PasskeyTable>

/** A challenge may be answered this long. */
const challengeMs = 300_000
/** Passkeys of one person. */
export const mostPasskeys = 10

/**
 * A challenge for a purpose, such as `sign-in`: random, with the moment it ends, signed by a secret of the store. Nothing is stored when it is
 * given out, so that nobody fills the store by asking.
 */
export async function newChallenge(state: State, purpose: string, now: number): Promise<string> {
  const body = Buffer.concat([randomBytes(16), bigEndian(Math.floor(now) + challengeMs)])
  return Buffer.concat([body, await signatureOf(state, purpose, body)]).toString('base64url')
}

/** Takes a challenge that is answered: true once, for the purpose it was given out for, until it ends. */
export async function takeChallenge(state: State, challenge: string, purpose: string, now: number): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 56 || bytes.toString('base64url') !== challenge) return false
  const [body, signature] = [bytes.subarray(0, 24), bytes.subarray(24)]
  if (!timingSafeEqual(signature, await signatureOf(state, purpose, body))) return false
  const endsAt = Number(body.readBigUInt64BE(16))
  if (endsAt <= now) return false
  const { db } = state
  await db.deleteFrom('used_challenge').where('expires_at', '<=', Math.floor(now)).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenge')
    .values({ hash: keyHash(challenge), expires_at: endsAt })
    .onConflict((on) => on.column('hash').doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

async function signatureOf(state: State, purpose: string, body: Buffer): Promise<Buffer> {
  const secret = await keptSecret(state, 'passkey challenges')
  return createHmac('sha256', secret).update(`${purpose}\0`).update(body).digest()
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** Adds a passkey to an account, unless it has as many as it may or the passkey is somebody's already. */
export async function addPasskey(
  { db }: State,
  passkey: Omit<PasskeyTable, 'created_at' | 'last_used_at'>,
  doer: Doer,
): Promise<'added' | 'too many' | 'known'> {
  const { account, name } = passkey
  return db.transaction().execute(async (within) => {
    // two at once wait for each other
    await within.updateTable('person').set({ account }).where('account', '=', account).execute()
    const { n } = await within
      .selectFrom('passkey')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    if (Number(n) >= mostPasskeys) return 'too many'
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('passkey')
      .values({ ...passkey, created_at: Math.floor(doer.now), last_used_at: null })
      .onConflict((on) => on.column('id').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return 'known'
    await record(within, doer, { what: 'passkey.added', account, detail: { name } })
    return 'added'
  })
}

export async function listPasskeys({ db }: State, account: string): Promise<Passkey[]> {
  return db.selectFrom('passkey').selectAll().where('account', '=', account).orderBy('created_at').orderBy('id').execute()
}

export async function passkeyById({ db }: State, id: string): Promise<Passkey | null> {
  return (await db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Notes that a passkey was used, with its new counter; false where another sign-in has raised it meanwhile, or it was removed. */
export async function usePasskey(
  { db }: State,
  { id, counter: before }: Passkey,
  counter: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: Math.floor(now) })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a passkey of an account; false where it has none of this id. */
export async function removePasskey({ db }: State, account: string, id: string, doer: Doer): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const removed = await within
      .deleteFrom('passkey')
      .where('account', '=', account)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (removed === undefined) return false
    await record(within, doer, { what: 'passkey.removed', account, detail: { name: removed.name } })
    return true
  })
}
