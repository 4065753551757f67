import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import Module, { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { faultOf } from '../../server/state/condition.ts'
import { openState } from '../../server/state/open.ts'
import { openSqlite, type SqliteDatabase } from '../../server/state/sqlite-engine.ts'
import { compiled } from '../compiled.ts'

let folder: string
let place: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'briefing-engine-'))
  place = join(folder, 'state.sqlite')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const withoutNodes = () => vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)

/** The libraries this machine has: better-sqlite3 is built where Node has none of its own. */
const libraries = [
  ...(isBuiltin('node:sqlite') ? [{ library: 'node:sqlite', choose: () => {} }] : []),
  ...(betterIsBuilt() ? [{ library: 'better-sqlite3', choose: () => void withoutNodes() }] : []),
]

function betterIsBuilt(): boolean {
  const spy = withoutNodes()
  try {
    openSqlite(':memory:', { busyMs: 0 }).close()
    return true
  } catch {
    return false
  } finally {
    spy.mockRestore()
  }
}

test('this machine has a library for the state store', () => {
  expect(libraries.length).toBeGreaterThan(0)
  console.log(`the state store was tried over ${libraries.map(({ library }) => library).join(' and ')} (Node ${process.version})`)
})

describe.each(libraries)('an SQLite file of $library', ({ choose }) => {
  let database: SqliteDatabase
  beforeEach(() => {
    choose()
    database = openSqlite(place, { busyMs: 0 })
    run('create table t (id integer primary key, text text, bytes blob)')
  })
  afterEach(() => database.close())
  const run = (sql: string, ...parameters: unknown[]) => database.prepare(sql).run(parameters)
  const rows = (sql: string, ...parameters: unknown[]) => database.prepare(sql).all(parameters)

  test('says of a statement whether it gives rows and whether it may write', () => {
    const kinds = [
      'select id from t',
      'begin immediate',
      'commit',
      'rollback',
      "insert into t (text) values ('a')",
      "insert into t (text) values ('a') returning id",
      'update t set id = 1',
      'delete from t',
      'create table u (id integer)',
      'pragma quick_check(1)',
    ].map((sql) => {
      const { givesRows, writes } = database.prepare(sql)
      return [sql.split(' ')[0], givesRows, writes]
    })
    expect(kinds.slice(0, 9)).toEqual([
      ['select', true, false],
      // that of a transaction is told by what is written within it
      ['begin', false, expect.any(Boolean)],
      ['commit', false, false],
      ['rollback', false, false],
      ['insert', false, true],
      ['insert', true, true],
      ['update', false, true],
      ['delete', false, true],
      ['create', false, true],
    ])
    expect(kinds[9]).toEqual(['pragma', true, expect.any(Boolean)])
  })

  test('gives numbers, however they came, and text and null as they were', () => {
    expect(run('insert into t values (?, ?, ?)', 2 ** 53 - 1, 'ä🙂', null)).toBe(1)
    expect(run('insert into t values (?, ?, ?)', 7n, null, new Uint8Array([0, 255]))).toBe(1)
    expect(rows('select * from t order by id desc').map((row) => ({ ...(row as object) }))).toEqual([
      { id: 2 ** 53 - 1, text: 'ä🙂', bytes: null },
      { id: 7, text: null, bytes: expect.anything() },
    ])
    expect(rows('select sum(id) as total, 1.5 as half, typeof(id) as kind from t where id = ?', 7)).toMatchObject([
      { total: 7, half: 1.5, kind: 'integer' },
    ])
  })

  test('knows whether a transaction is open, after a statement that fails and after one that ends it', () => {
    const seen = [database.inTransaction]
    run('begin immediate')
    seen.push(database.inTransaction)
    run("insert into t values (1, 'a', null)")
    expect(() => run("insert into t values (1, 'b', null)")).toThrow(
      expect.objectContaining({ name: 'SqliteError', code: expect.stringMatching(/^SQLITE_CONSTRAINT/) }),
    )
    seen.push(database.inTransaction)
    run('insert or rollback into t values (2, null, null)')
    expect(() => run('insert or rollback into t values (2, null, null)')).toThrow('UNIQUE')
    seen.push(database.inTransaction)
    expect(seen).toEqual([false, true, true, false])
    expect(rows('select id from t')).toEqual([])
  })

  test('names what fails as SQLite does', () => {
    const thrown = (act: () => unknown) => {
      try {
        act()
      } catch (error) {
        return [(error as Error).name, (error as { code?: string }).code]
      }
      throw new Error('nothing failed')
    }
    const other = openSqlite(place, { busyMs: 0 })
    run('begin immediate')
    expect(thrown(() => other.prepare('begin immediate').run([]))).toEqual(['SqliteError', 'SQLITE_BUSY'])
    other.close()
    run('rollback')
    const reader = openSqlite(place, { busyMs: 0, readOnly: true })
    expect(thrown(() => reader.prepare('delete from t').run([]))).toEqual(['SqliteError', 'SQLITE_READONLY'])
    reader.close()
    expect(thrown(() => rows('select no from t'))).toEqual(['SqliteError', 'SQLITE_ERROR'])
    expect(thrown(() => openSqlite(join(folder, 'none'), { busyMs: 0, readOnly: true }))).toEqual([
      'SqliteError',
      'SQLITE_CANTOPEN',
    ])
  })
})

test('a machine with neither library is told what to do', async () => {
  withoutNodes()
  const load = (Module as unknown as { _load(name: string): unknown })._load
  vi.spyOn(Module as unknown as { _load(name: string): unknown }, '_load').mockImplementation(function (this: unknown, ...input) {
    if (input[0] === 'better-sqlite3') throw Object.assign(new Error('not there'), { code: 'MODULE_NOT_FOUND' })
    return load.apply(this, input)
  })
  const refused = await openState(place, { here: true }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'UnavailableError', code: 'NO_SQLITE', message: expect.stringContaining('Node 22.13') })
  // as it comes out of the thread of the store
  expect(faultOf('open', Object.assign(new Error('x'), { name: 'UnavailableError', code: 'NO_SQLITE' }))).toContain('Node 22.13')
})

test('Node says nothing of its SQLite being new, and still warns of all else', () => {
  const open = pathToFileURL(compiled('server/state/open.ts')).href
  const program = `
    const { openState } = await import(${JSON.stringify(open)})
    for (const here of [true, false]) await (await openState(${JSON.stringify(place)}, { here })).close()
    process.emitWarning('something else')`
  const args = ['-c', 'exec "$0" --input-type=module -e "$1" 2>&1', process.execPath, program]
  const lines = execFileSync('/bin/sh', args, { encoding: 'utf8' }).trim().split('\n')
  expect(lines.filter((line) => line.includes('Warning: '))).toEqual([expect.stringContaining('something else')])
})
