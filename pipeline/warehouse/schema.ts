import { kinds } from '../documents/index.ts'
import { tables } from '../tables/index.ts'
import { readingTable } from '../tables/reading.ts'
import { observationTable } from '../tables/series.ts'
import type { Table } from '../tables/table.ts'
import { analystViews } from './analysts/analyst-views.ts'
import { closeView } from './analysts/close-view.ts'
import { documentViews } from './analysts/document-views.ts'
import { knownRowViews } from './analysts/known-row-views.ts'
import { companyAsKnown, companyViews } from './companies/company-views.ts'
import { sqlQuoted } from './sql.ts'

/**
 * Every table, view, macro and comment of the warehouse, in the order they are made. The migrations are additive: `create ... if not exists`
 * and `comment on`, run at every opening by another version. A number here never loses its unit: it is in the comment or in the row.
 */
const views: readonly { name: string; comment: string; sql: string; columns: readonly string[] }[] = [
  ...kinds.flatMap(({ views }) => (views === null ? [] : documentViews(views))),
  closeView,
  {
    name: 'v_facts',
    comment:
      'Facts from all reports of all companies: for a report that was read, as its document tags them; for any other, as the SEC company facts state them.',
    columns: [
      'The company, by its issuer id.',
      'The filing that states it.',
      'Name of the concept, with its prefix.',
      'Unit of the value, such as USD or USD/shares; null if it is not a number.',
      'First day of a duration; null for an instant.',
      'Last day, or the day of an instant.',
      'Axes and members of the context; null for the filer as a whole.',
      'The value, in the unit given, to eight decimals; null if it is nil or not a number.',
      'The value as filed, every digit, as text; null if it is nil.',
      'Location in the document; null if taken from company facts.',
      'The recording it comes from.',
    ],
    sql: `SELECT company, filing, concept, regexp_replace(unit, '[^/:]+:', '', 'g') AS unit, from_day, to_day, dimensions,
                 CASE WHEN unit IS NOT NULL THEN TRY_CAST(value AS DECIMAL(38,8)) END AS value, value AS text, place, recording
          FROM fact
          UNION ALL
          SELECT company, filing, concept, unit, from_day, to_day, NULL, value, rtrim(rtrim(CAST(value AS VARCHAR), '0'), '.'), NULL, r.id
          FROM company_fact JOIN recording r ON r.no = recording_no
          WHERE NOT EXISTS (SELECT 1 FROM report p WHERE p.accession = filing)`,
  },
  {
    name: 'v_company_facts',
    comment: 'Facts of companies, one row per concept, unit and period, with the value filed last and the value filed first.',
    columns: [
      'The company, by its issuer id.',
      'Name of the concept, with its prefix.',
      'Unit of both values.',
      'First day of a duration; null for an instant.',
      'Last day, or the day of an instant.',
      'The value as filed last.',
      'Day it was filed.',
      'The report that states it.',
      'The value as first filed: what was known before the last value was filed.',
      'Day it was filed.',
      'Number of reports that state a value.',
    ],
    sql: `SELECT company, concept, unit, from_day, to_day, arg_max(value, (filed, filing)) AS value, max(filed) AS filed,
                 arg_max(filing, (filed, filing)) AS filing, arg_min(value, (filed, filing)) AS first_value, min(filed) AS first_filed,
                 count(*) AS reports
          FROM company_fact GROUP BY ALL`,
  },
  {
    name: 'v_latest',
    comment:
      'The latest value of every series: one row per series, that of its newest period. The period of a month, week or quarter is its last day, such as 2026-07-31 for July 2026. For all periods see v_values.',
    columns: [
      'The series.',
      'Period the value describes: a day, or the last day of its week, month or quarter.',
      'The value.',
      'Its unit.',
      'When it became known (UTC).',
      'How the time is known.',
      'The recording.',
    ],
    sql: `SELECT series, period, value, unit, known_at, known_basis, recording FROM observation
          QUALIFY row_number() OVER (PARTITION BY series ORDER BY period DESC, version DESC) = 1`,
  },
  {
    name: 'v_values',
    comment:
      'Every period of every series with its latest value: one row per series and period, without earlier versions. The period of a month, week or quarter is its last day.',
    columns: observationTable.columns.map(([, , comment]) => comment),
    sql: `SELECT * FROM observation QUALIFY row_number() OVER (PARTITION BY series, period ORDER BY version DESC) = 1`,
  },
  {
    name: 'v_readings',
    comment: 'The reading of each metric for each day, latest version.',
    columns: readingTable.columns.map(([name, , comment]) => (name === 'version' ? 'Version.' : comment)),
    sql: `SELECT * FROM reading QUALIFY row_number() OVER (PARTITION BY metric, as_of ORDER BY version DESC) = 1`,
  },
  {
    name: 'v_quarantine',
    comment: 'Rejected data, with the URL and time of the recording that contains it, newest first.',
    columns: [
      'Hash of recording, series, rule and row.',
      'Time of the recording (UTC).',
      'Feed that rejected it.',
      'The series concerned.',
      'The rule violated.',
      'Description of the problem.',
      'The row as received.',
      'URL of the recording.',
      'The recording.',
      'True if an operator dismissed it, or the same row or body in another recording.',
    ],
    sql: `WITH refused AS (
            SELECT q.*, r.url, concat_ws('|', q.feed, q.series, q.rule, CASE WHEN q.excerpt = '' THEN r.url || r.sha256 ELSE q.excerpt END) AS what
            FROM quarantine q LEFT JOIN recording r ON r.id = q.recording)
          SELECT id, made_at, feed, series, rule, reason, excerpt, url, recording,
                 what IN (SELECT o.what FROM refused o JOIN decision d ON d.target = o.id WHERE d.verdict = 'dismiss') AS dismissed
          FROM refused ORDER BY made_at DESC, id`,
  },
  ...analystViews,
  ...companyViews,
  ...knownRowViews,
]

