import { createHash } from 'node:crypto'
import { filers } from '../../data/filers.ts'
import { series } from '../../data/series.ts'
import { releaseRule, releaseTimes } from '../calendar/release.ts'
import type { FilingRow, Parsed, Rejected, SpanRow } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { appendSightings } from './append.ts'
import { deriveFiledTotals, deriveObservations } from './derive.ts'
import { type Store, select } from './store.ts'

/** One recording and what its feed made of it: rows, or the reason the whole body was refused. */
export interface Load {
  readonly recording: Recording
  readonly feed: string
  readonly parsed: Parsed | { readonly refused: string; readonly reason: string }
}

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
  readonly status: 'served' | 'held'
  readonly reason: string | null
}

export interface LoadResult {
  /** Recordings that were new; the others had been loaded before and changed nothing. */
  readonly loaded: number
  readonly refused: number
  readonly rejected: number
}

const filedSeries = new Map<string, string>(filers.map((filer) => [filer.cik, filer.series]))

/**
 * Loads recordings in one transaction: sightings, filings, spans, quarantine, the derived tables, and the mark that they are in. A
 * recording already marked is skipped, so loading twice changes nothing. `extract` turns all documents of one filer into figures.
 */
export async function load(
  store: Store,
  loads: readonly Load[],
  extract: (documents: readonly FiledDocument[]) => readonly ExtractionRow[],
): Promise<LoadResult> {
  return store.transaction(async () => {
    const known = new Set((await select<{ id: string }>(store, 'SELECT id FROM recording')).map((row) => row.id))
    const numbers = await seriesNumbers(store)
    const due = dueTimes()
    let no = Number((await select<{ no: number }>(store, 'SELECT coalesce(max(no), 0)::INTEGER AS no FROM recording'))[0]!.no)
    await store.connection.run('CREATE OR REPLACE TEMP TABLE arrived (no INTEGER)')
    const filersTouched = new Set<string>()
    let loaded = 0
    let refused = 0
    let rejected = 0
    for (const { recording, feed, parsed } of loads) {
      if (known.has(recording.id)) continue
      known.add(recording.id)
      no++
      loaded++
      const held = 'refused' in parsed
      await store.connection.run('INSERT INTO recording VALUES ($1, $2, $3, $4, $5::TIMESTAMP, $6, $7, $8, $9)', [
        recording.id,
        no,
        feed,
        recording.url,
        sqlTime(recording.at),
        recording.sha256,
        recording.bytes,
        recording.sample,
        held ? 'held' : 'loaded',
      ])
      if (held) {
        refused++
        await quarantine(store, recording, feed, [{ series: null, rule: parsed.refused, reason: parsed.reason, row: '' }])
        continue
      }
      await store.connection.run('INSERT INTO arrived VALUES ($1)', [no])
      await appendSightings(
        store,
        parsed.sightings,
        no,
        (id) => numbers.get(id)!,
        (id, period) => due.get(id)!(period),
      )
      for (const filing of parsed.filings) filersTouched.add(filing.cik)
      for (const span of parsed.spans) filersTouched.add(span.cik)
      await upsertFilings(store, parsed.filings)
      await replaceSpans(store, parsed.spans, recording.id)
      await quarantine(store, recording, feed, parsed.rejected)
      rejected += parsed.rejected.length
    }
    if (loaded > 0) {
      await store.connection.run(
        'CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT series_no, period FROM sighting WHERE recording_no IN (SELECT no FROM arrived)',
      )
      await deriveObservations(store)
      await store.connection.run('DROP TABLE touched')
    }
    await store.connection.run('DROP TABLE arrived')
    for (const cik of [...filersTouched].sort()) {
      const name = filedSeries.get(cik)
      if (!name) continue
      await replaceExtractions(store, cik, extract(await filedDocuments(store, cik)))
      await deriveFiledTotals(store, { cik, series: name })
    }
    return { loaded, refused, rejected }
  })
}

