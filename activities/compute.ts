import { briefingById, briefingRows } from '../data/briefings.ts'
import { metricRows } from '../data/metrics.ts'
import { trackedDecisions } from '../data/releases.ts'
import { keptSeries } from '../data/series.ts'
import { upstreamById } from '../data/upstreams.ts'
import { daysLookedAt } from '../pipeline/analysis/days/day-rows.ts'
import { Days, type Known } from '../pipeline/analysis/days/day-view.ts'
import { briefingCharts, metricCharts } from '../pipeline/briefings/charts.ts'
import { briefingDocuments, metricDocuments } from '../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../pipeline/briefings/index.ts'
import type { FeedStatus } from '../pipeline/documents/feed-status.ts'
import type { ComputedDocument } from '../pipeline/documents/render/artifact.ts'
import { currentManifest, entriesOfToday } from '../pipeline/editions/on-record.ts'
import { firstRemembered, type KnownReleases, knownReleases, type ListedDecision } from '../pipeline/editions/releases.ts'
import { absentFrom, hasContent, tellsOfCompany, tellsOfHoldings } from '../pipeline/editions/status/absent.ts'
import { calibrationDocument } from '../pipeline/editions/status/calibration.ts'
import { frontCharts, frontDocument } from '../pipeline/editions/status/front.ts'
import { standingOfCounts, standingOfReadings } from '../pipeline/editions/status/served-standing.ts'
import { isOff, standings, standsUntil } from '../pipeline/editions/status/standings.ts'
import { compareWithEdition } from '../pipeline/editions/unchanged.ts'
import { InputError } from '../pipeline/errors.ts'
import { driftWords } from '../pipeline/source/feeds/contract-drift.ts'
import { feeds } from '../pipeline/source/feeds/index.ts'
import { readOften } from '../pipeline/time/cadence.ts'
import { asOfMoment, dayMs, dayNumber, endOfDay, isoDay, isoTime } from '../pipeline/time/day.ts'
import { contractDrift } from '../pipeline/warehouse/body-shapes.ts'
import {
  agreementFilings,
  filedCounts,
  filedTotals,
  financingFilings,
  programPassages,
} from '../pipeline/warehouse/companies/filings.ts'
import { filedReports } from '../pipeline/warehouse/companies/reports.ts'
import { putDayRows, readDayRows, readPasts } from '../pipeline/warehouse/day-rows.ts'
import { readKnownRows } from '../pipeline/warehouse/known-rows.ts'
import { type OfficialDocument, officialDocuments } from '../pipeline/warehouse/news.ts'
import { laterVintages, readVersions } from '../pipeline/warehouse/observations.ts'
import { heldForReview } from '../pipeline/warehouse/quarantine.ts'
import { putPublished } from '../pipeline/warehouse/readings.ts'
import { sampleOrReal } from '../pipeline/warehouse/recordings.ts'
import type { Store } from '../pipeline/warehouse/store.ts'
import { companiesOf } from './companies.ts'
import type { Deps } from './deps.ts'
import type { FeedTally } from './feeds.ts'
import { holdingsOf } from './holdings.ts'
import { eachOf, interruptible, untilDone } from './in-turns.ts'
import { historiesOf, renewSeriesTables } from './metric-values.ts'
import { newsOf } from './news-days.ts'
import { publishedRows, treasuryRows } from './readings.ts'
import { feedRow } from './runs.ts'
import { type FeedError, feedErrors, readRunsState } from './runs-state.ts'
import { putShards } from './shards.ts'
import { stakesOf } from './stakes.ts'
import { putWork } from './work.ts'

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

export interface Computed {
  /** Keys of the documents, a shard each. */
  readonly shards: readonly string[]
  /** Places of documents that the edition that stands has as they are. */
  readonly kept: readonly string[]
  /** How many of these were computed and can be asked for one by one. A worker of an older version does not say. */
  readonly unchanged?: number
  /** Readings and treasuries that say something else than was said of their day before, or the first of it. */
  readonly readings: number
  readonly stale: string[]
  /** Metrics of which nothing is known, those left out that no refresh of this home can bring. */
  readonly missing: string[]
  /** What is held for review: accession numbers and series. */
  readonly held: string[]
  /** The tracked releases known. */
  readonly releases: KnownReleases
  /** Key of what enters the ledger of stakes; null for a replay, which stakes nothing. */
  readonly entries: string | null
}

