import type { SampledFigure } from '../documents/calibration.ts'
import type { WindowName } from '../documents/reading.ts'
import type { PastRow } from '../tables/day.ts'
import { type Column, fingerprintOf } from '../values/column.ts'
import {
  addForecast,
  blockDays,
  calibrationReport,
  emptyForecastSums,
  type ForecastSums,
  type JudgedForecast,
  skillInterval,
} from './calibration.ts'
import { changeBetween } from './changes.ts'
import { type MetricFacts, methodology } from './metric-facts.ts'
import {
  HitRate,
  minimumScoredWindows,
  type ProbabilityInputs,
  priorHitRate,
  probabilityOf,
  regressionWeight,
} from './probability.ts'
import { compositeStrengthAt, meanCompositeStrength, signalEntryAt } from './pull.ts'
import { type ChangeWindow, mapWindows, rhythmOf, windowEndIndex } from './rhythm.ts'
import {
  type CompositeStrength,
  initialSignalState,
  neutralBand,
  nextSignalState,
  type Sign,
  type SignalState,
  signalDirectionOf,
  signalVoteWeight,
} from './signal.ts'
import { type Strength, type Strengths, strengthsOf } from './strength.ts'
import { moveBetween } from './trend.ts'
import { VolatilitySteps } from './volatility.ts'

/** What a metric signalled at one entry, and what its outcome is measured with. */
export interface PastSignal extends SignalState {
  /** What it weighs in a vote (`signalVoteWeight`). */
  readonly force: number
  /** Period (day number) of the entry that entered it. */
  readonly since: number
  readonly pull: CompositeStrength
  /** Middle and scale of the usual changes over the window looked ahead; null where that window has no strength. */
  readonly usual: { readonly median: number; readonly scale: number } | null
}

/** Of the days with one signal whose outcome is known: how many, how many held, how many windows they make, and the first of them. */
export interface SignalOutcomeCounts {
  n: number
  hits: number
  windows: number
  from: number
}

/** Of scores already given, each judged when its window had ended. */
export interface TrackRecord {
  /** Windows that do not overlap among theirs. */
  readonly n: number
  readonly forecasts: number
  readonly hits: number
  /** Sum of the base rates that stood when they were given. */
  readonly bases: number
  /** Sums of squared errors: of the scores, and of their base rates. */
  readonly losses: number
  readonly baseLosses: number
  /** 95% interval of the skill; null where there are too few blocks of time. */
  readonly skill: readonly [low: number, high: number] | null
  /** Day number of the first score, and of the end of the newest window. */
  readonly from: number
  readonly to: number
}

/** What stands at one entry of how its signal did before. */
export interface SignalStatistics {
  /** Share of the windows with this signal in which it held, old ones counting less; 0 where there was none. */
  readonly share: number
  /** Windows those days weigh. */
  readonly windows: number
  /** What the probability is worked out from; its `base` is `share` drawn towards what is usual. */
  readonly moment: ProbabilityInputs
  /** That the signal holds over its next window, by the regression alone; null where it was not followed often enough. */
  readonly regressed: number | null
  /** The same between `base` and `regressed`, nearer to the one that has done better of such signals of this metric. */
  readonly probability: number | null
  /** Days with this signal, and share of all days on which the same came about. */
  readonly alike: Readonly<SignalOutcomeCounts>
  readonly anyDay: number
  readonly record: TrackRecord
}

/** How one entry stands to all that came before it. */
export interface PastSignalEntry {
  readonly strengths: Readonly<Record<WindowName, Strength>>
  /** Mean strength and change over the deciding windows; null where none has a strength. */
  readonly pull: CompositeStrength | null
  /** Null where there is no pull. */
  readonly signal: PastSignal | null
  readonly standing: SignalStatistics | null
}

/** What became of a signal over its window, and by how many entries of the column that was long. */
export interface SignalOutcome {
  readonly held: boolean
  readonly change: Sign
  /** Whether the change was a usual one. */
  readonly usual: boolean
  readonly entries: number
}

