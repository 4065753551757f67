import type { OwnFlow } from '../../data/metrics.ts'
import { isoDay } from '../time/day.ts'
import { firstAvailableSource } from './first-of.ts'
import { buildColumn, type Calculation, type Formula, inputPartAt, periodIndexOf } from './formula.ts'
import { coinFlow, shareFlow } from './fund-flow.ts'

/** How far two statements of one flow may be apart, in millions of dollars: tenths and whole coins are rounded, and prices of one day differ. */
const apart = (one: number, other: number): boolean =>
  Math.abs(one - other) > 0.2 + 0.005 * Math.max(Math.abs(one), Math.abs(other))

/** Days before a value whose withheld flows its notes name. */
const named = 30
const mostNamed = 5
const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

const calculations = { coins: coinFlow, trade: shareFlow('trade'), settlement: shareFlow('settlement') }

/**
 * The flow of a fund by what its own files state, two figures for each way of `own`, in a stated order, and last by its witness: for each
 * session the first that has one. Where the witness has another by more than rounding there is none, and the notes name both amounts.
 */
export function witnessedFlow(own: readonly OwnFlow[]): Calculation {
  const calculate: Formula = (inputs, metric) => {
    const witness = inputs.at(-1) ?? null
    const flows = own.flatMap((way, at) => {
      const made = calculations[way].calculate(inputs.slice(2 * at, 2 * at + 2), { name: metric.name, unit: metric.unit })
      return made ? [{ ...made, words: null, by: way === 'coins' ? 'its coins' : 'its shares' }] : []
    })
    const read = firstAvailableSource([...flows, witness], metric)
    if (!read) return null
    /** The first own flow and that of the witness on a period (day number); only one where the other has none. */
    const statementsOf = (period: number) => {
      const all = [...flows, ...(witness ? [{ ...witness, by: witness.column.series }] : [])]
      const statements = all.flatMap((source) => {
        const at = periodIndexOf(source.column, period)
        return at < 0 ? [] : [{ source, at, flow: source.column.value[at]! }]
      })
      return statements.filter(({ source }, i) => i === 0 || source.column === witness?.column)
    }
    const disputed = (period: number): string | null => {
      const [first, other] = statementsOf(period)
      if (!first || !other || !apart(first.flow, other.flow)) return null
      const amounts = [first, other].map(({ source, flow }) => `${amount.format(flow)} by ${source.by}`)
      return `The flow of ${isoDay(period)} is withheld: ${metric.unit} ${amounts.join(', ')}.`
    }
    const { column } = read
    const history = buildColumn(
      metric,
      column,
      (i) => (disputed(column.period[i]!) === null ? column.value[i]! : null),
      (i) => [
        ...statementsOf(column.period[i]!).map(({ source, at }) => [source.column, at] as const),
        ...flows.flatMap((flow) => flow.weighed(column.period[i]!)),
      ],
    )
    return {
      column: history,
      dependsOn: [...new Set([...flows, ...(witness ? [witness] : [])].flatMap(({ dependsOn }) => dependsOn))],
      parts: (i) =>
        statementsOf(history.period[i]!).flatMap(({ source, at }) =>
          source.column === witness?.column ? [inputPartAt(source.column, at)] : source.parts(at),
        ),
      notes: (i) => {
        const recent = column.period.filter((period) => period >= history.period[i]! - named)
        return [...recent].flatMap((period) => disputed(period) ?? []).slice(-mostNamed)
      },
    }
  }
  // the shares of the next session decide about a flow too, so that nothing is kept
  return { calculate, needs: 'any' }
}
