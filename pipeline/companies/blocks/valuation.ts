import type { Valuation } from '../../documents/company/valuation.ts'
import { isoDay } from '../../time/day.ts'
import { coverClassesOf, coverShareCount } from '../figures/cover.ts'
import type { View } from '../figures/view.ts'
import type { RatioAmount, Window } from '../figures/window.ts'
import { marketValueAt, marketValueAtReport, type PricedMarketValue, type ShareCloses, sessionAt } from '../market-value.ts'
import { enterpriseValue, multipleRows, noEnterpriseValue } from '../multiples.ts'
import { computedForShape } from '../ratios.ts'
import type { FiledReports } from './filings.ts'
import { BlockInputs, ratioInputs } from './inputs.ts'
import { historicalRange, twelveMonthWindows, windowYearBefore } from './ratios.ts'

/** A year and the time an annual report takes. */
const mostDaysOld = 460

/** Market value at the newest close, or why there is none. */
export function newestMarketValue(view: View, closes: ShareCloses | null): PricedMarketValue | string {
  if (closes === null) return 'No close of the share is available.'
  if (view.currency !== closes.column.unit)
    return `The statements are in ${view.currency}, the close is in ${closes.column.unit}.`
  const cover = coverShareCount(view)
  if (typeof cover === 'string') return cover
  if (cover.form.startsWith('20-F')) return 'What a listed share stands for is not read from a 20-F.'
  if (view.day - cover.to > mostDaysOld) return 'The newest count on a cover is more than a year old.'
  return marketValueAt(cover, closes, view.day, view.splits)
}

/** The day (day number) a valuation is of: that of the view, or the session of a close that is weeks late. */
function valuationDay(closes: ShareCloses | null, day: number): number {
  const session = closes === null ? day : sessionAt(closes, day)
  return typeof session === 'string' || day - session <= mostDaysRecent ? day : session
}
const mostDaysRecent = 7

/** Notes on a market value whose close is weeks late, or whose splits no source lists. */
function notesOf({ day, cover }: PricedMarketValue, closes: ShareCloses, today: number): string[] {
  const sees = (closes.splitsRead ?? 0) >= day || closes.column.period[0]! <= cover.to
  const late = `All of this block is as known on ${isoDay(day)}, ${today - day} days before: ${closes.source.name} gives closes weeks late.`
  const unseen = `No list of splits and no close from before ${isoDay(cover.to)} was read: a split since then would not be seen.`
  return [...(today - day > mostDaysRecent ? [late] : []), ...(sees ? [] : [unseen])]
}

/**
 * Market value and multiples at the newest close, beside those when earlier reports became known; or why there are none.
 *
 * @param viewOn the statements as known at the end of a day (day number): a close that is weeks late is used with the statements of the same day
 * @param today day of the document
 */
export function valuationOf(
  viewOn: (day: number) => View,
  today: number,
  reports: FiledReports,
  closes: ShareCloses | null,
): Valuation | string {
  const view = viewOn(valuationDay(closes, today))
  const market = newestMarketValue(view, closes)
  const windows = twelveMonthWindows(view)
  const [now] = windows
  if (typeof market === 'string') return market
  if (now === undefined) return 'No twelve months of statements are served.'
  const past = windows.slice(1).map((window) => ({ window, market: marketValueAtReport(view, window, closes!) }))
  const before = windowYearBefore(windows)
  const enterprise = computedForShape(view.shape, noEnterpriseValue, now, () => enterpriseValue(now, now.valued(market)))
  const multiples = multipleRows.map((row) => {
    const at = (window: Window, priced: PricedMarketValue | null) =>
      computedForShape(view.shape, row.not, window, () =>
        row.value(window, window.valued(priced ?? 'No close of that day is available.')),
      )
    const { value, why, inputs } = at(now, market)
    const earlier = past.map((each) => ({ end: each.window.end, window: each.window, value: at(each.window, each.market).value }))
    const { multiple, title, unit = 'times', formula } = row
    return {
      ...{ multiple, title, value, unit, why, formula, inputs },
      year_ago: value === null ? null : (earlier.find(({ window }) => window === before)?.value ?? null),
      own_range: value === null ? null : historicalRange(value, earlier),
    }
  })
  const used: RatioAmount[] = [...enterprise.inputs, ...multiples.flatMap(({ inputs }) => inputs)]
  const { cover } = market
  const list = new BlockInputs()
  return {
    close: {
      value: market.close,
      currency: view.currency!,
      day: isoDay(market.day),
      source: closes!.source.name,
      url: closes!.source.url,
      resale: closes!.source.resale,
    },
    free: freeValueOf(viewOn, today, closes!.free ?? null),
    notes: notesOf(market, closes!, today),
    shares: {
      classes: coverClassesOf(cover).map((each, at) => {
        const { close, isListed: listed } = market.classes?.[at] ?? { close: market.close, isListed: true }
        return { ...each, close, listed }
      }),
      total: market.classes?.reduce((sum, { shares }) => sum + shares, 0) ?? market.value / market.close,
      adjusted_for: market.splits.map(({ ratio, session }) => ({ ratio, session: isoDay(session) })),
    },
    market_value: market.value,
    enterprise_value:
      enterprise.value === null
        ? null
        : {
            value: enterprise.value,
            parts: ratioInputs(enterprise.inputs).map(({ line, value, filing }) => ({
              what: line,
              value: line === 'cash' || line === 'short_term_investments' ? -value : value,
              filing,
            })),
          },
    why_no_enterprise_value: enterprise.why,
    period: now.label,
    multiples: multiples.map((each) => ({ ...each, inputs: list.placesOf(each.inputs) })),
    inputs: list.all,
    filings: reports.named([cover.filing, ...used.flatMap(({ figures }) => figures.map(({ filing }) => filing))]),
  }
}

/** Market value at a close that anybody may sell on, weeks old, beside that of a licensed one. */
function freeValueOf(viewOn: (day: number) => View, today: number, closes: ShareCloses | null): Valuation['free'] {
  const priced = closes === null ? '' : newestMarketValue(viewOn(valuationDay(closes, today)), closes)
  if (closes === null || typeof priced === 'string') return null
  const { name: source, resale } = closes.source
  return { day: isoDay(priced.day), close: priced.close, market_value: priced.value, source, resale }
}
