import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openState, type State } from '../../server/state/open.ts'
import { type Postgres, startPostgres, withoutPostgres } from './postgres.ts'

/** A kind of state store: an SQLite file, or a database of a Postgres server. */
export interface Kind {
  begin(): Promise<void>
  /** A new, empty store. */
  place(): Promise<string>
  end(): Promise<void>
}

const folders: string[] = []
const sqlite: Kind = {
  begin: async () => {},
  async place() {
    const folder = await mkdtemp(join(tmpdir(), 'briefing-state-'))
    folders.push(folder)
    return join(folder, 'deeper', 'state.sqlite')
  },
  async end() {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  },
}

let server: Postgres
const postgres: Kind = {
  async begin() {
    server = await startPostgres()
  },
  place: () => server.database(),
  end: () => server.stop(),
}

/** Those this machine has, by name. */
export const kinds: [string, Kind][] = withoutPostgres
  ? [['SQLite', sqlite]]
  : [
      ['SQLite', sqlite],
      ['Postgres', postgres],
    ]

/** A new store for each test of a group, opened twice, as two processes hold it; given to the group before each test. */
export function eachTestOn(kind: Kind, give: (states: State[], place: string) => void): void {
  let states: State[] = []
  beforeAll(() => kind.begin())
  beforeEach(async () => {
    const place = await kind.place()
    states = await Promise.all([openState(place), openState(place)])
    give(states, place)
  })
  afterEach(async () => {
    for (const each of states) await each.close()
  })
  afterAll(() => kind.end())
}
