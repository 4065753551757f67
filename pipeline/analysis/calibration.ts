import type { CalibrationReport, SampledFigure } from '../documents/calibration.ts'
import { twelveDigits } from '../values/rounding.ts'

/** One forecast and what became of it: that something holds from `day` until `end` (day numbers). */
export interface JudgedForecast {
  /** Forecasts of one series overlap; those of different series share their days. */
  readonly series: string
  /** What was forecast. */
  readonly signal: string
  readonly day: number
  readonly end: number
  readonly probability: number
  /** What the metric's own base rate of that signal said. */
  readonly base: number
  readonly held: boolean
}

/** Days of a block of time: twice the longest window. */
export const blockDays = 180

const bins = 10
const samples = 1_000
/** Fewer blocks say nothing of how they vary. */
const fewestBlocks = 5

/** Sums of one block of time, in one row: forecasts, squared errors, those of the base rate, then of each bin forecasts, probabilities, hits. */
const rowLength = 3 + 3 * bins

/** Forecasts of one series that have ended, summed up: block by block of calendar days, in plain numbers, so that they can be kept as a row. */
export interface ForecastSums {
  forecasts: number
  hits: number
  /** Windows that do not overlap. */
  n: number
  /** Day from which the next window is free of those counted. */
  free: number
  readonly blocks: Record<string, number[]>
  /** Over the blocks: sums of the squares of their errors, of their products, and of the squares of the base rate's. */
  readonly squares: [own: number, both: number, base: number]
}

export function emptyForecastSums(): ForecastSums {
  return { forecasts: 0, hits: 0, n: 0, free: Number.MIN_SAFE_INTEGER, blocks: {}, squares: [0, 0, 0] }
}

/** Adds a forecast of a later day than those before. */
export function addForecast(
  sums: ForecastSums,
  { day, end, probability, base, held }: Omit<JudgedForecast, 'series' | 'signal'>,
  block: number,
): void {
  const hit = held ? 1 : 0
  sums.forecasts++
  sums.hits += hit
  if (day >= sums.free) {
    sums.n++
    sums.free = end
  }
  const key = Math.floor(day / block)
  const row = sums.blocks[key] ?? new Array<number>(rowLength).fill(0)
  sums.blocks[key] = row
  const bin = 3 + 3 * Math.min(bins - 1, Math.floor(probability * bins))
  const { squares } = sums
  addSquares(squares, row, -1)
  row[0]!++
  row[1]! += (probability - hit) ** 2
  row[2]! += (base - hit) ** 2
  addSquares(squares, row, 1)
  row[bin]!++
  row[bin + 1]! += probability
  row[bin + 2]! += hit
}

function addSquares(squares: ForecastSums['squares'], [, own = 0, base = 0]: readonly number[], sign: 1 | -1): void {
  squares[0] += sign * own * own
  squares[1] += sign * own * base
  squares[2] += sign * base * base
}

/**
 * 95% interval of the skill, 1 - errors / errors of the base rate: a ratio of sums over blocks of time, so that windows that overlap do not
 * count as independent (Cochran, Sampling Techniques, 3rd ed., 6.4). Null of fewer than five blocks.
 */
export function skillInterval({ blocks, squares: [own, both, base] }: ForecastSums): [low: number, high: number] | null {
  const rows = Object.values(blocks)
  if (rows.length < fewestBlocks) return null
  let errors = 0
  let baseErrors = 0
  for (const [, ofScores = 0, ofBase = 0] of rows) {
    errors += ofScores
    baseErrors += ofBase
  }
  const ratio = errors / baseErrors
  const residual = Math.max(0, own - 2 * ratio * both + ratio * ratio * base)
  const half = (1.96 * Math.sqrt((residual * rows.length) / (rows.length - 1))) / baseErrors
  return [1 - ratio - half, 1 - ratio + half]
}

/**
 * How forecasts of some series stand to what happened; null of none. The intervals are from 1,000 samples of whole blocks of calendar days,
 * drawn with replacement and with all series together, so that neither overlapping windows nor series that move together count as
 * independent.
 */
export function calibrationReport(series: readonly ForecastSums[]): CalibrationReport | null {
  const sum = (figure: (sums: ForecastSums) => number) => series.reduce((total, sums) => total + figure(sums), 0)
  const forecasts = sum((sums) => sums.forecasts)
  if (forecasts === 0) return null
  const blocks = new Map<number, number[]>()
  for (const sums of series)
    for (const [key, row] of Object.entries(sums.blocks)) {
      const together = blocks.get(Number(key))
      if (together) plus(together, row)
      else blocks.set(Number(key), [...row])
    }
  const rows = [...blocks].sort(([a], [b]) => a - b).map(([, row]) => Float64Array.from(row))
  const total = rows.reduce(plus, new Float64Array(rowLength))
  const drawn = rows.length < fewestBlocks ? [] : samplesOf(rows)
  const sampled = (figure: (row: Float64Array) => number): SampledFigure => {
    const others = drawn.map(figure).sort((a, b) => a - b)
    const at = (share: number) => {
      const quantile = others[Math.round(share * (others.length - 1))]
      return quantile === undefined ? null : twelveDigits(quantile)
    }
    return { value: twelveDigits(figure(total)), low: at(0.025), high: at(0.975) }
  }
  return {
    forecasts,
    n: sum(({ n }) => n),
    hit_rate: twelveDigits(sum(({ hits }) => hits) / forecasts),
    brier: sampled((row) => row[1]! / row[0]!),
    base_brier: sampled((row) => row[2]! / row[0]!),
    skill: sampled((row) => 1 - row[1]! / row[2]!),
    calibration_error: sampled(calibrationError),
    reliability: Array.from({ length: bins }, (_, bin) => {
      const [count = 0, probabilities = 0, hits = 0] = total.subarray(3 + 3 * bin)
      return {
        from: bin / bins,
        to: (bin + 1) / bins,
        forecasts: count,
        probability: count > 0 ? twelveDigits(probabilities / count) : null,
        hit_rate: count > 0 ? twelveDigits(hits / count) : null,
      }
    }),
  }
}

function calibrationError(row: Float64Array): number {
  let distance = 0
  for (let bin = 3; bin < rowLength; bin += 3) distance += Math.abs(row[bin + 1]! - row[bin + 2]!)
  return distance / row[0]!
}

/** As many blocks as there are, drawn with replacement, `samples` times; the same draws for the same number of blocks. */
function samplesOf(rows: readonly Float64Array[]): Float64Array[] {
  const next = randomFrom(rows.length)
  return Array.from({ length: samples }, () => {
    const sum = new Float64Array(rowLength)
    for (let k = 0; k < rows.length; k++) plus(sum, rows[Math.floor(next() * rows.length)]!)
    return sum
  })
}

function plus<Row extends Float64Array | number[]>(sum: Row, row: ArrayLike<number>): Row {
  for (let k = 0; k < rowLength; k++) sum[k]! += row[k]!
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
