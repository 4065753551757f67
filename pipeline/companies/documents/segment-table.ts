import type { Fact } from '../../filings/fact.ts'
import { titleOf, wordsOf } from '../fact.ts'
import { addedUp, type Row, type Sum, sumOf } from './segment-sum.ts'

const consolidation = /:(?:ConsolidationItemsAxis|SegmentConsolidationItemsAxis)$/
const ofSegments = /:(?:OperatingSegments|ReportableSegments)Member$/
/** Members under which no segment stands: they reconcile segments with the whole. */
const reconciles = /corporate|eliminat|reconcil|unallocated|non ?segment/u
/** A way of the issuer's own to tag segments may say that it leaves eliminations out. */
const beforeEliminations = /excluding .*eliminat/u

/** Amounts of one concept and period, by the member of the axis and by that of the consolidation; null for none. */
export interface Cell {
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

  cells(concept: string): Cell[] {
    const cells = new Map<string, Cell>()
    for (const fact of this.facts) {
      const { dimensions } = fact.context
      if (fact.concept !== concept || !dimensions.every(({ axis }) => this.axis.test(axis) || consolidation.test(axis))) continue
      const memberOn = (axis: RegExp) => dimensions.find((dimension) => axis.test(dimension.axis))?.member ?? null
      const cell = { member: memberOn(this.axis), under: memberOn(consolidation), fact }
      const key = `${cell.member} ${cell.under}`
      const known = cells.get(key)
      if (known === undefined || placesOf(fact) > placesOf(known.fact)) cells.set(key, cell)
    }
    return [...cells.values()]
  }

  whole(concepts: readonly string[]): Row | null {
    const totals = concepts.flatMap((concept) =>
      this.cells(concept).flatMap((cell) => (cell.member === null && cell.under === null ? rowOf(cell) : [])),
    )
    return totals.reduce<Row | null>((most, row) => (most === null || row.value > most.value ? row : most), null)
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
  sums(concept: string, stated: Row | null, partly = false): Sum[] {
    const cells = this.cells(concept)
    const ways = [...new Set(cells.flatMap(({ member, under }) => (member !== null && isWay(under) ? [under] : [])))]
    const order = (way: string | null) => (way === null ? 1 : ofSegments.test(way) ? 0 : 2)
    return ways
      .sort((a, b) => order(a) - order(b))
      .flatMap((way) => {
        const own = cells.filter(({ member, under }) => member !== null && under === way)
        const segments = own.filter(({ member }) => !reconciles.test(wordsOf(member!)))
        const totals = cells.filter(({ member, under }) =>
          partly ? member === null && (under === way || (way === null && under !== null && ofSegments.test(under))) : false,
        )
        const whole = cells.find(({ member, under }) => member === null && under === null)
        const total = partly ? totals[0] && rowOf(totals[0]) : whole === undefined ? stated : rowOf(whole)
        if (total == null || segments.length === 0) return []
        const rows = segments.map(rowOf)
        if (partly) return addedUp(rows, [], total) ?? []
        return addedUp(rows, reconcilingIn(cells, way, segments), total) ?? this.#withRowsBetween(rows, total) ?? []
      })
  }

  /** With the rows of other concepts between segments, or their total, and the total in its table: all added or all taken off. */
  #withRowsBetween(segments: readonly Row[], total: Row): Sum | null {
    const own = this.facts.filter(({ concept, place }) => concept === total.fact.concept && place.table !== null)
    for (const { context, place } of own) {
      const before = (fact: Fact) => fact.place.table === place.table && fact.place.offset < place.offset
      const last = Math.max(
        ...own.flatMap((fact) => (fact.context.dimensions.length > 0 && before(fact) ? fact.place.offset : [])),
      )
      if (context.dimensions.length > 0 || last < 0) continue
      const between = this.facts.filter(
        (fact) => before(fact) && fact.place.offset > last && fact.concept !== total.fact.concept && this.#isOfNoMember(fact),
      )
      const sums = [1, -1].map((sign) => ({
        ...{ segments, total },
        reconciling: between.map((fact) => ({ name: withoutNote(fact.place.label), value: sign * fact.number!, fact })),
      }))
      const sum = sums.find(({ reconciling }) => Math.abs(sumOf([...segments, ...reconciling]) - total.value) < 0.5)
      if (sum !== undefined) return sum
    }
    return null
  }

  #isOfNoMember({ context }: Fact): boolean {
    return context.dimensions.every(({ axis }) => consolidation.test(axis))
  }
}

/** What reconciles segments of one way with the whole: rows of no segment, rows of segments that stand elsewhere, and what is eliminated of each. */
function reconcilingIn(cells: readonly Cell[], way: string | null, segments: readonly Cell[]): Row[] {
  const isSegment = (member: string | null) => segments.some((segment) => segment.member === member)
  const rows = cells.filter(({ member, under }) => {
    if (member === null) return under !== null && under !== way && !isWay(under)
    return !isSegment(member) && (under === way || !isWay(under))
  })
  const each = cells.filter(
    ({ member, under }) => isSegment(member) && under !== null && /eliminat/u.test(wordsOf(under)) && !isWay(under),
  )
  const added = rows.some(({ under }) => under === each[0]?.under) ? [] : each
  return [
    ...rows.map((cell) => ({ ...rowOf(cell), name: nameOf(cell.member ?? cell.under!) })),
    ...added.slice(0, 1).map(({ fact, under }) => ({ name: nameOf(under!), value: sumOf(added.map(rowOf)), fact })),
  ]
}

export const isWay = (under: string | null): boolean =>
  under === null || !reconciles.test(wordsOf(under)) || beforeEliminations.test(wordsOf(under))

const placesOf = ({ decimals }: Fact): number => (typeof decimals === 'number' ? decimals : Number.POSITIVE_INFINITY)

export const rowOf = ({ member, fact }: Cell): Row => ({ name: member === null ? '' : nameOf(member), value: fact.number!, fact })

/** `pep:FritoLayNorthAmericaMember` -> `Frito Lay North America` */
export const nameOf = (member: string): string =>
  member
    .slice(member.indexOf(':') + 1)
    .replace(/(?:(?<!Non)(?:Reportable)?Segments?)?Member$/u, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, ' ')
    .trim() || titleOf(member)

/** A label without the sign of its footnote: `LatAm (b)`. */
export const withoutNote = (label: string): string => label.replace(/ ?\((?:[a-z]|\d)\)$/u, '')
