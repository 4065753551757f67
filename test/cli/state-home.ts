import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openState, type State } from '../../server/state/open.ts'
import { temporaryHome } from '../end-to-end/home.ts'
import { typed } from './command.ts'

/** A home with a state store for each test of a file, and what commands print there. */
export function stateHome() {
  let remove = async () => {}
  const home = {
    folder: '',
    state: undefined as unknown as State,
    /** What the command prints. */
    printed: async (command: () => Promise<void>): Promise<string> => (await typed(command)).text,
  }
  beforeEach(async () => {
    const made = await temporaryHome()
    home.folder = made.folder
    remove = made.remove
    home.state = await openState(join(home.folder, 'state.sqlite'))
  })
  afterEach(async () => {
    await home.state.close()
    await remove()
  })
  return home
}
