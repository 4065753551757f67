import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ParseError } from '../errors.ts'
import type { BulkFeed, Rejected } from '../feeds/feed.ts'
import { filerOfFacts } from '../feeds/sec-companyfacts.ts'
import type { Recording } from '../recordings/recording.ts'
import { inParallel } from '../store/pool.ts'
import type { BulkTableName } from '../tables/index.ts'
import { admit, type LoadResult, type Refusal, resultOf, totalOf } from './arrival.ts'
import { deriveCompanyLines } from './company-lines.ts'
import { quoted } from './sql.ts'
import { type Store, select } from './store.ts'

/** A body that is loaded whole, and is read when its turn comes. */
export interface Whole {
  readonly bulk: BulkFeed
  body(): Promise<Uint8Array>
}

interface FileLoad extends Whole {
  readonly recording: Recording
  readonly feed: string
}

/** A body as a file the database reads, or why it cannot be. */
interface Staged extends FileLoad {
  readonly file: string
  readonly bytes: number
  readonly rejected: readonly Rejected[]
  readonly refusal: Refusal | null
}

/** By table, the rows of files as a query: one that gives none of a file that is not what its address names. */
const queries: Readonly<Record<BulkTableName, (files: readonly StagedFile[]) => string>> = { company_fact: companyFactsIn }

/**
 * Bodies in one transaction and one statement, which reads one on each of its threads. Their rows fill more than ten of DuckDB's row
 * groups: those that are filled in part are written again and again.
 */
const together = 128
/** Bodies unpacked at once: while some are unpacked or written by threads of libuv, another is looked through. */
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
export async function loadFiles(store: Store, loads: readonly FileLoad[], again: boolean): Promise<LoadResult> {
  if (loads.length === 0) return totalOf([])
  const folder = await mkdtemp(join(tmpdir(), 'bulk-'))
  const results: LoadResult[] = []
  try {
    for (const [setting, value] of whileLoading) await store.connection.run(`SET ${setting} = ${value}`)
    for (const table of new Set(loads.map(({ bulk }) => bulk.table))) {
      const own = [...new Map(loads.flatMap((load) => (load.bulk.table === table ? [[load.recording.id, load]] : []))).values()]
      // one after the other: both take all processors, and side by side they would only wait for one another
      for (let at = 0; at < own.length; at += together)
        results.push(await loadTogether(store, await stageAll(own.slice(at, at + together), folder), again))
    }
  } finally {
    for (const [setting] of whileLoading) await store.connection.run(`RESET ${setting}`)
    await rm(folder, { recursive: true, force: true })
  }
  return totalOf(results)
}

/** Where one body fails the transaction each has one of its own: the others are loaded, and that one is told apart. */
async function loadTogether(store: Store, staged: readonly Staged[], again: boolean): Promise<LoadResult> {
  try {
    return await store.transaction(() => loadStaged(store, staged, again))
  } catch (error) {
    if (!isOfBody(error)) throw error
    const results: LoadResult[] = []
    for (const one of staged) results.push(await loadAlone(store, one, again))
    return totalOf(results)
  }
}

