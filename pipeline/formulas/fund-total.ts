import { type Column, indexAtOrBefore } from '../values/column.ts'
import { buildColumn, type Calculated, type Calculation, type Formula, periodIndexOf, readsSamePeriodOnly } from './formula.ts'

/** Days for which a fund that had a flow is looked for; one without any for so long has closed. */
const daysLookedBack = 90

/**
 * The flow of all funds of a coin as the table gives it, with the flows of its funds: none for a session on which a fund is missing that had
 * a flow in the ninety days before. The notes say how many funds it is of, and which registered ones are not among them.
 */
const calculate: Formula = ([total, ...funds], metric) => {
  if (!total) return null
  const { column } = total
  const read = funds.filter((fund): fund is Calculated => fund !== null)
  const history = buildColumn(
    metric,
    column,
    (i) => (read.some((fund) => isMissing(fund.column, column.period[i]!)) ? null : column.value[i]!),
    (i) =>
      read.flatMap((fund) => {
        const at = periodIndexOf(fund.column, column.period[i]!)
        return at < 0 ? [] : [[fund.column, at] as const]
      }),
  )
  return {
    column: history,
    words: null,
    dependsOn: total.dependsOn,
    parts: () => [],
    notes: (i) => {
      const period = history.period[i]!
      const isIn = ({ column: own }: Calculated) => periodIndexOf(own, period) >= 0
      const names = (those: readonly Calculated[]) => those.map(({ column: { series } }) => series.split('.').at(-1)).join(', ')
      const [within, without] = [read.filter(isIn), read.filter((fund) => !isIn(fund))]
      return [
        `Funds in the sum: ${within.length} (${names(within)}).`,
        ...(without.length > 0 ? [`Without ${names(without)}: no flow of them is on record for ninety days.`] : []),
        ...total.notes(periodIndexOf(column, period)),
      ]
    },
  }
}

/** Whether a fund has no flow on a period (day number) but had one not long before. */
function isMissing(fund: Column, period: number): boolean {
  const newest = fund.period[indexAtOrBefore(fund, period)]
  return newest !== undefined && newest !== period && newest >= period - daysLookedBack
}

export const fundTotal: Calculation = { calculate, lookback: daysLookedBack, needs: readsSamePeriodOnly }
