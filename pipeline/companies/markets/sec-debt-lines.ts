import type { Fact } from '../../filings/fact.ts'
import { sumOf } from '../../values/numbers.ts'
import type { BalanceDay } from '../balance-day.ts'
import { conceptTitle, isInstant, isUsdBalance, isUsdFact, isWhole, wordsOf } from '../fact.ts'
import { sheetAmounts } from './sec-sheet.ts'

const owed =
  /\b(?:debt|notes?|loans?|mortgages?|borrowings?|debentures?|bonds?|commercial paper|line of credit|credit facility)\b/u
const notOwed =
  /\b(?:securities|issuance|costs?|premium|discount|unamortized|extinguish\w*|investments?|receivable|maximum|undrawn|available|remaining)\b/u

/** Whether a concept is an amount that is owed, by its name. */
export function namesDebt(concept: string): boolean {
  const words = wordsOf(concept)
  return owed.test(words) && !notOwed.test(words)
}

const isPrincipal = /\b(?:principal|face amount)\b/u
/** What a note measures of something else, or of debt but not as what is outstanding of it. */
const notPrincipal =
  /\b(?:leases?|receivables?|assets?|property|inventor\w+|goodwill|intangible|deferred|tax(?:es)?|fair value|securitized|managed|serviced|held for|on real estate|interest|proceeds|accrued)\b/u

/** Whether a concept of a note is an amount of debt outstanding, by its name: a total made by rows of anything else is chance. */
export function namesOutstandingDebt(concept: string): boolean {
  const words = wordsOf(concept)
  return (namesDebt(concept) || (isPrincipal.test(words) && !notOwed.test(words))) && !notPrincipal.test(words)
}

/** What is paid, issued or allowed in principal is not outstanding. */
const notOutstanding =
  /\b(?:issued|annual|periodic|payment|repay\w*|repurchase\w*|redeem\w*|redemption|convert\w*|conversion|maximum|minimum|available|proceeds|per|managed|securitized|owned|investments?|lease|percentage|maturities)\b/u

/** Whether what a concept measures in principal is outstanding, and not what moves or limits it. */
export function isOutstanding(concept: string): boolean {
  return namesOutstandingDebt(concept) && !notOutstanding.test(wordsOf(concept))
}

/** Whether `narrow` has every dimension of `wide` and more: then `wide` is an aggregate. */
export function hasMoreDimensions(narrow: Fact, wide: Fact): boolean {
  const { dimensions } = narrow.context
  return (
    dimensions.length > wide.context.dimensions.length &&
    wide.context.dimensions.every(({ axis, member }) => dimensions.some((own) => own.axis === axis && own.member === member))
  )
}

/** An instrument, or all there are, at principal. */
export interface NamedPrincipal {
  /** The member of the filing it is tagged with; null where it is tagged without one. */
  readonly member: string | null
  /** What the filing calls it; null where its member says it. */
  readonly heading: string | null
  readonly principal: number
  /** What its amount is tagged with; terms of a part of it are tagged with more. Absent where it is put together of several amounts. */
  readonly dimensions?: Fact['context']['dimensions']
}

/** Debt of which the filing states no part. */
export function undividedDebt(principal: number): NamedPrincipal {
  return { member: null, heading: 'All debt; principal is not read by instrument', principal }
}

/** A line of the balance sheet; `member` is what divides it, such as related parties. */
export interface BalanceSheetLine {
  readonly concept: string
  readonly member: string
  readonly label: string
  readonly number: number
}

/** The liabilities of the balance sheet, and whether they add up to their total: only then no debt is missing. */
interface Liabilities {
  readonly lines: readonly BalanceSheetLine[]
  readonly addUp: boolean
}

const total = {
  assets: /^(?:us-gaap|ifrs-full):Assets$/u,
  parts: /^(?:us-gaap:Liabilities(?:Current|Noncurrent)|ifrs-full:(?:Current|Noncurrent)Liabilities)$/u,
  liabilities: /^(?:us-gaap|ifrs-full):Liabilities$/u,
  all: 'us-gaap:LiabilitiesAndStockholdersEquity',
  equity: ['us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest', 'us-gaap:StockholdersEquity'],
}
const equity =
  /^us-gaap:(?:StockholdersEquity|CommonStock|PreferredStock|TemporaryEquity|AdditionalPaidInCapital|RetainedEarnings)/u

/**
 * What stands between total assets and total liabilities, or equity where a sheet has no such total. An amount that a member divides is a
 * line where the sheet adds up with it alone, and else repeats a part of a line.
 */
function liabilitiesOf(day: BalanceDay): Liabilities {
  const amounts = sheetAmounts(day)
  const after = amounts.slice(amounts.findLastIndex(({ concept }) => total.assets.test(concept)) + 1)
  const end = after.findIndex(({ concept }) => total.liabilities.test(concept) || equity.test(concept))
  const own = end < 0 ? after : after.slice(0, end)
  const all = linesOf(own)
  const stated = statedTotal(amounts.filter(isWhole))
  const proved = [linesOf(own.filter(isWhole)), all].find((lines) => addsUp(lines, stated))
  return { lines: (proved ?? all).filter(({ concept }) => !total.parts.test(concept)), addUp: proved !== undefined }
}

