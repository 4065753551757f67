import type { Company } from '../../../data/companies.ts'
import { missingPart, type Part, statedPart } from '../../companies/fact.ts'
import type { Market } from '../../companies/market.ts'
import { readStatement } from '../../companies/reading.ts'
import type { Statement, StatementParts } from '../../companies/statement.ts'
import type { Fact, Tagged } from '../../filings/fact.ts'
import type { SpanRow } from '../../tables/filing.ts'
import { dayNumber } from '../../time/day.ts'
import { type Extraction, figureId, type OperatorVerdict, withVerdict } from '../extraction.ts'
import type { PeriodicReport, TreasuryFiling } from '../known.ts'
import { judgeCount } from './count-checks.ts'
import { americanCount, type CountedReport, type CountStatement, emptyCountStatement } from './count-statement.ts'
import { japaneseCount } from './japanese-count.ts'

/** What one periodic report says of its balance sheet day, read when it was loaded: it follows from the document alone. */
export interface ReadReport {
  readonly statement: Statement | null
  /** Of its bitcoins; null where it has no balance sheet, or is another company's. */
  readonly count: CountStatement | null
  /** Why the report as a whole cannot be read. */
  readonly unreadable: string | null
}

/** What a report is judged with besides itself. */
export interface ReportFacts {
  /** Dollars for a bitcoin at the end of a day, YYYY-MM-DD; null where none is held. */
  readonly priceAt: (day: string) => number | null
  /** How much of the currency of the report a dollar is at a day; null where none is held. Left out of one in dollars. */
  readonly rateAt?: (day: string) => number | null
  readonly company: Pick<Company, 'id' | 'classes' | 'reviewed'>
  /** What operators said of counts, by `figureId`. */
  readonly verdicts: ReadonlyMap<string, OperatorVerdict>
}

/** The reading of one periodic report. */
export interface PeriodicReading {
  /** The count of the balance sheet day, as its checks or an operator left it; null where the filing states none. */
  readonly count: Extraction | null
  readonly report: PeriodicReport | null
  /** Why the report as a whole cannot be read. */
  readonly held: { readonly reason: string } | null
  /** Each part of the report that is null or empty, with why: not stated, or stated in contradiction. */
  readonly missing: readonly { readonly part: keyof PeriodicReport; readonly why: string }[]
}

/**
 * Facts, text blocks and passages of one report -> its statement and what it states of its bitcoins, by the rules of its market. Only facts
 * whose context ends on the balance sheet day count. What is not stated is null, and so is what is stated in contradiction.
 *
 * @param company by its number in the market's register; counts of another one are none
 * @param form what the document calls itself
 * @param spans of this filing alone
 */
export function readReport(market: Market, company: string, form: string, tagged: Tagged, spans: readonly SpanRow[]): ReadReport {
  const { day, statement, unreadable } = readStatement(market, tagged, form)
  if (day === null || statement === null) return { statement, count: null, unreadable }
  if (day.entity !== company) return { statement, count: emptyCountStatement, unreadable }
  const assets = statement.parts.totalAssets.value
  const counter = counters[market.id] ?? countByTags
  return { statement, unreadable, count: counter({ market, day, amounts: market.amounts(day), assets, tagged, spans }) }
}

/** Where a report states its bitcoins, of markets in which more than tags is read. */
const counters: Readonly<Record<string, (report: CountedReport) => CountStatement>> = { us: americanCount, jp: japaneseCount }

/** The number of bitcoins by the tag the market has for it, and what they are carried at. */
function countByTags({ market: { tags }, day: { facts }, amounts }: CountedReport): CountStatement {
  const under = (line: 'bitcoin_units' | 'digital_assets', some: readonly Fact[]) =>
    some.filter(
      ({ concept, number, context }) => tags[line]?.includes(concept) && number !== null && context.dimensions.length === 0,
    )
  const [value] = under('digital_assets', amounts)
  return {
    ...emptyCountStatement,
    candidates: under('bitcoin_units', facts).map((fact) => ({
      coins: fact.value ?? '',
      how: 'tag',
      place: fact.concept,
      quote: [fact.place.label, fact.shown].join(' | ').slice(0, 500),
      cost: null,
      beside: null,
    })),
    fairValue: value === undefined ? null : statedPart(value.number!),
  }
}

