import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccount, listAccounts } from '../../server/state/accounts.ts'
import { openState, type State } from '../../server/state/open.ts'
import { revisions } from '../../server/state/revisions.ts'
import { openSqlite } from '../../server/state/sqlite-engine.ts'
import { type Asked, groupCommit, SqliteFile } from '../../server/state/sqlite-file.ts'
import { compiled } from '../compiled.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 20))

/** A task a test ends, and how often it was begun. */
function held() {
  const ends: { resolve(): void; reject(error: Error): void }[] = []
  const run = vi.fn(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })))
  return { run, ends }
}

describe('one run for all who wait', () => {
  test('who comes while one runs waits for the next, with all others', async () => {
    const { run, ends } = held()
    const force = groupCommit(run)
    const done: string[] = []
    void force().then(() => done.push('first'))
    for (let i = 0; i < 100; i++) void force().then(() => done.push('later'))
    await soon()
    expect([run.mock.calls.length, done]).toEqual([1, []])
    ends[0]!.resolve()
    await soon()
    expect([run.mock.calls.length, done]).toEqual([2, ['first']])
    ends[1]!.resolve()
    await soon()
    expect([run.mock.calls.length, done.length]).toEqual([2, 101])
  })

  test('one that fails fails for those it was for', async () => {
    const { run, ends } = held()
    const force = groupCommit(run)
    const first = force()
    const second = force()
    ends[0]!.reject(new Error('disk'))
    await expect(first).rejects.toThrow('disk')
    ends[1]!.resolve()
    await second
  })
})

let folder: string
let place: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'briefing-state-'))
  place = join(folder, 'state.sqlite')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

describe('an SQLite file', () => {
  let file: SqliteFile
  let told: { id: number }[]
  let asked = 0
  const ask = (sql: string, { connection = 0, begins = null as Asked['begins'], parameters = [] as unknown[] } = {}): number => {
    const id = ++asked
    file.ask({ connection, begins, sql, parameters }).then(
      (outcome) => told.push({ id, ...outcome }),
      (failed: unknown) => told.push({ id, failed } as { id: number }),
    )
    return id
  }
  const insert = (value: number, more: { connection?: number; begins?: Asked['begins'] } = {}) =>
    ask('INSERT INTO t VALUES (?)', { ...more, parameters: [value] })
  const ids = () => told.map(({ id }) => id)
  beforeEach(async () => {
    told = []
    file = new SqliteFile(place)
    const made = ask('CREATE TABLE t (v INTEGER PRIMARY KEY)')
    await expect.poll(ids).toEqual([made])
    told.length = 0
  })
  afterEach(() => file.close())

  /** Holds up whatever is forced to disk. */
  async function disk() {
    const probe = await open(join(folder, 'probe'), 'w')
    const { run, ends } = held()
    vi.spyOn(Object.getPrototypeOf(probe), 'datasync').mockImplementation(run)
    await probe.close()
    return { run, ends }
  }

  test('tells of a write when it is on disk, and answers others meanwhile', async () => {
    const { run, ends } = await disk()
    const write = insert(1)
    const read = ask('SELECT v FROM t')
    await soon()
    expect([told, run.mock.calls.length]).toEqual([[{ id: read, rows: [{ v: 1 }] }], 1])
    ends[0]!.resolve()
    await soon()
    expect([told[1], run.mock.calls.length]).toEqual([{ id: write, changes: 1 }, 1])
  })

  test('forces a transaction once, when it ends, and one that is rolled back or only reads not at all', async () => {
    const { run, ends } = await disk()
    const [first, second] = [insert(1, { begins: 'write' }), insert(2)]
    await soon()
    expect([ids(), run.mock.calls.length]).toEqual([[first, second], 0])
    const commit = ask('commit')
    await soon()
    expect([ids().includes(commit), run.mock.calls.length]).toEqual([false, 1])
    ends[0]!.resolve()
    await soon()
    expect([ids().includes(commit), run.mock.calls.length]).toEqual([true, 1])
    insert(3, { begins: 'write' })
    const undone = ask('rollback')
    ask('SELECT v FROM t', { begins: 'read' })
    const end = ask('commit')
    await soon()
    expect([ids().includes(undone), ids().includes(end), run.mock.calls.length]).toEqual([true, true, 1])
  })

  test('a write that cannot be forced to disk is not told as done', async () => {
    const { ends } = await disk()
    const id = insert(1)
    await soon()
    ends[0]!.reject(Object.assign(new Error('disk'), { code: 'EIO' }))
    await soon()
    expect(told).toEqual([{ id, failed: expect.objectContaining({ message: 'disk', code: 'EIO' }) }])
  })

  test('many writes wait for the disk together', async () => {
    const { run, ends } = await disk()
    const writes = Array.from({ length: 50 }, (_, value) => insert(value, { connection: value }))
    for (let round = 0; round < 2; round++) {
      await soon()
      for (const { resolve } of ends.splice(0)) resolve()
    }
    await soon()
    expect([ids(), run.mock.calls.length]).toEqual([writes, 2])
  })

  test('what others ask waits for the end of a transaction', async () => {
    const begun = insert(1, { connection: 1, begins: 'write' })
    const read = ask('SELECT v FROM t', { connection: 2 })
    const other = insert(2, { connection: 3, begins: 'write' })
    const mine = ask('SELECT v FROM t', { connection: 1 })
    await soon()
    expect(ids()).toEqual([begun, mine])
    ask('rollback', { connection: 1 })
    await soon()
    expect(told.slice(2, 4)).toEqual([
      { id: read, rows: [] },
      { id: other, changes: 1 },
    ])
    const end = ask('commit', { connection: 3 })
    await expect.poll(ids).toContain(end)
  })

  test('a statement that fails says why, and its transaction goes on until it is rolled back', async () => {
    const [, twice] = [insert(1, { begins: 'write' }), insert(1)]
    await soon()
    expect(told[1]).toMatchObject({
      id: twice,
      failed: { name: 'SqliteError', code: expect.stringMatching(/^SQLITE_CONSTRAINT/) },
    })
    ask('rollback')
    const read = ask('SELECT v FROM t')
    await soon()
    expect(told.at(-1)).toEqual({ id: read, rows: [] })
  })

  test('is closed when what it wrote is told', async () => {
    const id = insert(1)
    await file.close()
    expect(told).toEqual([{ id, changes: 1 }])
    expect(await readdir(folder)).toEqual(['state.sqlite'])
    file = new SqliteFile(place)
    ask('SELECT v FROM t')
    await soon()
    expect(told[1]).toMatchObject({ rows: [{ v: 1 }] })
  })
})

