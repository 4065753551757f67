import { filedSeries } from '../../data/series.ts'
import type { Loadable } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { type Rows, tables } from '../tables/index.ts'
import type { Table } from '../tables/table.ts'
import { admit, type LoadResult, type Refusal, resultOf, totalOf } from './arrival.ts'
import { loadFiles, type Whole } from './bulk.ts'
import { deriveCompanyLines } from './company-lines.ts'
import { verdicts } from './decisions.ts'
import { deriveFiled, deriveObservations } from './derive.ts'
import { type ExtractionRow, type FiledDocument, filedDocuments, replaceExtractions } from './extractions.ts'
import { byFirst } from './filings.ts'
import { deriveListings, placeStatements } from './listings.ts'
import { insert } from './rows.ts'
import { insertSightings } from './sightings.ts'
import { textsIn } from './sql.ts'
import { type Store, select } from './store.ts'

/** One recording and what its feed made of it: rows, the whole of its body, the reason that was refused, or that there is none. */
export interface Load {
  readonly recording: Recording
  readonly feed: string
  readonly parsed: Loadable | Whole | Refusal | Absent
}

interface Absent {
  readonly absent: true
}

/** All documents of one filer, with what operators said of figures, into figures. */
export type Extract = (
  documents: readonly FiledDocument[],
  decided: Awaited<ReturnType<typeof verdicts>>,
) => readonly ExtractionRow[]

const filedOf = byFirst(filedSeries.map((row) => [row.company.id, row]))

/**
 * Loads recordings. Rows in one transaction, with the mark that they are in, what was refused, and the derived tables; then bodies that are
 * loaded whole. A recording already marked is skipped, so loading twice changes nothing; with `again` what it gave is taken out and it is
 * loaded again.
 */
export async function load(
  store: Store,
  loads: readonly Load[],
  extract: Extract,
  { again = false }: { again?: boolean } = {},
): Promise<LoadResult> {
  const whole = loads.flatMap(({ parsed, ...load }) => ('bulk' in parsed ? [{ ...load, ...parsed }] : []))
  const rows = loads.flatMap(({ parsed, ...load }): RowLoad[] => {
    if ('bulk' in parsed) return []
    const none = { ...load, rows: {}, rejected: [] }
    if ('refused' in parsed) return [{ ...none, refusal: parsed }]
    return [{ ...('absent' in parsed ? { ...none, ...parsed } : { ...load, ...parsed }), refusal: null }]
  })
  return totalOf([await loadRows(store, rows, extract, again), await loadFiles(store, whole, again)])
}

type RowLoad = Omit<Load, 'parsed'> & Pick<Loadable, 'rows' | 'rejected'> & Partial<Absent> & { readonly refusal: Refusal | null }

async function loadRows(store: Store, loads: readonly RowLoad[], extract: Extract, again: boolean): Promise<LoadResult> {
  if (loads.length === 0) return totalOf([])
  return store.transaction(async () => {
    const ids = loads.map(({ recording }) => recording.id)
    await store.connection.run('CREATE OR REPLACE TEMP TABLE touched (series_no INTEGER, period DATE)')
    if (again) await touch(store, ids)
    const filersTouched = new Set(again ? await filersOf(store, ids) : [])
    const statementsTouched = new Set(again ? await statementsOf(store, ids) : [])
    const fresh = await admit(store, loads, again)
    for (const table of tables) await insertInto(store, table, fresh)
    if (fresh.some(({ rows }) => rows.listing)) await deriveListings(store)
    if (fresh.length > 0) {
      await touch(
        store,
        fresh.map(({ recording }) => recording.id),
      )
      await deriveObservations(store)
    }
    await store.connection.run('DROP TABLE touched')
    for (const { rows } of fresh)
      for (const { company } of [...(rows.filing ?? []), ...(rows.span ?? [])]) filersTouched.add(company)
    for (const { rows } of fresh)
      for (const { company } of [...(rows.statement_fact ?? []), ...(rows.issuer ?? []), ...(rows.filing ?? [])])
        if (!company.startsWith('us:')) statementsTouched.add(company)
    if (statementsTouched.size > 0 || fresh.some(({ rows }) => rows.listing))
      for (const company of await placeStatements(store)) statementsTouched.add(company)
    await deriveCompanyLines(store, [...statementsTouched])
    await extractFilers(store, filersTouched, extract)
    return resultOf(store, fresh)
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
  await insert(store, table, rows)
}

/** Periods of series that these recordings show join the table `touched`. */
async function touch(store: Store, recordings: readonly string[]): Promise<void> {
  await store.connection.run(
    `INSERT INTO touched SELECT s.series_no, s.period FROM sighting s JOIN recording r ON r.no = s.recording_no WHERE r.id IN ${textsIn('$1')}
     EXCEPT SELECT series_no, period FROM touched`,
    [JSON.stringify(recordings)],
  )
}

/** Filers these recordings speak of. */
async function filersOf(store: Store, recordings: readonly string[]): Promise<string[]> {
  const rows = await select<{ company: string }>(store, `SELECT DISTINCT company FROM span WHERE recording IN ${textsIn('$1')}`, [
    JSON.stringify(recordings),
  ])
  return rows.map(({ company }) => company)
}

/** Companies outside the USA whose statements these recordings give. */
async function statementsOf(store: Store, recordings: readonly string[]): Promise<string[]> {
  const rows = await select<{ company: string }>(
    store,
    `SELECT DISTINCT company FROM statement_fact WHERE recording IN ${textsIn('$1')}
     UNION SELECT company FROM issuer WHERE recording IN ${textsIn('$1')} AND company NOT LIKE 'us:%'`,
    [JSON.stringify(recordings)],
  )
  return rows.map(({ company }) => company)
}

/** Takes the figures of every filer from its documents again, after a decision about one of them. */
export async function extractAgain(store: Store, extract: Extract): Promise<void> {
  await store.transaction(() => extractFilers(store, filedOf.keys(), extract))
}

async function extractFilers(store: Store, filers: Iterable<string>, extract: Extract): Promise<void> {
  const decided = await verdicts(store)
  for (const company of [...filers].sort()) {
    const made = filedOf.get(company)
    if (!made) continue
    await replaceExtractions(store, company, extract(await filedDocuments(store, company), decided))
    for (const row of made) await deriveFiled(store, row)
  }
}
