import { normalizeTicker } from '../../data/close-providers.ts'
import type { Upstream } from '../../data/upstreams.ts'
import { isoDay } from '../time/day.ts'
import { inWords } from '../values/amounts.ts'
import { type Column, indexAtOrBefore } from '../values/column.ts'
import { isNear, undeclaredJumps } from '../values/split-jump.ts'
import { type CoverShareCount, maxShareCountRatio } from './figures/cover.ts'
import { type Split, splitFactor, splitRatioName } from './figures/splits.ts'
import type { Figure } from './figures/version.ts'
import type { View } from './figures/view.ts'
import type { MarketValue, Window } from './figures/window.ts'

/** Closes of one listed line as traded, as they were known on the day, with its splits. Days are day numbers. */
export interface CloseHistory {
  readonly column: Pick<Column, 'period' | 'value' | 'unit'>
  /** New shares for an old one from a session on, as they are declared, oldest first. */
  readonly splits: readonly { readonly session: number; readonly ratio: number }[]
}

/** Closes of the line that stands for a company. */
export interface ShareCloses extends CloseHistory {
  /** Who gave the newest close, and on which terms it may be sold. */
  readonly source: { readonly name: string; readonly url: string | null; readonly resale: Upstream['resale'] }
  /** Its other listed lines, by trading symbol. */
  readonly classes?: ReadonlyMap<string, CloseHistory>
  /** Day on which a list of all splits of the market was last read; null where none is. */
  readonly splitsRead?: number | null
  /** Days by which the newest close may be late. */
  readonly lagDays?: number
  /** The newest session that providers give differently, with what each gives. */
  readonly differs?: { readonly session: number; readonly values: string } | null
  /** The same line by providers whose closes anybody may sell on; null where these are of such a provider, or it has none. */
  readonly free?: ShareCloses | null
}

/** Shares of a class with the close they are counted at: that of the class or, if it is not listed, of the company's line. */
export interface PricedShareClass {
  readonly shares: number
  readonly close: number
  /** Null where the cover names no trading symbol of any class. */
  readonly isListed: boolean | null
}

/** Market value at a close, with what it took. */
export interface PricedMarketValue extends MarketValue {
  readonly close: number
  readonly splits: ShareCloses['splits']
  /** In the order of the classes of the cover; null where it counts them as one. */
  readonly classes: readonly PricedShareClass[] | null
}

/** A close further back than this is none of the day: the longest closure of an exchange, and more. */
const mostDaysOld = 7
/** A move from one session to the next, in logarithms, that a split of 5 for 4 or more may be part of. */
const splitMove = 0.16
/** A report becomes known within so many days of the end of its period. */
const mostDaysLate = 130

/** The session (day number) of the newest close by a day, or why there is none. */
export function sessionAt({ column, differs = null, lagDays = mostDaysOld }: ShareCloses, day: number): number | string {
  const session = column.period[indexAtOrBefore(column, day)]
  if (differs !== null && differs.session <= day && differs.session > (session ?? 0))
    return `Providers give different closes of ${isoDay(differs.session)}: ${differs.values}.`
  return session === undefined || day - session > lagDays
    ? `No close of the last ${inWords(lagDays)} days is available.`
    : session
}

/**
 * The shares of a cover at the newest close by a day, class by class, or why not: none is kept, or the price moved since the count as in a split
 * that is neither declared nor stated by a filing. Where no list of splits reaches the session, any move in which a split may hide counts as one.
 *
 * @param filed splits that filings show, of any ratio: they name no session, the closes do
 */
export function marketValueAt(
  cover: CoverShareCount,
  closes: ShareCloses,
  day: number,
  filed: readonly Split[],
): PricedMarketValue | string {
  const session = sessionAt(closes, day)
  if (typeof session === 'string') return session
  const whole = onLine(cover, closes, session, filed, closes.splitsRead ?? null)
  if (typeof whole === 'string') return whole
  const classes: PricedShareClass[] = []
  const isNamed = cover.classes?.some(({ ticker }) => ticker !== null)
  for (const { ticker, shares } of cover.classes ?? []) {
    const own = ticker === null ? closes : closes.classes?.get(normalizeTicker(ticker))
    if (own === undefined || valueAt(own, session) === null) return `No close of ${ticker} on ${isoDay(session)} is available.`
    const priced = onLine(cover, own, session, filed, closes.splitsRead ?? null)
    if (typeof priced === 'string') return priced
    classes.push({ shares: Number(shares) * priced.factor, close: priced.close, isListed: isNamed ? ticker !== null : null })
  }
  const { close, splits, factor } = whole
  const value =
    classes.length === 0 ? cover.value * factor * close : classes.reduce((sum, each) => sum + each.shares * each.close, 0)
  return { value, day: session, cover, close, splits, classes: cover.classes === undefined ? null : classes }
}

