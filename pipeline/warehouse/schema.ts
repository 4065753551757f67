import { companyTables, companyViews } from './company-tables.ts'
import { readingColumns } from './reading-table.ts'
import { treasuryViews } from './treasury-views.ts'

/**
 * Every table, view, macro and comment of the warehouse, in the order they are made. The migrations are additive: `create ... if not exists`
 * and `comment on`, run at every opening. A number here never loses its unit: it stands in the comment or in the row.
 */
interface Table {
  readonly name: string
  readonly comment: string
  /** Column name, type and constraints, comment. */
  readonly columns: readonly (readonly [name: string, type: string, comment: string])[]
  readonly key?: string
}

const tables: readonly Table[] = [
  {
    name: 'series',
    comment: 'Registered series: one row a sequence of values of one upstream.',
    key: 'id',
    columns: [
      ['id', 'VARCHAR NOT NULL', 'Name of the series everywhere, such as WALCL or btc.PriceUSD.'],
      ['no', 'INTEGER NOT NULL UNIQUE', 'Short number of the series inside this file; says nothing outside it.'],
      ['upstream', 'VARCHAR NOT NULL', 'Organisation the series comes from.'],
      ['title', 'VARCHAR NOT NULL', 'What the series measures.'],
      ['unit', 'VARCHAR NOT NULL', 'Unit of every value of the series.'],
      ['frequency', 'VARCHAR NOT NULL', 'daily, business, weekly, monthly, on change or as filed.'],
      ['release_rule', 'VARCHAR NOT NULL', 'Rule that says when the value of a period is published.'],
      ['revised', 'VARCHAR NOT NULL', 'How often published values change: never, seldom, annually or every release.'],
      ['url', 'VARCHAR', 'Page of the series for a reader.'],
    ],
  },
  {
    name: 'recording',
    comment:
      'Raw responses that have been loaded. A row here is the mark that all rows of the recording are in; loading it again changes nothing.',
    key: 'id',
    columns: [
      ['id', 'VARCHAR NOT NULL', 'sha-256 of address, time and body: the recording.'],
      ['no', 'INTEGER NOT NULL UNIQUE', 'Short number of the recording inside this file; says nothing outside it.'],
      ['feed', 'VARCHAR NOT NULL', 'Feed that parsed it.'],
      ['url', 'VARCHAR NOT NULL', 'Address it came from, without credentials.'],
      ['made_at', 'TIMESTAMP NOT NULL', 'When it was made (UTC); 23:59:59 where only the day is known.'],
      ['sha256', 'VARCHAR NOT NULL', 'Hash of the body: its key in the store of recordings.'],
      ['bytes', 'BIGINT NOT NULL', 'Size of the body in bytes.'],
      ['sample', 'BOOLEAN NOT NULL', 'True when it was made by the sample feeds: SAMPLE DATA.'],
      ['status', 'VARCHAR NOT NULL', 'loaded, or held when the whole body was refused; the reason stands in quarantine.'],
    ],
  },
  {
    name: 'sighting',
    comment:
      'Every value as every recording showed it, append only. The table observation is derived from it, so the order of loading does not matter.',
    columns: [
      ['series_no', 'INTEGER NOT NULL', 'The series (series.no).'],
      ['period', 'DATE NOT NULL', 'What the value is about: a day, or the last day of its week, month or quarter.'],
      ['value', 'DOUBLE NOT NULL', 'The value in the unit of its series.'],
      ['stated_at', 'TIMESTAMP NOT NULL', 'When the value was published, or else when it was seen (UTC).'],
      ['published', 'BOOLEAN NOT NULL', 'True when the source itself states the time of publication.'],
      ['due_at', 'TIMESTAMP NOT NULL', 'When the value of this period was due by the release rule (UTC).'],
      ['recording_no', 'INTEGER NOT NULL', 'The recording that shows it (recording.no).'],
    ],
  },
  {
    name: 'observation',
    comment:
      'Values of series with the moment each became known: one row a sighting that changed the value. Use as_known(day) to see a past day, as_known_strict(day) without later vintages.',
    columns: [
      ['series', 'VARCHAR NOT NULL', 'The series (series.id).'],
      ['period', 'DATE NOT NULL', 'What the value is about: a day, or the last day of its week, month or quarter.'],
      ['value', 'DOUBLE NOT NULL', 'The value in the unit beside it.'],
      ['unit', 'VARCHAR NOT NULL', 'Unit of the value.'],
      ['known_at', 'TIMESTAMP NOT NULL', 'When the value became known (UTC).'],
      [
        'known_basis',
        'VARCHAR NOT NULL',
        'filed: the source states the time; reported: we saw it then; deadline: assumed by the release rule.',
      ],
      ['recording', 'VARCHAR NOT NULL', 'The recording it comes from (recording.id).'],
      ['version', 'INTEGER NOT NULL', '1 for the first value of a period, then one more for each revision.'],
      [
        'vintage',
        'TIMESTAMP',
        'Set where the series is revised and this value was first seen long after it was due: when that was (UTC). What was published at known_at may have been another value.',
      ],
    ],
  },
  {
    name: 'filing',
    comment: 'Filed reports as the indexes of the SEC and the lists of EDINET name them.',
    key: 'accession',
    columns: [
      ['accession', 'VARCHAR NOT NULL', 'Accession number with dashes; of EDINET the document id.'],
      ['cik', 'VARCHAR NOT NULL', 'Filer: CIK, ten digits; of EDINET its code.'],
      [
        'form',
        'VARCHAR NOT NULL',
        'Form type, such as 8-K; of EDINET the code of the document type: 120 annual, 160 semi-annual, 130 and 170 amended.',
      ],
      ['filing_date', 'DATE NOT NULL', 'Filing date as the SEC gives it; of EDINET the day in Tokyo.'],
      ['report_date', 'DATE', 'Date of the event or period reported.'],
      ['accepted_at', 'TIMESTAMP NOT NULL', 'Acceptance (UTC); the clock of the SEC read as New York time: never too early.'],
      ['items', 'VARCHAR NOT NULL', '8-K items, comma separated.'],
      ['url', 'VARCHAR NOT NULL', 'Address of the primary document; of EDINET of its viewer.'],
      ['named_at', 'TIMESTAMP NOT NULL', 'When the newest recording that names the filing was made (UTC).'],
      ['recording', 'VARCHAR NOT NULL', 'That recording.'],
    ],
  },
  {
    name: 'withdrawal',
    comment: 'Filings that a list names as withdrawn: what they say stands no longer from the first such recording on.',
    key: 'accession, recording',
    columns: [
      ['accession', 'VARCHAR NOT NULL', 'The filing.'],
      ['recording', 'VARCHAR NOT NULL', 'A recording that says so.'],
    ],
  },
  {
    name: 'span',
    comment: 'Table cells and sentences of filed documents, each with its place, as the readers of filings found them.',
    columns: [
      ['accession', 'VARCHAR NOT NULL', 'The filing.'],
      ['cik', 'VARCHAR NOT NULL', 'Filer, ten digits.'],
      ['url', 'VARCHAR NOT NULL', 'Address of the document.'],
      ['seq', 'INTEGER NOT NULL', 'Position among the spans of the document, from 0.'],
      ['kind', 'VARCHAR NOT NULL', 'cell or sentence.'],
      ['place', 'VARCHAR NOT NULL', 'Where it stands in the document, counted from 1.'],
      ['text', 'VARCHAR NOT NULL', 'The text as filed.'],
      ['heading', 'VARCHAR NOT NULL', 'Header cells above it, or the heading before it.'],
      ['context', 'VARCHAR NOT NULL', 'For a cell: the caption of its table and the first cell of its row.'],
      ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
    ],
  },
  {
    name: 'extraction',
    comment: 'Figures taken from filings, each with the checks it passed or failed. A held one is never served.',
    columns: [
      ['accession', 'VARCHAR NOT NULL', 'The filing.'],
      ['cik', 'VARCHAR NOT NULL', 'Filer: CIK, ten digits; of EDINET its code.'],
      [
        'what',
        'VARCHAR NOT NULL',
        'bitcoin-total, told by a current report; bitcoin-at-period-end, by a periodic one; periodic-report: it could not be read.',
      ],
      ['value', 'DECIMAL(28,8)', 'The figure in the unit beside it; null for a report that could not be read.'],
      ['unit', 'VARCHAR NOT NULL', 'Unit of the figure; empty where there is none.'],
      ['as_of', 'DATE NOT NULL', 'Day the figure is stated for; of a report that could not be read, the day of its filing.'],
      ['how', 'VARCHAR NOT NULL', 'table or sentence; of tags dimension (a member names the coin), tag, or custom tag.'],
      ['place', 'VARCHAR NOT NULL', 'Where it stands in the document.'],
      ['quote', 'VARCHAR NOT NULL', 'The words or cells it was read from.'],
      ['checks', 'VARCHAR NOT NULL', 'The checks as JSON: name, passed, detail.'],
      ['status', 'VARCHAR NOT NULL', 'served; held for review; or rejected by an operator.'],
      ['reason', 'VARCHAR', 'Why it is held or rejected.'],
      ['url', 'VARCHAR NOT NULL', 'Address of the document.'],
      ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
    ],
  },
  {
    name: 'quarantine',
    comment: 'Bodies and rows that were refused, with the rule and the reason. Nothing is lost: the recording holds the bytes.',
    key: 'id',
    columns: [
      ['id', 'VARCHAR NOT NULL', 'Hash of recording, series, rule and row.'],
      ['recording', 'VARCHAR NOT NULL', 'The recording it stands in.'],
      ['feed', 'VARCHAR NOT NULL', 'Feed that refused it.'],
      ['series', 'VARCHAR', 'The series concerned, where one is known.'],
      ['rule', 'VARCHAR NOT NULL', 'Rule it breaks, such as range, number, unit-change, body.'],
      ['reason', 'VARCHAR NOT NULL', 'What is wrong, in words.'],
      ['excerpt', 'VARCHAR NOT NULL', 'The row as sent, at most 500 characters.'],
      ['made_at', 'TIMESTAMP NOT NULL', 'When the recording was made (UTC).'],
    ],
  },
  {
    name: 'decision',
    comment: 'Decisions of operators about what was refused or held, as the files of the inbox say them.',
    key: 'id',
    columns: [
      ['id', 'VARCHAR NOT NULL', 'Name of its file in the inbox.'],
      ['kind', 'VARCHAR NOT NULL', 'quarantine: a row of that table; recording: all of it; review: a figure of a filing.'],
      ['target', 'VARCHAR NOT NULL', 'quarantine.id, recording.id, or filing/figure/day/value.'],
      ['verdict', 'VARCHAR NOT NULL', 'dismiss, replay, accept or reject.'],
      ['who', 'VARCHAR NOT NULL', 'Who decided.'],
      ['decided_at', 'TIMESTAMP NOT NULL', 'When it was decided (UTC).'],
      ['why', 'VARCHAR NOT NULL', 'The reason given; empty where none was.'],
      ['applied_at', 'TIMESTAMP NOT NULL', 'When it was first applied (UTC).'],
    ],
  },
]

