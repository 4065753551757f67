import { type Formula, historyOf, indexOf, partAt } from './formula.ts'

/** Revenue of a terahash a second for a day: (issuance + fees) x price / hash rate in TH/s, all of one day. */
export const hashprice: Formula = ([issuance, fees, price, rate], metric) => {
  if (!issuance || !fees || !price || !rate) return null
  const at = (period: number) => [issuance, fees, price, rate].map(({ column }) => [column, indexOf(column, period)] as const)
  const history = historyOf(
    metric.name,
    metric.unit,
    rate.column,
    (i) => {
      const newest = at(rate.column.period[i]!)
      if (newest.some(([, j]) => j < 0)) return null
      const [issued, paid, dollars, exahashes] = newest.map(([column, j]) => column.value[j]!) as [number, number, number, number]
      return ((issued + paid) * dollars) / (exahashes * 1e6)
    },
    (i) => at(rate.column.period[i]!),
  )
  return {
    column: history,
    words: `(${issuance.column.series} + ${fees.column.series}) x ${price.column.series} / (${rate.column.series} in TH/s)`,
    rests: [...fees.rests, ...issuance.rests, ...price.rests, ...rate.rests],
    parts: (i) => at(history.period[i]!).map(([column, j]) => partAt(column, j)),
    notes: (i) => rate.notes(indexOf(rate.column, history.period[i]!)),
  }
}
