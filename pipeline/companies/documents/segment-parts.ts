import type { Fact } from '../../filings/fact.ts'
import { groupedBy } from '../../values/grouped.ts'
import { wordsOf } from '../fact.ts'
import {
  axisMembers,
  consolidationMember,
  isReconcilingItem,
  isSegmentLevelMember,
  type SegmentAxis,
  segmentAxes,
} from './segment-axes.ts'
import { memberName } from './segment-names.ts'
import { type SegmentAmount, type SegmentSum, segmentsAddingUp } from './segment-sum.ts'
import { reconcilingRows, Table } from './segment-table.ts'

/** An amount of two axes: of what is divided, and of its part. */
interface Part {
  readonly member: string
  readonly part: string
  readonly under: string | null
  readonly row: SegmentAmount
}

/** Revenue by two axes: a table that adds up, null where there is none, and of how many segments the parts do not. */
interface Divided {
  readonly sum: SegmentSum | null
  readonly apart: number
}

/**
 * Revenue by two axes, for example by segment and product: the parts of each segment that add up to it, and the other segments whole, in the
 * table of `bases` with most parts. Where a report has the parts of segments and not the segments, all parts and what reconciles them.
 */
export function twoAxisRevenueParts(
  facts: readonly Fact[],
  [outer, inner]: readonly [SegmentAxis, SegmentAxis],
  {
    concepts,
    bases,
    whole,
  }: { readonly concepts: readonly string[]; readonly bases: readonly SegmentSum[]; readonly whole: SegmentAmount },
): Divided {
  const divided = concepts
    .flatMap((concept) => [
      ...groupedBy(partsOf(facts, concept, segmentAxes[outer], segmentAxes[inner]), ({ under }) => under ?? '').values(),
    ])
    .filter((parts) => new Set(parts.map(({ part }) => part)).size > 1)
  const [most = { sum: null, apart: 0 }] = bases
    .map((base) => withParts(base, divided))
    .toSorted((a, b) => rowsIn(b) - rowsIn(a) || a.apart - b.apart)
  if (bases.length > 0) return most
  const sums = divided.flatMap((parts) => ofPartsAlone(new Table(facts, segmentAxes[outer]), parts, whole) ?? [])
  return { sum: sums[0] ?? null, apart: 0 }
}

const rowsIn = ({ sum }: Divided): number => sum?.segments.length ?? 0

function ofPartsAlone(table: Table, parts: readonly Part[], whole: SegmentAmount): SegmentSum | null {
  const { row, under } = parts[0]!
  if (new Set(parts.map(({ member }) => member)).size < 2) return null
  const rows = parts.map((part) => part.row)
  return segmentsAddingUp(rows, reconcilingRows(table.cells(row.fact.concept), under, []), whole)
}

function partsOf(facts: readonly Fact[], concept: string, outer: RegExp, inner: RegExp): Part[] {
  const parts = new Map<string, Part>()
  for (const fact of facts) {
    const members = fact.concept === concept ? axisMembers(fact, outer, inner) : null
    const under = consolidationMember(fact)
    if (members === null || !isSegmentLevelMember(under) || members.some((member) => isReconcilingItem(wordsOf(member)))) continue
    const [member, part] = members as [string, string]
    const key = [member, part, under].join(' ')
    const row = { name: memberName(part), within: memberName(member), value: fact.number!, fact }
    if (!parts.has(key)) parts.set(key, { member, part, under, row })
  }
  return [...parts.values()]
}

/**
 * A table with the parts of its segments instead of them where they add up, each by the concept and the way that has most; none where no segment has
 * several.
 */
function withParts(base: SegmentSum, sets: readonly (readonly Part[])[]): Divided {
  const divided = base.segments.map((segment) => {
    const filed = sets.map((parts) => parts.flatMap(({ row }) => (row.within === segment.name && row.value !== 0 ? row : [])))
    const sums = filed.flatMap((rows) => (rows.length === 0 ? [] : (segmentsAddingUp(rows, [], segment) ?? [])))
    const [most] = sums.toSorted((a, b) => b.segments.length - a.segments.length)
    return { rows: most?.segments ?? [segment], isApart: most === undefined && filed.some((rows) => rows.length > 1) }
  })
  const segments = divided.flatMap(({ rows }) => rows)
  const isDivided = segments.length > base.segments.length
  return { sum: isDivided ? { ...base, segments } : null, apart: divided.filter(({ isApart }) => isApart).length }
}
