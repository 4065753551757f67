import { type Column, indexAtOrBefore, markOf } from '../column.ts'
import type { Sampled } from '../documents/calibration.ts'
import type { WindowName } from '../documents/reading.ts'
import type { PastRow } from '../tables/day.ts'
import { blockDays, countForecast, emptySums, type ForecastSums, reportOf } from './calibration.ts'
import { changeBetween } from './changes.ts'
import { HitRate } from './hit-rate.ts'
import { type MetricFacts, methodology } from './metric-facts.ts'
import { rhythmOf, windowDays } from './rhythm.ts'
import { twelveDigits } from './rounding.ts'
import { neutralBand, signalOfWay, type Way, wayOf } from './signal.ts'
import { type Forecast, probabilityOf, type Standing, usualRate } from './standing.ts'
import { RollingStrength, type Strength } from './strength.ts'
import { moveBetween } from './trend.ts'

/** What a metric signalled at one entry, and what else describes that moment. */
export interface PastSignal {
  readonly way: Way
  /** How many of the two other windows say the same, 0 to 2: at least 0.5 strong the same way, or smaller than 0.5 where the signal is neutral. */
  readonly agreement: number
  /** Index into `strengthSteps` of the first step above the size of the strength; their number where there is none. */
  readonly step: number
  /** Middle and scale of the usual changes over the deciding window. */
  readonly median: number
  readonly scale: number
}

/** Sizes of strength from one kind of day to the next. */
export const strengthSteps = [0.25, 0.5, 1, 2] as const

/** How one entry stands to all that came before it. */
export interface PastEntry {
  readonly strengths: Readonly<Record<WindowName, Strength>>
  /** Null where the deciding window has no strength. */
  readonly signal: PastSignal | null
  readonly standing: Standing
  /** How often forecasts of this signal that had ended by then came true, (hits + 1) / (n + 2). */
  readonly usual: number
}

/** Whether a signal held, and by how many entries of the column its window was long. */
export interface Outcome {
  readonly held: boolean
  readonly entries: number
}

/** What the walk has learned so far; plain numbers, so that it can be kept as a row. */
interface Learned<Rate = HitRate> {
  /** Entries walked. */
  count: number
  /** Index of the first entry whose outcome is not known yet. */
  open: number
  /** By kind of day, as `HitRate` keeps them. */
  readonly rates: Record<string, Rate>
  /** Hits and number of forecasts that have ended, by the way of their signal. */
  readonly followed: Record<string, { hits: number; n: number }>
  readonly sums: ForecastSums
  bases: number
  losses: number
  alikeLosses: number
  baseLosses: number
  from: number
  to: number
}

/** How scores of one metric stand to what became of them: summed up, and the two figures that are served of each metric. */
export interface Judged {
  readonly sums: ForecastSums
  readonly brier: Sampled | null
  readonly skill: Sampled | null
}

/** What is kept of a walk as a row: the next one goes on from here where the column begins with the entries it was made of. */
interface State<Rate = HitRate> {
  readonly first: number
  readonly entries: PastEntry[]
  readonly learned: Learned<Rate>
  readonly judged: (Omit<Judged, 'sums'> & { readonly forecasts: number }) | null
}

/** Entries older than this before the newest are let go of once their outcome is known: no state is followed further back. */
const keptDays = 430

/**
 * Walks a metric's history forward, entry by entry: how strong its changes were, what it signalled, and how likely the signal was to hold
 * over the next window of the same length, from the outcomes known by then, those of windows that had ended. A column that begins like the
 * one before costs only its new entries; another one is walked from the beginning.
 */
export class MetricPast {
  readonly metric: MetricFacts
  readonly #method: string
  readonly #days: number
  readonly #strengths: Readonly<Record<WindowName, RollingStrength>>
  readonly #onForecast: (forecast: Forecast) => void
  #kept: PastRow | null
  #column: Column | null = null
  #learned: Learned = nothingLearned()
  /** The figures served of so many forecasts. */
  #judged: (Omit<Judged, 'sums'> & { readonly forecasts: number }) | null = null
  /** The newest entries, from index `#first` on. */
  #entries: PastEntry[] = []
  #first = 0

  /** @param onForecast told of each score whose window has ended, in the order of their days */
  constructor(metric: MetricFacts, kept: PastRow | null = null, onForecast: (forecast: Forecast) => void = () => undefined) {
    const rolling = (days: number) => new RollingStrength(days, metric.change, rhythmOf(metric.cadence).changes)
    const { unit, cadence, polarity, window, change, version } = metric
    this.metric = metric
    this.#method = JSON.stringify([methodology, unit, cadence, polarity, window, change, version])
    this.#days = windowDays[metric.window]
    this.#strengths = { '7d': rolling(7), '30d': rolling(30), '90d': rolling(90) }
    this.#kept = kept
    this.#onForecast = onForecast
  }

