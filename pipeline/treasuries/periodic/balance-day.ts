import { dayNumber } from '../../calendar/day.ts'
import type { Fact, Tagged } from '../../filings/fact.ts'
import type { Filing } from '../known.ts'

/** The facts of a report that are about its balance sheet day. */
export interface BalanceDay {
  readonly cik: string
  readonly form: string
  readonly day: string
  /** Facts about the filer whose context ends on the day, instants and durations: some filers tag a count with the quarter. */
  readonly facts: readonly Fact[]
  /** Every fact about the filer. */
  readonly all: readonly Fact[]
}

/** The balance sheet day of a 10-Q or 10-K as its cover tags it, or why the report cannot be read. */
export function readBalanceDay({ facts }: Tagged, filing: Filing): BalanceDay | string {
  const periods = facts.filter(({ concept, value }) => concept === 'dei:DocumentPeriodEndDate' && value !== null)
  const types = new Set(facts.flatMap(({ concept, value }) => (concept === 'dei:DocumentType' && value !== null ? value : [])))
  const days = new Set(periods.map(({ value }) => value))
  const entities = new Set(periods.map(({ context }) => context.entity))
  const [period] = periods
  if (period === undefined) return 'The document tags no day on which its period ends.'
  if (days.size > 1 || entities.size > 1) return `The document tags several ends of its period: ${[...days].join(', ')}.`
  const [form = filing.form, ...more] = types
  if (more.length > 0 || !/^10-(?:Q|K)/u.test(form))
    return `The document calls itself ${[...types].join(', ')}, not 10-Q or 10-K.`
  const day = period.value ?? ''
  const number = dayNumber(day)
  if (number === null) return `"${day.slice(0, 40)}" is no day on which a period could end.`
  if (number > (dayNumber(filing.filed) ?? Number.NaN)) return `The period ends on ${day}, after the filing of ${filing.filed}.`
  const { entity } = period.context
  const all = facts.filter(({ context }) => context.entity === entity)
  return {
    cik: entity.padStart(10, '0'),
    form,
    day,
    facts: all.filter(({ context }) => context.end === day),
    all,
  }
}
