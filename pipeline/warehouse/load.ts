import { createHash } from 'node:crypto'
import { followedFilers } from '../../data/filers.ts'
import { series } from '../../data/series.ts'
import { releaseRule, releaseTimes } from '../calendar/release.ts'
import type { Parsed, Rejected } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { appendSightings } from './append.ts'
import { verdicts } from './decisions.ts'
import { deriveFiledTotals, deriveObservations } from './derive.ts'
import {
  type ExtractionRow,
  type FiledDocument,
  filedDocuments,
  keepReports,
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
  /** Of these: bodies, and rows, that were refused and that no operator has dismissed. */
  readonly refused: number
  readonly rejected: number
}

/** All documents of one filer, with what operators said of figures, into figures. */
export type Extract = (
  documents: readonly FiledDocument[],
  said: Awaited<ReturnType<typeof verdicts>>,
) => readonly ExtractionRow[]

const filedSeries = new Map<string, string>(followedFilers.map((filer) => [filer.cik, filer.series]))

/**
 * Loads recordings in one transaction: sightings, filings, spans, quarantine, the derived tables, and the mark that they are in. A
 * recording already marked is skipped, so loading twice changes nothing; with `again` what it gave is taken out and it is loaded anew.
 */
export async function load(
  store: Store,
  loads: readonly Load[],
  extract: Extract,
  { again = false }: { again?: boolean } = {},
): Promise<LoadResult> {
  return store.transaction(async () => {
    await store.connection.run('CREATE OR REPLACE TEMP TABLE touched (series_no INTEGER, period DATE)')
    const filersTouched = new Set<string>()
    if (again) for (const { recording } of loads) for (const cik of await forget(store, recording.id)) filersTouched.add(cik)
    const known = new Set((await select<{ id: string }>(store, 'SELECT id FROM recording')).map((row) => row.id))
    const numbers = await seriesNumbers(store)
    const due = dueTimes()
    let no = Number((await select<{ no: number }>(store, 'SELECT coalesce(max(no), 0)::INTEGER AS no FROM recording'))[0]!.no)
    await store.connection.run('CREATE OR REPLACE TEMP TABLE arrived (no INTEGER)')
    let loaded = 0
    let questioned = 0
    for (const { recording, feed, parsed } of loads) {
      if (known.has(recording.id)) continue
      known.add(recording.id)
      no++
      loaded++
      const held = 'refused' in parsed
      questioned += held ? 1 : parsed.rejected.length
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
      await store.connection.run('INSERT INTO arrived VALUES ($1)', [no])
      if (held) {
        await quarantine(store, recording, feed, [{ series: null, rule: parsed.refused, reason: parsed.reason, row: '' }])
        continue
      }
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
      await keepReports(store, parsed.reports, recording)
      await quarantine(store, recording, feed, parsed.rejected)
    }
    if (loaded > 0) {
      await store.connection.run(
        `INSERT INTO touched SELECT series_no, period FROM sighting WHERE recording_no IN (SELECT no FROM arrived)
         EXCEPT SELECT series_no, period FROM touched`,
      )
      await deriveObservations(store)
    }
    const open = questioned > 0 ? await undismissed(store) : { refused: 0, rejected: 0 }
    for (const table of ['touched', 'arrived']) await store.connection.run(`DROP TABLE ${table}`)
    await extractFilers(store, filersTouched, extract)
    return { loaded, ...open }
  })
}

/** Bodies and rows of the recordings in the table `arrived` that were refused and that no operator has dismissed. */
async function undismissed(store: Store): Promise<{ refused: number; rejected: number }> {
  const [open] = await select<{ refused: number; rejected: number }>(
    store,
    `SELECT count(*) FILTER (WHERE r.status = 'held')::INTEGER AS refused, count(*) FILTER (WHERE r.status = 'loaded')::INTEGER AS rejected
     FROM v_quarantine q JOIN recording r ON r.id = q.recording
     WHERE r.no IN (SELECT no FROM arrived) AND NOT q.dismissed AND q.rule <> 'unit-change'`,
  )
  return open!
}

/** Takes the figures of every filer from its documents again, after a decision about one of them. */
export async function extractAgain(store: Store, extract: Extract): Promise<void> {
  await store.transaction(() => extractFilers(store, filedSeries.keys(), extract))
}

async function extractFilers(store: Store, ciks: Iterable<string>, extract: Extract): Promise<void> {
  const said = await verdicts(store)
  for (const cik of [...ciks].sort()) {
    const name = filedSeries.get(cik)
    if (!name) continue
    await replaceExtractions(store, cik, extract(await filedDocuments(store, cik), said))
    await deriveFiledTotals(store, { cik, series: name })
  }
}

/** Takes out what a recording gave, all but the filings it names, and gives the filers it speaks of; its periods join the table `touched`. */
async function forget(store: Store, id: string): Promise<string[]> {
  const spoken = await select<{ cik: string }>(store, 'SELECT DISTINCT cik FROM span WHERE recording = $1', [id])
  await store.connection.run(
    `INSERT INTO touched SELECT s.series_no, s.period FROM sighting s JOIN recording r ON r.no = s.recording_no WHERE r.id = $1
     EXCEPT SELECT series_no, period FROM touched`,
    [id],
  )
  await store.connection.run('DELETE FROM sighting USING recording r WHERE r.no = recording_no AND r.id = $1', [id])
  await store.connection.run('DELETE FROM span WHERE recording = $1', [id])
  await store.connection.run('DELETE FROM report WHERE recording = $1', [id])
  await store.connection.run("DELETE FROM quarantine WHERE recording = $1 AND rule <> 'unit-change'", [id])
  await store.connection.run('DELETE FROM recording WHERE id = $1', [id])
  return spoken.map(({ cik }) => cik)
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
