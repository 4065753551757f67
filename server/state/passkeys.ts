import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Doer, recordAudit } from './audit.ts'
import { secretHash } from './key.ts'
import type { State } from './open.ts'
import { addRow, changeRows, countRows, findRow, lockRow, removeRows } from './rows.ts'
import type { Tables } from './schema.ts'
import { ensureSecret } from './secrets.ts'

export type Passkey = Readonly<Tables['passkey']>

/** A challenge may be answered this long. */
const challengeMs = 300_000
/** Passkeys of one person. */
export const mostPasskeys = 10

/**
 * A challenge for a purpose, such as `sign-in`: random, with the moment it ends, signed by a secret of the store. Nothing is stored when it is
 * given out, so that nobody fills the store by asking.
 */
export async function newChallenge(state: State, purpose: string, now: number): Promise<string> {
  const body = Buffer.concat([randomBytes(16), Buffer.alloc(8)])
  body.writeBigUInt64BE(BigInt(Math.floor(now) + challengeMs), 16)
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
  return addRow(db, 'used_challenge', { hash: secretHash(challenge), expires_at: endsAt })
}

async function signatureOf(state: State, purpose: string, body: Buffer): Promise<Buffer> {
  const secret = await ensureSecret(state, 'passkey challenges')
  return createHmac('sha256', secret).update(`${purpose}\0`).update(body).digest()
}

/** Adds a passkey to an account, unless it has as many as it may or the passkey is somebody's already. */
export async function addPasskey(
  { db }: State,
  passkey: Omit<Tables['passkey'], 'created_at' | 'last_used_at'>,
  doer: Doer,
): Promise<'added' | 'too many' | 'known'> {
  const { account, name } = passkey
  return db.transaction().execute(async (within) => {
    // simultaneous calls wait for each other
    await lockRow(within, 'person', { account })
    if ((await countRows(within.selectFrom('passkey').where('account', '=', account))) >= mostPasskeys) return 'too many'
    const row = { ...passkey, created_at: Math.floor(doer.now), last_used_at: null }
    if (!(await addRow(within, 'passkey', row))) return 'known'
    await recordAudit(within, doer, { what: 'passkey.added', account, detail: { name } })
    return 'added'
  })
}

export async function listPasskeys({ db }: State, account: string): Promise<Passkey[]> {
  return db.selectFrom('passkey').selectAll().where('account', '=', account).orderBy('created_at').orderBy('id').execute()
}

export async function passkeyById({ db }: State, id: string): Promise<Passkey | null> {
  return findRow(db, 'passkey', { id })
}

/** Notes that a passkey was used, with its new counter; false where another sign-in has raised it meanwhile, or it was removed. */
export async function usePasskey({ db }: State, before: Passkey, counter: number, now: number): Promise<boolean> {
  const { id, counter: last } = before
  return changeRows(db, 'passkey', { id, counter: last }, { counter, last_used_at: Math.floor(now) })
}

/** Removes a passkey of an account; false where it has none of this id. */
export async function removePasskey({ db }: State, account: string, id: string, doer: Doer): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const passkey = await findRow(within, 'passkey', { account, id })
    if (passkey === null || !(await removeRows(within, 'passkey', { account, id }))) return false
    await recordAudit(within, doer, { what: 'passkey.removed', account, detail: { name: passkey.name } })
    return true
  })
}
