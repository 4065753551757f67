import type { Fact, TextBlock } from '../../filings/fact.ts'
import { sumOf } from '../../values/numbers.ts'
import type { BalanceDay } from '../balance-day.ts'
import {
  conceptTitle,
  isUsdBalance,
  isUsdFact,
  isWhole,
  missingPart,
  type Part,
  reconcileStatements,
  statedPart,
  wordsOf,
} from '../fact.ts'
import type { DebtInstrument } from '../statement.ts'
import {
  carriedDebtLines,
  debtNotShownWhy,
  hasMoreDimensions,
  isOutstanding,
  type NamedPrincipal,
  tagsNoDebt,
  undividedDebt,
  whyMoreMayBeOwed,
} from './sec-debt-lines.ts'
import { maturingDebt, reconciledDebt } from './sec-debt-note.ts'
import { instrumentOf, type MaturityTable } from './sec-maturities.ts'

/** Carrying value over principal: below it by discount and costs; a premium or a fair value above it shows that the two are not of one kind. */
export const minCarryingRatio = 0.75
const mostCarried = 1.02

const allDebt = new Set(
  ['LoansPayable', 'NotesPayable', 'LongTermDebt', 'DebtLongtermAndShorttermCombinedAmount'].map((name) => `us-gaap:${name}`),
)

/** Debt at principal, and whether the maturity table is one of principal alone. */
export interface Debt {
  readonly instruments: Part<readonly DebtInstrument[]>
  readonly maturitiesArePrincipal: boolean
}

/** Debt by instrument, where the balance sheet leaves no room for more; else why not, with the lines. */
export function readSecDebt(day: BalanceDay, maturities: MaturityTable | null, texts: readonly TextBlock[]): Debt {
  const read = principalOf(day, maturities, texts)
  const why = read.instruments.value === null ? null : whyMoreMayBeOwed(day)
  return why === null ? read : { instruments: missingPart(why), maturitiesArePrincipal: false }
}

/**
 * Debt by instrument at principal, never at carrying value. Read only where two statements of the filing agree on it: the columns of the
 * maturity table and the principal of the instruments, or the instruments and their total, or, where none is stated by instrument, two
 * totals, or all that is carried is the principal amount a note names; and where it covers what the balance sheet carries. No debt where
 * the filing tags it as none.
 */
function principalOf(day: BalanceDay, maturities: MaturityTable | null, texts: readonly TextBlock[]): Debt {
  const none = (why: string): Debt => ({ instruments: missingPart(why), maturitiesArePrincipal: false })
  if (tagsNoDebt(day)) return { instruments: statedPart([]), maturitiesArePrincipal: false }
  const lines = carriedDebtLines(day)
  if (lines.length === 0) return none(debtNotShownWhy)
  const carried = sumOf(lines.map(({ number }) => number))
  const covers = (principal: number) => carried >= minCarryingRatio * principal && carried <= mostCarried * principal
  const principals = statedPrincipal(day)
  const made = (rows: readonly NamedPrincipal[], principal: number | null): Debt => ({
    instruments: statedPart(rows.map((row) => debtInstrumentOf(day, row))),
    maturitiesArePrincipal: maturities?.total === principal,
  })

  const borne = maturities !== null && covers(maturities.total) && principals.some((own) => bearsOut(own, maturities))
  if (borne && maturities.instruments.length > 0)
    return made(
      maturities.instruments.filter(({ principal }) => principal > 0),
      maturities.total,
    )

  const added = principals.find(
    ({ instruments, total }) => total !== null && covers(total) && instruments.length > 0 && sum(instruments) === total,
  )
  if (added !== undefined) return made(added.instruments, added.total)

  const twice = principals.find((own) => own.total !== null && covers(own.total) && isStatedTwice(day, own))
  const total = twice?.total ?? (isPrincipalInText(texts, carried) ? carried : null)
  if (total !== null) return made([undividedDebt(total)], total)

  const matured = maturingDebt(day)
  const noted = [reconciledDebt(day), matured !== null && covers(matured.total) ? matured : null].filter((debt) => debt !== null)
  const [debt] = noted
  if (noted.some(({ total }) => total !== debt?.total))
    return none(`The notes state principal of ${noted.map(({ total }) => total).join(' and ')}.`)
  if (debt !== undefined) return made(debt.instruments, debt.total)
  return none(
    `No tagged principal is confirmed by two places in the filing and covers the ${carried} carried on the balance sheet.`,
  )
}

/** Whether debt is read in one amount, not by instrument. */
export function isAllDebt(instruments: readonly DebtInstrument[]): boolean {
  const [only, ...more] = instruments
  return only !== undefined && more.length === 0 && only.name === undividedDebt(0).heading
}