/** A score that was given, and what became of it: `series` is the metric, `signal` the direction that was to hold. */
export interface SignalForecast extends JudgedForecast {
  readonly moment: ProbabilityInputs
  /** Calendar days of the window looked ahead. */
  readonly horizonDays: number
}

/** From the entry at `index` on the signal has this way, and this force in a vote; its way is null where there is no signal. */
type Run = [index: number, way: Sign | null, force: number]

/** What the walk has learned so far; plain numbers, so that it can be kept as a row. */
interface Learned<Rate = HitRate> {
  /** Entries walked. */
  count: number
  /** Index of the first entry whose outcome is not known yet. */
  open: number
  /** By way of the signal, as `HitRate` keeps them. */
  readonly rates: Record<string, Rate>
  readonly followed: Record<string, SignalOutcomeCounts>
  /** By way: by how much the squared errors of the regression stayed below those of the base rate, each window counted once. */
  readonly earned: Record<string, number>
  /** Days with an outcome, and on how many of them the metric rose, fell, and changed as usual. */
  readonly days: { n: number; up: number; down: number; usual: number }
  readonly sums: ForecastSums
  bases: number
  losses: number
  baseLosses: number
  from: number
  to: number
  readonly runs: Run[]
}

/** How scores of one metric stand to what became of them: summed up, and the two figures that are served of each metric. */
export interface ForecastSkill {
  readonly sums: ForecastSums
  readonly brier: SampledFigure | null
  readonly skill: SampledFigure | null
}

/** What is kept of a walk as a row: the next one continues from here where the column begins with the entries it was made of. */
interface State<Rate = HitRate> {
  readonly first: number
  readonly entries: PastSignalEntry[]
  readonly learned: Learned<Rate>
  readonly judged: (Omit<ForecastSkill, 'sums'> & { readonly forecasts: number }) | null
}

/** Entries older than this before the newest are let go of once their outcome is known: no state is followed further back. */
const keptDays = 430
/** Entries after which old ones are let go of. */
const forgottenEvery = 512
/** Days a signal is averaged over. */
export const averagedDays = 7

/**
 * Walks a metric's history forward, entry by entry: how strong its changes were, what it signalled, and how likely the signal was to hold
 * over the next window, from the outcomes known by then, those of windows that had ended. A column that begins like its predecessor costs
 * only its new entries; another one is walked from the beginning.
 */
export class SignalBacktest {
  readonly metric: MetricFacts
  readonly #method: string
  readonly #ahead: ChangeWindow
  readonly #strengths: Readonly<Record<WindowName, Strengths>>
  readonly #steps: VolatilitySteps
  readonly #onForecast: (forecast: SignalForecast) => void
  #kept: PastRow | null
  #column: Column | null = null
  #learned: Learned = nothingLearned()
  /** The figures served of so many forecasts. */
  #judged: (Omit<ForecastSkill, 'sums'> & { readonly forecasts: number }) | null = null
  /** The newest entries, from index `#first` on. */
  #entries: PastSignalEntry[] = []
  #first = 0

  /** @param onForecast told of each score whose window has ended, in the order of their days */
  constructor(
    metric: MetricFacts,
    kept: PastRow | null = null,
    onForecast: (forecast: SignalForecast) => void = () => undefined,
  ) {
    const { unit, cadence, polarity, window, change, seasonal, weekdays, version } = metric
    const { windows } = rhythmOf(cadence)
    this.metric = metric
    this.#method = JSON.stringify([methodology, unit, cadence, polarity, window, change, seasonal, weekdays, version])
    this.#ahead = confidenceWindow(metric)
    this.#strengths = mapWindows((name) => strengthsOf(metric, windows[name]))
    this.#steps = new VolatilitySteps(change)
    this.#kept = kept
    this.#onForecast = onForecast
  }

