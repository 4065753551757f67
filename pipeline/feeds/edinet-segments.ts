import { japaneseSegments } from '../../data/companies/tags/jp.ts'
import type { Fact } from '../filings/fact.ts'

const measures = new Map(japaneseSegments.map((row) => [row.measure, new Set([...row.concepts, ...(row.whole ?? [])])]))
const concepts = new Set([...measures.values()].flatMap((each) => [...each]))
const ofRevenue = new Set([...measures.get('revenue')!, ...measures.get('external_revenue')!])

/** Totals of segments that stand among them. */
const subtotal = /^(?:ReportableSegments|TotalOf\w+)Member$/u
/** Members of the taxonomy and of issuers under which no segment stands. */
const reconciles = /^(?!\w*Reportable)\w*(?:Reconcil|Eliminat|Unallocat|Adjust)\w*Member$|^Corporate(?:Shared)?Member$/u

/**
 * Facts of the segment tables of a report, and those of the whole company: segments and what reconciles them on an axis each. A package of
 * type 5 names no axes, and statements of changes in equity have members too: a segment is a member that has revenue.
 */
export function segmentFacts(facts: readonly Fact[], isGroup: boolean): Fact[] {
  const placed = facts.flatMap((fact) => {
    const { dimensions } = fact.context
    const parent = dimensions.filter(({ member }) => member.endsWith('NonConsolidatedMember'))
    const [dimension, ...more] = dimensions.filter((each) => !parent.includes(each))
    const isMoney = /^iso4217:[A-Z]{3}$/u.test(fact.unit ?? '') && fact.number !== null && fact.context.end !== null
    if (!concepts.has(fact.concept) || !isMoney || parent.length > 0 === isGroup || more.length > 0) return []
    if (dimension === undefined) return [fact]
    if (dimension.axis !== '' && !dimension.axis.endsWith(':OperatingSegmentsAxis')) return []
    const member = dimension.member.replace(/^(?:.*E\d{5}-\d{3}:?|.*:)/u, '')
    if (subtotal.test(member)) return []
    const on = { axis: reconciles.test(member) ? 'reconciling' : 'segment', member, typed: false }
    return [{ ...fact, contextId: dimension.member, context: { ...fact.context, dimensions: [on] } }]
  })
  const members = new Set(placed.flatMap(({ concept, contextId }) => (ofRevenue.has(concept) ? (contextId ?? []) : [])))
  if (members.size === 0) return []
  return placed.filter(({ contextId }) => contextId === undefined || members.has(contextId))
}
