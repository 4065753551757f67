import { companies } from '../../data/companies.ts'
import { series } from '../../data/series.ts'
import { releaseRule, releaseTimes } from '../calendar/release.ts'
import type { Parsed } from '../feeds/feed.ts'
import type { Recording } from '../recordings/recording.ts'
import { appendSightings } from './append.ts'
import { type LoadResult, mark, quarantine, type Refusal, totalOf, undismissed } from './arrival.ts'
import { loadCompanyFacts, type Whole } from './company-facts.ts'
import { verdicts } from './decisions.ts'
import { deriveFiledTotals, deriveObservations } from './derive.ts'
import { keepListings } from './listings.ts'
import {
  type ExtractionRow,
  type FiledDocument,
  filedDocuments,
  keepReports,
  nameFilings,
  replaceExtractions,
  replaceSpans,
} from './load-filings.ts'
import { type Store, select } from './store.ts'
import { keepWithdrawals } from './withdrawals.ts'

export type { LoadResult } from './arrival.ts'

/** One recording and what its feed made of it: rows, the whole of its body, or the reason that was refused. */
export interface Load {
  readonly recording: Recording
  readonly feed: string
  readonly parsed: Parsed | Whole | Refusal
}

/** All documents of one filer, with what operators said of figures, into figures. */
export type Extract = (
  documents: readonly FiledDocument[],
  said: Awaited<ReturnType<typeof verdicts>>,
) => readonly ExtractionRow[]

const filedSeries = new Map(companies.flatMap(({ code, series: id }) => (id === null ? [] : [[code, id] as const])))

/**
 * Loads recordings. Rows in one transaction: sightings, filings, spans, quarantine, the derived tables, and the mark that they are in; then
 * bodies that are loaded whole. A recording already marked is skipped, so loading twice changes nothing; with `again` what it gave is
 * taken out and it is loaded anew.
 */
export async function load(
  store: Store,
  loads: readonly Load[],
  extract: Extract,
  { again = false }: { again?: boolean } = {},
): Promise<LoadResult> {
  const whole = loads.flatMap(({ recording, parsed }) => ('bulk' in parsed ? [{ recording, ...parsed }] : []))
  const rows = loads.flatMap(({ parsed, ...load }) => ('bulk' in parsed ? [] : [{ ...load, parsed }]))
  return totalOf([await loadRows(store, rows, extract, again), await loadCompanyFacts(store, whole, again)])
}

type RowLoad = Load & { readonly parsed: Parsed | Refusal }

async function loadRows(store: Store, loads: readonly RowLoad[], extract: Extract, again: boolean): Promise<LoadResult> {
  if (loads.length === 0) return { loaded: 0, refused: 0, rejected: 0 }
  return store.transaction(async () => {
    await store.connection.run('CREATE OR REPLACE TEMP TABLE touched (series_no INTEGER, period DATE)')
    const filersTouched = new Set<string>()
    if (again) for (const { recording } of loads) for (const cik of await forget(store, recording.id)) filersTouched.add(cik)
    const known = new Set((await select<{ id: string }>(store, 'SELECT id FROM recording')).map((row) => row.id))
    const numbers = await seriesNumbers(store)
    const due = dueTimes()
    const fresh = loads.filter(({ recording: { id } }) => !known.has(id) && known.add(id))
    const marked = await mark(
      store,
      fresh.map(({ recording, feed, parsed }) => ({ recording, feed, refusal: 'refused' in parsed ? parsed : null })),
    )
    for (const [place, { recording, feed, parsed }] of fresh.entries()) {
      if ('refused' in parsed) continue
      await appendSightings(
        store,
        parsed.sightings,
        marked[place]!,
        (id) => numbers.get(id)!,
        (id, period) => due.get(id)!(period),
      )
      for (const filing of parsed.filings) filersTouched.add(filing.cik)
      for (const span of parsed.spans) filersTouched.add(span.cik)
      await nameFilings(store, parsed.filings, recording)
      await keepReports(store, parsed.reports, recording)
      await keepListings(store, parsed.listings, recording)
      await keepWithdrawals(store, parsed.withdrawn, recording)
      await quarantine(store, recording, feed, parsed.rejected)
    }
    await replaceSpans(
      store,
      fresh.flatMap(({ recording, parsed }) => ('refused' in parsed ? [] : { recording, spans: parsed.spans })),
    )
    if (marked.length > 0) {
      await store.connection.run(
        `INSERT INTO touched SELECT series_no, period FROM sighting WHERE recording_no IN (SELECT unnest($1::INTEGER[]))
         EXCEPT SELECT series_no, period FROM touched`,
        [`[${marked.join(',')}]`],
      )
      await deriveObservations(store)
    }
    const questioned = fresh.some(({ parsed }) => 'refused' in parsed || parsed.rejected.length > 0)
    const open = questioned ? await undismissed(store, marked) : { refused: 0, rejected: 0 }
    await store.connection.run('DROP TABLE touched')
    await extractFilers(store, filersTouched, extract)
    return { loaded: marked.length, ...open }
  })
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
  await store.connection.run('DELETE FROM listing WHERE recording = $1', [id])
  await store.connection.run('DELETE FROM withdrawal WHERE recording = $1', [id])
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
