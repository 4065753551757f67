import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ParseError } from '../../errors.ts'
import type { BulkFeed, Rejected } from '../../feeds/feed.ts'
import type { Recording } from '../../recordings/recording.ts'
import { inParallel } from '../../store/pool.ts'
import type { BulkTableName } from '../../tables/index.ts'
import { type Store, select } from '../store.ts'
import {
  type BodyRefusal,
  enterRecordings,
  type LoadDomain,
  type LoadResult,
  resultOf,
  type StagedFile,
  totalLoadResult,
} from './load-batch.ts'

/** A body that is loaded whole, and is read when its turn comes. */
export interface WholeBody {
  readonly bulk: BulkFeed
  body(): Promise<Uint8Array>
}

interface FileLoad extends WholeBody {
  readonly recording: Recording
  readonly feed: string
}

/** A body as a file the database reads, or why it cannot be. */
interface Staged extends FileLoad {
  readonly file: string
  readonly bytes: number
  readonly rejected: readonly Rejected[]
  readonly refusal: BodyRefusal | null
}

/**
 * Bodies in one transaction and one statement, which reads one on each of its threads. Their rows fill more than ten of DuckDB's row
 * groups: those that are filled in part are written again and again.
 */
const together = 128
/** Bodies unpacked together: while some are unpacked or written by threads of libuv, another is looked through. */
const atOnce = 4

/** Settings of the database, put back when all bodies are loaded or one load failed. */
const whileLoading = [
  // rows in any order: each thread writes what it has read
  ['preserve_insertion_order', 'false'],
  // trying it on every text takes a tenth of the time, and their dictionaries come out smaller
  ['disabled_compression_methods', `'fsst'`],
] as const

/** True where a body is at fault: DuckDB can make no rows of it. Any other error is the machine's. */
const isOfBody = (error: unknown): boolean =>
  error instanceof ParseError ||
  (error instanceof Error && /^(?:Invalid Input|Conversion|Constraint|Out of Range) Error/.test(error.message))

/**
 * Loads recorded bodies whole into the tables of their feeds, some to a transaction, and marks them; one that is marked already is skipped,
 * or with `again` loaded again. What an address gave is that of its newest recording, whichever was loaded first. A body that cannot be
 * read, or is another's, is refused whole.
 */
export async function loadFiles(
  store: Store,
  loads: readonly FileLoad[],
  domain: LoadDomain,
  again: boolean,
): Promise<LoadResult> {
  if (loads.length === 0) return totalLoadResult([])
  const folder = await mkdtemp(stagedAt(store))
  const results: LoadResult[] = []
  try {
    for (const [setting, value] of whileLoading) await store.connection.run(`SET ${setting} = ${value}`)
    for (const table of new Set(loads.map(({ bulk }) => bulk.table))) {
      const own = [...new Map(loads.flatMap((load) => (load.bulk.table === table ? [[load.recording.id, load]] : []))).values()]
      // one after the other: both take all processors, and side by side they would only wait for one another
      for (let at = 0; at < own.length; at += together)
        results.push(await loadTogether(store, await stageAll(own.slice(at, at + together), folder), domain, again))
    }
  } finally {
    for (const [setting] of whileLoading) await store.connection.run(`RESET ${setting}`)
    await rm(folder, { recursive: true, force: true })
  }
  return totalLoadResult(results)
}

/** How the names of folders of bodies begin: beside the warehouse, so that what a killed process left there is seen. */
const stagedAt = ({ path }: Pick<Store, 'path'>): string => (path === ':memory:' ? join(tmpdir(), 'bulk-') : `${path}.bulk-`)

