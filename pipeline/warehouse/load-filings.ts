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

/** A figure taken from spans (`treasuries/`), as the table `extraction` keeps it. `value` is decimal text. */
export interface ExtractionRow {
  readonly accession: string
  readonly cik: string
  readonly what: string
  readonly value: string
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

/** Keeps the spans of a document. A filed document does not change: of several recordings the earliest one's spans stand. */
export async function replaceSpans(store: Store, spans: readonly SpanRow[], { id, at }: Recording): Promise<void> {
  const [first] = spans
  if (!first) return
  const [standing] = await select<{ earlier: boolean }>(
    store,
    'SELECT (r.made_at, r.id) < ($2::TIMESTAMP, $3) AS earlier FROM span s JOIN recording r ON r.id = s.recording WHERE s.accession = $1 LIMIT 1',
    [first.accession, sqlTime(at), id],
  )
  if (standing?.earlier) return
  await store.connection.run('DELETE FROM span WHERE accession = $1', [first.accession])
  const rows = spans.map(({ accession, cik, url, seq, kind, place, text, heading, context }) => ({
    accession,
    cik,
    url,
    seq,
    kind,
    place,
    text,
    heading,
    context,
  }))
  await store.connection.run(
    `INSERT INTO span SELECT *, $2 FROM (SELECT unnest(from_json($1, '[{"accession":"VARCHAR","cik":"VARCHAR","url":"VARCHAR","seq":"INTEGER","kind":"VARCHAR","place":"VARCHAR","text":"VARCHAR","heading":"VARCHAR","context":"VARCHAR"}]'), recursive := true))`,
    [JSON.stringify(rows), id],
  )
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
     ORDER BY coalesce(f.accepted_at, r.made_at), s.accession, s.seq`,
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

/** Replaces all figures taken from one filer's documents. */
export async function replaceExtractions(store: Store, cik: string, rows: readonly ExtractionRow[]): Promise<void> {
  await store.connection.run('DELETE FROM extraction WHERE cik = $1', [cik])
  const said = rows.map(({ asOf: as_of, check, ...row }) => ({ ...row, as_of, checks: JSON.stringify(check) }))
  await store.connection.run(
    `INSERT INTO extraction
     SELECT r.accession, r.cik, r.what, r.value::DECIMAL(28,8), r.unit, r.as_of::DATE, r.how, r.place, r.quote, r.checks, r.status, r.reason,
            s.url, s.recording
     FROM (SELECT unnest(from_json($1, '[{"accession":"VARCHAR","cik":"VARCHAR","what":"VARCHAR","value":"VARCHAR","unit":"VARCHAR","as_of":"VARCHAR","how":"VARCHAR","place":"VARCHAR","quote":"VARCHAR","checks":"VARCHAR","status":"VARCHAR","reason":"VARCHAR"}]'), recursive := true)) r
     JOIN (SELECT accession, any_value(url) AS url, any_value(recording) AS recording FROM span GROUP BY accession) s USING (accession)`,
    [JSON.stringify(said)],
  )
}

/** Keeps periodic reports. A filed document does not change: of several recordings the first that was loaded stands. */
export async function keepReports(store: Store, reports: readonly ReportRow[], { id }: Recording): Promise<void> {
  for (const { accession, cik, form, url, facts, texts, spans } of reports)
    await store.connection.run('INSERT INTO report VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING', [
      accession,
      cik,
      form,
      url,
      JSON.stringify(facts),
      JSON.stringify(texts),
      JSON.stringify(spans),
      id,
    ])
}
