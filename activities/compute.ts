import { briefingRows } from '../data/briefings.ts'
import { followedFilers } from '../data/filers.ts'
import { series } from '../data/series.ts'
import { type Absent, absentFrom, tellsOfCompany, tellsOfHoldings, tellsSomething } from '../pipeline/briefings/absent.ts'
import { type CalibrationDocument, calibrationDocument } from '../pipeline/briefings/calibration.ts'
import { type ChartLine, chartLines } from '../pipeline/briefings/chart-lines.ts'
import { briefingDocuments, metricDocuments, type Unstamped } from '../pipeline/briefings/compose.ts'
import { daysLookedAt } from '../pipeline/briefings/day-rows.ts'
import { Days, type Known } from '../pipeline/briefings/day-view.ts'
import type { BriefingDocument, MetricData } from '../pipeline/briefings/document.ts'
import { briefers } from '../pipeline/briefings/index.ts'
import { type FeedTurn, standings } from '../pipeline/briefings/standings.ts'
import type { Treasuries } from '../pipeline/briefings/treasuries.ts'
import { asOfMoment, dayNumber, isoTime } from '../pipeline/calendar/day.ts'
import { InputError } from '../pipeline/errors.ts'
import { feeds } from '../pipeline/feeds/index.ts'
import type { StandingWord } from '../pipeline/freshness.ts'
import { putDayRows, readDayRows, readPasts } from '../pipeline/warehouse/day-rows.ts'
import {
  filedCounts,
  filedReports,
  filedTotals,
  financingFilings,
  heldForReview,
  laterVintages,
  programPassages,
  readVersions,
  sampleOrReal,
} from '../pipeline/warehouse/read.ts'
import { putReadings } from '../pipeline/warehouse/readings.ts'
import type { Store } from '../pipeline/warehouse/store.ts'
import { putTreasuries, treasuryRow } from '../pipeline/warehouse/treasuries.ts'
import type { Deps } from './deps.ts'
import { holdingsOf } from './holdings.ts'
import { readingRow } from './readings.ts'
import { keepReportFigures } from './report-figures.ts'
import { putWork } from './work.ts'

/** Held things that are named one by one. */
const namedHeld = 100

export interface ComputeInput {
  readonly run: string
  readonly asOf: string
  readonly now: number
  /** The feeds of the run are the sample ones: what a home is taken for in which nothing is loaded yet. */
  readonly sample?: boolean
}

export interface Computed {
  /** Key of the documents. */
  readonly documents: string
  /** Readings and treasuries that say something else than was said of their day before, or the first of it. */
  readonly readings: number
  readonly stale: string[]
  /** Metrics of which nothing is known, those left out that no refresh of this home can bring. */
  readonly missing: string[]
  /** What is held for review: accession numbers and series. */
  readonly held: string[]
}

/** State of one feed, as `/api/status` prints it. */
export interface FeedStatus {
  readonly feed: string
  readonly upstream: string
  readonly status: StandingWord
  readonly last_read_at: string | null
  readonly next_due_at: string | null
  readonly note: string | null
  /** What is to be said of it instead from later moments on, while no newer edition is there. */
  readonly turns: readonly FeedTurn[]
}

export interface Documents {
  readonly now: number
  readonly sample: boolean
  readonly metrics: readonly Unstamped<MetricData>[]
  readonly briefings: readonly Unstamped<BriefingDocument>[]
  /** What the charts of each briefing show, by its id. */
  readonly charts: Readonly<Record<string, readonly ChartLine[]>>
  readonly feeds: readonly FeedStatus[]
  readonly calibration: CalibrationDocument
  /** Of the treasuries, like the briefings, only those that hold a figure. */
  readonly treasuries: { readonly list: Treasuries['list'] | null; readonly companies: Treasuries['companies'] }
  /** What is not published, and why. */
  readonly absent: readonly Absent[]
}

/** All documents of a day, as known at its end, from the warehouse. One that would hold no figure is none: it stands among the absent. */
export async function compute(deps: Deps, input: ComputeInput): Promise<Computed> {
  const asOf = dayNumber(input.asOf)
  if (asOf === null) throw new InputError('AS_OF', `"${input.asOf}" is not a day; write it as YYYY-MM-DD`)
  const store = await deps.store()
  const known = await readKnown(store, asOf, input.sample)
  const { versions, sample } = known
  const days = new Days(known, { ...(await readDayRows(store, daysLookedAt(asOf, asOf))), pasts: await readPasts(store) })
  const day = days.day(asOf, input.now)
  const metrics = metricDocuments(day)
  const calibration = calibrationDocument(day)
  // before days that lie behind are asked for: for some of them a past may be walked anew
  await putDayRows(store, { pasts: days.grownPasts() })
  days.renewLabels(briefers, asOf)
  const briefings = briefingDocuments(day).filter(tellsSomething)
  await putDayRows(store, days.takeFresh(asOf))
  // before the feeds are judged: a figure of a report that fails its check is held from here on
  await keepReportFigures(store, known)
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
    wants: !sample && needs !== null && !deps.credentials.has(needs) ? needs : null,
    read: holdings.records.has(id),
  }))
  const absent = absentFrom(published, states, sample)
  const documents: Documents = {
    now: day.now,
    sample,
    metrics,
    briefings,
    charts: Object.fromEntries(briefingRows.map((row) => [row.id, chartLines(row, day)])),
    feeds: standings(holdings, feeds, day.now).feeds.map(({ id, newest: _, ...line }) => ({
      feed: id,
      upstream: feeds.find((feed) => feed.id === id)!.upstream,
      ...line,
    })),
    calibration,
    treasuries: { list, companies },
    absent,
  }
  const said = await putTreasuries(store, treasuries.companies.map(treasuryRow), isoTime(input.now))
  const readings = await putReadings(
    store,
    metrics.map((document) => readingRow(document, isoTime(day.now))),
  )
  return {
    readings: readings + said,
    held: (await heldForReview(store)).slice(0, namedHeld),
    documents: await putWork(deps.blobs, input.run, documents),
    stale: metrics.filter(({ freshness }) => freshness.status === 'stale').map(({ metric }) => metric),
    missing: absent.flatMap(({ place, never }) => (place.startsWith('metric/') && !never ? place.slice('metric/'.length) : [])),
  }
}

/**
 * Everything there is for days up to `asOf` (day number): every version of every series, and the filed totals known by then. `sample`: what
 * a store is taken for that holds nothing.
 */
export async function readKnown(store: Store, asOf: number, sample = false): Promise<Known> {
  const versions = await readVersions(store, [...series.map((row) => row.id), ...followedFilers.map((filer) => filer.series)])
  return {
    versions,
    vintages: await laterVintages(store),
    totals: await filedTotals(store, asOfMoment(asOf)),
    counts: await filedCounts(store),
    reports: await filedReports(store),
    financingFilings: await financingFilings(store),
    programPassages: await programPassages(store),
    sample: ((await sampleOrReal(store)) ?? (sample ? 'sample' : 'real')) === 'sample',
  }
}
