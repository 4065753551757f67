import { type Kysely, sql } from 'kysely'
import { UnavailableError } from '../../pipeline/errors.ts'
import type { Table } from './columns.ts'
import { type Tables, tables } from './schema.ts'

/** Name of the schema that is declared. A change of the tables gets the next name, and statements that change a store of this one. */
export const schemaName = '0014-delivery'
/** The schemas that this version brings forward, and the last commit that brings older ones up to them. */
const before = ['0011-proved-addresses', '0012-calls-in-one-row', '0013-balances']
const commitBefore = '972c997f'

/** Any number: processes that open an empty store together wait for each other. */
const lock = 8_402

interface Store {
  readonly db: Kysely<Tables>
  readonly kind: 'sqlite' | 'postgres'
}

/**
 * Creates the tables of an empty store, or brings those of the schema before up to date, in one transaction. Throws an `UnavailableError`
 * `STATE_SCHEMA` for tables of another program, of a later version or of a version too old.
 */
export async function migrate({ db, kind }: Store): Promise<void> {
  if ((await schemaOf({ db, kind })) === schemaName) return
  await db.transaction().execute(async (within) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${lock})`.execute(within)
    const current = await schemaOf({ db: within, kind })
    if (current === schemaName) return
    if (current === null)
      await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(within)
    await createTables(within)
    if (current !== null) await sql`alter table webhook add column format text not null default 'standard'`.execute(within)
    if (current === before[0]) await moveCalls(within)
    await sql`insert into kysely_migration (name, timestamp) values (${schemaName}, ${new Date().toISOString()})`.execute(within)
  })
}

/** Name of the schema of a store, or null for an empty one. */
async function schemaOf({ db, kind }: Store): Promise<string | null> {
  const names = await tableNames({ db, kind })
  if (!names.includes('kysely_migration')) {
    const taken = ['call_window', ...Object.keys(tables)].find((name) => names.includes(name))
    if (taken === undefined) return null
    const message = `The state store contains a table "${taken}" of another program. Use a separate store for this program`
    throw new UnavailableError('STATE_SCHEMA', message, { table: taken })
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const current = rows.at(-1)?.name ?? ''
  if (current === schemaName || before.includes(current)) return current
  const message =
    current > schemaName
      ? `The state store has schema ${current}, which this version of the program does not know. Run the version that wrote it, or a later one`
      : `The state store has schema ${current || 'none'}, which this version of the program cannot bring up to date. Start the version of commit ${commitBefore} once, then this one`
  throw new UnavailableError('STATE_SCHEMA', message, { schema: current })
}

async function tableNames({ db, kind }: Store): Promise<string[]> {
  const names =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  return (await names.execute(db)).rows.map(({ name }) => name)
}

/** Creates every table and index that is missing, the same on SQLite and Postgres. */
async function createTables(db: Kysely<Tables>): Promise<void> {
  for (const [name, { columns, primaryKey, indexes = {} }] of Object.entries<Table>(tables)) {
    let creation = db.schema.createTable(name).ifNotExists()
    for (const [column, { type, ...is }] of Object.entries(columns))
      creation = creation.addColumn(column, type, (made) => {
        if (is.primary) made = made.primaryKey()
        else if (!is.optional) made = made.notNull()
        if (is.unique) made = made.unique()
        return is.references === undefined ? made : made.references(is.references)
      })
    if (primaryKey !== undefined) creation = creation.addPrimaryKeyConstraint(`${name}_key`, primaryKey as never[])
    await creation.execute()
    for (const [index, on] of Object.entries(indexes)) {
      const creation = db.schema.createIndex(index).ifNotExists().on(name)
      await creation.columns(on as never[]).execute()
    }
  }
}

/** A window was a separate row, and processes held calls in advance: those they had not used count as used. */
async function moveCalls(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into call_count (account, day, in_day, hour, in_hour)
    select d.account, d.start, d.granted, coalesce(h.start, d.start), coalesce(h.granted, 0)
    from call_window d left join call_window h on h.account = d.account and h.span = 'hour' and h.start = (
      select max(start) from call_window w
      where w.account = d.account and w.span = 'hour' and w.start >= d.start and w.start < d.start + 86400000)
    where d.span = 'day'`.execute(db)
  for (const gone of ['call_window', 'call_lease']) await db.schema.dropTable(gone).execute()
  await sql`delete from revision where name in ('keys', 'leases')`.execute(db)
}
