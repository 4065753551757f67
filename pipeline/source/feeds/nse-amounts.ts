import { indianSegments, indianTags, issuedShares } from '../../../data/companies/tags/in.ts'
import { conceptsOf } from '../../../data/companies/tags/line-tags.ts'
import { quotient, scaled } from '../../filings/decimal.ts'
import type { Fact, Tagged } from '../../filings/fact.ts'
import { dayNumber } from '../../time/day.ts'
import { groupedBy } from './grouped.ts'
import type { Sightings } from './sightings.ts'

/** Contexts that instances of 2018 to 2022 name without declaring them: the quarter, the year to date, and the balance sheet day. */
export const conventional = { quarter: 'OneD', toDate: 'FourD', instant: 'OneI' } as const

const kept = conceptsOf(indianTags)
const units: Readonly<Record<string, string>> = {
  'iso4217:INR': 'INR',
  'iso4217:INR/xbrli:shares': 'INR/shares',
  'xbrli:shares': 'shares',
}

/** An amount of a period, or of a day where it has no first one. */
export interface Amount extends Days {
  readonly concept: string
  readonly unit: string
  readonly value: string
}
interface Days {
  readonly from: string | null
  readonly to: string
}

/** Name of an element without the prefix of its taxonomy. */
export const elementOf = (concept: string): string => concept.slice(concept.indexOf(':') + 1)

/**
 * Amounts of lines in results, from their facts without dimensions. The contexts of the quarter and of the year to date may both state the days
 * of the quarter: the days of each are those that its facts DateOfStartOfReportingPeriod and DateOfEndOfReportingPeriod state. Amounts are in rupees,
 * whatever their `decimals` and level of rounding. Of two amounts for the same concept and days neither counts.
 */
