import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { InputError } from '../../pipeline/errors.ts'
import type { Table } from './columns.ts'
import { schemaName } from './migrations.ts'
import type { State } from './open.ts'
import { insertRow } from './rows.ts'
import { tables as declared, type Tables } from './schema.ts'

type Name = keyof Tables
/** Those that others refer to first. */
const names = Object.keys(declared) as Name[]
const isPassing = (name: Name) => (declared[name] as Table).passing ?? false
const tables = names.filter((name) => !isPassing(name))
const passing = names.filter(isPassing)

const format = 'market-briefing state'

/**
 * Everything in the store at one moment, as lines of JSON: a head with the schema the rows are written by, a row each `[table, row]`, and a
 * foot with their count and the SHA-256 of every line before, each with its line feed. The same
 * for SQLite and Postgres, so that what one wrote the other takes. Holds hashes of keys and passwords, email addresses and the secret of
 * challenges: keep it as safe as the store.
 */
export async function dumpState({ db, kind }: State): Promise<string> {
  const lines: string[] = [JSON.stringify({ format, schema: schemaName })]
  const transaction = db.transaction().setAccessMode('read only')
  await (kind === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction).execute(async (within) => {
    for (const table of tables)
      for (const row of await within.selectFrom(table).selectAll().execute()) lines.push(JSON.stringify([table, row]))
  })
  const body = `${lines.join('\n')}\n`
  return `${body}${JSON.stringify({ rows: lines.length - 1, sha256: hash('sha256', body) })}\n`
}

/**
 * Puts what `dumpState` wrote into a store in one transaction, and gives the number of rows. Throws an `InputError` where the text is not whole
 * or of another schema, and where the store holds anything, unless `replace` takes that out; then nothing is changed.
 */
export async function restoreStateDump({ db }: State, text: string, replace = false): Promise<number> {
  const rows = rowsOf(text)
  await db.transaction().execute(async (within) => {
    if (replace) for (const table of [...passing, ...tables.toReversed()]) await within.deleteFrom(table).execute()
    else if (!(await isStateEmpty(within)))
      throw new InputError('STATE_NOT_EMPTY', 'the state store is not empty; add --force to replace its contents')
    for (const [table, row] of rows) await insertRow(within, table, row as never)
  })
  return rows.length
}

/** Whether a store has no row that a backup would have. */
export async function isStateEmpty(db: Transaction<Tables> | Kysely<Tables>): Promise<boolean> {
  for (const table of tables) if ((await db.selectFrom(table).selectAll().limit(1).execute()).length > 0) return false
  return true
}

function rowsOf(text: string): [Name, object][] {
  const damaged = (what: string) => new InputError('DAMAGED', `the backup ${what}; use another backup`)
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const body = text.slice(0, end)
  try {
    const foot = JSON.parse(text.slice(end)) as { rows: number; sha256: string }
    const [first = '', ...lines] = body.trimEnd().split('\n')
    const head = JSON.parse(first) as { format: string; schema: string }
    if (head.format !== format) throw damaged('is not a backup of a state store')
    if (foot.sha256 !== hash('sha256', body) || foot.rows !== lines.length) throw damaged('is truncated or altered')
    if (head.schema !== schemaName)
      throw new InputError(
        'OTHER_SCHEMA',
        `the backup was written by schema ${head.schema}, this program has ${schemaName}; restore it with its own version, then upgrade`,
      )
    const rows = lines.map((line) => JSON.parse(line) as [Name, object])
    if (!rows.every(([table]) => tables.includes(table))) throw damaged('names a table that does not exist')
    return rows
  } catch (error) {
    throw error instanceof InputError ? error : damaged('cannot be read')
  }
}
