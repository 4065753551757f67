import type { TextBlock } from '../../filings/fact.ts'
import type { DebtInstrument } from '../known.ts'
import type { BalanceDay } from './balance-day.ts'
import { carriedDebt, owesNothing } from './debt-lines.ts'
import type { MaturityTable } from './maturity-table.ts'
import { missing, type Part, stated } from './part.ts'
import { type Principal, statedPrincipal } from './principal.ts'
import { isBalance, isWhole, titleOf } from './scope.ts'
import { termsOf } from './terms.ts'

/** Carrying value over principal: below it by discount and costs; a premium or a fair value above it shows that the two are not of one kind. */
const leastCarried = 0.75
const mostCarried = 1.02

const allDebt = new Set(
  ['LoansPayable', 'NotesPayable', 'LongTermDebt', 'DebtLongtermAndShorttermCombinedAmount'].map((name) => `us-gaap:${name}`),
)

/** Debt at principal, and whether the maturity table is one of principal alone. */
export interface Debt {
  readonly instruments: Part<readonly DebtInstrument[]>
  readonly maturitiesArePrincipal: boolean
}

/**
 * Debt by instrument at principal, never at carrying value. Served only where two statements of the filing agree on it: the columns of the
 * maturity table and the principal of the instruments, or the instruments and their total, or, where none is stated by instrument, two
 * totals, or all that is carried is the principal amount a note names; and where it covers what the balance sheet carries. No debt where
 * the filing tags it as none.
 */
export function readDebt(day: BalanceDay, maturities: MaturityTable | null, texts: readonly TextBlock[]): Debt {
  const none = (why: string): Debt => ({ instruments: missing(why), maturitiesArePrincipal: false })
  if (owesNothing(day)) return { instruments: stated([]), maturitiesArePrincipal: false }
  const carried = carriedDebt(day)
  if (carried === null) return none('The balance sheet tags no line of debt, and the filing does not tag that it has none.')
  const covers = (principal: number) => carried >= leastCarried * principal && carried <= mostCarried * principal
  const principals = statedPrincipal(day)
  const of = (rows: readonly Named[]) => stated(rows.map((row) => instrument(day, row)))

  const borne = maturities !== null && covers(maturities.total) && principals.some((own) => bearsOut(own, maturities))
  if (borne && maturities.instruments.length > 0)
    return { instruments: of(maturities.instruments.filter(({ principal }) => principal > 0)), maturitiesArePrincipal: true }

  const added = principals.find(
    ({ instruments, total }) => total !== null && covers(total) && instruments.length > 0 && sum(instruments) === total,
  )
  if (added !== undefined)
    return { instruments: of(added.instruments), maturitiesArePrincipal: maturities?.total === added.total }

  const twice = principals.find((own) => own.total !== null && covers(own.total) && isStatedTwice(day, own))
  const total = twice?.total ?? (isPrincipalInText(texts, carried) ? carried : null)
  if (total !== null)
    return {
      instruments: of([{ member: null, heading: 'All debt; the filing states no principal by instrument', principal: total }]),
      maturitiesArePrincipal: maturities?.total === total,
    }
  return none(
    `The filing tags no principal that two places agree on and that covers the ${carried} carried on the balance sheet.`,
  )
}

interface Named {
  readonly member: string | null
  readonly heading: string | null
  readonly principal: number
}

function instrument(day: BalanceDay, { member, heading, principal }: Named): DebtInstrument {
  return { name: heading ?? titleOf(member ?? ''), principal, ...termsOf(day, member) }
}

/** Whether the principal of every instrument a concept states is that of a column, and together they are most of the table. */
function bearsOut({ instruments, total }: Principal, maturities: MaturityTable): boolean {
  const columns = maturities.instruments.map(({ principal }) => principal)
  return (
    total === maturities.total ||
    (instruments.length > 0 &&
      instruments.every(({ principal }) => columns.includes(principal)) &&
      sum(instruments) >= leastCarried * maturities.total &&
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
    (fact) => isBalance(fact) && isWhole(fact) && fact.concept !== concept && allDebt.has(fact.concept) && fact.number === total,
  )
}

function sum(rows: readonly { readonly principal: number }[]): number {
  return rows.reduce((total, { principal }) => total + principal, 0)
}