export function amountsOf(facts: readonly Fact[], reject: Sightings['reject']): Amount[] {
  const amounts = contextsOf(facts).flatMap(({ own, days }) => {
    const filled = own.filter(isFilledIn(own))
    const lines = filled.flatMap((fact): Amount[] => {
      const amount = amountIn(fact)
      return kept.has(fact.concept) && amount !== null ? [{ concept: fact.concept, ...amount, ...days }] : []
    })
    return [...lines, ...sharesIn(own, days.to)]
  })
  const groups = groupedBy(amounts, ({ concept, unit, from, to }) => `${concept} ${unit} ${from} ${to}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (group.every(({ value }) => value === first!.value)) return [first!]
    reject(null, 'two-amounts', 'stated twice with different amounts', group)
    return []
  })
}

/** The contexts of facts, each with its days; without those whose days are not known. */
function contextsOf(facts: readonly Fact[]): { readonly id: string; readonly own: readonly Fact[]; readonly days: Days }[] {
  const contexts = groupedBy(facts, ({ contextId = '' }) => contextId)
  const quarter = daysIn(contexts.get(conventional.quarter) ?? [])
  return [...contexts].flatMap(([id, own]) => {
    const days = id === conventional.instant ? (daysIn(own) ?? (quarter && { from: null, to: quarter.to })) : daysIn(own)
    // the year to date would be taken for the quarter where nothing states its days
    const isUnstated = id === conventional.toDate && statedDays(own) === null && days?.from === quarter?.from
    return days === null || isUnstated ? [] : [{ id, own, days }]
  })
}

/** The amount of a fact in its unit; null for any other fact. */
function amountIn(fact: Fact): { readonly unit: string; readonly value: string } | null {
  const [unit, value] = [unitOf(fact), decimalOf(fact)]
  return value === null || unit === undefined ? null : { unit, value }
}

/** Total assets of banks are filed without a unit. */
const unitOf = ({ concept, unit }: Fact): string | undefined =>
  unit === null ? (/PerShare/.test(concept) ? 'INR/shares' : 'INR') : units[unit]

function decimalOf({ unit, value, shown }: Fact): string | null {
  if (unit !== null) return value
  const [, sign, digits = ''] = /^(-?)(\d+(?:\.\d+)?)$/.exec(shown) ?? []
  return scaled(digits, 0, sign === '-')
}

/** The days that facts of a context state for it. */
function statedDays(facts: readonly Fact[]): Days | null {
  const day = (name: string) => facts.find(({ concept }) => elementOf(concept) === name)?.value ?? ''
  const [from, to] = [day('DateOfStartOfReportingPeriod'), day('DateOfEndOfReportingPeriod')]
  return dayNumber(from) === null || dayNumber(to) === null || from > to ? null : { from, to }
}

/** The days of a context; null where it is not declared and no fact states them. */
function daysIn(facts: readonly Fact[]): Days | null {
  const { start: from = null, end: to = null } = facts[0]?.context ?? {}
  const declared = to === null ? null : { from, to }
  return declared !== null && from === null ? declared : (statedDays(facts) ?? declared)
}

/** Shares issued: no element is their count. */
function sharesIn(facts: readonly Fact[], to: string): Amount[] {
  const one = (name: string) => facts.find(({ concept }) => elementOf(concept) === name)
  const [capital, face] = [one('PaidUpValueOfEquityShareCapital'), one('FaceValueOfEquityShareCapital')]
  const shares = Math.round(Number(quotient(capital?.value ?? '', face?.value ?? '')))
  const prefix = capital?.concept.slice(0, -elementOf(capital.concept).length)
  return shares > 0 ? [{ concept: `${prefix}${issuedShares}`, unit: 'shares', from: null, to, value: String(shares) }] : []
}

/** Elements that are zero because nobody filled them in where the others are not. */
const unfilled: readonly { readonly elements: readonly string[]; readonly beside: readonly string[] }[] = [
  {
    elements: ['ProfitOrLossAttributableToOwnersOfParent', 'ProfitOrLossAttributableToNonControllingInterests'],
    beside: ['ProfitLossForPeriod'],
  },
  { elements: ['ProfitLossAfterTaxesMinorityInterestAndShareOfProfitLossOfAssociates'], beside: ['ProfitLossForThePeriod'] },
  { elements: ['EquityAttributableToOwnersOfParent', 'NonControllingInterest'], beside: ['Equity'] },
  ...['Basic', 'Diluted'].flatMap((kind) => [
    { elements: [`${kind}EarningsLossPerShareFromContinuingAndDiscontinuedOperations`], beside: ['ProfitLossForPeriod'] },
    { elements: [`${kind}EarningsPerShareAfterExtraordinaryItems`], beside: ['ProfitLossForThePeriod'] },
  ]),
]

/** Statements that forms have and quarters need not state: they are empty where all these totals are zero. */
const statements = [
  { totals: ['Assets'], elements: /./, isBalance: true },
  {
    totals: ['Operating', 'Investing', 'Financing'].map((kind) => `CashFlowsFromUsedIn${kind}Activities`),
    elements: /^CashFlows|ClassifiedAs/,
    isBalance: false,
  },
]

/** Whether facts of a context were filled in. */
function isFilledIn(facts: readonly Fact[]): (fact: Fact) => boolean {
  const numbers = new Map(facts.map((fact) => [elementOf(fact.concept), Number(decimalOf(fact))] as const))
  const isZero = (name: string) => (numbers.get(name) ?? 0) === 0
  const zeros = new Set(
    unfilled.flatMap(({ elements, beside }) => (elements.every(isZero) && !beside.every(isZero) ? elements : [])),
  )
  const isBalance = facts[0]!.contextId === conventional.instant
  const empty = statements.filter(
    (each) => each.isBalance === isBalance && each.totals.every(isZero) && each.totals.some((name) => numbers.has(name)),
  )
  return ({ concept }) => {
    const name = elementOf(concept)
    return !zeros.has(name) && empty.every(({ elements }) => !elements.test(name))
  }
}

const ofSegments = new Set(
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
    const amount = ofSegments.has(concept) ? amountIn(fact) : null
    if (days === undefined || amount === null || amount.unit !== 'INR') return []
    const member = names.get(contextId) ?? ''
    if (span === undefined ? context.dimensions.length > 0 : member === '') return []
    const dimensions = span === undefined ? [] : [{ axis: 'segment', member, typed: false }]
    const start = isAssets(concept) ? null : days.from
    return [{ ...fact, ...amount, number: Number(amount.value), context: { ...context, start, end: days.to, dimensions } }]
  })
}