/** Removes what killed processes left of such bodies; nobody else may have the warehouse or be loading. */
export async function removeStaged(store: Pick<Store, 'path'>): Promise<void> {
  if (store.path === ':memory:') return
  const [folder, begin] = [dirname(stagedAt(store)), basename(stagedAt(store))]
  for (const name of await readdir(folder))
    if (name.startsWith(begin)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Where one body fails the transaction each has a separate one: the others are loaded, and the failing one is reported. */
async function loadTogether(store: Store, staged: readonly Staged[], domain: LoadDomain, again: boolean): Promise<LoadResult> {
  const load = (bodies: readonly Staged[]) => store.transaction(() => loadStaged(store, bodies, domain, again))
  try {
    return await load(staged)
  } catch (error) {
    if (!isOfBody(error)) throw error
    if (staged.length === 1) return load([{ ...staged[0]!, refusal: await faultOf(staged[0]!) }])
    const results: LoadResult[] = []
    for (const one of staged) results.push(await loadTogether(store, [one], domain, again))
    return totalLoadResult(results)
  }
}

/** Bodies as files, few at a time: each is some megabytes. Each batch writes over the files of the last: new ones would cost more. */
async function stageAll(loads: readonly FileLoad[], folder: string): Promise<Staged[]> {
  const staged: Staged[] = []
  await inParallel(loads.entries(), atOnce, async ([place, load]) => {
    staged[place] = await stage(load, join(folder, `${place}.json`))
  })
  return staged
}

async function stage(load: FileLoad, file: string): Promise<Staged> {
  try {
    const { body, rejected } = load.bulk.prepare(await load.body())
    await writeFile(file, body)
    return { ...load, file, bytes: Buffer.byteLength(body), rejected, refusal: null }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return { ...load, file, bytes: 0, rejected: [], refusal: { refused: error.code, reason: error.message } }
  }
}

/** What is wrong with a body that the database could not take. */
async function faultOf({ bulk, recording, body }: FileLoad): Promise<BodyRefusal> {
  try {
    bulk.parse(await body(), recording)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return { refused: error.code, reason: error.message }
  }
  return { refused: 'BODY_UNREADABLE', reason: `${bulk.id}: the database cannot read the body; inspect the recording` }
}

async function loadStaged(store: Store, staged: readonly Staged[], domain: LoadDomain, again: boolean): Promise<LoadResult> {
  const table = staged[0]!.bulk.table
  const fresh = await enterRecordings(store, staged, again)
  const files = fresh.filter(({ refusal }) => refusal === null)
  const newest = await keepNewest(
    store,
    table,
    files.map(({ no }) => no),
  )
  await insertFiles(
    store,
    table,
    // the largest first, so that at the end no thread ends with one alone
    files.filter(({ no }) => newest.has(no)).sort((a, b) => b.bytes - a.bytes),
    domain.bulk,
  )
  const derive = await domain.derive(store, [])
  await derive(files.map(({ recording }) => ({ recording, rows: {} })))
  return resultOf(store, true, fresh)
}

/** Of the addresses of these recordings: takes out the rows of all recordings but the newest, and gives the numbers of those. */
async function keepNewest(store: Store, table: BulkTableName, numbers: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await select<{ no: number; newest: boolean }>(
    store,
    `SELECT no, row_number() OVER (PARTITION BY url ORDER BY made_at DESC, id DESC) = 1 AS newest FROM recording
     WHERE status = 'loaded' AND same_as IS NULL AND url IN (SELECT url FROM recording WHERE no IN (SELECT unnest($1::INTEGER[])))`,
    [`[${numbers.join(',')}]`],
  )
  const older = rows.filter(({ newest }) => !newest).map(({ no }) => no)
  if (older.length > 0) await store.connection.run(`DELETE FROM ${table} WHERE recording_no IN (${older.join(', ')})`)
  return new Set(rows.filter(({ newest }) => newest).map(({ no }) => no))
}

/** All rows of these files in one statement. A file that gives none is a `ParseError`, and so ends the transaction. */
async function insertFiles(
  store: Store,
  table: BulkTableName,
  files: readonly StagedFile[],
  rowsOf: LoadDomain['bulk'],
): Promise<void> {
  if (files.length === 0) return
  await store.connection.run(`INSERT INTO ${table} ${rowsOf[table](files)}`)
  const numbers = files.map(({ no }) => no)
  // between least and most: of all rows of the table only these are looked at
  const [given] = await select<{ count: number }>(
    store,
    `SELECT count(DISTINCT recording_no)::INTEGER AS count FROM ${table}
     WHERE recording_no BETWEEN ${Math.min(...numbers)} AND ${Math.max(...numbers)} AND recording_no IN (${numbers.join(', ')})`,
  )
  if (given!.count < files.length) throw new ParseError('BODY_WITHOUT_ROWS', 'a body gave no row; inspect the recording')
}
