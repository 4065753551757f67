import type { Fact } from '../../filings/fact.ts'

/** An amount of a segment table, under the name of its row. */
export interface SegmentAmount {
  readonly name: string
  /** The segment that it is a part of, in a table of two axes. */
  readonly within?: string | null
  readonly value: number
  readonly fact: Fact
}

/** Rows of segments that add up to a total with the rows that reconcile them. */
export interface SegmentSum {
  readonly segments: readonly SegmentAmount[]
  readonly reconciling: readonly SegmentAmount[]
  readonly total: SegmentAmount
}

/** More rows than these are tried as they are, without leaving any out. */
const mostTried = 14
/** Of so few reconciling rows any two are tried. */
const fewRows = 5

/**
 * The segments that make the total, to one unit of the stated rounding for each row: all of them, or without a row that is the sum of others;
 * with all reconciling rows, without one that is the sum of others, without any, or with one or two. An exact sum goes before a rounded one,
 * which is not enough where reconciling rows had to be chosen.
 */
export function segmentsAddingUp(
  segments: readonly SegmentAmount[],
  reconciling: readonly SegmentAmount[],
  total: SegmentAmount,
): SegmentSum | null {
  const some = reconciling.filter(({ value }) => value !== 0)
  for (const exact of [true, false])
    for (const own of withoutAggregates(segments, some))
      for (const rows of exact ? choices(some) : withoutAggregates(some, []).concat([[]])) {
        const apart = Math.abs(sumOfAmounts(own) + sumOfAmounts(rows) - total.value)
        const isSum = exact ? apart < 0.5 : apart <= roundingOfRows([...own, ...rows, total])
        if (isSum && own.some(({ value }) => value !== 0)) return { segments: own, reconciling: rows, total }
      }
  return null
}

export const sumOfAmounts = (rows: readonly Pick<SegmentAmount, 'value'>[]): number =>
  rows.reduce((sum, { value }) => sum + value, 0)

/** One unit of the stated rounding for each row. */
export const roundingOfRows = (rows: readonly SegmentAmount[]): number =>
  rows.reduce((sum, { fact: { decimals } }) => sum + (typeof decimals === 'number' ? 10 ** -decimals : 0), 0)

/** All rows, then all but one or two that are each the sum of others. */
function withoutAggregates(rows: readonly SegmentAmount[], beside: readonly SegmentAmount[]): (readonly SegmentAmount[])[] {
  if (rows.length > mostTried) return [rows]
  const aggregates = rows.filter((row) => isSumOfOthers(row, rows, beside))
  const without = (...left: readonly SegmentAmount[]) => rows.filter((row) => !left.includes(row))
  const pairs = aggregates.flatMap((one, at) => aggregates.slice(at + 1).map((other) => without(one, other)))
  return [rows, ...aggregates.map((row) => without(row)), ...pairs].filter((each) => each.length > 0)
}

function isSumOfOthers(row: SegmentAmount, rows: readonly SegmentAmount[], beside: readonly SegmentAmount[]): boolean {
  if (row.value === 0) return false
  const others = [...rows, ...beside].filter((other) => other !== row && other.value !== 0).slice(0, mostTried)
  const sums = (from: number, left: number, count: number): boolean =>
    (count > 1 && Math.abs(left) < 0.5) ||
    others.slice(from).some((other, at) => sums(from + at + 1, left - other.value, count + 1))
  return sums(0, row.value, 0)
}

function choices(rows: readonly SegmentAmount[]): (readonly SegmentAmount[])[] {
  const pairs = rows.length > fewRows ? [] : rows.flatMap((one, at) => rows.slice(at + 1).map((other) => [one, other]))
  return [...withoutAggregates(rows, []), [], ...rows.map((row) => [row]), ...pairs]
}