  /** What stands at index `last` of `column`. Looks at no entry after it. */
  at(column: Column, last: number): PastSignalEntry {
    if (!this.#beginsLike(column, last)) {
      this.#kept = null
      this.#learned = nothingLearned()
      this.#judged = null
      this.#entries = []
      this.#first = 0
      this.#steps.restart()
    }
    if (last >= this.#learned.count) {
      this.#column = column
      while (this.#learned.count <= last) {
        this.#next(column)
        // what is let go of early need not be carried along for decades
        if (this.#learned.count % forgottenEvery === 0) this.#forget(column)
      }
      this.#forget(column)
    }
    return this.#entries[last - this.#first]!
  }

  /** Each run of one signal of one force that begins by index `last` of `column`. */
  runs(column: Column, last: number): readonly Readonly<Run>[] {
    this.at(column, last)
    return this.#learned.runs.filter(([index]) => index <= last)
  }

  /** The entries whose pulls the signal after index `last` of `column` is averaged from, newest last. */
  recentPulls(column: Column, last: number): readonly { readonly period: number; readonly pull: CompositeStrength | null }[] {
    this.at(column, last)
    const recent: { period: number; pull: CompositeStrength | null }[] = []
    for (let i = last; i >= this.#first && column.period[i]! > column.period[last]! - averagedDays; i--)
      recent.unshift({ period: column.period[i]!, pull: this.#entries[i - this.#first]!.pull })
    return recent
  }

  /** How the scores whose window has ended by the newest entry walked stand to what became of them. */
  judged(): ForecastSkill {
    const { sums } = this.#learned
    if (this.#judged?.forecasts !== sums.forecasts) {
      const { brier = null, skill = null } = calibrationReport([sums]) ?? {}
      this.#judged = { forecasts: sums.forecasts, brier, skill }
    }
    const { brier, skill } = this.#judged
    return { sums, brier, skill }
  }

  /** The walk as it stands, null where it is the one that was kept. */
  keep(): PastRow | null {
    const { count, open } = this.#learned
    if (this.#column === null || count === this.#kept?.entries) return null
    const first = Math.max(this.#first, Math.min(open, count - 1))
    const entries = this.#entries.slice(first - this.#first)
    return {
      metric: this.metric.metric,
      entries: count,
      inputs: fingerprintOf(this.#method, this.#column, count),
      state: JSON.stringify({ first, entries, learned: this.#learned, judged: this.#judged } satisfies State),
    }
  }

  /** Whether the entries walked up to `last` are those of `column`. */
  #beginsLike(column: Column, last: number): boolean {
    const kept = this.#kept
    if (
      this.#column === null &&
      kept !== null &&
      kept.entries <= last + 1 &&
      kept.inputs === fingerprintOf(this.#method, column, kept.entries)
    )
      this.#resume(column, kept)
    const before = this.#column
    if (before === null || last < this.#first) return false
    const n = Math.min(this.#learned.count, last + 1)
    if (before === column) return true
    let i = 0
    while (i < n && before.period[i] === column.period[i] && before.value[i] === column.value[i]) i++
    return i === n
  }

  #resume(column: Column, { state }: PastRow): void {
    const { first, entries, learned, judged } = JSON.parse(state) as State<[number, number, number]>
    const rates = Object.entries(learned.rates).map(([key, rate]) => [key, new HitRate(this.#ahead.days, rate)])
    this.#column = column
    this.#first = first
    this.#entries = entries
    this.#learned = { ...learned, rates: Object.fromEntries(rates) }
    this.#judged = judged
  }

  #forget({ period }: Column): void {
    const { open, count } = this.#learned
    let first = this.#first
    while (first < Math.min(open, count - 1) && period[first]! < period[count - 1]! - keptDays) first++
    this.#entries.splice(0, first - this.#first)
    this.#first = first
  }

  /** Learns from the windows that end with the next entry of `column`, then says what stands at it. */
  #next(column: Column): void {
    const learned = this.#learned
    const i = learned.count
    const day = column.period[i]!
    for (; column.period[learned.open]! + this.#ahead.days <= day; learned.open++) this.#learn(column, learned.open, day)
    const strengths = mapWindows((name) => this.#strengths[name].at(column, i))
    const pull = compositeStrengthAt(this.metric, column, i, strengths)
    const signal = pull && this.#signalAt(column, i, pull, strengths)
    const standing = signal && this.#standing(column, i, signal, strengths)
    this.#entries.push({ strengths, pull, signal, standing })
    const { way = null, force = 0 } = signal ?? {}
    const run = learned.runs.at(-1)
    if (run === undefined || run[1] !== way || run[2] !== force) learned.runs.push([i, way, force])
    learned.count++
  }

  #signalAt(column: Column, i: number, newest: CompositeStrength, strengths: PastSignalEntry['strengths']): PastSignal {
    const { period } = column
    const before = this.#entries[i - 1 - this.#first]?.signal ?? null
    const pulls = [newest]
    for (let k = i - 1; k >= this.#first && period[k]! > period[i]! - averagedDays; k--) {
      const { pull } = this.#entries[k - this.#first]!
      if (pull !== null) pulls.push(pull)
    }
    const pull = meanCompositeStrength(pulls)
    const stance = nextSignalState(before ?? initialSignalState, signalEntryAt(this.metric, column, i, pull))
    const force = signalVoteWeight(
      stance,
      Object.values(strengths).flatMap(({ z }) => z ?? []),
    )
    const since = before?.way === stance.way ? before.since : period[i]!
    return { ...stance, force, since, pull, usual: usualChangeOf(strengths[this.metric.window]) }
  }

  #standing(column: Column, i: number, signal: PastSignal, strengths: PastSignalEntry['strengths']): SignalStatistics {
    const { sums, days, followed, earned, bases, losses, baseLosses, from, to } = this.#learned
    // a metric without polarity is always neutral: that the next change is a usual one is what it says
    const way = this.metric.polarity === 'none' ? 0 : signal.way
    const day = column.period[i]!
    const rate = this.#rateOf(way)
    const base = rate.towards(priorHitRate(way), day)
    const windows = rate.windows(day)
    const moment = {
      way,
      base,
      strength: signal.pull.strength,
      ahead: strengths[this.metric.window].z ?? 0,
      longest: strengths['90d'].z ?? 0,
      volatility: this.#steps.at(column, i),
    }
    const { n, forecasts, hits } = sums
    const regressed = windows < minimumScoredWindows || signal.usual === null ? null : probabilityOf(moment, this.#ahead.nominal)
    return {
      share: rate.share,
      windows,
      moment,
      regressed,
      probability: regressed === null ? null : base + regressionWeight(earned[way] ?? 0) * (regressed - base),
      alike: { ...(followed[way] ?? { n: 0, hits: 0, windows: 0, from: day }) },
      anyDay: days.n === 0 ? 0 : (way === 0 ? days.usual : way > 0 ? days.up : days.down) / days.n,
      record: { n, forecasts, hits, bases, losses, baseLosses, skill: skillInterval(sums), from, to },
    }
  }

  #learn(column: Column, i: number, day: number): void {
    const { signal, standing } = this.#entries[i - this.#first]!
    if (signal === null || standing === null) return
    const outcome = signalOutcome(this.metric, column, i, signal, this.#usualAt(column, i, signal))
    if (outcome === null) return
    const learned = this.#learned
    const way = this.metric.polarity === 'none' ? 0 : signal.way
    const { held, change, usual, entries } = outcome
    learned.days.n++
    if (change > 0) learned.days.up++
    if (change < 0) learned.days.down++
    if (usual) learned.days.usual++
    const { probability, regressed, moment } = standing
    if (probability !== null && regressed !== null) {
      this.#judge(column.period[i]!, way, standing, probability, held)
      const hit = held ? 1 : 0
      learned.earned[way] = (learned.earned[way] ?? 0) + ((moment.base - hit) ** 2 - (regressed - hit) ** 2) / entries
    }
    learned.followed[way] ??= { n: 0, hits: 0, windows: 0, from: column.period[i]! }
    const alike = learned.followed[way]
    alike.n++
    alike.hits += held ? 1 : 0
    alike.windows += 1 / entries
    this.#rateOf(way).count(held, 1 / entries, day)
  }

  /** What is usual over the window after index `i`: of a seasonal metric, in the season in which that window ends. */
  #usualAt(column: Column, i: number, { usual }: PastSignal): PastSignal['usual'] {
    if (!this.metric.seasonal || usual === null) return usual
    return usualChangeOf(this.#strengths[this.metric.window].at(column, windowEndIndex(column, i, this.#ahead)))
  }

  #judge(day: number, way: Sign, { moment }: SignalStatistics, probability: number, held: boolean): void {
    const learned = this.#learned
    const [hit, end, { base }] = [held ? 1 : 0, day + this.#ahead.days, moment]
    if (learned.sums.forecasts === 0) learned.from = day
    learned.to = end
    const forecast = { day, end, probability, base, held }
    addForecast(learned.sums, forecast, blockDays)
    learned.bases += base
    learned.losses += (probability - hit) ** 2
    learned.baseLosses += (base - hit) ** 2
    const { metric, polarity } = this.metric
    const signal = signalDirectionOf(way, polarity)
    this.#onForecast({ ...forecast, series: metric, signal, moment, horizonDays: this.#ahead.nominal })
  }

  #rateOf(way: Sign): HitRate {
    const { rates } = this.#learned
    rates[way] ??= new HitRate(this.#ahead.days)
    return rates[way]
  }
}

function nothingLearned(): Learned {
  const none = { bases: 0, losses: 0, baseLosses: 0, from: 0, to: 0 }
  return {
    count: 0,
    open: 0,
    rates: {},
    followed: {},
    earned: {},
    days: { n: 0, up: 0, down: 0, usual: 0 },
    sums: emptyForecastSums(),
    runs: [],
    ...none,
  }
}

/** The window a metric's confidence looks ahead. */
export function confidenceWindow({ metric, cadence, window }: MetricFacts): ChangeWindow {
  const ahead = rhythmOf(cadence).windows[window]
  if (ahead === null) throw new Error(`${metric}: a ${cadence} series has no window of ${window}`)
  return ahead
}

export const usualChangeOf = (strength: Strength): PastSignal['usual'] =>
  strength.z === null ? null : { median: strength.median, scale: strength.scale }

/**
 * What became of the signal at index `i` over the window after it: up or down held when the change goes the same way (flat is a miss), of a
 * seasonal metric when it is more, or less, than the median of the season; neutral when the change is less than 0.5 of the scale away from
 * the median. Null where there was no signal or no strength to measure with, no entry in the window, or no percent change (from a value that
 * is not positive). To be asked once the column reaches the end of the window.
 * @param usual middle and scale the change is measured with: those that stood at `i`, of a seasonal metric those of the season it ends in
 */
export function signalOutcome(
  metric: MetricFacts,
  column: Column,
  i: number,
  signal: Pick<PastSignal, 'way' | 'usual'> | null,
  usual: PastSignal['usual'] = signal?.usual ?? null,
): SignalOutcome | null {
  if (signal === null || usual === null) return null
  const end = windowEndIndex(column, i, confidenceWindow(metric))
  if (end === i) return null
  const [from, to] = [column.value[i]!, column.value[end]!]
  const raw = changeBetween(from, to, metric.change)
  if (Number.isNaN(raw)) return null
  const change = metric.seasonal ? wayOf(raw - usual.median) : wayBetween(metric, column, from, to)
  const isUsual = Math.abs(raw - usual.median) < neutralBand * usual.scale
  const way = metric.polarity === 'none' ? 0 : signal.way
  return { held: way === 0 ? isUsual : change === way, change, usual: isUsual, entries: end - i }
}

const wayOf = (change: number): Sign => (change > 0 ? 1 : change < 0 ? -1 : 0)

function wayBetween(metric: MetricFacts, column: Column, from: number, to: number): Sign {
  const { direction } = moveBetween(from, to, metric.change, column.unit)
  return direction === 'flat' ? 0 : direction === 'up' ? 1 : -1
}