/** Kept apart from what recordings give: what was said, day by day. */
const reading: Table = {
  name: 'reading',
  comment: 'What was said about each metric on each day, every version of it. Use v_readings for the newest.',
  key: 'metric, as_of, version',
  columns: [
    ...readingColumns,
    ['computed_at', 'TIMESTAMP NOT NULL', 'Logical time of the run that computed it (UTC).'],
    [
      'version',
      'INTEGER NOT NULL',
      '1 for what was said first, then one more whenever the same day was computed to something else.',
    ],
  ],
}

/** The same of the treasuries. */
const treasury: Table = {
  name: 'treasury',
  comment:
    'What was said of the treasury of each company on each day, every version of it. Use v_treasuries, v_holdings, v_financing, v_mnav and v_adjudications.',
  key: 'ticker, as_of, version',
  columns: [
    ['ticker', 'VARCHAR NOT NULL', 'The company.'],
    ['as_of', 'DATE NOT NULL', 'Day the document is of, as known at its end (UTC).'],
    ['said', 'VARCHAR NOT NULL', 'What was said (treasury_document.id).'],
    ['computed_at', 'TIMESTAMP NOT NULL', 'Logical time of the run that computed it (UTC).'],
    [
      'version',
      'INTEGER NOT NULL',
      '1 for what was said first, then one more whenever the same day was computed to something else.',
    ],
  ],
}

