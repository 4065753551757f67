import { existsSync } from 'node:fs'
import { BriefingError } from '../../pipeline/errors.ts'
import { withStateStore } from '../commands/keys.ts'
import { namedHome, statePlace } from '../home-folder.ts'
import type { Settings } from '../settings.ts'
import { type Finding, failFinding, ok, warnFinding } from './home.ts'

/** Whether keys, limits and payments can be read, in the Postgres of STATE_URL or in the home. Makes no file. */
export async function checkStateStore(settings: Settings, home: string | undefined): Promise<Finding[]> {
  const isShared = settings.stateUrl !== null
  const where = isShared ? 'the database of STATE_URL' : 'state.sqlite of the home'
  if (!isShared && settings.store !== null)
    return [warnFinding('state', `${where} is known to this machine alone`, 'set STATE_URL before a second server starts')]
  if (!isShared && !existsSync(statePlace(settings, namedHome(settings, { home }))))
    return [ok('state', 'no keys and payments yet')]
  try {
    await withStateStore(settings, home, async ({ db }) => db.selectFrom('account').select('id').limit(1).execute())
    return [ok('state', `${where} answers`)]
  } catch (error) {
    if (!(error instanceof BriefingError)) throw error
    const next = isShared ? 'check host, database, user and password in STATE_URL' : 'check the owner of the file'
    return [{ ...failFinding('state', error.code, next), outside: true }]
  }
}
