import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { State } from './open.ts'
import { addRow, findRow } from './rows.ts'

/** A secret the server keeps for itself: made the first time it is asked for, the same in every process after that. */
export async function ensureSecret({ db }: State, name: string): Promise<string> {
  await addRow(db, 'secret', { name, value: randomBytes(32).toString('base64url') })
  return (await findRow(db, 'secret', { name }))!.value
}

const ivBytes = 12
const tagBytes = 16

/**
 * A secret that the server has to read again, for the store: AES-256-GCM with a key derived from a secret of the store, bound to what it is
 * for. Base64url of IV, tag and text. It keeps a row that is seen alone (a log, a query, an export of one table) from giving the secret
 * away; whoever has the whole store can open it.
 *
 * @param purpose names the row and the column, such as `wh_1 secret`
 */
export async function sealSecret(state: State, purpose: string, secret: string): Promise<string> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(state), iv)
  cipher.setAAD(Buffer.from(purpose))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** The secret again. Throws where it was sealed for something else, or altered. */
export async function unsealSecret(state: State, purpose: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(state), bytes.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

async function keyOf(state: State): Promise<Buffer> {
  return Buffer.from(hkdfSync('sha256', await ensureSecret(state, 'sealed secrets'), '', 'market-briefing sealed', 32))
}
