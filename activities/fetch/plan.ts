import { rosterOf } from '../../data/companies.ts'
import { InputError } from '../../pipeline/errors.ts'
import { companyOfDart } from '../../pipeline/feeds/dart-company.ts'
import type { FeedState } from '../../pipeline/feeds/feed.ts'
import { feedFor, feedState, feeds } from '../../pipeline/feeds/index.ts'
import { secIssuerId } from '../../pipeline/feeds/sec-address.ts'
import { filerOfFacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { notInPlanError } from '../../pipeline/http/faults.ts'
import type { FeedRequest } from '../../pipeline/http/request.ts'
import { type FolderFault, readRecordedFolder } from '../../pipeline/recordings/folder.ts'
import { sessionsReadByProvider } from '../../pipeline/warehouse/closes.ts'
import { companiesDue } from '../../pipeline/warehouse/companies/companies-due.ts'
import { documentsDue } from '../../pipeline/warehouse/companies/company-filings.ts'
import { koreanDue } from '../../pipeline/warehouse/companies/korean-reports.ts'
import { companyAtAddress, type ListedCode, listingsOf } from '../../pipeline/warehouse/companies/listings.ts'
import { ownershipDue } from '../../pipeline/warehouse/companies/ownership.ts'
import { noteRequests } from '../../pipeline/warehouse/companies/reading-queue.ts'
import { newestRecordings, storeFeedsKind } from '../../pipeline/warehouse/load/recordings.ts'
import { newestPeriods } from '../../pipeline/warehouse/observations.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import type { ActivityContext } from '../activity.ts'
import type { Deps } from '../deps.ts'
import { applyInbox } from '../load/inbox.ts'
import type { StoredRecording } from '../load/parse-recording.ts'
import { putEarlierRecordings, putWork, splitIntoPages } from '../work.ts'
import type { FeedsMode, PageRef, RefreshFailure } from './feeds.ts'

export interface PlanInput {
  /** Id of the run; what its activities hand each other lies under it. */
  readonly run: string
  readonly feeds: FeedsMode
  readonly only: readonly string[]
  /** Addresses of companies to ask about in any case. */
  readonly companies?: readonly string[]
  readonly now: number
}

export interface FetchPlan {
  readonly pages: PageRef[]
  /** Keys of batches of recordings that are already here, to load. */
  readonly batches: string[]
  readonly untaken: string[]
  /** Rows of a recorded folder that cannot be replayed. */
  readonly faults: RefreshFailure[]
  readonly untakenCount: number
}

/** Recordings in a batch of a recorded folder. */
const batchSize = 12
/** Pages, or batches of a recorded folder, loaded in one transaction: what is derived after each costs more than the rows of a page. */
const pagesPerLoad = 24
/** Pages that each step passes to the next: longer lists of requests become longer pages, because a list of pages crosses as a payload. */
const mostPages = 400
/** Rows that cannot be replayed that are named one by one. */
const namedFaults = 50
/** Recorded addresses without a feed that are named one by one. */
const namedUntaken = 200

/** What to ask next, the inbox emptied first: for sample and live feeds from where the store stands, for a recorded folder all of its rows a feed takes. */
export async function planFetches(deps: Deps, input: PlanInput, context: ActivityContext): Promise<FetchPlan> {
  const wanted = feedFilter(input.only)
  const store = await deps.store()
  await applyInbox(deps, context.log)
  if (input.feeds.kind === 'recorded') return planReplay(deps, store, input.run, input.feeds.folder, wanted, context)
  const sample = input.feeds.kind === 'sample'
  await refuseMixing(store, sample)
  const { now, companies = [] } = input
  const requests = initialFeedRequests(
    await readFeedState(store, { now, named: companies, credentials: deps.credentials, licences: deps.licences, sample }),
    wanted,
  )
  await noteRequests(store, { run: input.run, now }, companiesAsked(requests))
  return { pages: await putPages(deps, input.run, requests), batches: [], untaken: [], untakenCount: 0, faults: [] }
}

/** Whether a feed is asked for; all are where none is named. Throws `InputError` FEED_UNKNOWN for a name that no feed has. */
export function feedFilter(only: readonly string[]): (feed: string) => boolean {
  const unknown = only.filter((id) => !feeds.some((feed) => feed.id === id))
  if (unknown.length > 0)
    throw new InputError(
      'FEED_UNKNOWN',
      `there is no feed ${unknown.join(', ')}; feeds are ${feeds.map((feed) => feed.id).join(', ')}`,
    )
  return (feed) => only.length === 0 || only.includes(feed)
}

/** Where a warehouse stands. Throws `InputError` COMPANY for one of `named` that is neither listed nor a CIK. */
export async function readFeedState(
  store: Store,
  run: Pick<FeedState, 'now' | 'credentials' | 'licences'> & { readonly named: readonly string[]; readonly sample: boolean },
): Promise<FeedState> {
  const { named: addresses, ...home } = run
  const listings = addresses.length > 0 ? await listingsOf(store) : []
  const named = addresses.map((address) => namedCompany(listings, address))
  const roster = rosterOf(run.sample).map(({ id }) => id)
  const companies = {
    ...(await companiesDue(store, { roster, named, now: run.now })),
    documents: await documentsDue(store, { roster, named, now: run.now }),
    ownership: await ownershipDue(store, { named, now: run.now }),
    korea: await koreanDue(store, named, run.now),
  }
  return feedState({ ...home, newestPeriod: await newestPeriods(store), closes: await sessionsReadByProvider(store), companies })
}

/** A company that is listed no longer may still be named by its CIK. */
function namedCompany(listings: readonly ListedCode[], address: string): string {
  const listing = companyAtAddress(listings, address)
  if (listing !== null) return listing.company
  const [, cik] = /^(?:us:)?(\d{1,10})$/i.exec(address) ?? []
  if (cik !== undefined) return secIssuerId(cik)
  throw new InputError(
    'COMPANY',
    listings.length === 0
      ? `no list of companies has been read; name "${address}" by its CIK, or run: briefing refresh --only sec-tickers`
      : `unknown company "${address}"; name it by its ticker, its code in Tokyo or Korea, or its CIK`,
  )
}

/** What the feeds ask first from where the store stands. A feed without its credential asks nothing. */
export function initialFeedRequests(from: FeedState, wanted: (feed: string) => boolean): FeedRequest[] {
  return feeds
    .filter((feed) => wanted(feed.id) && (feed.needs === null || from.credentials.has(feed.needs)))
    .flatMap((feed) => feed.plan(from))
}

/** Companies (issuer ids) that requests ask their market about, each once. */
const companiesAsked = (requests: readonly FeedRequest[]): string[] => [
  ...new Set(requests.flatMap(({ url }) => filerOfFacts(url) ?? companyOfDart(url) ?? [])),
]

/** Invented and real values never share a home: whatever depends on sample data says so, and nothing else may. */
async function refuseMixing(store: Store, sample: boolean): Promise<void> {
  const holds = await storeFeedsKind(store)
  if (holds !== null && (holds === 'sample') !== sample)
    throw new InputError('HOME_MIXED', `this home contains ${holds} data; choose another home with --home, or remove this one`, {
      holds,
    })
}

/**
 * Pages of one feed each, as many requests to a page as its feed says, with the newest recordings of their addresses beside them. What an
 * upstream said it never gives to our key is left out.
 */
export async function putPages(deps: Deps, run: string, requests: readonly FeedRequest[]): Promise<PageRef[]> {
  const urls = requests.map(({ url }) => url)
  const stand = await newestRecordings(await deps.store(), urls, notInPlanError)
  const wanted = requests.filter(({ url }) => stand.get(url)?.held !== true)
  const least = Math.ceil(wanted.length / mostPages)
  const perPage = (id: string) => feeds.find((feed) => feed.id === id)?.perPage ?? 1
  const ofFeed = (id: string) => wanted.filter(({ feed }) => feed === id)
  const ids = [...new Set(wanted.map(({ feed }) => feed))]
  const pages = ids.flatMap((id) => splitIntoPages(ofFeed(id), Math.max(perPage(id), least)))
  return Promise.all(
    pages.map(async (page) => {
      const key = await putWork(deps.blobs, run, { requests: page })
      const earlier = page.flatMap(({ url }) => {
        const { id, at } = stand.get(url) ?? {}
        return id === undefined || at === undefined ? [] : [[url, { id, at }] as const]
      })
      await putEarlierRecordings(deps.blobs, key, Object.fromEntries(earlier))
      const [{ feed, upstream }] = page as [FeedRequest]
      return { feed, upstream, key, requests: page.length, perLoad: pagesPerLoad * perPage(feed) }
    }),
  )
}

function failureOf({ index, row, file, code, reason }: FolderFault): RefreshFailure {
  return { feed: 'recorded', code, message: `row ${row} of ${index} (${file ?? 'no file'}) was left out: ${reason}` }
}

async function planReplay(
  deps: Deps,
  store: Store,
  run: string,
  folder: string,
  wanted: (id: string) => boolean,
  context: ActivityContext,
): Promise<FetchPlan> {
  const { recordings, faults } = await readRecordedFolder(folder)
  for (const sample of new Set(recordings.map(({ recording }) => recording.sample))) await refuseMixing(store, sample)
  const untaken: string[] = []
  const stored: StoredRecording[] = []
  for (const { recording, body } of recordings) {
    const feed = feedFor(recording.url)
    if (!feed) untaken.push(recording.url)
    if (!feed || !wanted(feed.id)) continue
    const kept = await deps.recordings.put({ ...recording, body: await body() }, recording.sample)
    stored.push({ id: kept.id, at: kept.at, feed: feed.id })
    context.heartbeat({ recordings: stored.length })
  }
  const batches = await Promise.all(
    splitIntoPages(stored, batchSize).map((batch) => putWork(deps.blobs, run, { recordings: batch })),
  )
  return {
    pages: [],
    batches,
    untaken: untaken.slice(0, namedUntaken),
    untakenCount: untaken.length,
    faults: faults.slice(0, namedFaults).map(failureOf),
  }
}
