import type { CalibrationReport, Sampled } from '../documents/calibration.ts'
import { twelveDigits } from './rounding.ts'

/** One forecast and what became of it: that something holds from `day` until `end` (day numbers). */
export interface JudgedForecast {
  /** Forecasts of one series overlap; those of different series share their days. */
  readonly series: string
  /** What was forecast: its base rate is that of the same series and signal. */
  readonly signal: string
  readonly day: number
  readonly end: number
  readonly probability: number
  readonly held: boolean
}

/** Days of a block of time: twice the longest window. */
export const blockDays = 180

const bins = 10
const samples = 1_000
/** Fewer blocks say nothing of how they vary. */
const fewestBlocks = 5

/** Sums of one block of time, in one row: forecasts, squared errors, those of the base rate, then of each bin forecasts, probabilities, hits. */
const sums = 3 + 3 * bins

/**
 * Judges forecasts against what happened; null of none.
 *
 * The base rate of a forecast is the share of the earlier ones of its series and signal that held, of those whose window had ended by its
 * day: (hits + 1) / (n + 2). The intervals are from 1,000 samples of whole blocks of `block` calendar days, drawn with replacement
 * and with all series together, so that neither overlapping windows nor series that move together count as independent.
 *
 * @param block at least the length of the longest window
 */
export function judge(forecasts: readonly JudgedForecast[], block: number): CalibrationReport | null {
  if (forecasts.length === 0) return null
  const blocks = new Map<number, Float64Array>()
  let n = 0
  for (const series of bySeries(forecasts)) {
    n += windowsOf(series)
    const bases = baseRates(series)
    for (const [i, { day, probability, held }] of series.entries()) {
      const key = Math.floor(day / block)
      const row = blocks.get(key) ?? new Float64Array(sums)
      blocks.set(key, row)
      const hit = held ? 1 : 0
      const bin = 3 + 3 * Math.min(bins - 1, Math.floor(probability * bins))
      row[0]!++
      row[1]! += (probability - hit) ** 2
      row[2]! += (bases[i]! - hit) ** 2
      row[bin]!++
      row[bin + 1]! += probability
      row[bin + 2]! += hit
    }
  }
  const rows = [...blocks].sort(([a], [b]) => a - b).map(([, row]) => row)
  const total = rows.reduce(plus, new Float64Array(sums))
  const drawn = rows.length < fewestBlocks ? [] : samplesOf(rows)
  const sampled = (figure: (of: Float64Array) => number): Sampled => {
    const others = drawn.map(figure).sort((a, b) => a - b)
    const at = (share: number) => {
      const found = others[Math.round(share * (others.length - 1))]
      return found === undefined ? null : twelveDigits(found)
    }
    return { value: twelveDigits(figure(total)), low: at(0.025), high: at(0.975) }
  }
  return {
    forecasts: forecasts.length,
    n,
    hit_rate: twelveDigits(forecasts.filter(({ held }) => held).length / forecasts.length),
    brier: sampled((of) => of[1]! / of[0]!),
    base_brier: sampled((of) => of[2]! / of[0]!),
    skill: sampled((of) => 1 - of[1]! / of[2]!),
    calibration_error: sampled(calibrationError),
    reliability: Array.from({ length: bins }, (_, bin) => {
      const [count = 0, said = 0, happened = 0] = total.subarray(3 + 3 * bin)
      return {
        from: bin / bins,
        to: (bin + 1) / bins,
        forecasts: count,
        probability: count > 0 ? twelveDigits(said / count) : null,
        hit_rate: count > 0 ? twelveDigits(happened / count) : null,
      }
    }),
  }
}

/** Forecasts by series, each in the order of their days. */
function bySeries(forecasts: readonly JudgedForecast[]): JudgedForecast[][] {
  const found = new Map<string, JudgedForecast[]>()
  for (const forecast of forecasts) {
    const series = found.get(forecast.series)
    if (series) series.push(forecast)
    else found.set(forecast.series, [forecast])
  }
  return [...found.values()].map((series) => series.sort((a, b) => a.day - b.day))
}

function windowsOf(series: readonly JudgedForecast[]): number {
  let n = 0
  let free = Number.NEGATIVE_INFINITY
  for (const { day, end } of series) {
    if (day < free) continue
    n++
    free = end
  }
  return n
}

function baseRates(series: readonly JudgedForecast[]): number[] {
  const ended = [...series].sort((a, b) => a.end - b.end)
  const known = new Map<string, { hits: number; n: number }>()
  let next = 0
  return series.map(({ day, signal }) => {
    for (; next < ended.length && ended[next]!.end <= day; next++) {
      const { signal: of, held } = ended[next]!
      const { hits, n } = known.get(of) ?? { hits: 0, n: 0 }
      known.set(of, { hits: hits + (held ? 1 : 0), n: n + 1 })
    }
    const { hits, n } = known.get(signal) ?? { hits: 0, n: 0 }
    return (hits + 1) / (n + 2)
  })
}

function calibrationError(of: Float64Array): number {
  let distance = 0
  for (let bin = 3; bin < sums; bin += 3) distance += Math.abs(of[bin + 1]! - of[bin + 2]!)
  return distance / of[0]!
}

/** As many blocks as there are, drawn with replacement, `samples` times; the same draws for the same number of blocks. */
function samplesOf(rows: readonly Float64Array[]): Float64Array[] {
  const next = randomFrom(rows.length)
  return Array.from({ length: samples }, () => {
    const sum = new Float64Array(sums)
    for (let k = 0; k < rows.length; k++) plus(sum, rows[Math.floor(next() * rows.length)]!)
    return sum
  })
}

function plus(sum: Float64Array, row: Float64Array): Float64Array {
  for (let k = 0; k < sums; k++) sum[k]! += row[k]!
  return sum
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
