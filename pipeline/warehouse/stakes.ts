import { type Grade, type Stake, type StakeRow, stakeTable } from '../tables/stake.ts'
import { columnNames, tableRowsSql } from './sql.ts'
import { type Store, select, selectColumn } from './store.ts'

/** All stakes, in the order of their days. */
export function readStakes(store: Store): Promise<StakeRow[]> {
  const columns = stakeTable.columns.map(([name, type]) =>
    /^(DATE|TIMESTAMP)/.test(type) ? `${name}::VARCHAR AS ${name}` : name,
  )
  return select<StakeRow>(store, `SELECT ${columns.join(', ')} FROM stake ORDER BY stake.as_of, id`)
}

/** Hashes of the segments whose rows are there. */
export async function keptSegments(store: Store): Promise<ReadonlySet<string>> {
  const hashes = await selectColumn(
    store,
    'SELECT segment AS hash FROM stake UNION SELECT graded_in FROM stake WHERE graded_in IS NOT NULL',
  )
  return new Set(hashes)
}

/** A segment of the ledger. */
interface Segment {
  readonly hash: string
  readonly stakes: readonly Stake[]
  readonly grades: readonly Grade[]
}

/** Adds segments, oldest first, to the rows that are there, or to none where the whole ledger is given. */
export async function putStakes(store: Store, segments: readonly Segment[], isWhole: boolean): Promise<void> {
  const names = columnNames(stakeTable)
  const grading = ['graded_as_of', 'value_from', 'period_to', 'value_to', 'came_true', 'graded_in']
  const entering = names.filter((name) => !grading.includes(name)).join(', ')
  const stakes = segments.flatMap(({ hash, stakes }) => stakes.map((row) => ({ ...row, segment: hash })))
  const grades = segments.flatMap(({ hash, grades }) => grades.map(({ stake: id, ...row }) => ({ ...row, id, graded_in: hash })))
  await store.transaction(async () => {
    if (isWhole) await store.connection.run('DELETE FROM stake')
    await store.connection.run(`INSERT INTO stake (${entering}) SELECT ${entering} FROM ${tableRowsSql(stakeTable)}`, [
      JSON.stringify(stakes),
    ])
    await store.connection.run(
      `UPDATE stake SET ${grading.map((name) => `${name} = grade.${name}`).join(', ')} FROM ${tableRowsSql(stakeTable)} grade WHERE stake.id = grade.id`,
      [JSON.stringify(grades)],
    )
  })
}
