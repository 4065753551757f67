import type { ListedRecording, RecordingStore } from '../../pipeline/recordings/store.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { putDecisions } from '../../pipeline/warehouse/load/decisions.ts'
import type { LoadResult } from '../../pipeline/warehouse/load/load-batch.ts'
import { newestDay, unloadedIds } from '../../pipeline/warehouse/load/recordings.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import type { Log } from '../activity.ts'
import { appliedDecisions } from '../load/inbox.ts'
import { parseRecordings } from '../load/parse-recording.ts'
import { reviewReportCounts } from '../load/report-figures.ts'
import { splitIntoPages } from '../work.ts'

/** Recordings loaded in one transaction. */
const batchSize = 25
/** A run loads what it has fetched within a day: a recording may be that much older than the newest one loaded. */
const daysBefore = 2

/** What loading recordings came to. */
export type CatchUpCounts = Omit<LoadResult, 'changed'>

/**
 * Recordings that a warehouse does not have, oldest first: of the days from before its newest one to tomorrow, or of all days where it has
 * none. `today` is a day number.
 */
export async function unloadedRecordings(store: Store, recordings: RecordingStore, today: number): Promise<ListedRecording[]> {
  const newest = await newestDay(store)
  const listed = await (newest === null ? recordings.list() : recordings.listDays(newest - daysBefore, today + 1))
  const ids = listed.map(({ id }) => id)
  const missing = await unloadedIds(store, ids)
  return listed.filter(({ id }) => missing.has(id))
}

/**
 * Loads recordings and the decisions applied to them into a warehouse. `between` is called before each transaction, with how many
 * recordings are loaded.
 */
export async function loadRecorded(
  { blobs, recordings }: { readonly blobs: Blobs; readonly recordings: RecordingStore },
  store: Store,
  listed: readonly ListedRecording[],
  log: Pick<Log, 'warn'>,
  between: (loaded: number) => Promise<void>,
): Promise<CatchUpCounts> {
  const totals = { loaded: 0, refused: 0, rejected: 0 }
  const decisions = await appliedDecisions(blobs, log)
  await store.transaction(() => putDecisions(store, decisions))
  for (const batch of splitIntoPages(listed, batchSize)) {
    await between(totals.loaded)
    const result = await load(store, await parseRecordings({ recordings }, store, batch), extractTotals)
    totals.loaded += result.loaded
    totals.refused += result.refused
    totals.rejected += result.rejected
  }
  await reviewReportCounts(store)
  return totals
}
