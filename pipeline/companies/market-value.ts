import { type Column, indexAtOrBefore } from '../column.ts'
import { type Cover, mostApart } from './figures/cover.ts'
import { splitFactor } from './figures/splits.ts'
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

/** The shares of a cover at the newest close by a day; null where none is kept. */
export function pricedAt(cover: Cover, { column, splits }: Closes, day: number): Priced | null {
  const at = indexAtOrBefore(column, day)
  const session = column.period[at]
  if (session === undefined || day - session > mostDaysOld) return null
  const close = column.value[at]!
  const since = splits.filter((split) => split.session > cover.to && split.session <= session)
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
  return Math.max(ratio, 1 / ratio) > mostApart ? null : pricedAt(cover, closes, cover.known)
}
