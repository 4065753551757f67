import { indianSegments } from '../../data/companies/tags/in.ts'
import type { Fact, Tagged } from '../filings/fact.ts'
import { amountIn, contextsOf, conventional, elementOf } from './nse-amounts.ts'

const concepts = new Set(
  indianSegments.flatMap(({ concepts, whole = [], added = [], takenOff = [] }) => [...concepts, ...whole, ...added, ...takenOff]),
)
/** The context of one segment of a table, of the quarter or of the year to date: `OneReportableSegmentRevenue02D`. */
const ofSegment = /^(One|Four)ReportableSegment(?:Revenue|Results|Assets)\d+[DI]$/u
const isAssets = (concept: string) => /Assets$/u.test(concept)

/**
 * Facts of the segment tables of results, and those of the whole company. Contexts of segments state the days of the quarter, those of the year to
 * date too: their days are those of the whole. A segment has its name in a fact of its context, which may have a unit as if it were a number.
 */
export function segmentFacts({ facts, unread }: Tagged, whole: readonly Fact[]): Fact[] {
  const named = [...facts, ...unread].filter(({ concept }) => elementOf(concept) === 'DescriptionOfReportableSegment')
  const names = new Map(named.map(({ contextId, shown }) => [contextId, shown.trim()]))
  const contexts = new Map(contextsOf(whole).map(({ id, days }) => [id, days]))
  return facts.flatMap((fact) => {
    const { concept, context, contextId = '' } = fact
    const [, span] = ofSegment.exec(contextId) ?? []
    const id = span === undefined ? contextId : span === 'One' ? conventional.quarter : conventional.toDate
    const days = contexts.get(id)
    const amount = concepts.has(concept) ? amountIn(fact) : null
    if (days === undefined || amount === null || amount.unit !== 'INR') return []
    const member = names.get(contextId) ?? ''
    if (span === undefined ? context.dimensions.length > 0 : member === '') return []
    const dimensions = span === undefined ? [] : [{ axis: 'segment', member, typed: false }]
    const start = isAssets(concept) ? null : days.from
    return [{ ...fact, ...amount, number: Number(amount.value), context: { ...context, start, end: days.to, dimensions } }]
  })
}
