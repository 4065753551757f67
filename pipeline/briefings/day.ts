import type { BriefingId } from '../../data/briefings.ts'
import type { MetricName } from '../../data/metrics.ts'
import type { SeriesName } from '../../data/series.ts'
import type { UpstreamId } from '../../data/upstreams.ts'
import type { DatedFigures, Measure } from '../analysis/dated-figures.ts'
import type { Judged } from '../analysis/past.ts'
import type { RegimeDay, RegimeHistory } from '../analysis/regime.ts'
import type { Column, Versions } from '../column.ts'
import type { Section, StateTurn } from '../documents/briefing.ts'
import type { LateRelease } from '../documents/metric.ts'
import type { Correlation, Reading } from '../documents/reading.ts'
import type { ClosingRow } from '../tables/day.ts'
import type { DatedRow, DatedTableName } from '../tables/index.ts'
import type { FiledTotal, FinancingFiling } from '../warehouse/filings.ts'
import type { Decider } from './states/signal-turns.ts'
import type { Fact } from './story/ranking.ts'
import type { Treasuries } from './treasuries.ts'

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
export interface Measured {
  readonly metrics: readonly [MetricName, ...MetricName[]]
  /** Made once for all days of a run, for one day follows another at less cost. */
  readonly measuring: () => Measure
}

/**
 * The signal of a metric at each of its entries, as known on one day: it stands from the end of day `from`, when the entry was due, to the
 * end of day `until`, after which it is stale. `way`: 1 bullish, 0 neutral, -1 bearish, `noSignal` none.
 */
export interface SignalRuns {
  readonly from: Int32Array
  readonly until: Int32Array
  readonly way: Int8Array
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
  readonly sample: boolean
  /** A metric's reading, or null where there is no data. */
  reading(metric: string): Reading | null
  /** A metric's signals over its history, or null where there is no data. */
  signalRuns(metric: string): SignalRuns | null
  /** How a metric's next release stands where it is due and not read, or null. */
  late(metric: string): LateRelease | null
  /** How a metric's past scores whose window has ended stand to what became of them, or null where there is no data. */
  judged(metric: string): Judged | null
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
  figures(measured: Measured): DatedFigures | null
  /** What a reader must be told about a metric's newest value, such as that it is a week average. */
  notes(metric: string): readonly string[]
  /** Series ids a metric's newest value depends on. */
  rests(metric: string): readonly string[]
  /** Companies with filed totals, those of the rosters in use. */
  companies(): readonly FiledCompany[]
  /** Agreements that miners had filed by the end of the day, newest first. */
  agreements(): readonly FiledAgreement[]
  /** What is said of the treasuries of the roster. */
  treasuries(): Treasuries
  /** The state of a briefing some days earlier, as it was known at the end of that day. */
  label(briefer: Briefer, daysBack: number): string
  /** The states of a briefing on the `count` days before this one, oldest first, as known at the end of each; null where none was kept. */
  labels(briefer: Briefer, count: number): (string | null)[]
  /** How a metric stood some days earlier, as it was known at the end of that day. */
  closing(metric: string, daysBack: number): ClosingRow
}

/** What one briefing says on a day, beyond what every briefing carries. Headline, summary, points and turns are made of it in `story/`. */
export interface Told {
  /** The text where there is no data. */
  readonly nothing: string
  /** The readings that may lead, in the order of the briefing; where left out all of them that do not repeat another of them. */
  readonly ranked?: readonly MetricName[]
  /** What only this briefing can say; it is ranked with its readings. */
  readonly facts?: readonly Fact[]
  /** What its summary begins with. */
  readonly summary?: string
  /** Sentences for its summary where there is room. */
  readonly also?: readonly string[]
  readonly sections: Section[]
  readonly notes: string[]
  /** The regime of the day, of the briefing that tells it. */
  readonly regime?: RegimeDay
  /** Upstreams the sections depend on besides the readings, each with the newest day it contributes. */
  readonly rests?: readonly { readonly upstream: UpstreamId; readonly period: string }[]
}

/** How the state of a briefing is judged. Its label, inputs, turning levels and row of the methodology follow from this one declaration. */
export interface StateRule {
  readonly labels: readonly string[]
  /** When each label begins and ends, as the methodology has it. */
  readonly words: string
  /** The metrics that judge a day: the data of the briefing are no better than the worst of them. */
  inputs(day: Day): readonly string[]
  /** The metrics and series the state may follow from on any day. */
  readonly reads: readonly string[]
  /** The label of a day, `unknown` where it cannot be judged. */
  label(day: Day): string
  /** Inputs of a day that the state is judged without, because the others are enough. */
  absent?(day: Day): readonly string[]
  /** Inputs whose signals decide: a summary says where they disagree. */
  readonly voters?: readonly MetricName[]
  /**
   * What would change the state, nearest first.
   *
   * @param standing the label of the day
   * @param deciderOf a metric as one that decides by its signal; null where it has none
   */
  turns(day: Day, standing: string, deciderOf: (metric: string) => Decider | null): StateTurn[]
  /** Why no value of a metric turns the state, in a sentence. */
  readonly noLevels?: string
}

/** A briefing: how its state is judged, and what it says. Both pure. */
export interface Briefer {
  readonly id: BriefingId
  readonly state: StateRule
  /** The tables it reads rows of. Its state follows from all of them. */
  readonly tables?: readonly DatedTableName[]
  /** The series it is about, where those are not what decides, such as closes of companies: without a fresh one it is not served. */
  readonly about?: readonly SeriesName[]
  tell(day: Day): Told
}

/** The label of a day that cannot be judged. */
export const unknown = 'unknown'

/** The way of an entry without a signal. */
export const noSignal = 2
