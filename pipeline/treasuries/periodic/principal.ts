import type { Fact } from '../../filings/fact.ts'
import { agreed } from './agreed.ts'
import type { BalanceDay } from './balance-day.ts'
import { instrumentOf } from './debt-lines.ts'
import { inDollars, isWhole, wordsOf } from './scope.ts'

/** Principal outstanding on the balance sheet day as one concept of the filing states it. */
export interface Principal {
  readonly concept: string
  /** Of each instrument, aggregates of several left out. */
  readonly instruments: readonly { readonly member: string; readonly heading: string; readonly principal: number }[]
  /** Of all debt; null where the concept does not state it. */
  readonly total: number | null
}

const principal = /\b(?:principal|face amount)\b/u
/** What is paid, issued or allowed in principal is not outstanding. */
const notOutstanding =
  /\b(?:issued|annual|periodic|payment|repay\w*|repurchase\w*|redeem\w*|redemption|convert\w*|conversion|maximum|minimum|available|proceeds|per|managed|securitized|owned|investments?|lease|percentage|maturities)\b/u

/** Every concept of the filing that states principal on the day, as an amount of that day or, as some filers do, of the period it ends. */
export function statedPrincipal({ facts }: BalanceDay): Principal[] {
  const dollars = facts.filter(
    (fact) =>
      inDollars(fact) &&
      fact.number !== null &&
      principal.test(wordsOf(fact.concept)) &&
      !notOutstanding.test(wordsOf(fact.concept)),
  )
  return [...new Set(dollars.map(({ concept }) => concept))].map((concept) => {
    const own = dollars.filter((fact) => fact.concept === concept)
    const leaves = own.filter((fact) => !isWhole(fact) && !own.some((other) => isNarrower(other, fact)))
    const members = [...new Set(leaves.flatMap((fact) => instrumentOf(fact) ?? []))]
    return {
      concept,
      instruments: members.flatMap((member) => {
        const amounts = leaves.filter((fact) => instrumentOf(fact) === member)
        const { value } = agreed(amounts, concept)
        return value === null || value === 0 ? [] : { member, heading: amounts[0]?.place.label ?? '', principal: value }
      }),
      total: agreed(own.filter(isWhole), concept).value,
    }
  })
}

/** Whether `narrow` has every dimension of `wide` and more: then `wide` is an aggregate. */
function isNarrower(narrow: Fact, wide: Fact): boolean {
  const { dimensions } = narrow.context
  return (
    dimensions.length > wide.context.dimensions.length &&
    wide.context.dimensions.every(({ axis, member }) => dimensions.some((own) => own.axis === axis && own.member === member))
  )
}
