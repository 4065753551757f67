import { rounded, twelveDigits } from './rounding.ts'

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

/** Correlation of each value with the one before it; the values must vary. */
function autocorrelation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
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

/** The 95 % interval of a correlation by Fisher's z: tanh(atanh(r) ± 1.96 / sqrt(n - 3)); -1 to 1 where three pairs or fewer are independent. */
export function intervalOf(r: number, independent: number): { readonly low: number; readonly high: number } {
  if (independent <= 3) return { low: -1, high: 1 }
  const half = ninetyFive * errorOfZ(independent)
  const end = (z: number) => twelveDigits(Math.tanh(z))
  return { low: end(Math.atanh(r) - half), high: end(Math.atanh(r) + half) }
}

/** What is needed of a correlation to set it beside others. */
interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly independent: number
}

/** Whether the 95 % interval leaves out zero. */
export function differsFromZero({ low, high }: Pick<Estimate, 'low' | 'high'>): boolean {
  return low > 0 || high < 0
}

/** Correlations by size, and what may be claimed of the first. */
export interface Ranking<Each> {
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
