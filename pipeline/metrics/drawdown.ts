import { type Formula, ofOne, partAt } from './formula.ts'

/** Percent below the highest value up to and with the day, which is its part: 0 on a day of a record, else negative. */
export const drawdown: Formula = ofOne(({ column }) => {
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
    parts: (i) => [partAt(column, i), ...(highest[i] === i ? [] : [partAt(column, highest[i]!)])],
  }
})
