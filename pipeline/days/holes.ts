import { formulaNoun } from '../../data/metrics/formula-words.ts'
import type { Metric } from '../../data/metrics.ts'
import { seriesById } from '../../data/series.ts'
import { calculationOf } from '../formulas/index.ts'
import { type KnownAtMoment, type MissingValue, missingInputs } from '../formulas/lacking.ts'
import { isoDay } from '../time/day.ts'
import { expectedPeriods, hasMonthPeriods, hasPeriods, nextPeriod } from '../time/release.ts'
import { dayInWords, monthInWords } from '../values/amounts.ts'
import { type Column, indexAtOrBefore } from '../values/column.ts'
import { readingCoverDays, rhythmOfSeries } from './release-times.ts'

/** Periods followed beyond the newest value at most: a formula that looks back over a hole has one again when the hole is behind it. */
const mostFollowed = 400
const mostSentences = 5

/** The periods of a metric that have no value because something they are made of cannot be had. */
export interface HistoryGaps {
  /** The newest period (day number) whose inputs have been read: that of the newest value, or a later one that cannot have a value. */
  readonly through: number
  /** The periods among some (day numbers) that could have a value. */
  possible(periods: readonly number[]): number[]
  /** Why there is no value for a period (day number), as the end of a sentence; null where that is not known. */
  why(period: number): string | null
  /** Sentences on the periods without a value, up to `today` (day number). */
  notes(today: number): string[]
}

/** The newest period from `period` on whose inputs have been read, as far as those between cannot have a value. Day numbers. */
export function newestReadPeriod({ metric, clock, formula }: Metric, period: number, known: KnownAtMoment): number {
  const rhythm = rhythmOfSeries(clock)
  if (formula === 'series' || !hasPeriods(rhythm)) return period
  let through = calculationOf(formula).readsAhead ? nextPeriod(rhythm, period) : period
  for (let count = 0; count < mostFollowed; count++) {
    const next = nextPeriod(rhythm, through)
    const lacks = missingInputs(metric, next, known)
    if (lacks === null || lacks.length === 0) return through
    through = next
  }
  return through
}

export function historyGaps(row: Metric, column: Column, known: KnownAtMoment): HistoryGaps {
  const newest = column.period.at(-1)!
  const through = newestReadPeriod(row, newest, known)
  const rhythm = { ...rhythmOfSeries(row.clock), unpublished: undefined }
  const lacksAt = (period: number): readonly MissingValue[] => missingInputs(row.metric, period, known) ?? []
  const named = (period: number) => periodOf(row.clock, period)
  return {
    through,
    possible: (periods) =>
      periods.filter((period) => {
        if (column.period[indexAtOrBefore(column, period)] === period) return true
        const lacks = lacksAt(period)
        return lacks.length === 0 || lacks.some(({ declared }) => !declared)
      }),
    why: (period) => reasonOf(lacksAt(period), row),
    notes: (today) => {
      const groups = new Map<string, { readonly from: number; to: number; readonly lacks: readonly MissingValue[] }>()
      for (const period of expectedPeriods(rhythm, newest, today - readingCoverDays + 1, through, Number.POSITIVE_INFINITY)) {
        const lacks = lacksAt(period)
        // a gap that nobody has explained is named among the gaps
        if (lacks.length === 0 || (period < newest && lacks.some(({ declared }) => !declared))) continue
        const isItself = lacks.every((lack) => lack.period === period)
        const key = isItself ? String(period) : lacks.map((lack) => `${lack.series} ${lack.period}`).join()
        const group = groups.get(key)
        if (group) group.to = period
        else groups.set(key, { from: period, to: period, lacks })
      }
      return [...groups.values()].slice(-mostSentences).map(({ from, to, lacks }) => {
        const reason = reasonOf(lacks, row)!
        if (lacks.every(({ period }) => period === from)) return `${reason[0]!.toUpperCase()}${reason.slice(1)}.`
        const span = from === to ? named(from) : `${named(from)} to ${named(to)}`
        return `No ${formulaNoun(row.formula)} for ${span}: ${reason}.`
      })
    },
  }
}

const periodOf = (series: string, period: number): string => {
  const { frequency } = rhythmOfSeries(series)
  if (!hasMonthPeriods(frequency)) return dayInWords(isoDay(period))
  return `${frequency === 'quarterly' ? 'the quarter to ' : ''}${monthInWords(isoDay(period))}`
}

/** `October 2025 was not published`, and which series where the metric is made of several. */
function reasonOf(lacks: readonly MissingValue[], { of }: Metric): string | null {
  const reasons = [true, false].flatMap((declared) => {
    const these = lacks.filter((lack) => lack.declared === declared)
    if (these.length === 0) return []
    const shown = these.slice(0, 3).map(({ series, period }) => {
      const name = periodOf(series, period)
      return of.length === 1 ? name : `${name} (${seriesById.get(series)?.title ?? series})`
    })
    const more = these.length - shown.length
    const list = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ').replace(/, ([^,]*)$/, ' and $1')
    return declared ? [`${list} ${these.length === 1 ? 'was' : 'were'} not published`] : [`no value for ${list} is on record`]
  })
  return reasons.length === 0 ? null : reasons.join('; ')
}
