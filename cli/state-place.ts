import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** Where keys, limits and the ledger are kept: the Postgres of the settings, or a file in the home. */
export function statePlace({ stateUrl }: Pick<Settings, 'stateUrl'>, home: string): string {
  return stateUrl ?? join(home, 'state.sqlite')
}
