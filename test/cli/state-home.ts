import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { openState, type State } from '../../server/state/open.ts'

/** A home with a state store for each test of a file, and what commands print there. */
export function stateHome() {
  let written: string[] = []
  const home = {
    folder: '',
    state: undefined as unknown as State,
    /** What the command prints. */
    async printed(command: () => Promise<void>): Promise<string> {
      written = []
      await command()
      return written.join('')
    },
  }
  beforeEach(async () => {
    home.folder = await mkdtemp(join(tmpdir(), 'briefing-state-'))
    home.state = await openState(join(home.folder, 'state.sqlite'))
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text))
      return true
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await home.state.close()
    await rm(home.folder, { recursive: true, force: true })
  })
  return home
}
