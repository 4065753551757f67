import { businessDayFrom, isBusinessDay } from '../time/holiday.ts'
import type { Column } from '../values/column.ts'
import { buildColumn, type Calculated, type Calculation, type Formula, inputPartAt, periodIndexOf } from './formula.ts'
import { sessionsUpTo } from './trailing.ts'

/** What a fund states at the ends of two sessions in a row, and its second figure on the session of the flow. */
interface Sessions {
  readonly before: number
  readonly after: number
  readonly beside: number
  /** The second figure after the sessions over that before. */
  readonly moved: number
}

/** How a flow of each session came to be. */
export interface FundFlow extends Omit<Calculated, 'words'> {
  /** The entries that decide about the flow of a period (day number), also whether there is one. */
  weighed(period: number): readonly (readonly [Column, number])[]
}
type FundFormula = (inputs: readonly (Calculated | null)[], metric: Parameters<Formula>[1]) => FundFlow | null
interface FundCalculation extends Calculation {
  readonly calculate: FundFormula
}

/**
 * A flow in millions of dollars from the change of an amount between two consecutive sessions; none where one of them is not on record, because
 * a change over two sessions is not the flow of one. The flow is of the second session, or of the `first` where the amount counts what is settled.
 */
function flowBetween(flowSession: 'first' | 'second', dollars: (sessions: Sessions) => number | null): FundFormula {
  return ([amounts, beside], metric) => {
    if (!amounts || !beside) return null
    const [{ column }, { column: figures }] = [amounts, beside]
    /** The entries of both at the ends of the sessions of a flow, null where one is not on record. */
    const endsOf = (period: number) => {
      const ends = sessionsOf(period, flowSession).map((day) => ({
        amount: periodIndexOf(column, day),
        figure: periodIndexOf(figures, day),
      }))
      const [before, after] = ends
      return before && after && ends.every(({ amount, figure }) => amount >= 0 && figure >= 0) ? ([before, after] as const) : null
    }
    const weighed = (period: number) =>
      endsOf(period)?.flatMap(({ amount, figure }) => [[column, amount] as const, [figures, figure] as const]) ?? []
    const history = buildColumn(
      metric,
      column,
      (i) => {
        const ends = endsOf(column.period[i]!)
        if (ends === null) return null
        const [before, after] = ends.map(({ amount }) => column.value[amount]!) as [number, number]
        const [first, last] = ends.map(({ figure }) => figures.value[figure]!) as [number, number]
        const flow =
          before <= 0 || after <= 0
            ? null
            : dollars({ before, after, beside: flowSession === 'first' ? first : last, moved: last / first })
        return flow === null ? null : flow / 1e6
      },
      (i) => weighed(column.period[i]!),
    )
    return {
      column: history,
      dependsOn: [...new Set([...amounts.dependsOn, ...beside.dependsOn])],
      parts: (i) => {
        const [before, after] = endsOf(history.period[i]!)!
        const { figure } = flowSession === 'first' ? before : after
        return [inputPartAt(column, after.amount), inputPartAt(column, before.amount), inputPartAt(figures, figure)]
      },
      notes: () => [],
      weighed,
    }
  }
}

/** A session and the previous one, or the next one where the flow is of the first; empty for a day that is not a session. */
function sessionsOf(period: number, flowSession: 'first' | 'second'): number[] {
  if (!isBusinessDay(period, 'us-market')) return []
  return flowSession === 'first' ? [period, businessDayFrom(period + 1, 'us-market')] : sessionsUpTo(period, 2).reverse()
}

/** Days from one session to the next at most. */
const mostDays = 7

/**
 * Flow of a fund from the coins it holds and what they are worth: the change of the coins at the price of the day. It is of the session of the trades and no
 * split of the shares touches it. Coins sold for the fee are in it.
 */
export const coinFlow: FundCalculation = {
  calculate: flowBetween('second', ({ before, after, beside }) => ((after - before) * beside) / after),
  lookback: mostDays,
  steady: true,
  needs: ({ period }, i) => sessionsUpTo(period[i]!, 2).slice(1),
}

/** Logarithm of a change of shares that no session's trades explain: a split, or figures that do not belong together. */
const unusual = 0.15
/** Terms of the ratio of a split at most. */
const mostShares = 50

/**
 * Flow of a fund from its shares outstanding and its net assets a share: the change of the shares at the net assets of the session of the trades.
 * Shares that jump by a whole ratio while a share is worth the inverse of it, but for the move of a day, are a split and no flow; what else
 * changes by more than a seventh is left out.
 */
export const shareFlow = (dated: 'trade' | 'settlement'): FundCalculation => ({
  calculate: flowBetween(dated === 'trade' ? 'second' : 'first', ({ before, after, beside, moved }) => {
    const jump = Math.log(after / before)
    if (Math.abs(jump) < unusual) return (after - before) * beside
    return isRatio(after / before) && Math.abs(jump + Math.log(moved)) < Math.abs(jump) / 2 ? 0 : null
  }),
  // shares that are settled a session later change the flow of the previous session
  ...(dated === 'trade' ? { lookback: mostDays, steady: true } : { readsAhead: true }),
})

/** Whether a number is a ratio of small whole ones, such as 3:2 or 1:30. */
function isRatio(value: number): boolean {
  for (let divisor = 1; divisor <= mostShares; divisor++) {
    const shares = Math.round(value * divisor)
    if (shares >= 1 && shares <= mostShares && Math.abs(value * divisor - shares) < 1e-6 * shares) return true
  }
  return false
}