/** A report that was read, judged with what is known on a day: its count by the price of its balance sheet day. */
export function judgeReport(
  { statement, count: own, unreadable }: ReadReport,
  filing: TreasuryFiling,
  facts: ReportFacts,
): PeriodicReading {
  const nothing = { count: null, report: null, held: null, missing: [] }
  if (unreadable !== null) return { ...nothing, held: { reason: unreadable } }
  if (statement === null) return nothing
  const { periodEnd, currency, parts } = statement
  if (dayNumber(periodEnd)! > dayNumber(filing.filed)!)
    return { ...nothing, held: { reason: `The period ends on ${periodEnd}, after the filing of ${filing.filed}.` } }
  const { company, verdicts } = facts
  const counted = own ?? emptyCountStatement
  const read = judgeCount(counted, {
    accession: filing.accession,
    company: company.id,
    asOf: periodEnd,
    price: facts.priceAt(periodEnd),
    ...(facts.rateAt ? { rate: facts.rateAt(periodEnd) } : {}),
    reviewed: company.reviewed.includes('periodic'),
  })
  const count = read && withVerdict(read, verdicts.get(figureId(read)))
  const all = {
    ...parts,
    coverShares: ofReviewedClasses(parts.coverShares, company.classes),
    btc: countPart(count, counted),
    // an accepted count confirms no fair value: that it does not is why it was held
    btcFairValue: fairValuePart(read?.status === 'served' ? count : null, counted),
    btcCost: costPart(read?.status === 'served' ? count : null, counted, facts.priceAt(periodEnd)),
  }
  return {
    count,
    report: {
      filing,
      periodEnd,
      currency,
      ...valuesOf(all),
      maturities: all.maturities.value ?? [],
      coverShares: all.coverShares.value ?? [],
    },
    held: null,
    missing: Object.entries(all).flatMap(([part, { why }]) => (why === null ? [] : { part: part as keyof typeof all, why })),
  }
}

function valuesOf<All extends Readonly<Record<string, Part<unknown>>>>(all: All): { [Name in keyof All]: All[Name]['value'] } {
  return Object.fromEntries(Object.entries(all).map(([name, { value }]) => [name, value])) as ReturnType<typeof valuesOf<All>>
}

/** Where the classes of a company are reviewed, the cover must have these and no others. */
function ofReviewedClasses(shares: StatementParts['coverShares'], reviewed: Company['classes']): StatementParts['coverShares'] {
  if (shares.value === null || reviewed === null) return shares
  const names = shares.value.map(({ name }) => name).toSorted()
  if (names.join() === reviewed.toSorted().join()) return shares
  return missingPart(`The cover lists the classes ${names.join(', ')}, but the reviewed classes are ${reviewed.join(', ')}.`)
}

function countPart(count: Extraction | null, { silence }: CountStatement): Part<NonNullable<PeriodicReport['btc']>> {
  if (count === null) return missingPart(silence)
  if (count.status !== 'served') return missingPart(count.reason ?? '')
  const basis = count.how === 'table' || count.how === 'sentence' ? 'report text' : 'tag'
  return statedPart({ value: Number(count.value), basis })
}

/** The fair value the books carry, where it confirms the count: the two are right or wrong together. */
function fairValuePart(count: Extraction | null, { fairValue, bookValue }: CountStatement): Part<number> {
  if (count?.status !== 'served') return missingPart('No bitcoin count confirms a fair value.')
  if (fairValue !== null) return fairValue
  const atFairValue = count.check.some(({ name }) => name === 'fair value')
  return atFairValue && bookValue !== null
    ? statedPart(bookValue)
    : missingPart('No fair value of the bitcoins is read from the filing.')
}

/** Times by which the cost of a bitcoin and its price may be apart; further apart one of them is in another scale. */
const mostApart = 50

/** What the bitcoins of a served count cost, as tagged. */
function costPart(count: Extraction | null, { costBasis }: CountStatement, price: number | null): Part<number> {
  if (count?.status !== 'served') return missingPart('No bitcoin count confirms a cost.')
  if (costBasis?.value == null) return costBasis ?? missingPart('No cost of the bitcoins is read from the filing.')
  const each = costBasis.value / Number(count.value)
  if (price === null || (each <= mostApart * price && each >= price / mostApart)) return costBasis
  return missingPart(
    `The filing tags a cost of ${costBasis.value}, which is ${Math.round(each)} for a bitcoin at a price of ${Math.round(price)}.`,
  )
}
