import { filerOfFacts } from '../feeds/sec-companyfacts.ts'
import { quoted } from './sql.ts'

/** A body as a file, by the number of its recording. */
export interface StagedFile {
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
export function companyFactsIn(files: readonly StagedFile[]): string {
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