  /** What stands at index `last` of `column`. Looks at no entry after it. */
  at(column: Column, last: number): PastEntry {
    if (!this.#beginsLike(column, last)) {
      this.#kept = null
      this.#learned = nothingLearned()
      this.#judged = null
      this.#entries = []
      this.#first = 0
    }
    if (last >= this.#learned.count) {
      this.#column = column
      while (this.#learned.count <= last) this.#next(column)
      this.#forget(column)
    }
    return this.#entries[last - this.#first]!
  }

  /** How the scores whose window has ended by the newest entry walked stand to what became of them. */
  judged(): Judged {
    const { sums } = this.#learned
    if (this.#judged?.forecasts !== sums.forecasts) {
      const { brier = null, skill = null } = reportOf([sums]) ?? {}
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
      inputs: markOf(this.#method, this.#column, count),
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
      kept.inputs === markOf(this.#method, column, kept.entries)
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
    const rates = Object.entries(learned.rates).map(([key, rate]) => [key, new HitRate(this.#days, rate)])
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
    for (; column.period[learned.open]! + this.#days <= day; learned.open++) this.#learn(column, learned.open, day)
    const strengths = {
      '7d': this.#strengths['7d'].at(column, i),
      '30d': this.#strengths['30d'].at(column, i),
      '90d': this.#strengths['90d'].at(column, i),
    }
    const signal = signalAt(this.metric, column, i, strengths)
    const { hits, n } = (signal && learned.followed[signal.way]) ?? { hits: 0, n: 0 }
    this.#entries.push({ strengths, signal, standing: this.#standing(signal, day), usual: (hits + 1) / (n + 2) })
    learned.count++
  }

  #standing(signal: PastSignal | null, day: number): Standing {
    const { sums, bases, losses, alikeLosses, baseLosses, from, to } = this.#learned
    const { n, forecasts, hits } = sums
    const record = { n, forecasts, hits, bases, losses, from, to }
    if (signal === null) return { share: 0, windows: 0, base: 0, agreed: 0, alike: 0, alikeLosses, baseLosses, record }
    const [own, agreeing, similar] = this.#ratesOf(signal)
    const base = own.towards(usualRate(signal.way), day)
    const agreed = agreeing.towards(base, day)
    const alike = similar.towards(agreed, day)
    return { share: own.share, windows: own.windows(day), base, agreed, alike, alikeLosses, baseLosses, record }
  }

  #learn(column: Column, i: number, day: number): void {
    const { signal, standing, usual } = this.#entries[i - this.#first]!
    const outcome = outcomeOf(this.metric, column, i, signal)
    if (signal === null || outcome === null) return
    const probability = probabilityOf(standing)
    if (probability !== null) this.#judge(column.period[i]!, signal, standing, usual, probability, outcome.held)
    for (const rate of this.#ratesOf(signal)) rate.count(outcome.held, 1 / outcome.entries, day)
  }

  #judge(day: number, { way }: PastSignal, { base, alike }: Standing, usual: number, probability: number, held: boolean): void {
    const learned = this.#learned
    const hit = held ? 1 : 0
    const end = day + this.#days
    if (learned.sums.forecasts === 0) learned.from = day
    learned.to = end
    countForecast(learned.sums, { day, end, probability, held }, usual, blockDays)
    learned.bases += base
    learned.losses += (probability - hit) ** 2
    learned.alikeLosses += (alike - hit) ** 2
    learned.baseLosses += (base - hit) ** 2
    const { hits, n } = learned.followed[way] ?? { hits: 0, n: 0 }
    learned.followed[way] = { hits: hits + hit, n: n + 1 }
    const { metric, polarity } = this.metric
    this.#onForecast({ series: metric, signal: signalOfWay(way, polarity), day, end, probability, held, base })
  }

  /** The rates of days with this signal, of those that also had its agreement, and of those that also were as strong. */
  #ratesOf({ way, agreement, step }: PastSignal): [HitRate, HitRate, HitRate] {
    const { rates } = this.#learned
    const rate = (key: string): HitRate => {
      rates[key] ??= new HitRate(this.#days)
      return rates[key]
    }
    return [rate(`${way}`), rate(`${way} ${agreement}`), rate(`${way} ${agreement} ${step}`)]
  }
}

function nothingLearned(): Learned {
  const none = { bases: 0, losses: 0, alikeLosses: 0, baseLosses: 0, from: 0, to: 0 }
  return { count: 0, open: 0, rates: {}, followed: {}, sums: emptySums(), ...none }
}

/** The signal at index `i`, as `signalOf` gives it for that day. */
function signalAt(
  { window, change, polarity }: MetricFacts,
  column: Column,
  i: number,
  strengths: Readonly<Record<WindowName, Strength>>,
): PastSignal | null {
  const deciding = strengths[window]
  if (deciding.z === null) return null
  const first = indexAtOrBefore(column, column.period[i]! - windowDays[window])
  const { direction } = moveBetween(column.value[first]!, column.value[i]!, change, column.unit)
  const strength = twelveDigits(deciding.z)
  const way = wayOf(strength, direction, polarity)
  let agreement = 0
  for (const name of ['7d', '30d', '90d'] as const) {
    const other = strengths[name].z
    if (name === window || other === null) continue
    if (way === 0 ? Math.abs(other) < neutralBand : other * way >= neutralBand) agreement++
  }
  const step = strengthSteps.findIndex((size) => Math.abs(strength) < size)
  return { way, agreement, step: step < 0 ? strengthSteps.length : step, median: deciding.median, scale: deciding.scale }
}

/**
 * Whether the signal at index `i` held over the window after it, which ends at the newest entry at or before its period plus the window:
 * up or down when the change goes the same way (flat is a miss), neutral when the change is less than 0.5 of the scale away from the
 * median, both as they stood at `i`. Null where there was no signal, no entry in the window, or no percent change (from a value that is
 * not positive). To be asked once the column reaches the end of the window.
 */
export function outcomeOf(metric: MetricFacts, column: Column, i: number, signal: PastSignal | null): Outcome | null {
  const end = indexAtOrBefore(column, column.period[i]! + windowDays[metric.window])
  if (signal === null || end === i) return null
  const [from, to] = [column.value[i]!, column.value[end]!]
  const raw = changeBetween(from, to, metric.change)
  if (Number.isNaN(raw)) return null
  const held =
    signal.way === 0
      ? Math.abs(raw - signal.median) < neutralBand * signal.scale
      : moveBetween(from, to, metric.change, column.unit).direction === (signal.way > 0 ? 'up' : 'down')
  return { held, entries: end - i }
}