/** Parameter of a macro: the name under which the file is attached, where it is not the database in use. Names in a macro are those of its caller. */
const attachedAs = "attached := ''"
const tableOf = (name: string): string =>
  `query_table(CASE WHEN attached = '' THEN '' ELSE '"' || replace(attached, '"', '""') || '".main.' END || '${name}')`

/** The table observation as it stood at the end of a UTC day, one row a period; `since` is when a row counts from. */
const asKnown = (name: string, since: string): string => `${name}(day, ${attachedAs}) AS TABLE
          SELECT series, period, value, unit, known_at, known_basis, recording, vintage FROM ${tableOf('observation')}
          WHERE ${since} < CAST(day AS DATE) + INTERVAL 1 DAY
          QUALIFY row_number() OVER (PARTITION BY series, period ORDER BY version DESC) = 1`

const macros: readonly { name: string; comment: string; sql: string }[] = [
  {
    name: 'as_known',
    comment:
      "Values as known at the end of a UTC day, falling back to a later vintage (marked) if nothing else is on record: SELECT * FROM as_known(DATE '2026-07-23') WHERE series = 'VIXCLS'.",
    sql: asKnown('as_known', 'known_at'),
  },
  {
    name: 'as_known_strict',
    comment:
      "The same, excluding what was not known then: a value of a later vintage counts only from that vintage on: SELECT * FROM as_known_strict(DATE '2026-07-23') WHERE series = 'M2SL'.",
    sql: asKnown('as_known_strict', 'coalesce(vintage, known_at)'),
  },
  {
    name: 'metric_as_known',
    comment:
      "Values of metrics as known at the end of a UTC day: SELECT * FROM metric_as_known(DATE '2026-07-23') WHERE metric = 'net-liquidity'.",
    sql: `metric_as_known(day, ${attachedAs}) AS TABLE
          SELECT v.metric, v.period, v.value, m.unit, v.known_at, v.known_basis FROM (SELECT * FROM ${tableOf('metric_value')}) v JOIN (SELECT metric, unit FROM ${tableOf('metric')}) m ON m.metric = v.metric
          WHERE v.known_at < CAST(day AS DATE) + INTERVAL 1 DAY
          QUALIFY row_number() OVER (PARTITION BY v.metric, v.period ORDER BY v.version DESC) = 1 AND v.value IS NOT NULL`,
  },
  {
    name: 'company_as_known',
    comment:
      "Lines of the statements of companies as known at the end of a day in the time zone of their market, with the columns of v_company_line: SELECT * FROM company_as_known(DATE '2019-06-06') WHERE company = 'us:0001637459'.",
    sql: `company_as_known(day, ${attachedAs}) AS TABLE ${companyAsKnown(`(FROM ${tableOf('company_line')})`)}`,
  },
]

/** Tables by their name in earlier versions, whose rows they keep. */
export const formerTableNames: readonly (readonly [before: string, now: string])[] = [
  ['label', 'briefing_state'],
  ['closing', 'day_end_reading'],
]

/** All statements that make or bring up to date the schema, each idempotent. */
export function schemaStatements(): string[] {
  const statements: string[] = []
  for (const { name, comment, columns, key } of tables as readonly Table[]) {
    const parts = columns.map(([column, type]) => `${column} ${type}`)
    if (key) parts.push(`PRIMARY KEY (${key.join(', ')})`)
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${name} (${parts.join(', ')})`,
      `COMMENT ON TABLE ${name} IS ${sqlQuoted(comment)}`,
      ...columns.map(([column, , says]) => `COMMENT ON COLUMN ${name}.${column} IS ${sqlQuoted(says)}`),
    )
  }
  for (const view of views)
    statements.push(
      `CREATE OR REPLACE VIEW ${view.name} AS ${view.sql}`,
      `COMMENT ON VIEW ${view.name} IS ${sqlQuoted(view.comment)}`,
    )
  for (const macro of macros)
    statements.push(`CREATE OR REPLACE MACRO ${macro.sql}`, `COMMENT ON MACRO TABLE ${macro.name} IS ${sqlQuoted(macro.comment)}`)
  return statements
}

/** Comments of the columns of each view, by position. */
export const viewColumns: ReadonlyMap<string, readonly string[]> = new Map(views.map(({ name, columns }) => [name, columns]))

/** Comments of view columns; set once the views exist, because DuckDB names the columns itself. */
export function viewComments(columnsOf: (view: string) => readonly string[]): string[] {
  return [...viewColumns].flatMap(([view, comments]) =>
    columnsOf(view).map((column, i) => `COMMENT ON COLUMN ${view}.${column} IS ${sqlQuoted(comments[i] ?? '')}`),
  )
}
