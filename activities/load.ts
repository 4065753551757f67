import type { Lead } from '../pipeline/feeds/feed.ts'
import type { FeedRequest } from '../pipeline/http/request.ts'
import { extractTotals } from '../pipeline/treasuries/extract-totals.ts'
import { namedFilings } from '../pipeline/warehouse/filings.ts'
import { type Load, load } from '../pipeline/warehouse/load.ts'
import { loadedUrls } from '../pipeline/warehouse/recordings.ts'
import type { Store } from '../pipeline/warehouse/store.ts'
import type { ActivityContext } from '../workflows/host.ts'
import type { Deps } from './deps.ts'
import type { PageRef } from './feeds.ts'
import { parseRecording, type StoredRecording } from './parse-recording.ts'
import { putPages } from './plan.ts'
import { judgeReports, mayMoveFigures } from './report-figures.ts'
import { getWork } from './work.ts'

export interface LoadInput {
  readonly run: string
  /** Keys of batches of recordings. */
  readonly batches: readonly string[]
}

export interface Loaded {
  readonly recordings: number
  readonly loaded: number
  readonly refused: number
  readonly rejected: number
  /** Pages the loaded bodies lead to. */
  readonly next: PageRef[]
}

/** Parses batches of recordings and loads them in one transaction; what the bodies lead to and is not here yet becomes pages. */
export async function loadBatches(deps: Deps, input: LoadInput, context: ActivityContext): Promise<Loaded> {
  const batches = await Promise.all(input.batches.map((batch) => getWork<{ recordings: StoredRecording[] }>(deps.blobs, batch)))
  const recordings = batches.flatMap((batch) => batch.recordings)
  const store = await deps.store()
  const loads: Load[] = []
  const leads: Lead[] = []
  for (const stored of recordings) {
    const made = await parseRecording(deps, stored)
    loads.push(made.load)
    leads.push(...made.next)
    context.heartbeat({ parsed: loads.length })
  }
  const result = await load(store, loads, extractTotals)
  // even where nothing is new: an attempt before this one may have been killed between loading and judging
  if (loads.some(({ parsed }) => 'rows' in parsed && mayMoveFigures(parsed))) await judgeReports(store)
  return { recordings: recordings.length, ...result, next: await putPages(deps, input.run, await missing(store, leads)) }
}

/** What is not here yet: addresses never loaded, and indexes whose filer has filed since. Each once. */
async function missing(store: Store, leads: readonly Lead[]): Promise<FeedRequest[]> {
  const here = await loadedUrls(
    store,
    leads.map(({ url }) => url),
  )
  const named = await namedFilings(
    store,
    leads.flatMap(({ tells }) => tells ?? []),
  )
  const wanted = leads.filter(({ url, tells }) => (tells === undefined ? !here.has(url) : !named.has(tells)))
  return [...new Map(wanted.map(({ feed, upstream, url }) => [url, { feed, upstream, url }])).values()]
}
