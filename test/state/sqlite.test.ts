import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccount, listAccounts } from '../../server/state/accounts.ts'
import { openState, type State } from '../../server/state/open.ts'
import { folderOfEachTest } from '../closed-after.ts'
import { compiled } from '../compiled.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 20))

let place: string
folderOfEachTest((folder) => {
  place = join(folder, 'state.sqlite')
})

test('a new file that another makes at the same time is opened when that one is done', async () => {
  const other = new DatabaseSync(place)
  other.exec('BEGIN IMMEDIATE; CREATE TABLE theirs (v)')
  const opening = openState(place)
  await new Promise((resolve) => setTimeout(resolve, 500))
  other.exec('COMMIT')
  other.close()
  const opened = await opening
  const { rows } = await sql<{
    name: string
  }>`SELECT name FROM sqlite_master WHERE name IN ('theirs', 'key') ORDER BY name`.execute(opened.db)
  expect(rows).toEqual([{ name: 'key' }, { name: 'theirs' }])
  await opened.close()
})

describe('an SQLite state store', () => {
  let state: State
  beforeEach(async () => {
    state = await openState(place)
  })
  afterEach(() => state.close())

  test('waits for another that writes, and holds up nothing else of this process', async () => {
    const other = new DatabaseSync(place)
    other.exec('BEGIN IMMEDIATE')
    const seen: string[] = []
    const writing = createAccount(state, { name: 'a', plan: 'pro', now: 0 }).then(() => seen.push('written'))
    await soon()
    seen.push('others went on')
    other.exec('COMMIT')
    other.close()
    await writing
    expect(seen).toEqual(['others went on', 'written'])
  })

  test('a transaction that reads before it writes is not refused because another process wrote meanwhile', async () => {
    await createAccount(state, { name: 'a', plan: 'free', now: 0 })
    const other = await openState(place)
    try {
      let written: Promise<unknown> = Promise.resolve()
      await state.db.transaction().execute(async (within) => {
        const before = await within.selectFrom('account').select('name').execute()
        written = createAccount(other, { name: 'b', plan: 'free', now: 1 })
        await Promise.race([written, new Promise((resolve) => setTimeout(resolve, 200))])
        await within.updateTable('account').set({ plan: 'pro' }).execute()
        expect(await within.selectFrom('account').select('name').execute()).toEqual(before)
      })
      await written
      expect((await listAccounts(state)).map(({ name, plan }) => [name, plan])).toEqual([
        ['a', 'pro'],
        ['b', 'free'],
      ])
    } finally {
      await other.close()
    }
  })

  test('what the driver refuses is an error with its name and code, and nothing of its transaction stays', async () => {
    const key = {
      id: 'k',
      account: 'none',
      name: 'n',
      hash: 'h',
      prefix: 'p',
      scope: 'read',
      created_at: 1,
      revoked_at: null,
    } as const
    const transaction = state.db.transaction().execute(async (within) => {
      await within.insertInto('revision').values({ name: 'claims', value: 7 }).execute()
      await within.insertInto('key').values(key).execute()
    })
    await expect(transaction).rejects.toMatchObject({ name: 'SqliteError', code: expect.stringMatching(/^SQLITE_CONSTRAINT/) })
    expect(await state.db.selectFrom('revision').selectAll().execute()).toEqual([])
  })

  test('of a transaction that SQLite undid by itself the first error is told', async () => {
    const transaction = state.db.transaction().execute(async (within) => {
      await within.insertInto('revision').values({ name: 'claims', value: 7 }).execute()
      await sql`rollback`.execute(within)
      throw new Error('the disk is full')
    })
    await expect(transaction).rejects.toThrow('the disk is full')
    expect(await state.db.selectFrom('revision').selectAll().execute()).toEqual([])
  })
})

test('a commit is on disk when it returns, a count need not be, and whatever comes after a count is again', async () => {
  const state = await openState(place)
  const setting = async (db = state.db) =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]!.synchronous
  const [full, normal] = [2, 1]
  expect(await setting()).toBe(full)
  expect(await state.counting((db) => setting(db))).toBe(normal)
  await expect(state.counting(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await Promise.all([state.counting(setting), setting(), state.counting(setting), setting()])).toEqual([
    normal,
    full,
    normal,
    full,
  ])
  await state.close()
})

test('where the binary cannot be loaded Node’s own SQLite serves, with the same codes; a Node without a sound one says what to do', async () => {
  vi.resetModules()
  vi.doMock('@photostructure/sqlite', () => {
    throw new Error('No native build was found')
  })
  try {
    const { openState: openHere } = await import('../../server/state/open.ts')
    const own = (process.versions['sqlite'] ?? '0').split('.').map(Number)
    const isSound = own[0]! > 3 || (own[0] === 3 && (own[1]! > 51 || (own[1] === 51 && own[2]! >= 3)))
    if (!isSound) {
      const due = { name: 'UnavailableError', code: 'NO_SQLITE', message: expect.stringMatching(/Node 24.*STATE_URL/) }
      return await expect(openHere(place)).rejects.toMatchObject(due)
    }
    const state = await openHere(place)
    const account = await createAccount(state, { name: 'a', plan: 'free', now: 0 })
    const again = sql`INSERT INTO account SELECT * FROM account`.execute(state.db)
    await expect(again).rejects.toMatchObject({ name: 'SqliteError', code: 'SQLITE_CONSTRAINT' })
    expect((await listAccounts(state)).map(({ id }) => id)).toEqual([account.id])
    expect(await state.check()).toBe('ok')
    await state.close()
  } finally {
    vi.doUnmock('@photostructure/sqlite')
  }
})

test('a process that has nothing left to do ends, the store being open, and what it was told is there after a kill', async () => {
  const module = (path: string) => JSON.stringify(pathToFileURL(compiled(`server/state/${path}`)).href)
  const program = `
    const { openState } = await import(${module('open.ts')})
    const { createAccount } = await import(${module('accounts.ts')})
    const state = await openState(${JSON.stringify(place)})
    await createAccount(state, { name: 'told', plan: 'pro', now: 1 })
    if (process.argv[1] === 'killed') process.kill(process.pid, 'SIGKILL')`
  for (const how of ['killed', 'ends']) {
    const args = ['--input-type=module', '-e', program, how]
    const [code, signal] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
    expect([code, signal]).toEqual(how === 'ends' ? [0, null] : [null, 'SIGKILL'])
  }
  const state = await openState(place)
  expect((await listAccounts(state)).map(({ name }) => name)).toEqual(['told', 'told'])
  await state.close()
})
