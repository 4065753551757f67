import type { Fact } from '../../filings/fact.ts'
import type { DebtInstrument } from '../known.ts'
import type { BalanceDay } from './balance-day.ts'

/**
 * Coupon and maturity of an instrument as the filing tags them, of whatever day: they are fixed when it is issued. Null where not tagged,
 * or tagged with several values; the day from which holders may put it has no tag of its own.
 */
export function termsOf({ all }: BalanceDay, member: string | null): Omit<DebtInstrument, 'name' | 'principal'> {
  const own = (concept: string) =>
    only(
      all.filter((fact) => fact.concept === concept && fact.context.dimensions.some((dimension) => dimension.member === member)),
    )
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