const valueAt = ({ column }: CloseHistory, session: number): number | null => {
  const at = indexAtOrBefore(column, session)
  return column.period[at] === session ? column.value[at]! : null
}

/** The close of a line on a session, and the shares of the session for a share of the cover, with the splits between. */
function onLine(
  cover: CoverShareCount,
  { column, splits }: CloseHistory,
  session: number,
  filed: readonly Split[],
  splitsRead: number | null,
): { readonly close: number; readonly factor: number; readonly splits: ShareCloses['splits'] } | string {
  const close = valueAt({ column, splits }, session)!
  const between = splits.filter((split) => split.session > cover.to && split.session <= session)
  const unclear = between.find((split) => split.session <= cover.known && countsNewShares(cover, split.ratio) === null)
  if (unclear !== undefined)
    return `Whether the count on the cover, of ${isoDay(cover.to)} and filed on ${isoDay(cover.known)}, is from before the ${splitRatioName(unclear.ratio)} split of ${isoDay(unclear.session)} is not stated.`
  const declared = between.filter((split) => split.session > cover.known || countsNewShares(cover, split.ratio) === false)
  const jumps = undeclaredJumps(
    column,
    [cover.to, session],
    splits.map((split) => split.session),
  )
  const stated = jumps.flatMap((jump) => {
    const split = filed.find(({ known, ratio }) => known > cover.known && known >= jump.day && isNear(jump.ratio, ratio))
    return split === undefined ? [] : [{ session: jump.day, ratio: split.ratio }]
  })
  const unknown = jumps.find(({ day: on }) => !stated.some((split) => split.session === on))
  if (unknown !== undefined)
    return `The price moved as in a ${splitRatioName(unknown.ratio)} split on ${isoDay(unknown.day)}, no filing that was read states one, and the count on the cover is from before it.`
  const since = [...declared, ...stated].sort((a, b) => a.session - b.session)
  const sessions = [...splits, ...since].map((split) => split.session)
  const move = (splitsRead ?? 0) >= session ? null : moveAfter(column, cover.to, session, sessions)
  if (move !== null)
    return `The price moved by ${Math.round(100 * move.by)} percent on ${isoDay(move.day)}, no list of splits that reaches that day was read, and the count on the cover is from before it.`
  return { close, factor: since.reduce((factor, { ratio }) => factor * ratio, 1), splits: since }
}

/** How far, in logarithms, the count of a cover may be from that of the previous cover, apart from a split. */
const steady = 0.08

/**
 * Whether a cover already counts in new shares when a split falls between its day and its filing, judged by the previous cover; null if that
 * does not show it: a count may be restated although its day is before the split.
 */
function countsNewShares({ value, before = null }: CoverShareCount, ratio: number): boolean | null {
  if (before === null) return null
  const growth = Math.log(value / before)
  if (Math.abs(growth - Math.log(ratio)) < steady) return true
  return Math.abs(growth) < steady ? false : null
}

/** The first move after a day until another that a split may be part of, but for those on the sessions of declared ones. */
function moveAfter({ period, value }: ShareCloses['column'], after: number, until: number, sessions: readonly number[]) {
  for (let at = Math.max(1, indexAtOrBefore({ period }, after) + 1); at < period.length && period[at]! <= until; at++) {
    const [before, day, by] = [period[at - 1]!, period[at]!, value[at]! / value[at - 1]! - 1]
    if (Math.abs(Math.log1p(by)) > splitMove && !sessions.some((each) => before < each && each <= day)) return { day, by }
  }
  return null
}

/** The market value when the report on the end of a window became known: the count of its cover at the close of that day. */
export function marketValueAtReport(view: View, { end }: Window, closes: ShareCloses): PricedMarketValue | null {
  const at = view.covers.findLastIndex(({ to }) => to >= end.to)
  const cover = view.covers[at]
  if (cover === undefined || cover.to - end.to > mostDaysLate) return null
  const average = view.figure('shares_basic_average', end)
  const inNewShares = (figure: Figure) => figure.value * splitFactor(view.splits, figure.known, view.day)
  const ratio = average === null ? 1 : inNewShares(cover) / inNewShares(average)
  const priced =
    Math.max(ratio, 1 / ratio) > maxShareCountRatio
      ? null
      : marketValueAt({ ...cover, before: view.covers[at + 1]?.value ?? null }, closes, cover.known, view.splits)
  return typeof priced === 'string' ? null : priced
}
