import type { BriefingId } from '../../data/briefings.ts'
import type { MetricName } from '../../data/metrics.ts'
import type { SeriesName } from '../../data/series.ts'
import type { UpstreamId } from '../../data/upstreams.ts'
import type { RegimeDay } from '../analysis/regime/regime.ts'
import type { Day } from '../days/day.ts'
import type { Section, StandingState, StateTurn } from '../documents/briefing.ts'
import type { Charts } from '../documents/charts.ts'
import type { QualityGrade } from '../freshness.ts'
import type { DatedTableName } from '../tables/index.ts'
import type { DecidingReading } from './states/signal-turns.ts'
import type { Fact } from './story/ranking.ts'
import type { StateWords } from './story/state-facts.ts'

/** A part of a sentence, which is left out where a leading fact is of the same metric. */
export interface MetricClause {
  readonly metric: string
  readonly text: string
}

/** A figure that was filed: a change of the week that is not one of a reading. */
export interface FiledChange {
  /** Its metric, or its series where it has none. */
  readonly what: string
  /** Null where nothing was filed before. */
  readonly from: number | null
  readonly to: number
  readonly text: string
}

/** What one briefing says on a day, beyond what every briefing carries. Headline, summary, points and turns are made of it in `story/`. */
export interface BriefingContent {
  /** The text where there is no data. */
  readonly nothing: string
  /** The readings that may lead, in the order of the briefing; where left out all of them that do not repeat another of them. */
  readonly ranked?: readonly MetricName[]
  /** What only this briefing can say; it is ranked with its readings. */
  readonly facts?: readonly Fact[]
  /** How its headline calls each state, where the state is what it is about: the inputs that speak for it follow. */
  readonly opening?: StateWords
  /** One sentence over all markets, on a day when several moved far: the summary begins with it. */
  readonly across?: string | null
  /** What its summary begins with. */
  readonly summary?: string
  /** Sentences for its summary where there is room. */
  readonly also?: readonly (string | readonly MetricClause[])[]
  readonly sections: Section[]
  /** What was filed in so many days up to the day and differs from what was filed before, the largest change first. */
  readonly filed?: (days: number) => readonly FiledChange[]
  readonly notes: string[]
  /** The regime of the day, of the briefing that tells it. */
  readonly regime?: RegimeDay
  /** How good its data are, where something else than readings decides. */
  readonly quality?: QualityGrade
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
  /** Inputs whose signal changed on a day, of a state that signals decide: one of them is why it turned. */
  causes?(day: Day): readonly string[]
  /** Why the votes of a day give neither side, in a sentence; null where no alarm keeps one from it. */
  withheld?(day: Day): string | null
  /** Inputs whose signals decide: a summary says where they disagree. */
  readonly voters?: readonly MetricName[]
  /**
   * What would change the state, nearest first.
   *
   * @param standing the label of the day
   * @param deciderOf a metric as one that decides by its signal; null where it has none
   */
  turns(day: Day, standing: string, deciderOf: (metric: string) => DecidingReading | null): StateTurn[]
  /** Why a day has no state, where its inputs do not tell. */
  why?(day: Day): NonNullable<StandingState['why']>
  /** Why no value of a metric turns the state, in a sentence. */
  readonly noLevels?: string
}

/** A briefing: how its state is judged, and what it says. Both pure. */
export interface BriefingDefinition {
  readonly id: BriefingId
  readonly state: StateRule
  /** The tables it reads rows of. Its state follows from all of them. */
  readonly tables?: readonly DatedTableName[]
  /** The series it is about, where those are not what decides, such as closes of companies: without a fresh one it is not served. */
  readonly about?: readonly SeriesName[]
  /** What it needs on a day and does not have, in words: without it it is not served. Null where it has all. */
  lacks?(day: Day): string | null
  tell(day: Day): BriefingContent
  /** Its own pictures, beside the histories of its readings and of its states. */
  charts?(day: Day): Partial<Charts>
}