/**
 * All documents of a day, as known at its end, from the warehouse. One that would have no figure is not published: it is listed as absent.
 * @throws the signal's reason, after the metric, the day or the briefing that is being worked out; nothing is published by then
 */
export async function compute(deps: Deps, input: ComputeInput, signal = untilDone): Promise<Computed> {
  const asOf = dayNumber(input.asOf)
  if (asOf === null) throw new InputError('AS_OF', `"${input.asOf}" is not a day; write it as YYYY-MM-DD`)
  const store = await deps.store()
  const known = await readKnown(store, asOf, input.sample)
  const { versions, sample } = known
  const days = await daysOf(store, known, asOf)
  await renewSeriesTables(store, known, days, asOf, signal)
  const day = days.day(asOf, input.now)
  const metrics = await interruptible(
    eachOf(metricRows, (row) => metricDocuments(day, [row])),
    signal,
  )
  const calibration = calibrationDocument(day)
  // before days that lie behind are asked for: for some of them a past may be walked anew
  await putDayRows(store, { pasts: days.grownPasts() })
  days.renewLabels(briefingDefinitions, asOf)
  const written = eachOf(briefingRows, (row) => briefingDocuments(day, [row]))
  const briefings = (await interruptible(written, signal)).filter(hasContent)
  await putDayRows(store, days.takeFresh(asOf))
  const holdings = await holdingsOf(store, { versions, sample, credentials: deps.credentials }, day.now)
  const treasuries = day.treasuries()
  const list = tellsOfHoldings(treasuries.list) ? treasuries.list : null
  const companies = treasuries.companies.filter(tellsOfCompany)
  const published = new Set([
    ...metrics.map(({ metric }) => `metric/${metric}`),
    ...briefings.map(({ briefing }) => `briefing/${briefing}`),
    ...(list === null ? [] : ['treasuries/list']),
    ...companies.map(({ ticker }) => `treasuries/${ticker}`),
  ])
  const states = feeds.map(({ id, upstream, needs }) => ({
    feed: id,
    upstream,
    wants: isOff({ needs }, deps.credentials, sample) ? needs : null,
    read: holdings.records.has(id),
  }))
  const absent = absentFrom(published, states, sample)
  const errors = feedErrors(await readRunsState(deps.blobs), (input.feeds ?? []).map(feedRow), isoTime(input.now))
  const drift = await contractDrift(store, day.now)
  const feedStatus = standings(holdings, feeds, day.now).feeds.map(({ id, ...line }): FeedStatus => {
    const { title, upstream } = feeds.find((feed) => feed.id === id)!
    const { resale } = upstreamById.get(upstream)!
    const changes = drift.filter(({ feed }) => feed === id)
    return {
      ...{ feed: id, title, upstream, licence: resale, cadence: readOften(id) },
      ...line,
      last_error: knownBy(errors.get(id), day.now),
      drift: changes.map((one) => ({ field: one.field, change: one.change, since: isoTime(one.since), text: driftWords(one) })),
      turns: [...line.turns],
    }
  })
  const manifest = await currentManifest(deps.blobs)
  const standing = await entriesOfToday(deps.blobs, manifest)
  const histories = await historiesOf(store, standing, metrics, input.asOf)
  const news = await newsOf(store, standing, { asOf, sample })
  // a past day is archived without its companies, and their ratios in the warehouse stay those of the newest
  const isPast = input.asOf < (manifest?.as_of ?? input.asOf)
  const isReplayed = isPast || deps.clock() - input.now > dayMs
  const { entries, record } = await stakesOf(deps, manifest, day, isReplayed ? null : { metrics, briefings })
  const listed = await companiesOf(
    store,
    standing,
    { asOf, sample, licences: deps.licences, ...(isPast ? { most: 0 } : {}) },
    signal,
  )
  const documents: Readonly<Record<string, readonly ComputedDocument[]>> = {
    briefing: briefings.map((document) => {
      const row = briefingById.get(document.briefing)!
      const definition = briefingDefinitions.find(({ id }) => id === document.briefing)!
      const until = standsUntil(definition, day)
      const facts = { ...standingOfReadings(document.readings), ...(until === null ? {} : { stands_until: until }) }
      return { document, charts: briefingCharts(row, definition, document, day), facts }
    }),
    metric: metrics.map((document) => ({
      document,
      charts: metricCharts(document.metric, day),
      facts: standingOfReadings({ [document.metric]: document }),
    })),
    'treasury list': list === null ? [] : [{ document: list, facts: standingOfCounts(list.holdings) }],
    treasury: companies.map((document) => ({
      document,
      facts: standingOfCounts(document.holding === null ? [] : [document.holding]),
    })),
    'metric history': histories.written.map((document) => ({ document })),
    'news day': news.days.map((document) => ({ document })),
    'news directory': news.directory.map((document) => ({ document })),
    calibration: [{ document: calibration }],
    record: [{ document: record }],
    'feed status': [{ document: feedStatus }],
    absent: [{ document: absent }],
    front: [{ document: frontDocument(day, briefings, metrics, absent), charts: frontCharts(day, briefings) }],
  }
  // the archive of a day that is over takes its documents as this run stamps them
  const isOver = input.now >= endOfDay(asOf)
  const compared = compareWithEdition(isOver ? new Map() : standing, documents)
  const shards = await putShards(deps.blobs, input.run, { now: day.now, sample }, compared.changed)
  // one batch after the other, so that no more than one is in memory
  for await (const { briefings, figures } of listed.batches)
    shards.push(
      ...(await putShards(
        deps.blobs,
        input.run,
        { now: day.now, sample },
        {
          company: briefings.map((document) => ({ document })),
          'company figures': figures.map((document) => ({ document })),
        },
      )),
    )
  const readings = await putPublished(store, {
    ...publishedRows(metrics, briefings, isoTime(day.now)),
    ...treasuryRows(treasuries.companies, isoTime(input.now)),
  })
  return {
    entries: entries && (await putWork(deps.blobs, input.run, entries)),
    readings,
    held: (await heldForReview(store)).slice(0, namedHeld),
    releases: knownReleases(
      versions,
      known.rows?.auction ?? [],
      decisionsOf(await officialDocuments(store, isoDay(firstRemembered(day.now)), day.now)),
      new Set(holdings.records.keys()),
      day.now,
    ),
    kept: [...compared.kept, ...histories.kept, ...news.kept, ...listed.kept],
    unchanged: compared.count,
    shards,
    stale: metrics.filter(({ freshness }) => freshness.status === 'stale').map(({ metric }) => metric),
    missing: absent.flatMap(({ place, never }) => (place.startsWith('metric/') && !never ? place.slice('metric/'.length) : [])),
  }
}

