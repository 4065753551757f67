import {
  equityLessMinorities,
  incomeLessInterest,
  indianConcepts,
  indianSegments,
  issuedShares,
  ownersEquity,
} from '../../data/companies/tags/in.ts'
import { divideDecimals, scaledDecimal, sumDecimals } from '../filings/decimal.ts'
import type { Fact, Tagged } from '../filings/fact.ts'
import { dayNumber } from '../time/day.ts'
import { groupedBy } from '../values/grouped.ts'
import type { Sightings } from './sightings.ts'

/** Contexts that instances of 2018 to 2022 name without declaring them: the quarter, the year to date, and the balance sheet day. */
export const conventionalContexts = { quarter: 'OneD', toDate: 'FourD', instant: 'OneI' } as const

const units: Readonly<Record<string, string>> = {
  'iso4217:INR': 'INR',
  'iso4217:INR/xbrli:shares': 'INR/shares',
  'xbrli:shares': 'shares',
}

/** An amount of a period, or of a day where it has no first one. */
export interface PeriodAmount extends Days {
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
 * whatever their `decimals` and level of rounding. Of two amounts for the same concept and days neither counts. `format` says which elements
 * count.
 */
export function amountsOf(facts: readonly Fact[], format: string, reject: Sightings['reject']): PeriodAmount[] {
  const kept = indianConcepts(format)
  const hasMinorities = facts.some((fact) => minorities.test(elementOf(fact.concept)) && Number(decimalOf(fact) ?? 0) !== 0)
  const amounts = contextsOf(facts).flatMap(({ own, days }) => {
    const filled = own.filter(isFilledIn(own))
    const lines = filled.flatMap((fact): PeriodAmount[] => {
      const amount = amountIn(fact)
      return kept.has(fact.concept) && amount !== null ? [{ concept: fact.concept, ...amount, ...days }] : []
    })
    const made = [...lines, ...madeUp(filled, days), ...sharesIn(own, days.to)].filter(({ concept }) => kept.has(concept))
    return ofOwners(made, hasMinorities)
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
  const followed = followingDays(contexts)
  const quarter = daysIn(contexts.get(conventionalContexts.quarter) ?? []) ?? followed?.quarter ?? null
  return [...contexts].flatMap(([id, own]) => {
    const declared =
      daysIn(own) ??
      (id === conventionalContexts.quarter ? quarter : id === conventionalContexts.toDate ? followed?.toDate : null)
    const days = declared ?? (id === conventionalContexts.instant && quarter !== null ? { from: null, to: quarter.to } : null)
    // the year to date would be taken for the quarter where nothing states its days
    const isUnstated =
      id === conventionalContexts.toDate && statedDays(own) === null && days?.from === quarter?.from && days !== followed?.toDate
    // a cash flow statement is of the year to date, in whichever context it stands
    const isOfQuarter = (fact: Fact) => days !== followed?.quarter || !ofCashFlow.test(elementOf(fact.concept))
    return days === null || isUnstated ? [] : [{ id, own: own.filter(isOfQuarter), days }]
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
  return scaledDecimal(digits, 0, sign === '-')
}

/** The days that facts of a context state for it. */
function statedDays(facts: readonly Fact[]): Days | null {
  const day = (name: string) => facts.find(({ concept }) => elementOf(concept) === name)?.value ?? ''
  const [from, to] = [day('DateOfStartOfReportingPeriod'), day('DateOfEndOfReportingPeriod')]
  return dayNumber(from) === null || dayNumber(to) === null || from > to ? null : { from, to }
}

const monthsOf: Readonly<Record<string, number>> = { 'First quarter': 3, 'Half yearly': 6, 'Third quarter': 9, Yearly: 12 }
const quarterMonths = 3

/**
 * The days of the quarter and of the year to date that follow where no context declares them and no fact states the first day, as in instances of
 * banks from 2018 to 2023: from the first day of the fiscal year, the last one of the period, and which quarter it is. Null where these differ.
 */
function followingDays(contexts: ReadonlyMap<string, readonly Fact[]>): { readonly quarter: Days; readonly toDate: Days } | null {
  const facts = contexts.get(conventionalContexts.quarter) ?? []
  const stated = (name: string) => facts.find(({ concept }) => elementOf(concept) === name)?.value ?? ''
  const [from, to] = [stated('DateOfStartOfFinancialYear'), stated('DateOfEndOfReportingPeriod')]
  const months = monthsOf[stated('ReportingQuarter')]
  const start = dayNumber(to) === null ? null : monthsBefore(to, quarterMonths)
  if (months === undefined || start === null || dayNumber(from) === null || monthsBefore(to, months) !== from) return null
  return { quarter: { from: start, to }, toDate: { from, to } }
}

/** First day of the months that end with the last day of a month; null where the day is not the last one of its month. */
function monthsBefore(day: string, months: number): string | null {
  const next = new Date((dayNumber(day)! + 1) * 86_400_000)
  if (next.getUTCDate() !== 1) return null
  next.setUTCMonth(next.getUTCMonth() - months)
  return next.toISOString().slice(0, 10)
}

/** The days of a context; null where it is not declared and no fact states them. */
function daysIn(facts: readonly Fact[]): Days | null {
  const { start: from = null, end: to = null } = facts[0]?.context ?? {}
  const declared = to === null ? null : { from, to }
  return declared !== null && from === null ? declared : (statedDays(facts) ?? declared)
}

/** Shares issued: no element is their count. */
function sharesIn(facts: readonly Fact[], to: string): PeriodAmount[] {
  const one = (name: string) => facts.find(({ concept }) => elementOf(concept) === name)
  const [capital, face] = [one('PaidUpValueOfEquityShareCapital'), one('FaceValueOfEquityShareCapital')]
  const shares = Math.round(Number(divideDecimals(capital?.value ?? '', face?.value ?? '')))
  const prefix = capital?.concept.slice(0, -elementOf(capital.concept).length)
  return shares > 0 ? [{ concept: `${prefix}${issuedShares}`, unit: 'shares', from: null, to, value: String(shares) }] : []
}

const minorities = /NonControllingInterests?$/

/** Amounts that a context states in two elements. */
const twofold = [
  { concept: ownersEquity, terms: ['EquityShareCapital', 'OtherEquity'], sign: '' },
  { concept: equityLessMinorities, terms: ['Equity', 'NonControllingInterest'], sign: '-' },
  { concept: incomeLessInterest, terms: ['Income', 'InterestEarned'], sign: '-' },
] as const

function madeUp(facts: readonly Fact[], days: Days): PeriodAmount[] {
  return twofold.flatMap(({ concept, terms, sign }): PeriodAmount[] => {
    const [fact, other] = terms.map((name) => facts.find((each) => elementOf(each.concept) === name))
    const [amount, added] = [fact && amountIn(fact), other && amountIn(other)]
    if (!fact || !amount || !added || amount.unit !== added.unit) return []
    const second = sign === '-' && added.value.startsWith('-') ? added.value.slice(1) : `${sign}${added.value}`
    const value = sumDecimals(amount.value, second)
    const prefix = fact.concept.slice(0, -elementOf(fact.concept).length)
    return value === null ? [] : [{ concept: `${prefix}${concept}`, unit: amount.unit, value, ...days }]
  })
}

/**
 * Leaves out what is not the equity of owners: all equity where minorities have a part of it, and the sum of capital and reserves where it is all
 * equity nevertheless. Without minorities all equity is that of owners.
 */
function ofOwners(amounts: readonly PeriodAmount[], hasMinorities: boolean): PeriodAmount[] {
  const amountNamed = (name: string) => amounts.find(({ concept }) => elementOf(concept) === name)?.value
  const whole = amountNamed('Equity')
  if (whole === undefined) return [...amounts]
  const left = new Set<string>(hasMinorities ? [] : [ownersEquity, equityLessMinorities])
  if (hasMinorities && Number(amountNamed(ownersEquity)) === Number(whole)) left.add(ownersEquity)
  const stated = ['EquityAttributableToOwnersOfParent', ownersEquity, equityLessMinorities].filter((name) => amountNamed(name))
  if (hasMinorities && stated.every((name) => left.has(name))) left.add('Equity')
  return amounts.filter(({ concept }) => !left.has(elementOf(concept)))
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

const ofCashFlow = /^CashFlows|ClassifiedAs/

/** Statements that forms have and quarters need not state: they are empty where all these totals are zero. */
const statements = [
  { totals: ['Assets'], elements: /./, isBalance: true },
  {
    totals: ['Operating', 'Investing', 'Financing'].map((kind) => `CashFlowsFromUsedIn${kind}Activities`),
    elements: ofCashFlow,
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
  const isBalance = facts[0]!.contextId === conventionalContexts.instant
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
    const id = span === undefined ? contextId : span === 'One' ? conventionalContexts.quarter : conventionalContexts.toDate
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
