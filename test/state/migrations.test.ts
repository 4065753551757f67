import { readFileSync } from 'node:fs'
import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openState, type State } from '../../server/state/open.ts'
import type { Tables } from '../../server/state/schema.ts'
import { openSqlite } from '../../server/state/sqlite.ts'
import { kinds } from './stores.ts'

/** The schema of commit 972c997f, after its last migration. */
const before = readFileSync(new URL('./schema-0011.sql', import.meta.url), 'utf8')

async function run(place: string, statements: string): Promise<void> {
  if (place.startsWith('postgres')) {
    const client = new pg.Client({ connectionString: place })
    await client.connect()
    await client.query(statements)
    await client.end()
    return
  }
  const { dialect } = await openSqlite(place)
  const db = new Kysely<Tables>({ dialect })
  for (const statement of statements.split(/;\n/).filter((each) => each.trim() !== ''))
    await db.executeQuery(CompiledQuery.raw(statement))
  await db.destroy()
}

/** Every table with its columns and whether they may be null. */
async function shape({ db }: State) {
  const found = await db.introspection.getTables()
  const named = found.filter(({ name }) => !name.startsWith('kysely_'))
  return named
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => `${column.name} ${column.dataType} ${column.isNullable}`).sort(),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

describe.each(kinds)('on %s', (_, kind) => {
  beforeAll(() => kind.begin())
  afterAll(() => kind.end())

  test('a store of the schema before keeps its rows and its counted calls, and has the tables of a new one', async () => {
    const place = await kind.place()
    const day = Date.UTC(2026, 10, 24)
    const noon = day + 12 * 3_600_000
    await run(
      place,
      `${before}
insert into account (id, name, plan, created_at) values ('a', 'desk', 'pro', 1);
insert into key (id, account, name, hash, prefix, created_at, scope) values ('k', 'a', 'n', 'h', 'p', 1, 'read');
insert into webhook (id, account, url, filter, secret, signing_key, public_key, state, changed_at, failures, not_before, lease_until, request, created_at)
  values ('w', 'a', 'https://a.example/', '{}', 's', 's', 'p', 'active', 1, 0, 0, 0, 'r', 1);
insert into revision (name, value) values ('keys', 3), ('claims', 2), ('leases', 1);
insert into call_lease (account, number, taker, streak, wanted) values ('a', 1, 'p', 3, 0);
insert into call_window (account, span, start, granted) values
  ('a', 'day', ${day}, 40), ('a', 'hour', ${noon - 3_600_000}, 30), ('a', 'hour', ${noon}, 10), ('a', 'day', ${day - 86_400_000}, 7);
`,
    )
    const state = await openState(place)
    const fresh = await openState(await kind.place())
    expect(await shape(state)).toEqual(await shape(fresh))
    const rows = await state.db.selectFrom('call_count').selectAll().orderBy('day').execute()
    expect(rows).toEqual([
      { account: 'a', day: day - 86_400_000, in_day: 7, hour: day - 86_400_000, in_hour: 0 },
      { account: 'a', day, in_day: 40, hour: noon, in_hour: 10 },
    ])
    expect(await state.db.selectFrom('revision').select('name').execute()).toEqual([{ name: 'claims' }])
    expect(await state.db.selectFrom('key').select(['id', 'scope']).execute()).toEqual([{ id: 'k', scope: 'read' }])
    expect(await state.db.selectFrom('webhook').select(['id', 'format']).execute()).toEqual([{ id: 'w', format: 'standard' }])
    await state.close()
    const again = await openState(place)
    expect(await again.db.selectFrom('account').select('id').execute()).toEqual([{ id: 'a' }])
    await again.close()
    await fresh.close()
  })

  test('an older one is refused with the version that brings it forward, and stays as it is', async () => {
    const place = await kind.place()
    await run(place, `${before}\ndelete from kysely_migration where name = '0011-proved-addresses';\n`)
    for (let tries = 0; tries < 2; tries++)
      await expect(openState(place)).rejects.toMatchObject({
        code: 'STATE_SCHEMA',
        message: expect.stringMatching(/schema 0010-passkeys-as-cose.*Start the version of commit 972c997f once/),
      })
  })

  test('of ten that open an empty store at once each finds it whole', async () => {
    const place = await kind.place()
    const states = await Promise.all(Array.from({ length: 10 }, () => openState(place)))
    expect(await Promise.all(states.map(({ db }) => db.selectFrom('webhook').selectAll().execute()))).toEqual(
      states.map(() => []),
    )
    for (const state of states) await state.close()
  })
})
