import type { FiledSeries } from '../../../data/series/filed.ts'
import { filedSeries } from '../../../data/series.ts'
import { filerOfFacts } from '../../feeds/sec-companyfacts.ts'
import { groupedPairs } from '../../values/memoized.ts'
import { figureVerdicts } from '../load/decisions.ts'
import { type Load, loadRecordings } from '../load/load.ts'
import type { LoadDomain, LoadedRecording, LoadResult, StagedFile } from '../load/load-batch.ts'
import { sqlQuoted, textListSql } from '../sql.ts'
import { type Store, select, selectColumn } from '../store.ts'
import { deriveCompanyLines } from './company-lines.ts'
import { type ExtractionRow, type FiledDocument, filedDocuments, replaceExtractions } from './extractions.ts'
import { deriveListings, placeStatements } from './listings.ts'

/** All documents of one filer, with what operators said of figures, into figures. */
export type ExtractFigures = (
  documents: readonly FiledDocument[],
  decided: Awaited<ReturnType<typeof figureVerdicts>>,
) => readonly ExtractionRow[]

const filedOf = groupedPairs(filedSeries.map((row) => [row.company.id, row]))

/** Loads recordings, and what follows from them for companies: listings, lines of statements, figures taken from filings and their series. */
export function load(
  store: Store,
  loads: readonly Load[],
  extract: ExtractFigures,
  options: { readonly again?: boolean } = {},
): Promise<LoadResult> {
  return loadRecordings(store, loads, companies(extract), options)
}

const companies = (extract: ExtractFigures): LoadDomain => ({
  bulk: { company_fact: companyFactsIn },
  derive: async (store, leaving) => {
    const filers = new Set(await filersOf(store, leaving))
    const stating = new Set(await statementsOf(store, leaving))
    return async (loaded) => {
      const hasListing = loaded.some(({ rows }) => rows.listing) || (await seenAgain(store, loaded))
      if (hasListing) await deriveListings(store)
      for (const { recording, rows } of loaded.filter(({ same }) => same === undefined)) {
        for (const { company } of [...(rows.filing ?? []), ...(rows.span ?? [])]) filers.add(company)
        for (const { company } of [...(rows.statement_fact ?? []), ...(rows.issuer ?? []), ...(rows.filing ?? [])])
          if (!company.startsWith('us:')) stating.add(company)
        const filer = filerOfFacts(recording.url)
        if (filer !== null) stating.add(filer)
      }
      if (stating.size > 0 || hasListing) for (const company of await placeStatements(store)) stating.add(company)
      await deriveCompanyLines(store, [...stating].sort())
      await extractFilers(store, filers, extract)
    }
  },
})

/** Whether one of these recordings names listings that an earlier one with the same body gave. */
async function seenAgain(store: Store, loaded: readonly LoadedRecording[]): Promise<boolean> {
  const ids = loaded.flatMap(({ recording: { id }, same }) => (same === undefined ? [] : [id]))
  if (ids.length === 0) return false
  const rows = await select(store, `SELECT 1 FROM listing WHERE recording IN ${textListSql('$1')} LIMIT 1`, [JSON.stringify(ids)])
  return rows.length > 0
}

/** Filers these recordings speak of. */
async function filersOf(store: Store, recordings: readonly string[]): Promise<string[]> {
  if (recordings.length === 0) return []
  return selectColumn(store, `SELECT DISTINCT company FROM span WHERE recording IN ${textListSql('$1')}`, [
    JSON.stringify(recordings),
  ])
}

/** Companies outside the USA whose statements these recordings give. */
async function statementsOf(store: Store, recordings: readonly string[]): Promise<string[]> {
  if (recordings.length === 0) return []
  return selectColumn(
    store,
    `SELECT DISTINCT company FROM statement_fact WHERE recording IN ${textListSql('$1')}
     UNION SELECT company FROM issuer WHERE recording IN ${textListSql('$1')} AND company NOT LIKE 'us:%'`,
    [JSON.stringify(recordings)],
  )
}

/** Takes the figures of every filer from its documents again, after a decision about one of them. */
export async function extractAgain(store: Store, extract: ExtractFigures): Promise<void> {
  await store.transaction(() => extractFilers(store, filedOf.keys(), extract))
}

async function extractFilers(store: Store, filers: Iterable<string>, extract: ExtractFigures): Promise<void> {
  const decided = await figureVerdicts(store)
  for (const company of [...filers].sort()) {
    const made = filedOf.get(company)
    if (!made) continue
    await replaceExtractions(store, company, extract(await filedDocuments(store, company), decided))
    for (const row of made) await deriveFiled(store, row)
  }
}

/**
 * Derives a series from a figure that filings of a company state: period is the day it is stated for, known when its filing was accepted, or
 * when we recorded the document where no index names it yet. A value stated again unchanged for the same day adds nothing.
 */
async function deriveFiled(store: Store, { id, company, figure, unit }: FiledSeries): Promise<void> {
  await store.connection.run('DELETE FROM observation WHERE series = $1', [id])
  await store.connection.run(
    `INSERT INTO observation
     WITH stated AS (
       SELECT e.as_of AS period, CAST(e.value AS DOUBLE) AS value, coalesce(f.accepted_at, r.made_at) AS known_at,
              CASE WHEN f.accepted_at IS NULL THEN 'reported' ELSE 'filed' END AS basis, e.recording, e.accession
       FROM extraction e LEFT JOIN filing f ON f.accession = e.accession JOIN recording r ON r.id = e.recording
       WHERE e.company = $1 AND e.what = $3 AND e.status = 'served'
     ), changed AS (
       SELECT *, lag(value) OVER (PARTITION BY period ORDER BY known_at, accession) AS before FROM stated
     )
     SELECT $2, period, value, $4, known_at, basis, recording, row_number() OVER (PARTITION BY period ORDER BY known_at, accession), NULL
     FROM changed WHERE before IS NULL OR value <> before`,
    [company.id, id, figure, unit],
  )
}

const facts =
  'STRUCT("start" DATE, "end" DATE, val DECIMAL(38,8), accn VARCHAR, fy SMALLINT, fp VARCHAR, form VARCHAR, filed DATE, frame VARCHAR)[]'

/**
 * All facts of these files of the SEC, by recording number, in one query. The schema is spelt out: to find it out would take ten times as
 * long. A file whose company is not the one its address names gives none.
 */
function companyFactsIn(files: readonly StagedFile[]): string {
  const paths = files.map(({ file }) => sqlQuoted(file)).join(', ')
  const numbers = files.map(({ no }) => no).join(', ')
  const filers = files.map(({ recording }) => sqlQuoted(filerOfFacts(recording.url) ?? '')).join(', ')
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
