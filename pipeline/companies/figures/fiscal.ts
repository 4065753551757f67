import { fiscalYearOf } from '../../time/fiscal-year.ts'
import type { AsKnown } from './as-known.ts'
import type { Figure } from './version.ts'

/** A fiscal year, its first half or a quarter; days are day numbers. */
export interface Period {
  /** `FY2025`, `FY2025H1`, `FY2025Q4` */
  readonly id: string
  /** `FY2025 Q4`: the year as the issuer counts it. */
  readonly label: string
  readonly span: 'year' | 'half' | 'quarter'
  readonly from: number
  readonly to: number
}

export interface FiscalYear extends Period {
  readonly number: number
}

export type BegunYear = Pick<FiscalYear, 'from' | 'number'>

/** Lines that every period of an income statement has one of. */
const first = ['net_income', 'net_income_with_minorities', 'revenue', 'net_interest_income', 'premiums_earned'] as const

/** Forms that state a fiscal year: a year first stated in any other is a sum of four quarters. */
const annualForms = /^(?:(?:10-KT?|20-F|40-F|6-K|8-K)(?:\/A)?|(?:amended )?annual .+)$/
const daysOfYear = 365.25
/** The days between the ends of two fiscal years are at least so many. */
const leastBetween = 300

/** Whether an amount may be that of a fiscal year. */
export const mayBeFiscalYear = ({ line, span, form }: Pick<Figure, 'line' | 'span' | 'form'>): boolean =>
  span === 'year' && first.some((each) => each === line) && annualForms.test(form)

/** The fiscal years known, oldest first. */
export function fiscalYears(known: AsKnown, labels: ReadonlyMap<number, number>): FiscalYear[] {
  const ends = new Map<number, Figure>()
  for (const figure of known.figures()) if (mayBeFiscalYear(figure) && !ends.has(figure.to)) ends.set(figure.to, figure)
  const sorted = [...ends.values()].sort((a, b) => a.to - b.to)
  const apart = sorted.filter(({ to }, at) => {
    const near = [sorted[at - 1], sorted[at + 1]].filter((each) => each !== undefined && Math.abs(each.to - to) < leastBetween)
    // a year that no report has as its own, beside one that a report has, is recast for comparison
    return near.length === 0 || labels.has(to)
  })
  const votes = [...labels].map(([to, label]) => ({ ...fiscalYearOf(to), label }))
  return apart.map(({ from, to }) => {
    const { year, day } = fiscalYearOf(to)
    const alike = votes.filter((vote) => Math.abs(vote.day - day) <= aboutAMonth).map((vote) => vote.label - vote.year)
    const number = year + (mostFrequent(alike) ?? 0)
    return { id: `FY${number}`, label: `FY${number}`, span: 'year', from: from!, to, number }
  })
}

/** Days by which the ends of fiscal years of 52 and 53 weeks differ, and more. */
const aboutAMonth = 20
/** How most reports on years that end at that time count: one that names its year wrongly is outvoted. */
function mostFrequent(numbers: readonly number[]): number | null {
  const times = (number: number) => numbers.filter((each) => each === number).length
  return numbers.reduce<number | null>((best, each) => (best === null || times(each) > times(best) ? each : best), null)
}

export const transitionForms = /^10-[KQ]T/

/** The fiscal year that has begun: after the last one, or after the report of the transition to another year; null where none is known. */
export function begunFiscalYear(known: AsKnown, years: readonly FiscalYear[]): BegunYear | null {
  const last = years.at(-1)
  if (last === undefined) return null
  const transitions = [...known.figures()].filter(
    ({ form, span, to }) => transitionForms.test(form) && span !== 'instant' && to > last.to,
  )
  const from = Math.max(last.to, ...transitions.map(({ to }) => to)) + 1
  return { from, number: transitions.length === 0 ? last.number + 1 : fiscalYearOf(from + daysOfYear).year }
}

/** A fiscal quarter by its last day; null for one that no fiscal year contains, such as that of a change of the year. */
export function fiscalQuarterOf(from: number, to: number, years: readonly FiscalYear[], begun: BegunYear | null): Period | null {
  const within = years.find((year) => to > year.from && to <= year.to + 3)
  const year = within ?? begun
  if (year === null || to < year.from || (within === undefined && from < year.from - 7)) return null
  const quarters = Math.round((to - year.from + 1) / (daysOfYear / 4))
  const number = year.number + (quarters > 4 ? 1 : 0)
  const nth = quarters > 4 ? quarters - 4 : Math.max(1, quarters)
  if (nth > 4) return null
  return { id: `FY${number}Q${nth}`, label: `FY${number} Q${nth}`, span: 'quarter', from, to }
}

/** The first half of a fiscal year by its days; null for any other. */
export function firstHalfOf(from: number, to: number, years: readonly FiscalYear[], begun: BegunYear | null): Period | null {
  const year = [...years, ...(begun === null ? [] : [begun])].find((each) => Math.abs(from - each.from) <= 7)
  if (year === undefined) return null
  return { id: `FY${year.number}H1`, label: `FY${year.number} H1`, span: 'half', from, to }
}

/** Whether two days (numbers) are a year apart, give or take the week of a year of 53. */
export const isYearApart = (later: number, earlier: number): boolean => Math.abs(later - earlier - 365) <= 12

/** The period that ended last; where several end together, the longest. */
export function newestPeriod({ periods }: { readonly periods: readonly Period[] }): Period {
  return periods.reduce((newest, each) => (each.to > newest.to ? each : newest))
}
