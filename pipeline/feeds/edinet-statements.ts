import { lines } from '../../data/companies/lines.ts'
import { japaneseSegments, japaneseTags } from '../../data/companies/tags/jp.ts'
import { conceptsOf } from '../../data/companies/tags/line-tags.ts'
import { issuerId } from '../../data/companies.ts'
import type { DocumentSet } from '../filings/document-set.ts'
import type { EdinetReport } from '../filings/edinet-package.ts'
import type { Fact, Tagged } from '../filings/fact.ts'
import { entityDecoder } from '../filings/markup.ts'
import { type IssuerRow, type ListingRow, type StatementFactRow, unstated } from '../tables/company.ts'
import { groupedBy } from '../values/grouped.ts'
import { listedCodeOf } from './edinet-news.ts'
import { regionFacts } from './edinet-regions.ts'
import { type Rejected, rejection } from './feed.ts'

/** Rows of statements, without those that a filing contradicts. */
export interface Statements {
  readonly statement_fact: readonly StatementFactRow[]
  readonly rejected: readonly Rejected[]
}

/** Codes of industries by which the form of the statements differs. */
const industries: Readonly<Record<string, string>> = {
  CTE: 'Commerce and industry',
  CNS: 'Construction',
  BNK: 'Banking and trust banking',
  BK1: 'Banking and trust banking',
  BK2: 'Banking and trust banking',
  SEC: 'Securities',
  INS: 'Insurance',
  IN1: 'Life insurance',
  IN2: 'Non-life insurance',
  RWY: 'Railways',
  WAT: 'Shipping',
  HWY: 'Highways',
  ELC: 'Telecommunications',
  ELE: 'Electric power',
  GAS: 'Gas',
  CMD: 'Commodity futures',
  LEA: 'Leasing',
}

/**
 * The concepts of the group by its accounting standard. Who reports under US GAAP tags the five-year summary alone, and every other amount is the
 * parent's; a summary in the year of a transition states the same years under two standards.
 */
const ofStandard: Readonly<Record<string, RegExp>> = {
  'Japan GAAP': /^jppfs_cor:|^jpcrp_cor:(?!.*(?:IFRS|USGAAP))/u,
  IFRS: /^jpigp_cor:|^jpcrp_cor:.*IFRSSummary/u,
  'US GAAP': /^jpcrp_cor:.*USGAAPSummary/u,
}
/** Dividends and counts of shares, which are the company's whoever is consolidated: with or without a member. */
const ofShares = /^jpcrp_cor:(?:DividendPaidPerShare|NumberOfIssuedShares|TotalNumberOfSharesHeldTreasuryShares)/u

const kept = conceptsOf(japaneseTags)
const costs = conceptsOf(Object.fromEntries(lines.flatMap(({ line, cost }) => (cost ? [[line, japaneseTags[line] ?? []]] : []))))
/** Cash flow statements state payments as negative amounts, and income statements state costs as positive ones. */
const isPayment = (concept: string) => /(?:Inv|Fin)CF(?:IFRS)?$/u.test(concept) && costs.has(concept)

