import type { FilingRow, ReportRow, SpanRow } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { type Store, select, sqlTime } from './store.ts'

/** A filed document as the readers left it, with its filing's dates where an index names it. */
export interface FiledDocument {
  readonly accession: string
  readonly filingDate: string | null
  readonly acceptedAt: string | null
  readonly recording: string
  readonly spans: readonly SpanRow[]
}

/** A figure taken from a filing (`treasuries/`), as the table `extraction` keeps it. `value` is decimal text. */
export interface ExtractionRow {
  readonly accession: string
  readonly cik: string
  readonly what: string
  /** Null where what the filing states could not be read. */
  readonly value: string | null
  readonly unit: string
  readonly asOf: string
  readonly how: string
  readonly place: string
  readonly quote: string
  readonly check: readonly { readonly name: string; readonly passed: boolean; readonly detail: string }[]
  readonly status: 'served' | 'held' | 'rejected'
  readonly reason: string | null
}

/**
 * Keeps what an index of filings says of each. Where several recordings name a filing the newest one's words stand, whichever was loaded
 * first, and the earliest acceptance of all: each is read as never too early, so the earliest is the closest.
 */
export async function nameFilings(store: Store, filings: readonly FilingRow[], { id, at }: Recording): Promise<void> {
  if (filings.length === 0) return
  const rows = filings.map((row) => ({
    accession: row.accession,
    cik: row.cik,
    form: row.form,
    filing_date: row.filingDate,
    report_date: row.reportDate,
    accepted_at: sqlTime(row.acceptedAt),
    items: row.items.join(','),
    url: row.url,
  }))
  const newer = '(excluded.named_at, excluded.recording) >= (filing.named_at, filing.recording)'
  const columns = ['cik', 'form', 'filing_date', 'report_date', 'items', 'url', 'named_at', 'recording']
  await store.connection.run(
    `INSERT INTO filing SELECT accession, cik, form, filing_date::DATE, report_date::DATE, accepted_at::TIMESTAMP, items, url, $2::TIMESTAMP, $3
     FROM (SELECT unnest(from_json($1, '[{"accession":"VARCHAR","cik":"VARCHAR","form":"VARCHAR","filing_date":"VARCHAR","report_date":"VARCHAR","accepted_at":"VARCHAR","items":"VARCHAR","url":"VARCHAR"}]'), recursive := true))
     ON CONFLICT (accession) DO UPDATE SET accepted_at = least(filing.accepted_at, excluded.accepted_at),
       ${columns.map((column) => `${column} = CASE WHEN ${newer} THEN excluded.${column} ELSE filing.${column} END`).join(', ')}`,
    [JSON.stringify(rows), sqlTime(at), id],
  )
}

/** The spans one recording gives. */
interface RecordedSpans {
  readonly recording: Recording
  readonly spans: readonly SpanRow[]
}

/**
 * Keeps the spans of documents. A filed document does not change: of several recordings what the earliest one gave stands, whichever was
 * loaded first.
 */
export async function replaceSpans(store: Store, recorded: readonly RecordedSpans[]): Promise<void> {
  const rows = recorded.flatMap(({ recording: { id, at }, spans }) =>
    spans.map(({ accession, cik, url, seq, kind, place, text, heading, context }) => ({
      accession,
      cik,
      url,
      seq,
      kind,
      place,
      text,
      heading,
      context,
      recording: id,
      made_at: sqlTime(at),
    })),
  )
  if (rows.length === 0) return
  await store.connection.run(
    `CREATE OR REPLACE TEMP TABLE arrived AS
     WITH said AS (SELECT unnest(from_json($1, '[{"accession":"VARCHAR","cik":"VARCHAR","url":"VARCHAR","seq":"INTEGER","kind":"VARCHAR","place":"VARCHAR","text":"VARCHAR","heading":"VARCHAR","context":"VARCHAR","recording":"VARCHAR","made_at":"VARCHAR"}]'), recursive := true)),
          standing AS (SELECT s.accession, s.url, min((r.made_at, r.id)) AS made FROM span s JOIN recording r ON r.id = s.recording
                       WHERE s.accession IN (SELECT accession FROM said) GROUP BY ALL)
     SELECT said.* EXCLUDE (made_at) FROM said LEFT JOIN standing USING (accession, url)
     WHERE standing.made IS NULL OR standing.made >= (said.made_at::TIMESTAMP, said.recording)
     QUALIFY (said.made_at::TIMESTAMP, said.recording) = min((said.made_at::TIMESTAMP, said.recording)) OVER (PARTITION BY accession, url)`,
    [JSON.stringify(rows)],
  )
  await store.connection.run('DELETE FROM span USING arrived a WHERE span.accession = a.accession AND span.url = a.url')
  await store.connection.run('INSERT INTO span FROM arrived')
  await store.connection.run('DROP TABLE arrived')
}