/** An instrument with the terms the filing tags it with. */
export function debtInstrumentOf(day: BalanceDay, named: NamedPrincipal): DebtInstrument {
  const { member, heading, principal } = named
  return { name: heading ?? conceptTitle(member ?? ''), principal, ...termsOf(day, named) }
}

/** Whether the principal of every instrument a concept states is that of a column, and together they are most of the table. */
function bearsOut({ instruments, total }: Principal, maturities: MaturityTable): boolean {
  const columns = maturities.instruments.map(({ principal }) => principal)
  return (
    total === maturities.total ||
    (instruments.length > 0 &&
      instruments.every(({ principal }) => columns.includes(principal)) &&
      sum(instruments) >= minCarryingRatio * maturities.total &&
      sum(instruments) <= maturities.total)
  )
}

/** Whether a note names exactly this many dollars as a principal amount: `for an aggregate principal amount of $203,017,500`. */
function isPrincipalInText(texts: readonly TextBlock[], amount: number): boolean {
  const named = new RegExp(
    `\\bprincipal (?:amount|balance) of \\$${amount.toLocaleString('en-US')}(?![\\d,]|\\.\\d| (?:thousand|million|billion))`,
    'u',
  )
  return amount >= 1_000_000 && texts.some(({ text }) => named.test(text))
}

/** Whether another concept for all debt has the same amount on the day. */
function isStatedTwice({ facts }: BalanceDay, { concept, total }: Principal): boolean {
  return facts.some(
    (fact) =>
      isUsdBalance(fact) && isWhole(fact) && fact.concept !== concept && allDebt.has(fact.concept) && fact.number === total,
  )
}

const sum = (rows: readonly { readonly principal: number }[]): number => sumOf(rows.map(({ principal }) => principal))

/** Principal outstanding on the balance sheet day as one concept of the filing states it. */
interface Principal {
  readonly concept: string
  /** Of each instrument, aggregates of several left out. */
  readonly instruments: readonly { readonly member: string; readonly heading: string; readonly principal: number }[]
  /** Of all debt; null where the concept does not state it. */
  readonly total: number | null
}

const principal = /\b(?:principal|face amount)\b/u
/** Every concept of the filing that states principal on the day, as an amount of that day or, as some filers do, of the period it ends. */
function statedPrincipal({ facts }: BalanceDay): Principal[] {
  const dollars = facts.filter(
    (fact) => isUsdFact(fact) && fact.number !== null && principal.test(wordsOf(fact.concept)) && isOutstanding(fact.concept),
  )
  return [...new Set(dollars.map(({ concept }) => concept))].map((concept) => {
    const own = dollars.filter((fact) => fact.concept === concept)
    const leaves = own.filter((fact) => !isWhole(fact) && !own.some((other) => hasMoreDimensions(other, fact)))
    const members = [...new Set(leaves.flatMap((fact) => instrumentOf(fact) ?? []))]
    return {
      concept,
      instruments: members.flatMap((member) => {
        const amounts = leaves.filter((fact) => instrumentOf(fact) === member)
        const { value } = reconcileStatements(amounts, concept)
        return value === null || value === 0 ? [] : { member, heading: amounts[0]?.place.label ?? '', principal: value }
      }),
      total: reconcileStatements(own.filter(isWhole), concept).value,
    }
  })
}

/**
 * Coupon and maturity of an instrument as the filing tags them, of whatever day: they are fixed when it is issued. Null where not tagged,
 * or tagged with several values; nor for an end of a range, nor for one of several notes under a name. The day from which
 * holders may put it has no separate tag.
 */
function termsOf({ all }: BalanceDay, { member, dimensions }: NamedPrincipal): Omit<DebtInstrument, 'name' | 'principal'> {
  const isOf = ({ context }: Fact) =>
    context.dimensions.some((own) => own.member === member) &&
    context.dimensions.every(({ axis }) => axis !== 'srt:RangeAxis') &&
    (dimensions === undefined || context.dimensions.length <= dimensions.length)
  const own = (concept: string) => only(all.filter((fact) => fact.concept === concept && isOf(fact)))
  const rate = own('us-gaap:DebtInstrumentInterestRateStatedPercentage')
  const maturity = own('us-gaap:DebtInstrumentMaturityDate')?.value ?? null
  return {
    couponPercent: rate?.number == null || rate.number > 1 ? null : Math.round(1e8 * rate.number) / 1e6,
    maturity: maturity !== null && /^\d{4}-\d{2}-\d{2}$/u.test(maturity) ? maturity : null,
    put: null,
  }
}

/** The fact all of them repeat; null where they differ. */
function only(facts: readonly Fact[]): Fact | null {
  const [first] = facts.filter(({ value }) => value !== null)
  return first !== undefined && facts.every(({ value }) => value === null || value === first.value) ? first : null
}