test('a new file that another makes at the same time is opened when that one is done', async () => {
  const other = openSqlite(place, { busyMs: 0 })
  for (const sql of ['BEGIN IMMEDIATE', 'CREATE TABLE theirs (v)']) other.prepare(sql).run([])
  const opening = openState(place)
  await new Promise((resolve) => setTimeout(resolve, 500))
  other.prepare('COMMIT').run([])
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
  const names = async () => (await listAccounts(state)).map(({ name }) => name)

  test('waits for another that writes, and holds up nothing else of this process', async () => {
    const other = openSqlite(place, { busyMs: 0 })
    other.prepare('BEGIN IMMEDIATE').run([])
    const seen: string[] = []
    const writing = createAccount(state, { name: 'a', plan: 'pro', now: 0 }).then(() => seen.push('written'))
    await soon()
    seen.push('others went on')
    other.prepare('COMMIT').run([])
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
      await within.insertInto('revision').values({ name: 'keys', value: 7 }).execute()
      await within.insertInto('key').values(key).execute()
    })
    await expect(transaction).rejects.toMatchObject({ name: 'SqliteError', code: expect.stringMatching(/^SQLITE_CONSTRAINT/) })
    expect((await revisions(state)).keys).toBe(0)
  })

  test('of a transaction that SQLite undid by itself the first error is told', async () => {
    const transaction = state.db.transaction().execute(async (within) => {
      await within.insertInto('revision').values({ name: 'keys', value: 7 }).execute()
      await sql`rollback`.execute(within)
      throw new Error('the disk is full')
    })
    await expect(transaction).rejects.toThrow('the disk is full')
    expect((await revisions(state)).keys).toBe(0)
  })

  test('when its thread ends what waited fails, a transaction never goes on, and the next statement opens it anew', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    await createAccount(state, { name: 'before', plan: 'pro', now: 0 })
    const thread = posted.mock.contexts[0] as Worker
    const transaction = state.db.transaction().execute(async (within) => {
      await within.insertInto('revision').values({ name: 'keys', value: 7 }).execute()
      await thread.terminate()
      await within.updateTable('revision').set({ value: 8 }).execute()
    })
    await expect(transaction).rejects.toThrow('sqlite-thread ended')
    expect([(await revisions(state)).keys, await names()]).toEqual([0, ['before']])
    const last = posted.mock.contexts.at(-1) as Worker
    const waiting = names()
    await soon()
    expect(await waiting).toEqual(['before'])
    const cut = names()
    const ended = last.terminate()
    await expect(cut).rejects.toThrow('sqlite-thread ended')
    await ended
    expect(await names()).toEqual(['before'])
  })

  test('a file that is none is refused as the driver does', async () => {
    const none = join(folder, 'none')
    const file = await open(none, 'w')
    await file.writeFile('x'.repeat(4_096))
    await file.close()
    await expect(openState(none)).rejects.toMatchObject({ name: 'SqliteError', code: 'SQLITE_NOTADB' })
  })
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