/** Which of these documents are decisions that are told of. */
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

/** The days of each open warehouse as this process has worked them out so far. */
const workedOut = new WeakMap<Store, Days>()

/** Days of what is known, gone on with from where the last run of this process left them. */
async function daysOf(store: Store, known: Known, asOf: number): Promise<Days> {
  const rows = await readDayRows(store, daysLookedAt(asOf, asOf))
  const before = workedOut.get(store)
  if (before?.sample === known.sample) {
    before.renew(known, rows)
    return before
  }
  const days = new Days(known, { ...rows, pasts: await readPasts(store) })
  workedOut.set(store, days)
  return days
}

/**
 * Everything there is for days up to `asOf` (day number): every version of every series and of every row of the tables that briefings read, and the filed totals known by then. `sample`: what
 * a store is taken for that holds nothing.
 */
export async function readKnown(store: Store, asOf: number, sample = false): Promise<Known> {
  const versions = await readVersions(
    store,
    keptSeries.map(({ id }) => id),
  )
  return {
    versions,
    vintages: await laterVintages(store),
    rows: await readKnownRows(store, new Set(briefingDefinitions.flatMap(({ tables }) => tables ?? []))),
    totals: await filedTotals(store, 'bitcoin-total', asOfMoment(asOf)),
    counts: await filedCounts(store, 'bitcoin-total'),
    reports: await filedReports(store),
    financingFilings: await financingFilings(store),
    agreements: await agreementFilings(store),
    programPassages: await programPassages(store),
    sample: ((await sampleOrReal(store)) ?? (sample ? 'sample' : 'real')) === 'sample',
  }
}
