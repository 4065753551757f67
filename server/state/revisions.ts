import type { Kysely } from 'kysely'
import type { State } from './open.ts'
import type { RevisionTable, Tables } from './schema.ts'

export type Revisions = Readonly<Record<'keys' | 'leases', number>>

/** How often that was changed which processes remember; see `RevisionTable`. */
export async function revisions({ db }: State): Promise<Revisions> {
  const rows = await db.selectFrom('revision').selectAll().execute()
  const countOf = (name: RevisionTable['name']) => rows.find((row) => row.name === name)?.value ?? 0
  return { keys: countOf('keys'), leases: countOf('leases') }
}

/** Within the change itself, so that who sees the one sees the other. */
export async function bumpRevision(db: Kysely<Tables>, name: RevisionTable['name']): Promise<void> {
  await db
    .insertInto('revision')
    .values({ name, value: 1 })
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ value: row('revision.value', '+', 1) })))
    .execute()
}