/** The statements of a report to EDINET, and who filed it. @param at when it was recorded, RFC 3339 */
export function edinetStatements(
  { filer, submitted, tagged }: EdinetReport,
  { filing, form, at }: { readonly filing: string; readonly form: string; readonly at: string },
): Statements & {
  readonly issuer: readonly IssuerRow[]
  readonly listing: readonly ListingRow[]
  /** The company, and facts of its segment tables. */
  readonly divided: Pick<DocumentSet, 'company' | 'facts'> | null
} {
  const stated = new Map(tagged.facts.map(({ concept, value }) => [concept, value]))
  const decode = entityDecoder()
  const dei = (name: string) => decode(stated.get(`jpdei_cor:${name}DEI`) ?? '').trim()
  const name = dei('FilerNameInJapanese') || dei('FilerNameInEnglish')
  const code = dei('SecurityCode')
  const listed = listedCodeOf(filer, code.length === 4 ? `${code}0` : code, name, at)
  if (listed === null) {
    const why = 'it states no securities code: its shares are not listed'
    return {
      statement_fact: [],
      issuer: [],
      listing: [],
      divided: null,
      rejected: [rejection(null, 'unlisted', why, `${filer} ${name}`)],
    }
  }
  const company = issuerId('jp', filer)
  const isGroup = dei('WhetherConsolidatedFinancialStatementsArePrepared') !== 'false'
  const ofGroup = ofStandard[dei('AccountingStandards')] ?? /./u
  const days = { period: dei('CurrentPeriodEndDate'), submitted }
  const amounts = tagged.facts.flatMap((fact): DatedAmount[] => {
    const members = fact.context.dimensions.map(({ member }) => member.slice(member.indexOf(':') + 1))
    const isParent = members.length === 1 && members[0] === 'NonConsolidatedMember'
    if (!kept.has(fact.concept) || (members.length > 0 && !isParent)) return []
    const isWanted = ofShares.test(fact.concept) || (isParent !== isGroup && ofGroup.test(fact.concept))
    const dated = isWanted ? datedAmount(fact, days) : null
    return dated === null ? [] : [dated]
  })
  const report = {
    company,
    filing,
    scope: isGroup ? 'consolidated' : 'separate',
    form,
    filed: submitted,
    basis: 'filed',
  } as const
  const industry = dei(`IndustryCodeWhen${isGroup ? 'Consolidated' : ''}FinancialStatements${ofIndustry}`).toUpperCase()
  return {
    ...statementsOf(amounts, report),
    issuer: [
      {
        ...unstated,
        ...{ company, told_by: 'filer', name: dei('FilerNameInEnglish') || name, country: 'Japan' },
        ...{ industry_code: industry || null, industry: industries[industry] ?? null },
        fiscal_year_end: dei('CurrentFiscalYearEndDate').slice(5) || null,
        ...{ tickers: [listed.code], exchanges: [null] },
      },
    ],
    listing: [listed],
    divided: { company, facts: [...segmentFacts(tagged.facts, isGroup), ...regionsOf(tagged, isGroup)] },
  }
}
const ofIndustry = 'ArePreparedInAccordanceWithIndustrySpecificRegulations'

/** An amount with the days it is of. */
export interface DatedAmount {
  readonly concept: string
  readonly label: string | null
  readonly unit: string
  readonly from: string | null
  readonly to: string
  readonly value: string
}

/** The amount of a fact; null for words and for an amount without a day. Issued shares are tagged on the day of filing, whatever day they are counted on. */
export function datedAmount(fact: Fact, days: { readonly period: string; readonly submitted: string }): DatedAmount | null {
  const { concept, context, value, number, unit } = fact
  const to = concept.includes('AsOfFiscalYearEnd')
    ? days.period
    : concept.includes('AsOfFilingDate')
      ? days.submitted
      : context.end
  const measure = unit === null ? null : unitOf(unit)
  if (value === null || number === null || measure === null || to === null || to === '') return null
  const signed = isPayment(concept) ? (value.startsWith('-') ? value.slice(1) : number === 0 ? value : `-${value}`) : value
  return { concept, label: fact.place.label || null, unit: measure, from: context.start, to, value: signed }
}

/** `iso4217:JPY/xbrli:shares` -> `JPY/shares`; null for a unit of neither money nor shares. */
function unitOf(unit: string): string | null {
  const [, currency, perShare, shares] = /^(?:iso4217:([A-Z]{3})(\/xbrli:shares)?|xbrli:(shares))$/u.exec(unit) ?? []
  return shares ?? (currency === undefined ? null : `${currency}${perShare === undefined ? '' : '/shares'}`)
}

type Report = Pick<StatementFactRow, 'company' | 'filing' | 'scope' | 'form' | 'filed' | 'basis'>

/**
 * Amounts of a report as rows, each once: the summary, the statements and the notes state them again. Of one that is rounded and one that
 * is not the latter counts; where two differ by more there is none.
 */