/** Documents of one filer, oldest first, for `extract`. */
async function filedDocuments(store: Store, cik: string): Promise<FiledDocument[]> {
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

async function seriesNumbers(store: Store): Promise<ReadonlyMap<string, number>> {
  return new Map((await select<{ id: string; no: number }>(store, 'SELECT id, no FROM series')).map((row) => [row.id, row.no]))
}

function dueTimes(): ReadonlyMap<string, (period: number) => number> {
  const byRule = new Map<string, (period: number) => number>()
  return new Map(
    series.map((row) => {
      const times = byRule.get(row.rule) ?? releaseTimes(releaseRule(row.rule))
      byRule.set(row.rule, times)
      return [row.id, times]
    }),
  )
}

async function upsertFilings(store: Store, filings: readonly FilingRow[]): Promise<void> {
  if (filings.length === 0) return
  await store.connection.run(
    `INSERT INTO filing SELECT accession, cik, form, filing_date::DATE, report_date::DATE, accepted_at::TIMESTAMP, items, url
     FROM (SELECT unnest(from_json($1, '[{"accession":"VARCHAR","cik":"VARCHAR","form":"VARCHAR","filing_date":"VARCHAR","report_date":"VARCHAR","accepted_at":"VARCHAR","items":"VARCHAR","url":"VARCHAR"}]'), recursive := true))
     ON CONFLICT (accession) DO UPDATE SET accepted_at = least(accepted_at, excluded.accepted_at)`,
    [
      JSON.stringify(
        filings.map((row) => ({
          accession: row.accession,
          cik: row.cik,
          form: row.form,
          filing_date: row.filingDate,
          report_date: row.reportDate,
          accepted_at: sqlTime(row.acceptedAt),
          items: row.items.join(','),
          url: row.url,
        })),
      ),
    ],
  )
}

async function replaceSpans(store: Store, spans: readonly SpanRow[], recording: string): Promise<void> {
  if (spans.length === 0) return
  await store.connection.run('DELETE FROM span WHERE accession = $1', [spans[0]!.accession])
  await store.connection.run(
    `INSERT INTO span SELECT *, $2 FROM (SELECT unnest(from_json($1, '[{"accession":"VARCHAR","cik":"VARCHAR","url":"VARCHAR","seq":"INTEGER","kind":"VARCHAR","place":"VARCHAR","text":"VARCHAR","heading":"VARCHAR","context":"VARCHAR"}]'), recursive := true))`,
    [
      JSON.stringify(
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
        })),
      ),
      recording,
    ],
  )
}

async function replaceExtractions(store: Store, cik: string, rows: readonly ExtractionRow[]): Promise<void> {
  await store.connection.run('DELETE FROM extraction WHERE cik = $1', [cik])
  for (const row of rows)
    await store.connection.run(
      `INSERT INTO extraction SELECT $1, $2, $3, $4::DECIMAL(28,8), $5, $6::DATE, $7, $8, $9, $10, $11, $12, any_value(url), any_value(recording)
       FROM span WHERE accession = $1`,
      [
        row.accession,
        row.cik,
        row.what,
        row.value,
        row.unit,
        row.asOf,
        row.how,
        row.place,
        row.quote,
        JSON.stringify(row.check),
        row.status,
        row.reason,
      ],
    )
}

async function quarantine(store: Store, recording: Recording, feed: string, rejected: readonly Rejected[]): Promise<void> {
  if (rejected.length === 0) return
  const rows = rejected.map((row) => ({
    id: createHash('sha256')
      .update([recording.id, row.series ?? '', row.rule, row.reason, row.row].join('\n'))
      .digest('hex'),
    series: row.series,
    rule: row.rule,
    reason: row.reason,
    excerpt: row.row,
  }))
  await store.connection.run(
    `INSERT INTO quarantine SELECT id, $2, $3, series, rule, reason, excerpt, $4::TIMESTAMP
     FROM (SELECT unnest(from_json($1, '[{"id":"VARCHAR","series":"VARCHAR","rule":"VARCHAR","reason":"VARCHAR","excerpt":"VARCHAR"}]'), recursive := true))
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows), recording.id, feed, sqlTime(recording.at)],
  )
}

const sqlTime = (time: string): string => time.replace('T', ' ').replace('Z', '')
