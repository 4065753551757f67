import { series } from '../../../data/series.ts'
import type { FollowUpRequest, LoadableBody } from '../../feeds/feed.ts'
import type { Recording } from '../../recordings/recording.ts'
import { type Rows, tables } from '../../tables/index.ts'
import type { SightingRow } from '../../tables/series.ts'
import type { Table } from '../../tables/table.ts'
import { releaseRule, releaseTime } from '../../time/release.ts'
import { contentColumns, viewName } from '../analysts/known-row-views.ts'
import { deriveCloses, linesOfRecordings, moveClosesToTable } from '../closes.ts'
import { textListSql } from '../sql.ts'
import { type Store, selectColumn, selectMap } from '../store.ts'
import { appendColumns, type Cells } from './append.ts'
import { loadFiles, type WholeBody } from './bulk.ts'
import { deriveObservations } from './derive.ts'
import { type BodyRefusal, enterRecordings, type LoadDomain, type LoadResult, resultOf, totalLoadResult } from './load-batch.ts'
import { insertRows } from './rows.ts'

/** One recording and what its feed made of it: rows, the whole of its body, the reason that was refused, that there is none, or that its rows are in. */
export interface Load {
  readonly recording: Recording
  readonly feed: string
  readonly parsed: LoadableBody | WholeBody | BodyRefusal | Absent | Same
  /** What the body leads to. */
  readonly next?: readonly FollowUpRequest[]
  /** Milliseconds UTC from when the same bytes say something else. */
  readonly until?: number | undefined
}

interface Absent {
  readonly absent: true
}

/** The body is that of an earlier recording. */
interface Same {
  readonly same: string
}

/**
 * Loads recordings. Rows in one transaction, with the mark that they are in, what was refused, and the derived tables; then bodies that are
 * loaded whole. A recording already marked is skipped, so loading twice changes nothing; with `again` what it gave is taken out and it is
 * loaded again.
 */
export async function loadRecordings(
  store: Store,
  loads: readonly Load[],
  domain: LoadDomain,
  { again = false }: { again?: boolean } = {},
): Promise<LoadResult> {
  const whole = loads.flatMap(({ parsed, ...load }) => ('bulk' in parsed ? [{ ...load, ...parsed }] : []))
  const rows = loads.flatMap(({ parsed, ...load }): RowLoad[] => {
    if ('bulk' in parsed) return []
    const none = { ...load, rows: {}, rejected: [] }
    if ('refused' in parsed) return [{ ...none, refusal: parsed }]
    return [{ ...('rows' in parsed ? { ...load, ...parsed } : { ...none, ...parsed }), refusal: null }]
  })
  return totalLoadResult([await loadRows(store, rows, domain, again), await loadFiles(store, whole, domain, again)])
}

type RowLoad = Omit<Load, 'parsed'> &
  Pick<LoadableBody, 'rows' | 'rejected'> &
  Partial<Absent & Same> & { readonly refusal: BodyRefusal | null }

async function loadRows(store: Store, given: readonly RowLoad[], domain: LoadDomain, again: boolean): Promise<LoadResult> {
  if (given.length === 0) return totalLoadResult([])
  const loads = given.map((load) => ({ ...load, rows: moveClosesToTable(load.rows, load.feed) }))
  return store.transaction(async () => {
    const ids = loads.map(({ recording }) => recording.id)
    await store.connection.run('CREATE OR REPLACE TEMP TABLE touched (series_no INTEGER, period DATE)')
    if (again) await touch(store, ids)
    const derive = await domain.derive(store, again ? ids : [])
    const lines = again ? await linesOfRecordings(store, ids) : new Set<string>()
    const fresh = await enterRecordings(store, loads, again)
    const filled = tables.filter(
      ({ name }) => compared(name) && fresh.some(({ rows }) => (rows[name as keyof Rows] ?? []).length > 0),
    )
    const before = await marksOf(store, filled)
    for (const table of tables) await insertInto(store, table, fresh)
    await seeAgain(store, fresh)
    let changed = fresh.some(({ refusal, rejected }) => refusal !== null || rejected.length > 0)
    if (again || fresh.some(({ rows }) => rows.sighting)) {
      await touch(
        store,
        fresh.map(({ recording }) => recording.id),
      )
      const observed = await markOfTouched(store)
      await deriveObservations(store)
      changed ||= observed !== (await markOfTouched(store))
    }
    await store.connection.run('DROP TABLE touched')
    for (const { rows } of fresh) for (const { market, line } of rows.close ?? []) lines.add(`${market}:${line}`)
    await deriveCloses(store, [...lines])
    await derive(fresh)
    changed ||= before !== (await marksOf(store, filled))
    return resultOf(store, changed, fresh)
  })
}

/** The rows of recordings of one table, each with the columns that say which recording it comes from. */
async function insertInto(
  store: Store,
  table: Table & { readonly name: string },
  fresh: readonly { readonly recording: Recording; readonly no: number; readonly rows: Rows }[],
): Promise<void> {
  if (table.name === 'sighting') {
    await insertSightings(
      store,
      fresh.flatMap(({ no, rows }) => (rows.sighting ? { no, rows: rows.sighting } : [])),
    )
    return
  }
  const { recording: tie, recordedAt } = table
  if (!tie) return
  const rows = fresh.flatMap(({ recording, no, rows }) => {
    const from = { [tie]: tie === 'recording_no' ? no : recording.id, ...(recordedAt && { [recordedAt]: recording.at }) }
    return (rows[table.name as keyof Rows] ?? []).map((row) => ({ ...row, ...from }))
  })
  await insertRows(store, table, rows)
}

