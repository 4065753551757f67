import { rosterOf } from '../../data/companies.ts'
import { trackedDecisions, trackedReleases } from '../../data/releases.ts'
import { upstreamById } from '../../data/upstreams.ts'
import type { AbsentDocument } from '../../pipeline/documents/absent.ts'
import { isSoldCompany } from '../../pipeline/documents/company/company.ts'
import type { FeedStatus } from '../../pipeline/documents/feed-status.ts'
import { type DocumentsByKind, withoutUnplaceable } from '../../pipeline/editions/merge.ts'
import { currentEntries, currentManifest } from '../../pipeline/editions/on-record.ts'
import { firstRememberedDay, type KnownReleases, knownReleases, type ListedDecision } from '../../pipeline/editions/releases.ts'
import { compareWithEdition } from '../../pipeline/editions/unchanged.ts'
import { InputError } from '../../pipeline/errors.ts'
import { driftText } from '../../pipeline/feeds/contract-drift.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { absentFrom } from '../../pipeline/status/absent.ts'
import { calibrationDocument } from '../../pipeline/status/calibration.ts'
import { frontCharts, frontDocument } from '../../pipeline/status/front.ts'
import { type HomeContents, isFeedOff, standings } from '../../pipeline/status/standings.ts'
import { readFrequencyText } from '../../pipeline/time/cadence.ts'
import { dayMs, dayNumber, endOfDay, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { firstReadingDeadlines } from '../../pipeline/warehouse/companies/coverage.ts'
import { putComposed, readComposed } from '../../pipeline/warehouse/composed.ts'
import { contractDrift } from '../../pipeline/warehouse/load/body-shapes.ts'
import { awaitingReview } from '../../pipeline/warehouse/load/quarantine.ts'
import { type OfficialDocument, officialDocuments } from '../../pipeline/warehouse/news.ts'
import { readVersions } from '../../pipeline/warehouse/observations.ts'
import { putPublished } from '../../pipeline/warehouse/readings.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { neverAbortedSignal } from '../cooperative.ts'
import type { Deps } from '../deps.ts'
import type { FeedTally } from '../fetch/feeds.ts'
import { feedRow } from '../runs/runs.ts'
import { type FeedError, feedErrors, readRunsState } from '../runs/runs-state.ts'
import { putWork } from '../work.ts'
import { companyComposeMs, composeCompanyBatches } from './companies.ts'
import type { RecomposeCriteria } from './compose.ts'
import { calibrationDocumentPlace, composeDue } from './compose-due.ts'
import { readHomeContents } from './holdings.ts'
import { hashInputsByName, readKnownTables } from './known.ts'
import { changedMetricHistories } from './metric-values.ts'
import { changedNewsDays } from './news-days.ts'
import { publishedRows, treasuryRows } from './readings.ts'
import { putShards } from './shards.ts'
import { forecastStakesOfDay } from './stakes.ts'

/** Held things that are named one by one. */
const namedHeld = 100

export interface ComputeInput {
  readonly run: string
  readonly asOf: string
  readonly now: number
  /** The feeds of the run are the sample ones: what a home is taken for in which nothing is loaded yet. */
  readonly sample?: boolean
  /** What the run did with its feeds so far. */
  readonly feeds?: readonly FeedTally[]
}

export interface ComputeResult {
  /** Keys of the documents, a shard each. */
  readonly shards: readonly string[]
  /** Places of documents that the edition that stands has as they are. */
  readonly kept: readonly string[]
  /** How many of these were computed and can be asked for one by one. A worker of an older version does not say. */
  readonly unchanged?: number
  /** Companies with a briefing in the edition; left out by workers of earlier versions. */
  readonly companies?: number
  /** Number of new versions of readings and treasuries. */
  readonly readings: number
  readonly stale: string[]
  /** Metrics without data, except those that no refresh of this home can bring. */
  readonly missing: string[]
  /** Documents that no edition can hold, each with the reason. A worker of an older version does not say. */
  readonly unplaced?: readonly string[]
  /** What is held for review: accession numbers and series. */
  readonly held: string[]
  /** The tracked releases known. */
  readonly releases: KnownReleases
  /** Key of what enters the ledger of stakes; null for a replay, which stakes nothing. */
  readonly entries: string | null
}

/**
 * All documents of a day, as known at its end, from the warehouse. Those that would be composed as the current edition has them are kept (see
 * `compose.ts`); one without any figure is listed as absent and not published.
 * @throws the signal's reason, after the metric, the day or the briefing that is being worked out; nothing is published by then
 */
export async function computeDocuments(deps: Deps, input: ComputeInput, signal = neverAbortedSignal): Promise<ComputeResult> {
  const asOf = dayNumber(input.asOf)
  if (asOf === null) throw new InputError('AS_OF', `"${input.asOf}" is not a day; write it as YYYY-MM-DD`)
  const store = await deps.store()
  const manifest = await currentManifest(deps.blobs)
  const standing = await currentEntries(deps.blobs, manifest)
  // a past day is archived without its companies, and their ratios in the warehouse stay those of the newest
  const isPast = input.asOf < (manifest?.as_of ?? input.asOf)
  const isReplayed = isPast || deps.clock() - input.now > dayMs
  // the archive of a day that is over takes its documents as this run stamps them
  const isOver = input.now >= endOfDay(asOf)
  // an edition without a ledger is staked as a whole
  const isStakedWhole = !isReplayed && manifest !== null && manifest.stakes === undefined
  const now = Math.min(input.now, endOfDay(asOf))
  const known = await readKnownTables(store, asOf, input.sample === true)
  const { sample } = known
  const basis: RecomposeCriteria = {
    ...{ asOf, now, standing },
    method: JSON.stringify([deps.program, input.asOf, sample, isReplayed]),
    marks: await hashInputsByName(store, known),
    kept: isOver || isStakedWhole ? new Map() : await readComposed(store, asOf),
  }
  const work = await composeDue(store, known, basis, signal)
  const { day, metrics, briefings, treasuries } = work
  const stamp = { as_of: input.asOf, sample }
  const holdings = await readHomeContents(store, { sample, credentials: deps.credentials }, now)
  const published = new Set([metrics, briefings, treasuries].flatMap(({ places }) => places))
  const states = feeds.map(({ id, upstream, needs }) => ({
    feed: id,
    upstream,
    wants: isFeedOff({ needs }, deps.credentials, sample) ? needs : null,
    read: holdings.records.has(id),
  }))
  const histories = await changedMetricHistories(store, standing, metrics.made, input.asOf)
  const reader = { credentials: deps.credentials, sample, roster: rosterOf(sample).map(({ id }) => id) }
  const waiting = isReplayed ? new Map<string, string>() : await firstReadingDeadlines(store, { now: input.now, ...reader })
  const news = await changedNewsDays(store, standing, { asOf, sample, waiting })
  const staking = isReplayed ? null : { metrics: metrics.made, briefings: briefings.made }
  const { entries, record } = await forecastStakesOfDay(deps, manifest, day, staking)
  const budget = { ms: isPast ? 0 : companyComposeMs, clock: deps.clock }
  const listed = await composeCompanyBatches(store, standing, { asOf, sample, licences: deps.licences, budget }, signal)
  const shards: string[] = []
  const unplaced: AbsentDocument[] = []
  const put = async (some: DocumentsByKind) => {
    const placed = withoutUnplaceable(some)
    unplaced.push(...placed.absent)
    shards.push(...(await putShards(deps.blobs, input.run, { now, sample }, placed.documents)))
  }
  let companies = 0
  // one batch after the other, so that no more than one is in memory
  for await (const { briefings: composed, figures } of listed.batches) {
    companies += composed.filter(({ blocks }) => Object.keys(blocks).length > 0).length
    await put({
      company: composed.map((document) => ({ document })),
      'company figures': figures.map((document) => ({ document })),
    })
  }
  const keptCompanies = listed.kept()
  companies += keptCompanies.filter((place) => isSoldCompany(place, standing.get(place))).length
  const absent = [...absentFrom(published, states, sample), ...unplaced]
  const glances = briefings.summaries
  const shown = metrics.summaries.map(({ metric }) => metric)
  const documents: DocumentsByKind = {
    ...metrics.documents,
    ...briefings.documents,
    ...treasuries.documents,
    'metric history': histories.written.map((document) => ({ document })),
    'news day': news.days.map((document) => ({ document })),
    'news directory': news.directory.map((document) => ({ document })),
    ...(work.records === null ? {} : { calibration: [{ document: calibrationDocument(stamp, work.records) }] }),
    record: [{ document: record }],
    'feed status': [{ document: await feedStatusOf(deps, store, holdings, input, now) }],
    absent: [{ document: absent }],
    front: [{ document: frontDocument(stamp, glances, shown, absent), charts: frontCharts(glances) }],
  }
  const compared = compareWithEdition(isOver ? new Map() : standing, documents)
  await put(compared.changed)
  const holders = treasuries.made.flatMap(({ companies }) => companies)
  const readings = await putPublished(store, {
    ...publishedRows(metrics.made, briefings.made, isoTime(now)),
    ...treasuryRows(holders, isoTime(input.now)),
  })
  await putComposed(store, work.rows)
  // what a later step reads and publishes is in the warehouse of whoever continues
  await deps.save()
  const units = [metrics, briefings, treasuries]
  return {
    entries: entries && (await putWork(deps.blobs, input.run, entries)),
    readings,
    held: (await awaitingReview(store)).slice(0, namedHeld),
    releases: knownReleases(
      await readVersions(store, seriesOfReleases),
      known.rows?.auction ?? [],
      decisionsOf(await officialDocuments(store, isoDay(firstRememberedDay(now)), now)),
      new Set(holdings.records.keys()),
      now,
    ),
    kept: [
      ...units.flatMap(({ kept, following }) => [...kept, ...following]),
      ...(work.records === null ? [calibrationDocumentPlace] : []),
      ...[...compared.kept, ...histories.kept, ...news.kept, ...keptCompanies],
    ],
    companies,
    unchanged: units.reduce((sum, { kept }) => sum + kept.length, compared.count),
    shards,
    stale: metrics.summaries.filter(({ isStale }) => isStale).map(({ metric: { metric } }) => metric),
    missing: absent.flatMap(({ place, never }) => (place.startsWith('metric/') && !never ? place.slice('metric/'.length) : [])),
    unplaced: unplaced.map(({ place, why }) => `${place}: ${why}`),
  }
}

const seriesOfReleases = trackedReleases.map(({ series }) => series)

/** What each feed brought and when it turns, with its last error and how its bodies differ from what they were. */
async function feedStatusOf(
  { blobs }: Pick<Deps, 'blobs'>,
  store: Store,
  holdings: HomeContents,
  { now: at, feeds: done = [] }: ComputeInput,
  now: number,
): Promise<FeedStatus[]> {
  const errors = feedErrors(await readRunsState(blobs), done.map(feedRow), isoTime(at))
  const drift = await contractDrift(store, now)
  return standings(holdings, feeds, now).feeds.map(({ id, ...line }): FeedStatus => {
    const { title, upstream } = feeds.find((feed) => feed.id === id)!
    const { resale } = upstreamById.get(upstream)!
    const changes = drift.filter(({ feed }) => feed === id)
    return {
      ...{ feed: id, title, upstream, licence: resale, cadence: readFrequencyText(id) },
      ...line,
      last_error: knownBy(errors.get(id), now),
      drift: changes.map((one) => ({ field: one.field, change: one.change, since: isoTime(one.since), text: driftText(one) })),
      turns: [...line.turns],
    }
  })
}

/** Which of these documents are decisions that the edition announces. */
function decisionsOf(documents: readonly OfficialDocument[]): ListedDecision[] {
  return documents.flatMap(({ source, form, day, happenedAt }) => {
    const tracked = trackedDecisions.find((row) => row.source === source && row.form === form)
    return tracked === undefined || happenedAt === null ? [] : [{ release: tracked.release, day, at: happenedAt }]
  })
}

/** An error, unless it is of a later moment than a document of the past may know. */
function knownBy(error: FeedError | undefined, now: number): FeedError | null {
  return error === undefined || Date.parse(error.at) > now ? null : error
}
