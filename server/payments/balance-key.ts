import type { IncomingHttpHeaders } from 'node:http'
import { wrong } from '../http/errors.ts'
import { presentedKey } from '../http/presented.ts'
import { hmacDraw, newKey } from '../state/key.ts'
import type { State } from '../state/open.ts'
import { ensureSecret } from '../state/secrets.ts'

const prefix = 'bal'
const name = /^[\x21-\x7e]{1,128}$/

/** `test`: paid with play money, for invented documents. */
export type KeyMode = 'live' | 'test'

/** Whether a key is of that mode: play money pays for nothing else, whoever shares the state store. */
export const isKeyOfMode = (key: string, mode: KeyMode): boolean => key.startsWith(`${prefix}_${mode}_`)

/** The key of a balance that a request brings; null where it brings none. */
export function balanceKeyIn(headers: IncomingHttpHeaders): string | null {
  const presented = presentedKey(headers)
  return presented.kind === 'key' && presented.key.startsWith(`${prefix}_`) ? presented.key : null
}

/** The key of the balance that a payment bought: the same however often its answer is delivered. @param payment id in the ledger */
export async function balanceKeyOf(state: State, payment: string, mode: KeyMode): Promise<string> {
  const secret = await ensureSecret(state, 'balance keys')
  return newKey(prefix, mode, hmacDraw(secret, payment, 512)).key
}

/** What a caller names a call by, so that it is charged once however often it is sent. Throws 400 for another form. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const given = headers['idempotency-key']
  if (given === undefined) return null
  if (typeof given === 'string' && name.test(given)) return given
  throw wrong('Idempotency-Key', 'Idempotency-Key must have 1 to 128 visible ASCII characters.')
}
