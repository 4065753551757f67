import type { Fact, Tagged } from '../filings/fact.ts'
import { dayNumber, isoDay } from '../time/day.ts'

/** The facts of a report that are about its balance sheet day. */
export interface BalanceDay {
  /** The company by its number in the market's register. */
  readonly entity: string
  readonly form: string
  readonly day: string
  /** Facts about the filer whose context ends on the day, instants and durations: some filers tag a count with the quarter. */
  readonly facts: readonly Fact[]
  /** Every fact about the filer. */
  readonly all: readonly Fact[]
}

/** How the reports of a market name their day, their form and their company. */
export interface CoverRules {
  /** Concepts of the cover of a report, and the number of the company in the market's register by the entity its contexts name. */
  readonly cover: { readonly periodEnd: string; readonly form: string; entity(named: string): string }
  /** Forms whose figures are read, by their names. */
  readonly periodicForms: RegExp
}

/**
 * The balance sheet day of a periodic report as its cover tags it, or why the report cannot be read.
 *
 * @param form what the document calls itself outside its tags
 */
export function readBalanceDay({ facts }: Tagged, form: string, { cover, periodicForms }: CoverRules): BalanceDay | string {
  const periods = facts.filter(({ concept, value }) => concept === cover.periodEnd && value !== null)
  const types = new Set(facts.flatMap(({ concept, value }) => (concept === cover.form && value !== null ? value : [])))
  const days = new Set(periods.map(({ value }) => value))
  const entities = new Set(periods.map(({ context }) => context.entity))
  const [period] = periods
  if (period === undefined) return 'No end date of its period is read from the document.'
  if (days.size > 1 || entities.size > 1)
    return `The document tags more than one end date of its period: ${[...days].join(', ')}.`
  const [named = form, ...more] = types
  if (more.length > 0 || !periodicForms.test(named))
    return `The document identifies itself as ${[...types].join(', ')}, not as a periodic report that is read.`
  const day = period.value ?? ''
  if (dayNumber(day) === null) return `"${day.slice(0, 40)}" is not a valid end date of a period.`
  const { entity } = period.context
  const all = facts.filter(({ context }) => context.entity === entity)
  return { entity: cover.entity(entity), form: named, day, facts: all.filter(({ context }) => context.end === day), all }
}

/** The same day of a later year; the last of February for one that has no 29th. */
export function yearsAfter(day: string, count: number): string {
  const later = `${Number(day.slice(0, 4)) + count}${day.slice(4)}`
  return dayNumber(later) === null ? isoDay(dayNumber(`${later.slice(0, 7)}-28`) ?? Number.NaN) : later
}
