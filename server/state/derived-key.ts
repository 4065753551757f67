import { createKey, type KeyInput } from './accounts.ts'
import { drawFrom, keyHash, newKey } from './key.ts'
import type { State } from './open.ts'
import { keptSecret } from './secrets.ts'

/**
 * A key of an account that can be shown again although only its hash is stored: the n-th of the account is computed from a secret of the
 * store (HMAC-SHA-256). The first that still works is returned; one that was revoked, has expired or is being replaced gives way to the next.
 */
export async function derivedKey(state: State, input: KeyInput): Promise<string | 'too many keys'> {
  const secret = await keptSecret(state, 'derived keys')
  for (let n = 0; ; n++) {
    const draw = () => drawFrom(secret, `${input.account} ${input.name} ${input.prefix} ${n}`, 256)
    const { key } = newKey(input.prefix, input.mode, draw())
    const row = await state.db
      .selectFrom('key')
      .select(['revoked_at', 'expires_at', 'replaced_by'])
      .where('hash', '=', keyHash(key))
      .executeTakeFirst()
    if (row === undefined) {
      const made = await createKey(state, { ...input, random: draw() })
      if (made === 'too many keys') return made
      if (made === 'no account') throw new Error(`account ${input.account} does not exist`)
      return made.key
    }
    const works = row.revoked_at === null && row.replaced_by === null && (row.expires_at === null || row.expires_at > input.now)
    if (works) return key
  }
}