/** Kept once: what is said of a company on one day is on most days what was said the day before. */
const treasuryDocument: Table = {
  name: 'treasury_document',
  comment: 'Everything ever said of the treasury of a company, once each. The table treasury says of which days.',
  key: 'id',
  columns: [
    ['id', 'VARCHAR NOT NULL', 'sha-256 of the document.'],
    ['document', 'JSON NOT NULL', 'The document as served, but for its day and its stamps.'],
  ],
}

/** What is worked out of the tables above and kept so that the next run goes on from it. A row counts as long as its inputs are the same. */
const dayTables: readonly Table[] = [
  {
    name: 'label',
    comment:
      'The state of each briefing on each day that was looked at, as known and judged at its end. Made again where a late row changes it.',
    key: 'briefing, as_of',
    columns: [
      ['briefing', 'VARCHAR NOT NULL', 'The briefing.'],
      ['as_of', 'DATE NOT NULL', 'The day, as known at its end (UTC).'],
      ['label', 'VARCHAR NOT NULL', 'Its state; unknown where it could not be judged.'],
      ['inputs', 'VARCHAR NOT NULL', 'Hash of every row it follows from, and of the method.'],
    ],
  },
  {
    name: 'closing',
    comment:
      'How each metric stood at the end of recent days, as known then: what changes are told against. Made again where a late row changes it.',
    key: 'metric, as_of',
    columns: [
      ['metric', 'VARCHAR NOT NULL', 'The metric.'],
      ['as_of', 'DATE NOT NULL', 'The day, as known at its end (UTC).'],
      ['period', 'DATE', 'What the value is about; null where nothing was known.'],
      ['value', 'DOUBLE', 'The value in the unit of the metric.'],
      ['signal', 'VARCHAR', 'bullish, bearish or neutral.'],
      ['momentum', 'VARCHAR', 'accelerating, steady, decelerating or reversing.'],
      ['inputs', 'VARCHAR NOT NULL', 'Hash of every row it follows from, and of the method.'],
    ],
  },
  {
    name: 'metric_past',
    comment: 'How far the past of each metric has been walked, and what it gave: the next run walks on from there.',
    key: 'metric',
    columns: [
      ['metric', 'VARCHAR NOT NULL', 'The metric.'],
      ['entries', 'INTEGER NOT NULL', 'Values walked, oldest first.'],
      ['inputs', 'VARCHAR NOT NULL', 'Hash of these values, and of the method.'],
      [
        'state',
        'VARCHAR NOT NULL',
        'JSON: signals whose outcome is open, hit rates by kind of day, sums of scores and outcomes by block of 180 days.',
      ],
    ],
  },
]

