import type { ChangeUnit } from '../documents/reading.ts'
import { isoDay } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { meanOf } from '../values/numbers.ts'
import { rounded, twelveDigits } from '../values/rounding.ts'
import { changeBetween, roundingNoise } from './changes.ts'

/** Changes that correlations of a day are made of. */
export const comparedChanges = 30

/**
 * What `correlate` finds: r with its 95% interval, twelve significant digits each; how many changes, and how many independent ones they
 * are worth; the first and last common day; and r in words.
 */
export interface CorrelationResult {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly n: number
  readonly independent: number
  readonly from: string
  readonly to: string
  readonly word: string
}

/**
 * Pearson's r of the last `n` changes between consecutive days common to both columns (days on which both have a value), so that a weekly
 * series is compared week by week with a daily one. Each change in the way of that column: percent, or differences (of rates and
 * anything that may be zero or negative). Null when there are fewer than `n` such changes, when one of them starts from a value that is
 * not positive and is to be stated in percent, or when either side does not vary.
 */
export function correlate(a: Column, b: Column, n: number, kinds: readonly [ChangeUnit, ChangeUnit]): CorrelationResult | null {
  const common = newestCommon(a, b, n + 1)
  if (common === null) return null
  const x = new Float64Array(n)
  const y = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    x[i] = changeBetween(a.value[common.inA[i]!]!, a.value[common.inA[i + 1]!]!, kinds[0])
    y[i] = changeBetween(b.value[common.inB[i]!]!, b.value[common.inB[i + 1]!]!, kinds[1])
  }
  const noise: [number, number] = [
    roundingNoise(kinds[0], largest(a, common.inA)),
    roundingNoise(kinds[1], largest(b, common.inB)),
  ]
  const r = pearson(x, y, noise)
  if (r === null) return null
  const value = twelveDigits(r)
  const independent = independentPairs(x, y)
  const interval = correlationInterval(r, independent)
  const day = (i: number) => isoDay(a.period[common.inA[i]!]!)
  return {
    value,
    ...interval,
    n,
    independent,
    from: day(0),
    to: day(n),
    word: differsFromZero(interval) ? correlationWord(value) : notClear,
  }
}

/** Indices of the newest `count` days both columns have, ascending; null when there are fewer. */
function newestCommon(a: Column, b: Column, count: number): { inA: Int32Array; inB: Int32Array } | null {
  const inA = new Int32Array(count)
  const inB = new Int32Array(count)
  let left = count
  let i = a.period.length - 1
  let j = b.period.length - 1
  while (i >= 0 && j >= 0 && left > 0) {
    const distance = a.period[i]! - b.period[j]!
    if (distance === 0) {
      left--
      inA[left] = i--
      inB[left] = j--
    } else if (distance > 0) i--
    else j--
  }
  return left === 0 ? { inA, inB } : null
}

function largest(column: Column, indices: Int32Array): number {
  let larger = 0
  for (const i of indices) larger = Math.max(larger, Math.abs(column.value[i]!))
  return larger
}