/** Documents of one filer, oldest first, for `extract`. */
export async function filedDocuments(store: Store, cik: string): Promise<FiledDocument[]> {
  const rows = await select<
    SpanRow & { recording: string; filing_date: string | null; accepted_at: string | null } & Record<
        string,
        string | number | null
      >
  >(
    store,
    `SELECT s.accession, s.cik, s.url, s.seq, s.kind, s.place, s.text, s.heading, s.context, s.recording,
            CAST(f.filing_date AS VARCHAR) AS filing_date, strftime(f.accepted_at, '%Y-%m-%dT%H:%M:%SZ') AS accepted_at
     FROM span s LEFT JOIN filing f ON f.accession = s.accession JOIN recording r ON r.id = s.recording WHERE s.cik = $1
     ORDER BY coalesce(f.accepted_at, r.made_at), s.accession, s.url, s.seq`,
    [cik],
  )
  const documents = new Map<
    string,
    { accession: string; filingDate: string | null; acceptedAt: string | null; recording: string; spans: SpanRow[] }
  >()
  for (const { recording, filing_date: filingDate, accepted_at: acceptedAt, ...span } of rows) {
    let document = documents.get(span.accession)
    if (!document) {
      document = { accession: span.accession, filingDate, acceptedAt, recording, spans: [] }
      documents.set(span.accession, document)
    }
    document.spans.push(span)
  }
  return [...documents.values()]
}

/** What is taken from periodic reports: a count, and a report that could not be read. */
const reportFigures = '[bitcoin-at-period-end,periodic-report]'

/** Replaces all figures taken from the passages of one filer's documents. */
export async function replaceExtractions(store: Store, cik: string, rows: readonly ExtractionRow[]): Promise<void> {
  await store.connection.run('DELETE FROM extraction WHERE cik = $1 AND what NOT IN (SELECT unnest($2::VARCHAR[]))', [
    cik,
    reportFigures,
  ])
  await keepExtractions(store, 'span', rows)
}

/** Replaces all figures taken from the periodic reports of all filers. */
export async function replaceReportFigures(store: Store, rows: readonly ExtractionRow[]): Promise<void> {
  await store.transaction(async () => {
    await store.connection.run('DELETE FROM extraction WHERE what IN (SELECT unnest($1::VARCHAR[]))', [reportFigures])
    await keepExtractions(store, 'report', rows)
  })
}

/** The document a figure was read in: that of its passage, or the one of its report. */
const origin = {
  span: '(SELECT accession, place, any_value(url) AS url, any_value(recording) AS recording FROM span GROUP BY ALL) s USING (accession, place)',
  report: 'report s USING (accession)',
} as const

async function keepExtractions(store: Store, table: 'span' | 'report', rows: readonly ExtractionRow[]): Promise<void> {
  const said = rows.map(({ asOf: as_of, check, ...row }) => ({ ...row, as_of, checks: JSON.stringify(check) }))
  await store.connection.run(
    `INSERT INTO extraction
     SELECT r.accession, r.cik, r.what, r.value::DECIMAL(28,8), r.unit, r.as_of::DATE, r.how, r.place, r.quote, r.checks, r.status, r.reason,
            s.url, s.recording
     FROM (SELECT unnest(from_json($1, '[{"accession":"VARCHAR","cik":"VARCHAR","what":"VARCHAR","value":"VARCHAR","unit":"VARCHAR","as_of":"VARCHAR","how":"VARCHAR","place":"VARCHAR","quote":"VARCHAR","checks":"VARCHAR","status":"VARCHAR","reason":"VARCHAR"}]'), recursive := true)) r
     JOIN ${origin[table]}`,
    [JSON.stringify(said)],
  )
}

/** Keeps periodic reports, likewise. */
export async function keepReports(store: Store, reports: readonly ReportRow[], { id, at }: Recording): Promise<void> {
  for (const { accession, cik, form, url, facts, texts, spans } of reports)
    await store.connection.run(
      `INSERT OR REPLACE INTO report SELECT $1, $2, $3, $4, $5, $6, $7, $8
       WHERE NOT EXISTS (SELECT 1 FROM report p JOIN recording r ON r.id = p.recording
                         WHERE p.accession = $1 AND (r.made_at, r.id) < ($9::TIMESTAMP, $8))`,
      [accession, cik, form, url, JSON.stringify(facts), JSON.stringify(texts), JSON.stringify(spans), id, sqlTime(at)],
    )
}
