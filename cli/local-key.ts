import { InputError } from '../pipeline/errors.ts'
import { createAccount, listAccounts, listKeys, revokeKey } from '../server/state/accounts.ts'
import { derivedKey } from '../server/state/derived-key.ts'
import type { State } from '../server/state/open.ts'
import { withState } from './keys.ts'
import type { Settings } from './settings.ts'

const name = 'local'

/**
 * The key of the account `local`, for trying out a sandbox: a pro key, the same at each start because it is derived from a secret of the
 * state store. Only its hash is stored. One that was revoked is replaced.
 */
export async function localKey(settings: Settings, home: string, now: number): Promise<string> {
  return withState(settings, home, async (state) => {
    const account = (await localAccount(state)) ?? (await createAccount(state, { name, plan: 'pro', now, by: 'briefing start' }))
    const made = await derivedKey(state, {
      account: account.id,
      name,
      prefix: settings.keyPrefix,
      mode: 'test',
      now,
      by: 'briefing start',
    })
    if (made === 'too many keys')
      throw new InputError('KEYS', 'the account "local" has too many keys; revoke one with: npx briefing keys revoke ID')
    return made
  })
}

/** Revokes the keys of a sandbox in a home that is one no longer: whoever saw one on a terminal reads nothing that is sold. */
export async function revokeLocalKeys(settings: Settings, home: string, now: number): Promise<void> {
  await withState(settings, home, async (state) => {
    const account = await localAccount(state)
    for (const key of account === undefined ? [] : await listKeys(state))
      if (key.account === account!.id && key.made_by === 'briefing start' && key.revoked_at === null)
        await revokeKey(state, key.id, { now, by: 'briefing start' })
  })
}

async function localAccount(state: State) {
  return (await listAccounts(state)).find((account) => account.name === name)
}