/** Moves what stands as long as it is seen, listings and shapes of bodies, to the latest recording with the same body. */
async function seeAgain(
  store: Store,
  fresh: readonly { readonly recording: Recording; readonly same?: string }[],
): Promise<void> {
  const again = fresh.flatMap(({ recording: { id, at: made_at }, same }) => (same === undefined ? [] : [{ id, made_at, same }]))
  if (again.length === 0) return
  const seen = `(SELECT same, arg_max(id, made_at) AS id, max(made_at) AS made_at
                 FROM (SELECT unnest(row) FROM (SELECT unnest(from_json($1, '[{"id":"VARCHAR","made_at":"TIMESTAMP","same":"VARCHAR"}]')) AS row))
                 GROUP BY same) seen, recording r
                WHERE r.id = recording AND coalesce(r.same_as, r.id) = same AND r.made_at < seen.made_at`
  const rows = JSON.stringify(again)
  await store.connection.run(`UPDATE listing SET recording = seen.id FROM ${seen}`, [rows])
  await store.connection.run(`UPDATE body_shape SET recording = seen.id, last_seen = seen.made_at FROM ${seen}`, [rows])
}

/** Sightings are many, and judged by the observations made of them; shapes of bodies are for operators. */
const compared = (table: string): boolean => table !== 'sighting' && table !== 'body_shape'

/** A hash of what tables say, whichever recordings say so: a list that is read again with another date on it changes nothing. */
async function marksOf(store: Store, some: readonly Table[]): Promise<string> {
  const marks = await Promise.all(
    some.map((table) => {
      if (table.standing) return selectColumn(store, `SELECT count(*)::VARCHAR FROM ${table.name}`)
      const names = contentColumns(table).map(([name]) => name)
      const from = table.dueAt === undefined ? `(SELECT DISTINCT ${names.join(', ')} FROM ${table.name})` : viewName(table)
      return selectColumn(store, `SELECT ${markOfRows} FROM ${from} o`)
    }),
  )
  return marks.join()
}

/** Number and hash of the rows of a relation `o`. */
const markOfRows = "count(*) || ' ' || coalesce(bit_xor(hash(o)), 0)"

/** A hash of the observations of the touched periods. */
async function markOfTouched(store: Store): Promise<string> {
  const [mark] = await selectColumn(
    store,
    `SELECT ${markOfRows}
     FROM observation o JOIN series s ON s.id = o.series JOIN touched t ON t.series_no = s.no AND t.period = o.period`,
  )
  return mark!
}

/** Periods of series that these recordings show join the table `touched`. */
async function touch(store: Store, recordings: readonly string[]): Promise<void> {
  await store.connection.run(
    `INSERT INTO touched SELECT s.series_no, s.period FROM sighting s JOIN recording r ON r.no = s.recording_no WHERE r.id IN ${textListSql('$1')}
     EXCEPT SELECT series_no, period FROM touched`,
    [JSON.stringify(recordings)],
  )
}

const ruleOf = new Map(series.map((row) => [row.id as string, releaseRule(row.rule)]))

/** Puts the sightings of recordings, each by its number, into their table, with the time each value was due by its release rule. */
async function insertSightings(
  store: Store,
  recorded: readonly { readonly no: number; readonly rows: readonly SightingRow[] }[],
): Promise<void> {
  const names = new Set(recorded.flatMap(({ rows }) => [...new Set(rows.map((row) => row.series))]))
  const numbers = await selectMap<number>(store, `SELECT id, no FROM series WHERE id IN ${textListSql('$1')}`, [
    JSON.stringify([...names]),
  ])
  const seriesNo = (id: string) => numbers.get(id)!
  const dueAt = (id: string, period: number) => releaseTime(ruleOf.get(id)!, period)
  for (const { no, rows } of recorded) await appendColumns(store, 'sighting', sightingColumns(rows, no, seriesNo, dueAt))
}

/** The sightings of one recording as columns of their table. Number and time due are asked for once a row. */
function sightingColumns(
  rows: readonly SightingRow[],
  recording: number,
  seriesNo: (series: string) => number,
  dueAt: (series: string, period: number) => number,
): Cells[] {
  return [
    { type: 'INTEGER', values: Int32Array.from(rows, ({ series: id }) => seriesNo(id)) },
    { type: 'DATE', values: Int32Array.from(rows, ({ period }) => period) },
    { type: 'DOUBLE', values: Float64Array.from(rows, ({ value }) => value) },
    { type: 'TIMESTAMP', values: Float64Array.from(rows, ({ publishedAt, seenAt }) => publishedAt ?? seenAt) },
    { type: 'BOOLEAN', values: Int32Array.from(rows, ({ publishedAt }) => (publishedAt === null ? 0 : 1)) },
    { type: 'TIMESTAMP', values: Float64Array.from(rows, ({ series: id, period }) => dueAt(id, period)) },
    { type: 'INTEGER', values: new Int32Array(rows.length).fill(recording) },
  ]
}