async function loadAlone(store: Store, staged: Staged, again: boolean): Promise<LoadResult> {
  try {
    return await store.transaction(() => loadStaged(store, [staged], again))
  } catch (error) {
    if (!isOfBody(error)) throw error
    const refusal = await faultOf(staged)
    return await store.transaction(() => loadStaged(store, [{ ...staged, refusal }], again))
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
async function faultOf({ bulk, recording, body }: FileLoad): Promise<Refusal> {
  try {
    bulk.parse(await body(), recording)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return { refused: error.code, reason: error.message }
  }
  return { refused: 'BODY_UNREADABLE', reason: `${bulk.id}: the database cannot read the body; inspect the recording` }
}

async function loadStaged(store: Store, staged: readonly Staged[], again: boolean): Promise<LoadResult> {
  const table = staged[0]!.bulk.table
  const fresh = await admit(store, staged, again)
  const files = fresh.filter(({ refusal }) => refusal === null)
  const newest = await keepNewest(
    store,
    table,
    files.map(({ no }) => no),
  )
  await insertFiles(
    store,
    table,
    // the largest first, so that at the end no thread is left alone with one
    files.filter(({ no }) => newest.has(no)).sort((a, b) => b.bytes - a.bytes),
  )
  await deriveCompanyLines(store, [...new Set(files.flatMap(({ recording }) => filerOfFacts(recording.url) ?? []))].sort())
  return resultOf(store, fresh)
}

/** Of the addresses of these recordings: takes out the rows of all recordings but the newest, and gives the numbers of those. */
async function keepNewest(store: Store, table: BulkTableName, numbers: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await select<{ no: number; newest: boolean }>(
    store,
    `SELECT no, row_number() OVER (PARTITION BY url ORDER BY made_at DESC, id DESC) = 1 AS newest FROM recording
     WHERE status = 'loaded' AND url IN (SELECT url FROM recording WHERE no IN (SELECT unnest($1::INTEGER[])))`,
    [`[${numbers.join(',')}]`],
  )
  const older = rows.filter(({ newest }) => !newest).map(({ no }) => no)
  if (older.length > 0) await store.connection.run(`DELETE FROM ${table} WHERE recording_no IN (${older.join(', ')})`)
  return new Set(rows.filter(({ newest }) => newest).map(({ no }) => no))
}

/** All rows of these files in one statement. A file that gives none is a `ParseError`, and so ends the transaction. */
async function insertFiles(store: Store, table: BulkTableName, files: readonly StagedFile[]): Promise<void> {
  if (files.length === 0) return
  await store.connection.run(`INSERT INTO ${table} ${queries[table](files)}`)
  const numbers = files.map(({ no }) => no)
  // between least and most: of all rows of the table only these are looked at
  const [given] = await select<{ count: number }>(
    store,
    `SELECT count(DISTINCT recording_no)::INTEGER AS count FROM ${table}
     WHERE recording_no BETWEEN ${Math.min(...numbers)} AND ${Math.max(...numbers)} AND recording_no IN (${numbers.join(', ')})`,
  )
  if (given!.count < files.length) throw new ParseError('BODY_WITHOUT_ROWS', 'a body gave no row; inspect the recording')
}

/** A body as a file, by the number of its recording. */
interface StagedFile {
  readonly no: number
  readonly recording: { readonly url: string }
  readonly file: string
  readonly bytes: number
}

const facts =
  'STRUCT("start" DATE, "end" DATE, val DECIMAL(38,8), accn VARCHAR, fy SMALLINT, fp VARCHAR, form VARCHAR, filed DATE, frame VARCHAR)[]'

/**
 * All facts of these files of the SEC, by recording number, in one query. The schema is spelt out: to find it out would take ten times as
 * long. A file whose company is not the one its address names gives none.
 */
function companyFactsIn(files: readonly StagedFile[]): string {
  const paths = files.map(({ file }) => quoted(file)).join(', ')
  const numbers = files.map(({ no }) => no).join(', ')
  const filers = files.map(({ recording }) => quoted(filerOfFacts(recording.url) ?? '')).join(', ')
  // as little as does: each thread has a buffer of twice as much. A body is one line: so its end is found without counting braces
  const largest = Math.max(...files.map(({ bytes }) => bytes)) + 1_024
  // places in lists and no joins: those would have one thread do all that follows
  return `WITH placed AS (
       SELECT list_position([${paths}], filename) AS place, 'us:' || lpad(cik, 10, '0') AS company, facts
       FROM read_json([${paths}], format = 'newline_delimited', filename = true, maximum_object_size = ${largest},
              columns = {cik: 'VARCHAR', facts: 'MAP(VARCHAR, MAP(VARCHAR, STRUCT(units MAP(VARCHAR, ${facts}))))'})),
     body AS (SELECT [${numbers}][place] AS no, company, facts FROM placed WHERE company = [${filers}][place]),
     taxonomy AS (SELECT no, company, unnest(map_entries(facts)) AS taxonomy FROM body),
     tag AS (SELECT no, company, taxonomy.key AS taxonomy, unnest(map_entries(taxonomy.value)) AS tag FROM taxonomy),
     unit AS (SELECT no, company, taxonomy || ':' || tag.key AS concept, unnest(map_entries(tag.value.units)) AS unit FROM tag),
     fact AS (SELECT no, company, concept, unit.key AS unit, unnest(unit.value) AS fact FROM unit)
     SELECT company, fact.accn, concept, unit, fact."start", fact."end", fact.val, fact.fy, fact.fp, fact.form, fact.filed, fact.frame, no
     FROM fact WHERE fact IS NOT NULL`
}
