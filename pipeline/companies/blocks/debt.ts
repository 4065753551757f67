import type { CapitalStructure } from '../../documents/company/capital-structure.ts'
import type { FiledRows } from '../../tables/company-document.ts'
import { sumOf } from '../../values/numbers.ts'

/** Debt by instrument beside that by year of maturity of the same report; null where it has neither. */
export function debtPrincipal(
  rows: FiledRows['debt_instrument'],
  years: FiledRows['debt_maturity'],
): CapitalStructure['principal'] {
  const listed = rows.filter(({ kind, basis, amount }) => kind === 'debt' && basis !== 'carried' && Number(amount) !== 0)
  const [first] = [...listed, ...years]
  if (first === undefined) return null
  const sum = (own: readonly { readonly amount: string | null }[]) =>
    own.length === 0 ? null : sumOf(own.map(({ amount }) => Number(amount)))
  const instruments = sum(listed)
  const maturities = sum(years)
  const isBoth = instruments !== null && maturities !== null
  return {
    as_of: first.as_of,
    basis: first.basis as NonNullable<CapitalStructure['principal']>['basis'],
    instruments,
    maturities,
    difference: isBoth ? instruments - maturities : null,
    agrees: isBoth ? years[0]!.basis === 'principal' : null,
    besides: rows.flatMap(({ kind, name, amount }) => (kind === 'adjustment' ? [{ name, amount: Number(amount) }] : [])),
    currency: first.unit,
    filing: first.filing,
  }
}

/** Rates as tagged in the newest report, and the average coupon where every instrument has one and two places confirm its principal. */
export function debtInterestRates(rows: FiledRows['debt_instrument'], filed: FiledRows['debt_rate']): CapitalStructure['rates'] {
  const tagged = filed
    .filter(({ filing }) => filing === rows[0]?.filing)
    .map(({ kind, debt: of, percent, amount, unit, from_day: from, as_of, filing }) => ({
      ...{ kind, debt: of, percent, amount: amount === null ? null : Number(amount), currency: unit },
      ...{ from, as_of, derived: null, filing },
    }))
  const listed = rows.filter(({ kind, basis, amount }) => kind === 'debt' && basis === 'principal' && Number(amount) !== 0)
  if (listed.length < 2 || listed.some(({ coupon_percent }) => coupon_percent === null)) return tagged
  const principal = sumOf(listed.map(({ amount }) => Number(amount)))
  const interest = sumOf(listed.map(({ amount, coupon_percent }) => Number(amount) * coupon_percent!))
  const { unit, as_of, filing } = listed[0]!
  return [
    ...tagged,
    {
      ...{ kind: 'weighted_average', debt: 'Debt by instrument', percent: interest / principal, amount: null, currency: unit },
      ...{ from: null, as_of, derived: 'sum of principal x coupon / principal', filing },
    },
  ]
}