/** Each concept and member once. */
function linesOf(facts: readonly Fact[]): BalanceSheetLine[] {
  const lines = facts.map(({ concept, context, place, number }) => ({
    concept,
    member: context.dimensions.map(({ member }) => member).join(' '),
    label: place.label,
    number: number ?? 0,
  }))
  return [...new Map(lines.map((line) => [`${line.concept} ${line.member}`, line])).values()]
}

function statedTotal(amounts: readonly Fact[]): number | null {
  const stated = (isOne: (concept: string) => boolean) => amounts.find(({ concept }) => isOne(concept))?.number ?? null
  const liabilities = stated((concept) => total.liabilities.test(concept))
  if (liabilities !== null) return liabilities
  const all = stated((concept) => concept === total.all)
  const owners = total.equity.map((name) => stated((concept) => concept === name)).find((amount) => amount !== null) ?? null
  return all === null || owners === null ? null : all - owners
}

/** Whether lines make a total, to the dollar. A line that is the sum of those before it is a subtotal and takes their place. */
function addsUp(lines: readonly BalanceSheetLine[], stated: number | null): boolean {
  if (stated === null) return false
  const parts: number[] = []
  for (const { concept, number } of lines) {
    if (number === 0) continue
    const least = total.parts.test(concept) ? 1 : 2
    const from = parts.findLastIndex((_, at) => parts.length - at >= least && isSame(sumOf(parts.slice(at)), number))
    parts.splice(from < 0 ? parts.length : from, parts.length, number)
  }
  return isSame(sumOf(parts), stated)
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.5
}

/** The lines of liabilities that are debt, at what they are carried at. */
export function carriedDebtLines(day: BalanceDay): BalanceSheetLine[] {
  return liabilitiesOf(day).lines.filter(({ concept }) => namesDebt(concept))
}

/** Whether the liabilities of the balance sheet add up to their total. */
export const liabilitiesAddUp = (day: BalanceDay): boolean => liabilitiesOf(day).addUp

/** Concepts and members of lines that may be, or hide, what was borrowed; an obligation under a lease is not a debt here. */
const mayBeOwed =
  /\b(?:due to|related part(?:y|ies)|affiliates?|financ\w+|facility|facilities|funding|collateral|borrow\w*|repurchase|payable to|advances?)\b/u
const isOther = /\b(?:lease|accounts payable|interest|customers?|warrants?|option|derivative|trading|tax(?:es)?|dividends?)\b/u

/** Why no debt is served as none. */
export const debtNotShownWhy = 'No debt is read from the balance sheet, but nothing read shows that there is none.'

/** Why debt may be larger than what is read of it, with the lines; null where the sheet adds up and each line is one thing or the other. */
export function whyMoreMayBeOwed(day: BalanceDay): string | null {
  const { lines, addUp } = liabilitiesOf(day)
  const debts = lines.filter(({ concept }) => namesDebt(concept))
  if (!addUp && debts.length === 0) return debtNotShownWhy
  if (!addUp) return `The liabilities of the balance sheet do not add up to their total. Debt read: ${listed(debts)}.`
  const doubtful = [...lines.filter(isDoubtful), ...hiddenDebt(day, debts)]
  return doubtful.length === 0 ? null : `These amounts may be debt too: ${listed(doubtful)}.`
}

/** Whether a line may be debt under a name that does not tell. */
function isDoubtful({ concept, member, label, number }: BalanceSheetLine): boolean {
  const words = wordsOf(concept)
  const name = label.toLowerCase().replace(/\([^)]*\)/gu, '')
  if (number === 0 || namesDebt(concept) || isOther.test(words)) return false
  return mayBeOwed.test(`${words} ${wordsOf(member)}`) || (owed.test(name) && !notOwed.test(name))
}

/** Short-term debt of the filer that the sheet carries in a line of something else, such as accrued liabilities. */
function hiddenDebt({ facts }: BalanceDay, debts: readonly BalanceSheetLine[]): BalanceSheetLine[] {
  if (debts.some(({ concept }) => /\b(?:current|short term|commercial paper)\b/u.test(wordsOf(concept)))) return []
  const shortTerm = /^(?:commercial paper|short term borrowings)$/u
  return linesOf(facts.filter((fact) => isUsdBalance(fact) && isWhole(fact) && shortTerm.test(wordsOf(fact.concept)))).filter(
    ({ number }) => number !== 0,
  )
}

function listed(lines: readonly BalanceSheetLine[]): string {
  return lines
    .map(
      ({ concept, label, number }) => `${label.length > 80 ? conceptTitle(concept) : label || conceptTitle(concept)} ${number}`,
    )
    .join(', ')
}

/** Whether nothing the filing tags of the day is owed. */
export function tagsNoDebt(day: BalanceDay): boolean {
  const amounts = day.facts.filter((fact) => isUsdFact(fact) && isInstant(fact) && namesDebt(fact.concept))
  return amounts.every(({ number }) => number === null || number === 0)
}
