import './built-threads.ts'
import { newKey } from '../server/keys/key.ts'
import { createAccount } from '../server/state/accounts.ts'
import { openState } from '../server/state/open.ts'

/** A key that every process of a bench knows, for it is made of no chance. */
export const benchKey = newKey('mb', 'test', () => 7)

/** Puts that key into a state store, on an account that no bench exhausts. */
export async function putBenchKey(place: string): Promise<void> {
  const state = await openState(place)
  try {
    const most = 1_000_000_000
    const { id: account } = await createAccount(state, { name: 'bench', plan: 'pro', perHour: most, perDay: most, now: 0 })
    const { hash, prefix } = benchKey
    const row = {
      id: 'key_bench',
      account,
      name: 'bench',
      hash,
      prefix,
      scope: 'account',
      created_at: 0,
      revoked_at: null,
    } as const
    await state.db.insertInto('key').values(row).execute()
  } finally {
    await state.close()
  }
}
