import { weekday } from '../calendar/day.ts'
import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/** Balance sheet less Treasury account less reverse repo, in USD bn, on Wednesdays for which all three are known. */
export const netLiquidity: Formula = ([balance, account, repo], metric) => {
  if (!balance || !account || !repo) return null
  const at = (period: number) => [balance, account, repo].map(({ column }) => [column, indexOf(column, period)] as const)
  const history = historyOf(
    metric.name,
    metric.unit,
    balance.column,
    (i) => {
      const period = balance.column.period[i]!
      const part = at(period)
      if (weekday(period) !== 3 || part.some(([, j]) => j < 0)) return null
      const [assets, treasury, parked] = part.map(([column, j]) => column.value[j]!) as [number, number, number]
      return assets - treasury - parked
    },
    (i) => at(balance.column.period[i]!),
  )
  const accountNotes = (period: number) => account.notes(indexOf(account.column, period))
  return {
    column: history,
    words: `${balance.column.series} - ${account.column.series} - ${repo.column.series}, all on Wednesdays`,
    rests: [...balance.rests, ...account.rests, ...repo.rests],
    parts: (i) => at(history.period[i]!).map(([column, j]) => partAt(column, j)),
    notes: (i) => accountNotes(history.period[i]!),
  }
}
