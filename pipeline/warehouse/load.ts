import { createHash } from 'node:crypto'
import { filers } from '../../data/filers.ts'
import { series } from '../../data/series.ts'
import { releaseRule, releaseTimes } from '../calendar/release.ts'
import type { Parsed, Rejected } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { appendSightings } from './append.ts'
import { deriveFiledTotals, deriveObservations } from './derive.ts'
import {
  type ExtractionRow,
  type FiledDocument,
  filedDocuments,
  nameFilings,
  replaceExtractions,
  replaceSpans,
} from './load-filings.ts'
import { type Store, select, sqlTime } from './store.ts'

/** One recording and what its feed made of it: rows, or the reason the whole body was refused. */
export interface Load {
  readonly recording: Recording
  readonly feed: string
  readonly parsed: Parsed | { readonly refused: string; readonly reason: string }
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
      await nameFilings(store, parsed.filings, recording)
      await replaceSpans(store, parsed.spans, recording)
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