/** Reports are kept as their reader found them: what is read from them follows from this row alone. */
const report: Table = {
  name: 'report',
  comment: 'Periodic reports with what their own tags say. The view v_facts has a row a fact.',
  key: 'accession',
  columns: [
    ['accession', 'VARCHAR NOT NULL', 'The filing.'],
    ['cik', 'VARCHAR NOT NULL', 'Filer: CIK, ten digits; of EDINET its code.'],
    ['form', 'VARCHAR NOT NULL', 'Form, as its cover says.'],
    ['url', 'VARCHAR NOT NULL', 'Address of the document.'],
    ['facts', 'JSON NOT NULL', 'Every tagged value, with its context, unit and place.'],
    ['texts', 'JSON NOT NULL', 'Notes on debt, equity and bitcoin, as text.'],
    ['spans', 'JSON NOT NULL', 'Passages on bitcoin.'],
    ['recording', 'VARCHAR NOT NULL', 'The recording it comes from.'],
  ],
}

const views: readonly { name: string; comment: string; sql: string; columns: readonly string[] }[] = [
  ...treasuryViews,
  ...companyViews,
  {
    name: 'v_facts',
    comment: 'Tagged values of periodic reports, one a row.',
    columns: [
      'The filing.',
      'Filer, ten digits.',
      'Name of the concept, with its prefix as filed.',
      'The value as filed, scale and sign applied; null where it is nil.',
      'Its unit; null for what is no number.',
      'First day of a duration; null for an instant.',
      'Last day, or the day of an instant.',
      'Axes and members of the context, as JSON.',
    ],
    sql: `SELECT accession, cik, fact ->> '$.concept' AS concept, fact ->> '$.value' AS value, fact ->> '$.unit' AS unit,
                 fact ->> '$.context.start' AS from_day, fact ->> '$.context.end' AS to_day, fact -> '$.context.dimensions' AS dimensions
          FROM (SELECT accession, cik, unnest(CAST(facts AS JSON[])) AS fact FROM report)`,
  },
  {
    name: 'v_latest',
    comment: 'The newest value of every series as it stands now.',
    columns: [
      'The series.',
      'What the value is about.',
      'The value.',
      'Its unit.',
      'When it became known (UTC).',
      'How that is known.',
      'The recording.',
    ],
    sql: `SELECT series, period, value, unit, known_at, known_basis, recording FROM observation
          QUALIFY row_number() OVER (PARTITION BY series ORDER BY period DESC, version DESC) = 1`,
  },
  {
    name: 'v_readings',
    comment: 'What was said about each metric on each day: the newest version.',
    columns: [...readingColumns.map(([, , comment]) => comment), 'Logical time of the run that computed it (UTC).', 'Version.'],
    sql: `SELECT * FROM reading QUALIFY row_number() OVER (PARTITION BY metric, as_of ORDER BY version DESC) = 1`,
  },
  {
    name: 'v_quarantine',
    comment: 'What was refused, with the address and time of the recording it stands in, newest first.',
    columns: [
      'Hash of recording, series, rule and row.',
      'When the recording was made (UTC).',
      'Feed that refused it.',
      'The series concerned.',
      'Rule it breaks.',
      'What is wrong, in words.',
      'The row as sent.',
      'Address of the recording.',
      'The recording.',
      'True when an operator dismissed it, or the same row or body in another recording.',
    ],
    sql: `WITH refused AS (
            SELECT q.*, r.url, concat_ws('|', q.feed, q.series, q.rule, CASE WHEN q.excerpt = '' THEN r.url || r.sha256 ELSE q.excerpt END) AS what
            FROM quarantine q LEFT JOIN recording r ON r.id = q.recording)
          SELECT id, made_at, feed, series, rule, reason, excerpt, url, recording,
                 what IN (SELECT o.what FROM refused o JOIN decision d ON d.target = o.id WHERE d.verdict = 'dismiss') AS dismissed
          FROM refused ORDER BY made_at DESC, id`,
  },
  {
    name: 'v_sources',
    comment: 'Which recordings each series rests on: how many, the first and the newest.',
    columns: [
      'The series.',
      'Recordings that changed it.',
      'First of them (UTC).',
      'Newest of them (UTC).',
      'Address of the newest.',
    ],
    sql: `SELECT o.series, count(DISTINCT r.id) AS recordings, min(r.made_at) AS first_at, max(r.made_at) AS newest_at, arg_max(r.url, r.made_at) AS newest_url
          FROM observation o JOIN recording r ON r.id = o.recording GROUP BY o.series`,
  },
]

