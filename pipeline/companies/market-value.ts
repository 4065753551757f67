import { type Column, indexAtOrBefore } from '../column.ts'
import { isNear, undeclaredJumps } from '../split-jump.ts'
import { isoDay } from '../time/day.ts'
import { type Cover, mostApart } from './figures/cover.ts'
import { type Split, splitFactor } from './figures/splits.ts'
import type { Figure } from './figures/version.ts'
import type { View } from './figures/view.ts'
import type { Market, Window } from './figures/window.ts'

/** Closes of the listed share as traded, as they were known on the day, with its splits. Days are day numbers. */
export interface Closes {
  readonly column: Pick<Column, 'period' | 'value' | 'unit'>
  /** New shares for an old one from a session on, oldest first. */
  readonly splits: readonly { readonly session: number; readonly ratio: number }[]
  readonly source: { readonly name: string; readonly url: string | null }
}

/** Market value at a close, with what it took. */
export interface Priced extends Market {
  readonly close: number
  readonly splits: Closes['splits']
}

/** A close further back than this is none of the day: the longest closure of an exchange, and more. */
const mostDaysOld = 7
/** A report becomes known within so many days of the end of its period. */
const mostDaysLate = 130

/**
 * The shares of a cover at the newest close by a day, or why not: none is kept, or the price moved since the count as in a split that is neither
 * declared nor stated by a filing.
 *
 * @param filed splits that filings show, of any ratio: they name no session, the closes do
 */
export function pricedAt(cover: Cover, { column, splits }: Closes, day: number, filed: readonly Split[]): Priced | string {
  const at = indexAtOrBefore(column, day)
  const session = column.period[at]
  if (session === undefined || day - session > mostDaysOld) return 'No close of the last seven days is available.'
  const close = column.value[at]!
  const declared = splits.filter((split) => split.session > cover.to && split.session <= session)
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
    return `The price moved as in a ${ratioName(unknown.ratio)} split on ${isoDay(unknown.day)}, no filing that was read states one, and the count on the cover is from before it.`
  const since = [...declared, ...stated].sort((a, b) => a.session - b.session)
  const shares = since.reduce((count, { ratio }) => count * ratio, cover.value)
  return { value: shares * close, day: session, cover, close, splits: since }
}

/** The market value when the report on the end of a window became known: the count of its cover at the close of that day. */
export function pricedThen(view: View, { end }: Window, closes: Closes): Priced | null {
  const cover = view.covers.findLast(({ to }) => to >= end.to)
  if (cover === undefined || cover.to - end.to > mostDaysLate) return null
  const average = view.figure('shares_basic_average', end)
  const inNewShares = (figure: Figure) => figure.value * splitFactor(view.splits, figure.known, view.day)
  const ratio = average === null ? 1 : inNewShares(cover) / inNewShares(average)
  const priced = Math.max(ratio, 1 / ratio) > mostApart ? null : pricedAt(cover, closes, cover.known, view.splits)
  return typeof priced === 'string' ? null : priced
}

/** `3:2`, `1:10` */
export function ratioName(ratio: number): string {
  if (ratio < 1)
    return ratioName(1 / ratio)
      .split(':')
      .reverse()
      .join(':')
  const under = [1, 2, 3, 4].find((each) => Math.abs(ratio * each - Math.round(ratio * each)) < 1e-9) ?? 1
  return `${Math.round(ratio * under)}:${under}`
}
