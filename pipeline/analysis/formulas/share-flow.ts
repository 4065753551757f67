import { isBusinessDay } from '../../time/holiday.ts'
import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/**
 * Flow of a fund in millions of dollars, from its shares outstanding and its assets in dollars: the change of the shares from the session
 * before, at the assets of one share. No value where the session before is not on record: a change of two sessions is no flow of one.
 */
export const shareFlow: Formula = ([shares, assets], metric) => {
  if (!shares || !assets) return null
  const { column } = shares
  const assetsAt = (i: number) => indexOf(assets.column, column.period[i]!)
  const history = historyOf(
    metric,
    column,
    (i) => {
      const at = assetsAt(i)
      if (i === 0 || at < 0 || column.value[i]! <= 0) return null
      for (let day = column.period[i - 1]! + 1; day < column.period[i]!; day++) if (isBusinessDay(day, 'us-market')) return null
      return ((column.value[i]! - column.value[i - 1]!) * assets.column.value[at]!) / column.value[i]! / 1e6
    },
    (i) => [
      [column, i - 1],
      [assets.column, assetsAt(i)],
    ],
  )
  return {
    column: history,
    rests: [...new Set([...shares.rests, ...assets.rests])],
    parts: (i) => {
      const at = indexOf(column, history.period[i]!)
      return [partAt(column, at), partAt(column, at - 1), partAt(assets.column, assetsAt(at))]
    },
    notes: () => [],
  }
}
