import type { Fact } from '../../filings/fact.ts'
import { groupedBy } from '../../values/grouped.ts'
import { placesOf, wordsOf } from '../fact.ts'
import {
  axisMembers,
  consolidationAxis,
  consolidationMember,
  isOtherIncome,
  isReconcilingItem,
  isSegmentLevelMember,
  segmentAxes,
} from './segment-axes.ts'
import { memberName, rowLabelOf } from './segment-names.ts'
import { type SegmentAmount, type SegmentSum, segmentsAddingUp, sumOfAmounts } from './segment-sum.ts'

const ofSegments = /:(?:OperatingSegments|ReportableSegments)Member$/

/** Amounts of one concept and period, by the member of the axis and by that of the consolidation; null for none. */
export interface SegmentCell {
  readonly member: string | null
  readonly under: string | null
  readonly fact: Fact
}

/** The figures of one period in one currency. */
export class Table {
  readonly facts: readonly Fact[]
  readonly axis: RegExp

  constructor(facts: readonly Fact[], axis: RegExp) {
    this.facts = facts
    this.axis = axis
  }

  cells(concept: string): SegmentCell[] {
    const cells = new Map<string, SegmentCell>()
    for (const fact of this.facts) {
      if (fact.concept !== concept) continue
      const members = isWholeOrPart(fact) ? [] : axisMembers(fact, this.axis)
      if (members === null) continue
      const cell = { member: members[0] ?? null, under: consolidationMember(fact), fact }
      const key = `${cell.member} ${cell.under}`
      const known = cells.get(key)
      if (known === undefined || placesOf(fact.decimals) > placesOf(known.fact.decimals)) cells.set(key, cell)
    }
    return [...cells.values()]
  }

  whole(concepts: readonly string[]): SegmentAmount | null {
    const totals = concepts.flatMap((concept) =>
      this.cells(concept).flatMap((cell) => (cell.member === null && cell.under === null ? cellAmount(cell) : [])),
    )
    return totals.reduce<SegmentAmount | null>((most, row) => (most === null || row.value > most.value ? row : most), null)
  }

  /** Concepts with amounts of several members, those named in their order and then the issuer's own. */
  concepts(named: readonly string[], own: RegExp | null): string[] {
    const divided = new Set(
      this.facts.flatMap(({ concept, context }) => (context.dimensions.some(({ axis }) => this.axis.test(axis)) ? concept : [])),
    )
    const others = [...divided].filter(
      (concept) => !/^(?:us-gaap|ifrs-full|srt):/.test(concept) && own?.test(wordsOf(concept)) === true,
    )
    return [...named.filter((concept) => divided.has(concept)), ...others]
  }

  /** The ways to tag segments by which they add up, the usual one first; to the total of the segments where `partly`. */
  sums(concept: string, stated: SegmentAmount | null, partly = false): SegmentSum[] {
    const cells = this.cells(concept)
    const ways = [
      ...new Set(cells.flatMap(({ member, under }) => (member !== null && isSegmentLevelMember(under) ? [under] : []))),
    ]
    const order = (way: string | null) => (way === null ? 1 : ofSegments.test(way) ? 0 : 2)
    return ways
      .sort((a, b) => order(a) - order(b))
      .flatMap((way) => {
        const own = cells.filter(({ member, under }) => member !== null && under === way)
        const segments = own.filter((cell) => !this.#isNoSegment(cell))
        const totals = cells.filter(({ member, under }) =>
          partly ? member === null && (under === way || (way === null && under !== null && ofSegments.test(under))) : false,
        )
        const whole = cells.find(({ member, under }) => member === null && under === null)
        const total = partly ? totals[0] && cellAmount(totals[0]) : whole === undefined ? stated : cellAmount(whole)
        if (total == null || segments.length === 0) return []
        if (partly) return segmentsAddingUp(segments.map(cellAmount), [], total) ?? []
        for (const each of [segments, ...ofOneTable(segments)]) {
          const rows = each.map(cellAmount)
          const sum = segmentsAddingUp(rows, reconcilingRows(cells, way, segments), total) ?? this.#withRowsBetween(rows, total)
          if (sum !== null) return sum
        }
        return []
      })
  }

  /** With the rows of other concepts between segments, or their total, and the total in its table: all added or all taken off. */
  #withRowsBetween(segments: readonly SegmentAmount[], total: SegmentAmount): SegmentSum | null {
    const own = this.facts.filter(({ concept, place }) => concept === total.fact.concept && place.table !== null)
    for (const { context, place } of own) {
      const before = (fact: Fact) => fact.place.table === place.table && fact.place.offset < place.offset
      const last = Math.max(
        ...own.flatMap((fact) => (fact.context.dimensions.length > 0 && before(fact) ? fact.place.offset : [])),
      )
      if (context.dimensions.length > 0 || last < 0) continue
      const between = this.facts.filter(
        (fact) => before(fact) && fact.place.offset > last && fact.concept !== total.fact.concept && isWholeOrPart(fact),
      )
      const sums = [1, -1].map((sign) => ({
        ...{ segments, total },
        reconciling: between.map((fact) => ({ name: rowLabelOf(fact), value: sign * fact.number!, fact })),
      }))
      const sum = sums.find(({ reconciling }) => Math.abs(sumOfAmounts([...segments, ...reconciling]) - total.value) < 0.5)
      if (sum !== undefined) return sum
    }
    return null
  }

  /** The label of a row, for products, regions and customers; where segments have columns it names the measure. */
  #isNoSegment({ member, fact }: SegmentCell): boolean {
    return (
      isReconcilingItem(wordsOf(member!)) || (this.axis !== segmentAxes.business && isOtherIncome(fact.place.label.toLowerCase()))
    )
  }
}

/** Of the company, or of what reconciles it with its parts. */
const isWholeOrPart = ({ context }: Fact): boolean => context.dimensions.every(({ axis }) => consolidationAxis.test(axis))

/** Rows of each table, for a row may be in several: the text around a table states parts of its rows. */
const ofOneTable = (cells: readonly SegmentCell[]): SegmentCell[][] =>
  [...groupedBy(cells, ({ fact }) => String(fact.place.table)).values()].filter(
    (own) => own.length > 1 && own.length < cells.length,
  )

/** What reconciles segments of one way with the whole: rows of no segment, rows of segments that stand elsewhere, and what is eliminated of each. */
export function reconcilingRows(
  cells: readonly SegmentCell[],
  way: string | null,
  segments: readonly SegmentCell[],
): SegmentAmount[] {
  const isSegment = (member: string | null) => segments.some((segment) => segment.member === member)
  const rows = cells.filter(({ member, under }) => {
    if (member === null) return under !== null && under !== way && !isSegmentLevelMember(under)
    return !isSegment(member) && (under === way || !isSegmentLevelMember(under))
  })
  const each = cells.filter(
    ({ member, under }) =>
      isSegment(member) && under !== null && /eliminat/u.test(wordsOf(under)) && !isSegmentLevelMember(under),
  )
  const added = rows.some(({ under }) => under === each[0]?.under) ? [] : each
  return [
    ...rows.map((cell) => ({ ...cellAmount(cell), name: memberName(cell.member ?? cell.under!) })),
    ...added
      .slice(0, 1)
      .map(({ fact, under }) => ({ name: memberName(under!), value: sumOfAmounts(added.map(cellAmount)), fact })),
  ]
}

export const cellAmount = ({ member, fact }: SegmentCell): SegmentAmount => ({
  name: member === null ? '' : memberName(member),
  value: fact.number!,
  fact,
})