/** The table observation as it stood at the end of a UTC day, one row a period; `since` is when a row counts from. */
const asKnown = (name: string, since: string): string => `${name}(day) AS TABLE
          SELECT series, period, value, unit, known_at, known_basis, recording, vintage FROM observation
          WHERE ${since} < CAST(day AS DATE) + INTERVAL 1 DAY
          QUALIFY row_number() OVER (PARTITION BY series, period ORDER BY version DESC) = 1`

const macros: readonly { name: string; comment: string; sql: string }[] = [
  {
    name: 'as_known',
    comment:
      "Values as they were known at the end of a UTC day, a later vintage (marked) where nothing else is on record: SELECT * FROM as_known(DATE '2026-07-23') WHERE series = 'VIXCLS'.",
    sql: asKnown('as_known', 'known_at'),
  },
  {
    name: 'as_known_strict',
    comment:
      "The same without what was not known then: a value of a later vintage counts from that vintage on: SELECT * FROM as_known_strict(DATE '2026-07-23') WHERE series = 'M2SL'.",
    sql: asKnown('as_known_strict', 'coalesce(vintage, known_at)'),
  },
]

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** All statements that make or bring up to date the schema, each idempotent. */
export function schemaStatements(): string[] {
  const statements: string[] = []
  const made: readonly Table[] = [...tables, reading, treasury, treasuryDocument, ...dayTables, report, ...companyTables]
  for (const table of made) {
    const columns = table.columns.map(([name, type]) => `${name} ${type}`)
    if (table.key) columns.push(`PRIMARY KEY (${table.key})`)
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${table.name} (${columns.join(', ')})`,
      `COMMENT ON TABLE ${table.name} IS ${quoted(table.comment)}`,
    )
    for (const [name, , comment] of table.columns)
      statements.push(`COMMENT ON COLUMN ${table.name}.${name} IS ${quoted(comment)}`)
  }
  for (const view of views)
    statements.push(
      `CREATE OR REPLACE VIEW ${view.name} AS ${view.sql}`,
      `COMMENT ON VIEW ${view.name} IS ${quoted(view.comment)}`,
    )
  for (const macro of macros)
    statements.push(`CREATE OR REPLACE MACRO ${macro.sql}`, `COMMENT ON MACRO TABLE ${macro.name} IS ${quoted(macro.comment)}`)
  return statements
}

/** Comments of view columns by position; set once the views exist, because DuckDB names the columns itself. */
export function viewComments(columnsOf: (view: string) => readonly string[]): string[] {
  return views.flatMap((view) =>
    columnsOf(view.name).map((column, i) => `COMMENT ON COLUMN ${view.name}.${column} IS ${quoted(view.columns[i] ?? '')}`),
  )
}

export const viewNames: readonly string[] = views.map((view) => view.name)
