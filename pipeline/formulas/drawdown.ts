import type { Column } from '../values/column.ts'
import { type Calculation, type Formula, inputPartAt, unaryFormula } from './formula.ts'

const calculate: Formula = unaryFormula(({ column }) => {
  const highest = new Int32Array(column.period.length)
  // a revision of any earlier value may have made or unmade the highest
  const latest = new Int32Array(column.period.length)
  for (let i = 1; i < highest.length; i++) {
    highest[i] = column.value[i]! > column.value[highest[i - 1]!]! ? i : highest[i - 1]!
    latest[i] = column.known[i]! > column.known[latest[i - 1]!]! ? i : latest[i - 1]!
  }
  return {
    value: (i) => {
      const top = column.value[highest[i]!]!
      return top > 0 ? 100 * (column.value[i]! / top - 1) : null
    },
    others: (i) => [[column, latest[i]!]],
    parts: (i) => [inputPartAt(column, i), ...(highest[i] === i ? [] : [inputPartAt(column, highest[i]!)])],
  }
})

/** Before these values only the highest and the one that became known last count. */
function lookback({ value, known }: Column, from: number): number {
  let highest = 0
  let latest = 0
  for (let i = 1; i < from; i++) {
    if (value[i]! > value[highest]!) highest = i
    if (known[i]! > known[latest]!) latest = i
  }
  return Math.min(highest, latest)
}

/** Percent below the highest value up to and with the day, which is its part: 0 on a day of a record, else negative. */
export const drawdown: Calculation = { calculate, lookback, steady: true }
