import { rosterOf } from '../../data/companies.ts'
import type { FollowUpRequest, LoadableBody } from '../../pipeline/feeds/feed.ts'
import { secIssuerId } from '../../pipeline/feeds/sec-address.ts'
import { documentRequests } from '../../pipeline/feeds/sec-company-filings.ts'
import { secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { ownershipRequests } from '../../pipeline/feeds/sec-ownership.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import type { FeedRequest } from '../../pipeline/http/request.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { documentsDue } from '../../pipeline/warehouse/companies/company-filings.ts'
import { namedFilings } from '../../pipeline/warehouse/companies/filings.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { ownershipDue } from '../../pipeline/warehouse/companies/ownership.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import type { LoadResult } from '../../pipeline/warehouse/load/load-batch.ts'
import { loadedUrls, loadStatistics, unloadedIds } from '../../pipeline/warehouse/load/recordings.ts'
import { alreadyRecorded } from '../../pipeline/warehouse/news.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import type { ActivityContext } from '../activity.ts'
import type { Deps } from '../deps.ts'
import type { FeedLoad, PageRef } from '../fetch/feeds.ts'
import { putPages } from '../fetch/plan.ts'
import { getWork, idempotentStepResult } from '../work.ts'
import { parseRecordings, type StoredRecording } from './parse-recording.ts'
import { affectsReports, reviewReportCounts } from './report-figures.ts'

export interface LoadInput {
  readonly run: string
  /** Keys of batches of recordings. */
  readonly batches: readonly string[]
}

export interface LoadBatchesResult extends Omit<LoadResult, 'changed'> {
  readonly recordings: number
  /** Something new came of them: see `LoadResult`. A worker of an older version does not say. */
  readonly changed?: boolean
  /** The same by feed. */
  readonly feeds: FeedLoad[]
  /** Pages the loaded bodies lead to. */
  readonly next: PageRef[]
}

/** Parses batches of recordings, loads them in one transaction, and turns the follow-up requests that are still needed into pages. */
export async function loadBatches(deps: Deps, input: LoadInput, context: ActivityContext): Promise<LoadBatchesResult> {
  const batches = await Promise.all(input.batches.map((batch) => getWork<{ recordings: StoredRecording[] }>(deps.blobs, batch)))
  const recordings = batches.flatMap((batch) => batch.recordings)
  const store = await deps.store()
  const loads = await parseRecordings(deps, store, recordings, (parsed) => context.heartbeat({ parsed }))
  const ids = recordings.map(({ id }) => id)
  // recordings that a killed attempt of this step has already loaded still count as new
  const fresh = new Set(
    await idempotentStepResult(deps.blobs, input.run, `new in ${input.batches.join()}`, async () => [
      ...(await unloadedIds(store, ids)),
    ]),
  )
  const result = await load(store, loads, extractTotals)
  // even where nothing is new: an attempt before this one may have been killed between loading and judging
  if (loads.some(({ parsed }) => 'rows' in parsed && affectsReports(parsed))) await reviewReportCounts(store)
  const feeds = await feedLoads(store, loads, fresh)
  const sum = (count: 'refused' | 'rejected') => feeds.reduce((total, feed) => total + feed[count], 0)
  const totals = { recordings: recordings.length, loaded: fresh.size, refused: sum('refused'), rejected: sum('rejected') }
  // what an attempt that was killed has changed is not seen any more
  const changed = result.changed || fresh.size > result.loaded
  const leads = [...loads.flatMap(({ next = [] }) => next), ...(await documentLeads(store, loads))]
  return { ...totals, changed, feeds, next: await putPages(deps, input.run, await missing(store, leads)) }
}

/** Feeds after which new documents of companies may be due: facts, indexes of filings, and reports of insiders and large holders. */
const leadToDocuments: readonly string[] = [secCompanyfacts.id, secSubmissions.id]

async function documentLeads(store: Store, loads: readonly Load[]): Promise<FollowUpRequest[]> {
  const bodies = loads.flatMap(({ feed, recording }) => (leadToDocuments.includes(feed) ? [recording] : []))
  const [first] = bodies
  if (first === undefined) return []
  const roster = rosterOf(first.sample).map(({ id }) => id)
  const now = Math.max(...bodies.map(({ at }) => Date.parse(at)))
  const only = bodies.flatMap(({ url }) => /CIK(\d{10})/.exec(url)?.slice(1).map(secIssuerId) ?? [])
  return [
    ...documentRequests(await documentsDue(store, { roster, named: [], now, ofNow: true })),
    ...ownershipRequests(await ownershipDue(store, { named: [], only, now })),
  ]
}

/** The result of a load by feed. Rows are all those read from new recordings, whether or not they are current. */
async function feedLoads(store: Store, loads: readonly Load[], fresh: ReadonlySet<string>): Promise<FeedLoad[]> {
  const counts = new Map((await loadStatistics(store, fresh)).map(({ feed, ...counted }) => [feed, counted]))
  return [...new Set(loads.map(({ feed }) => feed))].map((feed) => {
    const own = loads.filter((load) => load.feed === feed)
    const rows = [...new Map(own.map((load) => [load.recording.id, load])).values()]
      .filter(({ recording }) => fresh.has(recording.id))
      .reduce((sum, { parsed }) => sum + ('rows' in parsed ? rowsIn(parsed) : 0), 0)
    const { error_code: code, error: message, whole_rows, ...counted } = counts.get(feed) ?? nothingNew
    const error = code === null || message === null ? null : { code, message }
    return { feed, recordings: own.length, ...counted, rows: rows + whole_rows, error }
  })
}

const nothingNew = { bytes: 0, refused: 0, rejected: 0, whole_rows: 0, error_code: null, error: null }

function rowsIn({ rows: { body_shape: _, ...rows } }: Pick<LoadableBody, 'rows'>): number {
  return Object.values(rows).reduce((sum, given) => sum + given.length, 0)
}

/**
 * The follow-up requests still needed, each once: addresses never loaded, documents that change, and indexes of filers with a new filing.
 * The next page of a news list is skipped if an earlier recording already had the newest record of this page.
 */
async function missing(store: Store, leads: readonly FollowUpRequest[]): Promise<FeedRequest[]> {
  const urls = leads.map(({ url }) => url)
  const filings = leads.flatMap(({ tells }) => tells ?? [])
  const records = leads.flatMap(({ unlessTold }) => unlessTold ?? [])
  const here = await loadedUrls(store, urls)
  const named = await namedFilings(store, filings)
  const known = await alreadyRecorded(store, records)
  const wanted = leads.filter(
    ({ url, tells, changes, unlessTold }) =>
      !(unlessTold && known.has(unlessTold)) && (changes || (tells === undefined ? !here.has(url) : !named.has(tells))),
  )
  return [...new Map(wanted.map(({ feed, upstream, url }) => [url, { feed, upstream, url }])).values()]
}