/** Pearson's r in two passes, held to -1 .. 1; null when a change is NaN or the spread of either side is no more than its `noise`. */
function pearson(x: Float64Array, y: Float64Array, noise: readonly [number, number]): number | null {
  const n = x.length
  const [meanX, meanY] = [meanOf(x), meanOf(y)]
  let xx = 0
  let yy = 0
  let xy = 0
  for (let i = 0; i < n; i++) {
    const dx = x[i]! - meanX
    const dy = y[i]! - meanY
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  const spreadX = Math.sqrt(xx / n)
  const spreadY = Math.sqrt(yy / n)
  if (!(spreadX > noise[0] && spreadY > noise[1])) return null
  return Math.max(-1, Math.min(1, xy / n / (spreadX * spreadY)))
}

/** The word where the interval holds zero. */
const notClear = 'not distinguishable from zero'

/** r in words by its size: negligible below 0.2, weak below 0.4, moderate below 0.6, strong below 0.8, else very strong; below zero `inverse`. */
export function correlationWord(r: number): string {
  const size = Math.abs(r)
  const word = size < 0.2 ? 'negligible' : size < 0.4 ? 'weak' : size < 0.6 ? 'moderate' : size < 0.8 ? 'strong' : 'very strong'
  return r < 0 ? `${word} inverse` : word
}

/** Standard errors to either side of an estimate that hold the truth 95 times in 100. */
const ninetyFive = 1.959964

/**
 * How many independent pairs `x` and `y` are worth (Bartlett): n (1 - a b) / (1 + a b), a and b their lag-1 autocorrelations, for two
 * series that each follow their own last change correlate by chance more often. Never more than there are; one decimal.
 */
export function independentPairs(x: Float64Array, y: Float64Array): number {
  const product = autocorrelation(x) * autocorrelation(y)
  const pairs = (x.length * (1 - product)) / (1 + product)
  return rounded(Math.min(x.length, pairs), 1)
}

/** Correlation of each value with its predecessor; the values must vary. */
function autocorrelation(values: Float64Array): number {
  const mean = meanOf(values)
  let own = 0
  let lagged = 0
  for (let i = 0; i < values.length; i++) {
    own += (values[i]! - mean) ** 2
    if (i > 0) lagged += (values[i]! - mean) * (values[i - 1]! - mean)
  }
  return lagged / own
}

/** Standard error of Fisher's z; infinite for three independent pairs or fewer. */
function errorOfZ(independent: number): number {
  return independent > 3 ? 1 / Math.sqrt(independent - 3) : Number.POSITIVE_INFINITY
}

/** The 95% interval of a correlation by Fisher's z: tanh(atanh(r) ± 1.96 / sqrt(n - 3)); -1 to 1 where three pairs or fewer are independent. */
export function correlationInterval(r: number, independent: number): { readonly low: number; readonly high: number } {
  if (independent <= 3) return { low: -1, high: 1 }
  const half = ninetyFive * errorOfZ(independent)
  const end = (z: number) => twelveDigits(Math.tanh(z))
  return { low: end(Math.atanh(r) - half), high: end(Math.atanh(r) + half) }
}

/** What is needed of a correlation to set it beside others. */
type Estimate = Pick<CorrelationResult, 'value' | 'low' | 'high' | 'independent'>

/** Whether the 95% interval leaves out zero. */
export function differsFromZero({ low, high }: Pick<Estimate, 'low' | 'high'>): boolean {
  return low > 0 || high < 0
}

/** Correlations by size, and what may be claimed of the first. */
interface Ranking<Each> {
  /** Those whose interval leaves out zero, largest first. */
  readonly clear: readonly Each[]
  /** The first of them where its size differs from that of every other correlation, clear or not; else null. */
  readonly strongest: Each | null
  /** Those of `clear` whose size does not differ from that of the first, the first among them. */
  readonly tied: readonly Each[]
}

/**
 * Ranks correlations by size. Two sizes differ when their Fisher z are more than 1.96 standard errors of their difference apart, as if the
 * two were independent: partners that move together make that cautious, so a strongest one is claimed too seldom rather than too often.
 */
export function rankCorrelations<Each extends Estimate>(all: readonly Each[]): Ranking<Each> {
  const bySize = [...all].sort((one, other) => Math.abs(other.value) - Math.abs(one.value))
  const clear = bySize.filter(differsFromZero)
  const first = clear[0]
  if (first === undefined) return { clear, strongest: null, tied: [] }
  const strongest = bySize.every((other) => other === first || sizesDiffer(first, other)) ? first : null
  return { clear, strongest, tied: clear.filter((other) => other === first || !sizesDiffer(first, other)) }
}

function sizesDiffer(one: Estimate, other: Estimate): boolean {
  const apart = Math.atanh(Math.abs(one.value)) - Math.atanh(Math.abs(other.value))
  return Math.abs(apart) > ninetyFive * Math.hypot(errorOfZ(one.independent), errorOfZ(other.independent))
}