export function statementsOf(amounts: readonly DatedAmount[], report: Report): Statements {
  const facts = groupedBy(amounts, ({ concept, unit, from, to }) => `${concept} ${unit} ${from} ${to}`)
  const rejected: Rejected[] = []
  const rows = [...facts].flatMap(([key, all]): StatementFactRow[] => {
    const [finest, ...others] = all.toSorted((a, b) => roundingOf(a) - roundingOf(b)) as [DatedAmount, ...DatedAmount[]]
    const apart = others.find((other) => {
      const difference = Math.abs(Number(other.value) - Number(finest.value))
      return difference > 0 && difference >= roundingOf(other)
    })
    if (apart !== undefined) {
      rejected.push(rejection(null, 'two-amounts', `${finest.value} and ${apart.value} are stated`, `${report.filing} ${key}`))
      return []
    }
    const { concept, label, unit, from, to, value } = finest
    const days = { from_day: from, to_day: to, end_year: null, end_quarter: null, months_back: null, months: null }
    return [{ ...report, concept, label, unit, ...days, value }]
  })
  return { statement_fact: rows, rejected }
}

/** The unit to which an amount is rounded, by its last zeros; it is zero where it has a fraction. */
function roundingOf({ value }: DatedAmount): number {
  const [, zeros = ''] = /^-?\d*[1-9](0*)$/u.exec(value) ?? []
  return value.includes('.') || zeros === '' ? 0 : 10 ** zeros.length
}

const measures = new Map(japaneseSegments.map((row) => [row.measure, new Set([...row.concepts, ...(row.whole ?? [])])]))
const concepts = new Set([...measures.values()].flatMap((each) => [...each]))
const ofRevenue = new Set([...measures.get('revenue')!, ...measures.get('external_revenue')!])

/** Totals of segments that stand among them. */
const subtotal = /^(?:ReportableSegments|TotalOf\w+)Member$/u
/** Members of the taxonomy and of issuers under which no segment stands. */
const reconciles = /^(?!\w*Reportable)\w*(?:Reconcil|Eliminat|Unallocat|Adjust)\w*Member$|^Corporate(?:Shared)?Member$/u

/**
 * Facts of the segment tables of a report, and those of the whole company: segments and what reconciles them on an axis each. A package of
 * type 5 names no axes, and statements of changes in equity have members too: only members of a table
 * of revenue count, even where their revenue is a dash.
 */
export function segmentFacts(facts: readonly Fact[], isGroup: boolean): Fact[] {
  const placed = facts.flatMap((fact) => {
    const { dimensions } = fact.context
    const parent = dimensions.filter(({ member }) => member.endsWith('NonConsolidatedMember'))
    const [dimension, ...more] = dimensions.filter((each) => !parent.includes(each))
    const isMoney = /^iso4217:[A-Z]{3}$/u.test(fact.unit ?? '') && fact.context.end !== null
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
  return placed.filter(({ contextId, number }) => number !== null && (contextId === undefined || members.has(contextId)))
}

/** Facts of revenue by region, of the group where there is one, and those of the whole company. */
function regionsOf({ facts, texts }: Tagged, isGroup: boolean): Fact[] {
  const isOwn = ({ context: { dimensions } }: Pick<Fact, 'context'>) =>
    dimensions.length === 0 ? isGroup : !isGroup && dimensions.length === 1 && isOfParent(dimensions[0]!)
  const wholes = facts.filter((fact) => ofRevenue.has(fact.concept) && fact.context.start !== null && isOwn(fact))
  return regionFacts(
    texts.filter(({ context: { dimensions } }) => dimensions.length === 0 || (!isGroup && dimensions.every(isOfParent))),
    wholes.map((fact) => ({ ...fact, context: { ...fact.context, dimensions: [] } })),
  )
}

const isOfParent = ({ member }: { readonly member: string }): boolean => member.endsWith('NonConsolidatedMember')
