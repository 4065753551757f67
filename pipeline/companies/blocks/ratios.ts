import type { Profitability } from '../../documents/company/per-share.ts'
import type { RatioDocument, Ratios } from '../../documents/company/ratios.ts'
import type { Quality } from '../../documents/company/scores.ts'
import { isoDay } from '../../time/day.ts'
import { medianOf } from '../../values/numbers.ts'
import { earlierBalanceDay, twelveMonthWindow } from '../balance-window.ts'
import type { Period } from '../figures/fiscal.ts'
import type { View } from '../figures/view.ts'
import type { MarketValue, RatioAmount, Window } from '../figures/window.ts'
import { perShareRows } from '../per-share.ts'
import { computedForShape, type RatioRow, ratioOf, ratioRows } from '../ratios.ts'
import { scoreOf, scoreRows } from '../scores.ts'
import type { FiledReports } from './filings.ts'
import { BlockInputs } from './inputs.ts'
import { periodYearBefore } from './numbers.ts'

/** Earlier periods from which a range says something. */
const enoughPeriods = 8

/** Windows of twelve months, newest first: those that end with a quarter where there are any, else fiscal years. */
export function twelveMonthWindows(view: View): Window[] {
  const windows = (ends: readonly Period[]) => ends.map((end) => twelveMonthWindow(view, end)).filter(({ isWhole }) => isWhole)
  const byQuarter = windows(view.periods.filter(({ span }) => span !== 'year').toSorted((a, b) => b.to - a.to))
  const [newest] = byQuarter
  const byYear = windows(view.years)
  return newest === undefined || (byYear[0] !== undefined && byYear[0].end.to > newest.end.to) ? byYear : byQuarter
}

/** The window that ended a year before the newest one. */
export const windowYearBefore = ([newest, ...others]: readonly Window[]): Window | null => {
  const ends = others.map(({ end }) => end)
  const before = newest === undefined ? null : periodYearBefore(ends, newest.end)
  return others.find(({ end }) => end === before) ?? null
}

/** @param market what all shares cost, or why it is not known */
export function qualityScores(view: View, reports: FiledReports, market: MarketValue | string): Quality | null {
  const windows = twelveMonthWindows(view)
  const [now] = windows
  if (now === undefined) return null
  const scores = scoreRows.map((row) => scoreOf(row, view.shape, now, windowYearBefore(windows), market))
  const inputs = scores.flatMap(({ parts }) => parts.flatMap((each) => each.inputs))
  const list = new BlockInputs()
  const ratios = ratiosOf(view, windows, 'quality', reports, list, inputs)
  return (
    ratios && {
      ...ratios,
      scores: scores.map(({ row: { score, title, formula, scale, source, parts: tests }, value, known, why, parts }) => ({
        ...{ score, title, value, of: tests.length, known, why, formula, scale, source },
        parts: parts.map(({ test, formula, value: result, why: missing, inputs: from }) => ({
          test,
          passed: typeof result === 'boolean' ? result : null,
          value: typeof result === 'number' ? result : null,
          formula,
          why: missing,
          inputs: list.placesOf(from),
        })),
      })),
    }
  )
}

export function profitabilityOf(view: View, reports: FiledReports): Profitability | null {
  const windows = twelveMonthWindows(view)
  const [window] = windows
  if (window === undefined) return null
  const amounts = perShareRows.map((row) => ({
    row,
    ...computedForShape(view.shape, row.not, window, () => row.value(window)),
  }))
  const inputs = amounts.flatMap((each) => each.inputs)
  const list = new BlockInputs()
  const ratios = ratiosOf(view, windows, 'profitability', reports, list, inputs)
  return (
    ratios && {
      ...ratios,
      per_share: amounts.map(({ row: { line, title, formula }, value, why, inputs: from }) => ({
        ...{ line, title, value, unit: `${view.currency}/shares`, why, formula },
        inputs: list.placesOf(from),
        ...balanceDay(window, from),
      })),
    }
  )
}

/** Named where it is not that of the period. */
function balanceDay(window: Window, inputs: readonly RatioAmount[]): Pick<RatioDocument, 'balance_day'> {
  const day = earlierBalanceDay(window, inputs)
  return day === null ? {} : { balance_day: isoDay(day) }
}

/** The ratios of one block over the newest twelve months; null where none has a value. */
function ratiosOf(
  view: View,
  windows: readonly Window[],
  block: RatioRow['block'],
  reports: FiledReports,
  list: BlockInputs,
  more: readonly RatioAmount[],
): Ratios | null {
  const window = windows[0]!
  const before = windowYearBefore(windows)?.end ?? null
  const rows = ratioRows.filter((row) => row.block === block && (row.only?.includes(view.shape) ?? true))
  const ratios = rows.map((row) => ratioOf(row, view.shape, window))
  const figures = [...ratios.flatMap(({ inputs }) => inputs), ...more].flatMap((input) => input.figures)
  if (ratios.every(({ value }) => value === null)) return null
  return {
    period: window.label,
    known_since: isoDay(Math.max(...figures.map(({ known }) => known))),
    peers: null,
    ratios: ratios.map((ratio): RatioDocument => {
      const { row, value, why, inputs } = ratio
      const { ratio: name, title, unit, formula, source } = row
      const past = value === null ? [] : windows.slice(1).map((each) => ({ end: each.end, ...ratioOf(row, view.shape, each) }))
      return {
        ...{ ratio: name, title, value, unit, why, formula, source, inputs: list.placesOf(inputs) },
        ...balanceDay(window, inputs),
        year_ago: past.find(({ end }) => end === before)?.value ?? null,
        own_range: value === null ? null : historicalRange(value, past),
        rank: null,
      }
    }),
    inputs: list.all,
    filings: reports.named(figures.map(({ filing }) => filing)),
  }
}

/** Where a value is among those of earlier periods; null where these are few. */
export function historicalRange(
  value: number,
  past: readonly { readonly value: number | null; readonly end: Period }[],
): RatioDocument['own_range'] {
  const stated = past.flatMap((each) => (each.value === null ? [] : [{ ...each, value: each.value }]))
  if (stated.length < enoughPeriods) return null
  const sorted = stated.map((each) => each.value).sort((a, b) => a - b)
  return {
    low: sorted[0]!,
    median: medianOf(sorted),
    high: sorted.at(-1)!,
    percentile: (100 * sorted.filter((each) => each < value).length) / sorted.length,
    n: sorted.length,
    from: isoDay(stated.at(-1)!.end.to),
  }
}
