import { InputError } from '../pipeline/errors.ts'
import { createAccount, createKey, listAccounts, listKeys, revokeKey } from '../server/state/accounts.ts'
import { openState } from '../server/state/open.ts'
import type { Settings } from './settings.ts'
import { statePlace } from './state-place.ts'

const name = 'local'

/** A new pro key of the account `local`, for trying out a sandbox; the one made at the start before stops working. */
export async function localKey(settings: Settings, home: string, now: number): Promise<string> {
  const state = await openState(statePlace(settings, home))
  try {
    const found = (await listAccounts(state)).find((account) => account.name === name)
    const account = found ?? (await createAccount(state, { name, plan: 'pro', now }))
    for (const key of await listKeys(state))
      if (key.account === account.id && key.revoked_at === null && key.name === name) await revokeKey(state, key.id, now)
    const made = await createKey(state, {
      account: account.id,
      name,
      prefix: settings.keyPrefix,
      mode: 'test',
      now,
      by: 'briefing start',
    })
    if (typeof made === 'string')
      throw new InputError('KEYS', 'the account local holds too many keys; revoke one with: npx briefing keys revoke ID')
    return made.key
  } finally {
    await state.close()
  }
}
