import type { Column } from '../column.ts'
import { HitRate } from './hit-rate.ts'
import type { MetricFacts } from './metric-facts.ts'
import { signalOfWay } from './signal.ts'
import { type PastSignal, type SignalHistory, strengthSteps } from './signal-history.ts'
import { type Forecast, probabilityOf, type Standing, usualRate } from './standing.ts'

/** What stood at each entry, in rows of one array: a reading of any past entry costs no new walk. */
export class Walk {
  readonly #days: number
  readonly #rates = new Map<number, HitRate>()
  #rows = new Float64Array(rowLength * 256)
  #count = 0
  /** Whether the signal of an entry held, where that is known. */
  #held: boolean[] = []
  /** Index of the first entry whose outcome is not known yet. */
  #open = 0
  #record = { n: 0, forecasts: 0, hits: 0, bases: 0, losses: 0, from: Number.NaN, to: Number.NaN }
  /** Where the next window begins that does not overlap one counted. */
  #freeFrom = Number.NEGATIVE_INFINITY
  #alikeLosses = 0
  #baseLosses = 0

  constructor(days: number) {
    this.#days = days
  }

  get count(): number {
    return this.#count
  }

  standing(i: number): Standing {
    const row = this.#rows.subarray(i * rowLength, (i + 1) * rowLength) as unknown as Row
    const [share, windows, base, agreed, alike, loss, baseLoss, n, forecasts, hits, bases, losses, from, to] = row
    return { share, windows, base, agreed, alike, loss, baseLoss, record: { n, forecasts, hits, bases, losses, from, to } }
  }

  forecasts({ metric, polarity }: MetricFacts, column: Column, signals: SignalHistory, last: number): Forecast[] {
    const forecasts: Forecast[] = []
    for (let i = 0; column.period[i]! + this.#days <= column.period[last]!; i++) {
      const held = this.#held[i]
      const standing = this.standing(i)
      const probability = probabilityOf(standing)
      if (held === undefined || probability === null) continue
      const day = column.period[i]!
      forecasts.push({
        series: metric,
        signal: signalOfWay(signals.at(i)!.way, polarity),
        day,
        end: day + this.#days,
        probability,
        held,
        base: standing.base,
      })
    }
    return forecasts
  }

  /** Learns from the windows that end with the next entry of `column`, then says what stands at it. */
  next(column: Column, signals: SignalHistory): void {
    const i = this.#count
    const day = column.period[i]!
    for (; column.period[this.#open]! + this.#days <= day; this.#open++) this.#learn(column, signals, this.#open, day)
    const signal = signals.at(i)
    const { n, forecasts, hits, bases, losses, from, to } = this.#record
    const row: Row = [
      ...(signal === null ? unsaid : this.#rateOf(signal, day)),
      this.#alikeLosses / forecasts,
      this.#baseLosses / forecasts,
      n,
      forecasts,
      hits,
      bases,
      losses,
      from,
      to,
    ]
    if (this.#rows.length === i * rowLength) {
      const longer = new Float64Array(2 * this.#rows.length)
      longer.set(this.#rows)
      this.#rows = longer
    }
    this.#rows.set(row, i * rowLength)
    this.#count++
  }

  #rateOf(signal: PastSignal, day: number): Rates {
    const [own, agreeing, alike] = this.#ratesOf(signal)
    const base = own.towards(usualRate(signal.way), day)
    const agreed = agreeing.towards(base, day)
    return [own.share, own.windows(day), base, agreed, alike.towards(agreed, day)]
  }

  #learn(column: Column, signals: SignalHistory, i: number, day: number): void {
    const outcome = signals.outcome(column, i)
    if (outcome === null) return
    this.#held[i] = outcome.held
    const standing = this.standing(i)
    const probability = probabilityOf(standing)
    if (probability !== null) this.#judge(column.period[i]!, standing, probability, outcome.held ? 1 : 0)
    for (const rate of this.#ratesOf(signals.at(i)!)) rate.count(outcome.held, 1 / outcome.entries, day)
  }

  #judge(day: number, { base, alike }: Standing, probability: number, held: number): void {
    const record = this.#record
    if (record.forecasts === 0) record.from = day
    if (day >= this.#freeFrom) {
      record.n++
      this.#freeFrom = day + this.#days
    }
    record.to = day + this.#days
    record.forecasts++
    record.hits += held
    record.bases += base
    record.losses += (probability - held) ** 2
    this.#alikeLosses += (alike - held) ** 2
    this.#baseLosses += (base - held) ** 2
  }

  /** The rates of days with this signal, of those that also had its agreement, and of those that also were as strong. */
  #ratesOf({ way, agreement, step }: PastSignal): [HitRate, HitRate, HitRate] {
    const agreed = 3 * (way + 1) + agreement
    const alike = agreed * (strengthSteps.length + 1) + step
    return [this.#rate(way), this.#rate(100 + agreed), this.#rate(200 + alike)]
  }

  #rate(key: number): HitRate {
    let rate = this.#rates.get(key)
    if (!rate) {
      rate = new HitRate(this.#days)
      this.#rates.set(key, rate)
    }
    return rate
  }
}

type Rates = readonly [share: number, windows: number, base: number, agreed: number, alike: number]
const unsaid: Rates = [Number.NaN, 0, Number.NaN, Number.NaN, Number.NaN]

/** One entry of a walk, in the order of `Standing`. */
type Row = [
  ...Rates,
  loss: number,
  baseLoss: number,
  n: number,
  forecasts: number,
  hits: number,
  bases: number,
  losses: number,
  from: number,
  to: number,
]
const rowLength: Row['length'] = 14
