import type { Valuation } from '../../documents/company/valuation.ts'
import { isoDay } from '../../time/day.ts'
import { coverOf } from '../figures/cover.ts'
import type { View } from '../figures/view.ts'
import type { Input, Window } from '../figures/window.ts'
import { type Closes, type Priced, pricedAt, pricedThen, sessionAt } from '../market-value.ts'
import { enterpriseValue, multipleRows } from '../multiples.ts'
import { evaluated } from '../ratios.ts'
import type { Reports } from './filings.ts'
import { Inputs, inputsOf } from './inputs.ts'
import { rangeOf, windowsOf, yearBefore } from './ratios.ts'

/** A year and the time an annual report takes. */
const mostDaysOld = 460

/** Market value at the newest close, or why there is none. */
export function marketOf(view: View, closes: Closes | null): Priced | string {
  if (closes === null) return 'No close of the share is available.'
  if (view.currency !== closes.column.unit)
    return `The statements are in ${view.currency}, the close is in ${closes.column.unit}.`
  const cover = coverOf(view)
  if (typeof cover === 'string') return cover
  if (cover.form.startsWith('20-F')) return 'What a listed share stands for is not read from a 20-F.'
  if (view.day - cover.to > mostDaysOld) return 'The newest count on a cover is more than a year old.'
  return pricedAt(cover, closes, view.day, view.splits)
}

/** The day (day number) a valuation is of: that of the view, or the session of a close that is weeks late. */
function valuationDay(closes: Closes | null, day: number): number {
  const session = closes === null ? day : sessionAt(closes, day)
  return typeof session === 'string' || day - session <= mostDaysRecent ? day : session
}
const mostDaysRecent = 7

/** Notes on a market value whose close is weeks late, or whose splits no source lists. */
function notesOf({ day, cover }: Priced, closes: Closes, today: number): string[] {
  const sees = (closes.splitsRead ?? 0) >= day || closes.column.period[0]! <= cover.to
  return [
    ...(today - day > mostDaysRecent
      ? [
          `All of this block is as known on ${isoDay(day)}, ${today - day} days before: ${closes.source.name} gives closes weeks late.`,
        ]
      : []),
    ...(sees
      ? []
      : [`No list of splits and no close from before ${isoDay(cover.to)} was read: a split since then would not be seen.`]),
  ]
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
  reports: Reports,
  closes: Closes | null,
): Valuation | string {
  const view = viewOn(valuationDay(closes, today))
  const market = marketOf(view, closes)
  const windows = windowsOf(view)
  const [now] = windows
  if (typeof market === 'string') return market
  if (now === undefined) return 'No twelve months of statements are served.'
  const past = windows.slice(1).map((window) => ({ window, market: pricedThen(view, window, closes!) }))
  const before = yearBefore(windows)
  const ofShape = <Value>(not: { readonly shapes: readonly string[]; readonly why: string } | undefined, make: () => Value) =>
    not?.shapes.includes(view.shape) ? { value: null, why: not.why, inputs: [] } : make()
  const enterprise = ofShape(multipleRows.find(({ multiple }) => multiple === 'ev_to_ebit')!.not, () =>
    evaluated([now], () => enterpriseValue(now, now.valued(market))),
  )
  const multiples = multipleRows.map((row) => {
    const at = (window: Window, priced: Priced | null) =>
      ofShape(row.not, () =>
        evaluated([window], () => row.value(window, window.valued(priced ?? 'No close of that day is available.'))),
      )
    const { value, why, inputs } = at(now, market)
    const earlier = past.map((each) => ({ end: each.window.end, window: each.window, value: at(each.window, each.market).value }))
    return {
      multiple: row.multiple,
      title: row.title,
      value,
      unit: row.unit,
      why,
      formula: row.formula,
      inputs,
      year_ago: value === null ? null : (earlier.find(({ window }) => window === before)?.value ?? null),
      own_range: value === null ? null : rangeOf(value, earlier),
    }
  })
  const used: Input[] = [...enterprise.inputs, ...multiples.flatMap(({ inputs }) => inputs)]
  const { cover } = market
  const list = new Inputs()
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
      classes:
        cover.classes === undefined
          ? [
              {
                class: 'Common stock',
                count: cover.value,
                as_of: isoDay(cover.to),
                filing: cover.filing,
                close: market.close,
                listed: true,
              },
            ]
          : cover.classes.map(({ class: name, shares, as_of, filing }, at) => ({
              class: name,
              count: Number(shares),
              ...{ as_of, filing, close: market.classes![at]!.close, listed: market.classes![at]!.isListed },
            })),
      total: market.classes?.reduce((sum, { shares }) => sum + shares, 0) ?? market.value / market.close,
      adjusted_for: market.splits.map(({ ratio, session }) => ({ ratio, session: isoDay(session) })),
    },
    market_value: market.value,
    enterprise_value:
      enterprise.value === null
        ? null
        : {
            value: enterprise.value,
            parts: inputsOf(enterprise.inputs).map(({ line, value, filing }) => ({
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
function freeValueOf(viewOn: (day: number) => View, today: number, closes: Closes | null): Valuation['free'] {
  const priced = closes === null ? '' : marketOf(viewOn(valuationDay(closes, today)), closes)
  if (closes === null || typeof priced === 'string') return null
  const { name: source, resale } = closes.source
  return { day: isoDay(priced.day), close: priced.close, market_value: priced.value, source, resale }
}
