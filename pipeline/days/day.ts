import type { BriefingId } from '../../data/briefings.ts'
import type { MetricName } from '../../data/metrics.ts'
import type { ColumnMeasure, DatedFigures } from '../analysis/dated-figures.ts'
import type { SignalBacktest } from '../analysis/past.ts'
import type { RegimeHistory } from '../analysis/regime/regime.ts'
import type { LateRelease } from '../documents/metric.ts'
import type { Correlation, Reading } from '../documents/reading.ts'
import type { DayEndReadingRow } from '../tables/day.ts'
import type { DatedRow, DatedTableName } from '../tables/index.ts'
import { dayNumber } from '../time/day.ts'
import type { Column, Versions } from '../values/column.ts'
import type { FiledTotal, FinancingFiling } from '../warehouse/companies/filings.ts'
import type { TreasuryDocuments } from './treasuries.ts'

/** A company whose filed totals a briefing shows, with the totals known on the day, oldest first. */
export interface FiledCompany {
  readonly ticker: string
  readonly name: string
  /** The series of its totals. */
  readonly series: string
  readonly totals: readonly FiledTotal[]
}

/** A current report on an agreement of a company that hosts computers or may. */
export interface FiledAgreement extends FinancingFiling {
  readonly ticker: string
  readonly name: string
}

/** What a state is judged by beside signals: a figure of each value of the first metric, made of the values of all up to then. */
export interface MeasureDefinition {
  readonly metrics: readonly [MetricName, ...MetricName[]]
  /** Made once for all days of a run, for one day follows another at less cost. */
  readonly measuring: () => ColumnMeasure
}

/**
 * The signal of a metric at each of its entries, as known on one day: it stands from the end of day `from`, when the entry was due, to the
 * end of day `until`, after which it is stale. `way`: 1 bullish, 0 neutral, -1 bearish, `noSignalCode` none; `force`: what it weighs in a vote
 * (`signalVoteWeight` in `signal.ts`).
 */
export interface SignalRuns {
  readonly from: Int32Array
  readonly until: Int32Array
  readonly way: Int8Array
  readonly force: Int8Array
}

/**
 * One day as it was known at its end: everything a briefing may look at. All of it is worked out when asked for and remembered, so that
 * looking back over many days costs only what is looked at.
 */
export interface Day {
  /** Day number. */
  readonly asOf: number
  /** Milliseconds UTC: the earlier of the run's logical time and the end of the day. */
  readonly now: number
  /** The UTC day that `now` lies in, as a day number. */
  readonly today: number
  /** Whether a moment (milliseconds UTC) is not after `now`. A document that asks this, and not for `now`, stands until the first moment still to come. */
  reached(moment: number): boolean
  readonly sample: boolean
  /** A metric's reading, or null where there is no data. */
  reading(metric: string): Reading | null
  /** When a metric's reading, or how its next release stands, says something else if nothing is read till then: milliseconds UTC. */
  standsUntil(metric: string): number
  /** A metric's signals over its history, or null where there is no data. */
  signalRuns(metric: string): SignalRuns | null
  /** How a metric's next release stands where it is due and not read, or null. */
  late(metric: string): LateRelease | null
  /** A metric's past, walked to the end of the column it is judged on, or null where there is no data. */
  past(metric: string): { readonly past: SignalBacktest; readonly column: Column } | null
  /** Correlation of two metrics over their last 30 common changes, or null. */
  correlation(a: string, b: string): Correlation | null
  /** The regimes of all days up to this one, as known on it. */
  regimes(): RegimeHistory
  /** A metric's history as known on the day, or null where there is no data. */
  column(metric: string): Column | null
  /** A series as known on the day, or null where there is no data. */
  series(id: string): Column | null
  /** Every version of a series, whenever it became known, or null where there is none. */
  versions(id: string): Versions | null
  /** Rows of a table that stood at the end of the day, in the order they became known. Only tables that a briefing names in `tables` are there. */
  rows<Name extends DatedTableName>(table: Name): readonly DatedRow<Name>[]
  /** Rows known before that stood no longer: replaced, or not given again by their source. In the order they became known. */
  pastRows<Name extends DatedTableName>(table: Name): readonly DatedRow<Name>[]
  /** A measure of metrics' histories as known on the day, each figure with the days it counts on; null where one of them is unknown. */
  figures(measured: MeasureDefinition): DatedFigures | null
  /** What a reader must know about a metric's newest value, such as that it is a week average. */
  notes(metric: string): readonly string[]
  /** Series ids a metric's newest value depends on. */
  dependsOn(metric: string): readonly string[]
  /** Companies with filed totals, those of the rosters in use. */
  companies(): readonly FiledCompany[]
  /** Agreements that miners had filed by the end of the day, newest first. */
  agreements(): readonly FiledAgreement[]
  /** The treasuries of the roster. */
  treasuries(): TreasuryDocuments
  /** The state of a briefing some days earlier, as it was known at the end of that day. */
  label(briefing: LabelledBriefing, daysBack: number): string
  /** The states of a briefing on the `count` days before this one, oldest first, as known at the end of each; null where none was kept. */
  labels(briefing: LabelledBriefing, count: number): (string | null)[]
  /** How a metric stood some days earlier, as it was known at the end of that day. */
  dayEndReading(metric: string, daysBack: number): DayEndReadingRow
}

/** What has a label on each day, judged by rules that `words` describe. */
export interface LabelledBriefing {
  readonly id: BriefingId
  readonly tables?: readonly DatedTableName[]
  readonly state: { label(day: Day): string; readonly words: string; readonly reads: readonly string[] }
}

/** How many days back a state is followed. One that has stood all of them has stood at least since the first: which day it began is not known. */
export const stateHorizonDays = 400

/** States that depend on the previous one are stepped through all days from here on, the same for every document. */
export const firstFoldedDay = dayNumber('2010-01-01')!

/** The label of a day that cannot be judged. */
export const unknown = 'unknown'

/** Direction code of an entry without a signal. */
export const noSignalCode = 2
