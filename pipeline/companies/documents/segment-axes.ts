import type { Fact } from '../../filings/fact.ts'
import { wordsOf } from '../fact.ts'

/** What the revenue of a company is divided by, as its report tags it. */
export const segmentAxes = {
  business: /:(?:StatementBusinessSegmentsAxis|SegmentsAxis)$/,
  product: /:(?:ProductOrServiceAxis|ProductsAndServicesAxis)$/,
  geography: /:(?:StatementGeographicalAxis|GeographicalAreasAxis)$/,
  customer: /:MajorCustomersAxis$/,
  channel: /:ContractWithCustomerSalesChannelAxis$/,
  subsegment: /:SubsegmentsAxis$/,
} as const
export type SegmentAxis = keyof typeof segmentAxes

/** Tables of two axes: what is divided, and by what. */
export const segmentAxisPairs = [
  ['business', 'subsegment'],
  ['business', 'product'],
  ['business', 'geography'],
  ['business', 'customer'],
  ['business', 'channel'],
  ['geography', 'product'],
] as const satisfies readonly (readonly [SegmentAxis, SegmentAxis])[]

export const consolidationAxis = /:(?:ConsolidationItemsAxis|SegmentConsolidationItemsAxis)$/
const concentration = /:ConcentrationRiskBy(?:Benchmark|Type)Axis$/

/** The member of a fact on the axis of consolidation; null for none. */
export const consolidationMember = ({ context }: Fact): string | null =>
  context.dimensions.find(({ axis }) => consolidationAxis.test(axis))?.member ?? null

/** The members of a fact on these axes, in their order; null for a fact that has others, or none on one of them. */
export function axisMembers({ context }: Fact, ...on: readonly RegExp[]): string[] | null {
  const others = context.dimensions.filter(
    ({ axis }) => !consolidationAxis.test(axis) && !concentration.test(axis) && !on.some((each) => each.test(axis)),
  )
  const members = on.flatMap((each) => context.dimensions.find(({ axis }) => each.test(axis))?.member ?? [])
  return others.length > 0 || members.length < on.length ? null : members
}

/** Members under which no segment stands: they reconcile segments with the whole. */
const reconciles = /corporate|eliminat|reconcil|unallocated|non ?segment/u
/** A way of the issuer's own to tag segments may say that it leaves eliminations out. */
const beforeEliminations = /excluding .*eliminat/u
/** Income that is not revenue, though a total of revenue and other income may have it. */
const otherIncome =
  /\bequity (?:method|affiliates?|compan|investe|investments?$|in (?:the )?(?:net )?(?:earnings|income|loss))|\b(?:income|earnings|losses|profits?|share) .*\b(?:affiliates?|associates?|investees|joint ventures?)\b|\bother income\b/u

export const isOtherIncome = (words: string): boolean => otherIncome.test(words)
export const isReconcilingItem = (words: string): boolean => reconciles.test(words) || isOtherIncome(words)

/** Whether segments may stand under a member of the consolidation. */
export const isSegmentLevelMember = (under: string | null): boolean =>
  under === null || !reconciles.test(wordsOf(under)) || beforeEliminations.test(wordsOf(under))
