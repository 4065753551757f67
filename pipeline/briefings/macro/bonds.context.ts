import type { MetricName } from '../../../data/metrics.ts'
import { nextPeriod } from '../../calendar/release.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import type { Briefer, Day, Measured } from '../day.ts'
import { changeFrom, valueBefore } from '../own-history.ts'
import { type Current, cell, period, readings, value } from '../readings.ts'
import { rhythmOfSeries } from '../release-times.ts'
import { labelOfSide } from '../state.ts'
import { demandFacts, demandSection, quarter, quarterBefore, rankedBeside } from './bond-demand.ts'

/** What a state by the change of a stock over 13 weeks is made of. */
export interface QuarterState {
  readonly metric: 'dealer-treasuries' | 'fed-treasuries'
  /** The series by whose releases the metric is clocked. */
  readonly clock: string
  /** Percent of the stock 13 weeks before at which a side begins, and below which it ends. */
  readonly levels: { readonly enter: number; readonly leave: number }
  readonly labels: Readonly<Record<-1 | 0 | 1, string>>
}

/** The stock against that of 13 weeks before, percent; one object a metric, by which figures of earlier days are found again. */
const growthOf = (metric: QuarterState['metric']): Measured => ({
  metrics: [metric],
  measuring:
    () =>
    ([column], i) => {
      const then = quarterBefore(column!, column!.period[i]!)
      return then > 0 ? Number((100 * (column!.value[i]! / then - 1)).toPrecision(12)) : Number.NaN
    },
})

const growth = { 'dealer-treasuries': growthOf('dealer-treasuries'), 'fed-treasuries': growthOf('fed-treasuries') } as const

export function quarterLabel(day: Day, { metric, levels, labels }: QuarterState): string {
  return labelOfSide(day, growth[metric], levels, labels)
}

/** The stocks at which the next release would change the state: it is compared with a week that is known already. */
export function quarterTurns(day: Day, state: QuarterState): StateTurn[] {
  const { metric, clock, levels, labels } = state
  const column = day.column(metric)
  const label = quarterLabel(day, state)
  const side = ([-1, 0, 1] as const).find((each) => labels[each] === label)
  if (column === null || side === undefined) return []
  const then = quarterBefore(column, nextPeriod(rhythmOfSeries(clock), column.period.at(-1)!))
  if (!(then > 0)) return []
  const at = (to: -1 | 0 | 1, percent: number, direction: 'above' | 'below'): StateTurn => ({
    to: labels[to],
    needs: [{ metric, side: direction, value: Number((then * (1 + percent / 100)).toPrecision(6)), held: 'next_release' }],
    by: null,
  })
  if (side === 0) return [at(1, levels.enter, 'above'), at(-1, -levels.enter, 'below')]
  return side > 0
    ? [at(0, levels.leave, 'below'), at(-1, -levels.enter, 'below')]
    : [at(0, -levels.leave, 'above'), at(1, levels.enter, 'above')]
}

const dealers: QuarterState = {
  metric: 'dealer-treasuries',
  clock: 'nyfed.PDPOSGST-TOT',
  levels: { enter: 25, leave: 10 },
  labels: { [-1]: 'dealers unloading', 0: 'dealers steady', 1: 'dealers loading' },
}

const books = new Map<MetricName, string>([
  ['dealer-treasuries', 'With inflation-linked'],
  ['dealer-treasuries-nominal', 'Without inflation-linked'],
  ['dealer-tips', 'Inflation-linked alone'],
])
const bookBefore = ({ column }: Current) => valueBefore(column, quarter, 0)

/** What dealers hold now and held 13 weeks before, with inflation-linked securities and without. */
const dealerSection = readings('dealers', 'Primary dealers over 13 weeks', {
  metrics: [...books.keys()],
  columns: [
    cell('what', 'Treasuries', ({ metric }) => books.get(metric)),
    value('Position | USD bn'),
    period(),
    cell('then', '13 weeks before | USD bn', (current) => bookBefore(current) ?? undefined),
    cell('change', 'Change | USD bn', (current) => changeFrom(bookBefore(current), current.reading.value, 3)),
  ],
  note: 'Net positions, long less short. The New York Fed’s total contains inflation-linked securities; coupons are its seven buckets.',
})

/** Said of every briefing on bonds. */
export const demandNotes = [
  'Foreign purchases and holdings are of long-term Treasuries: bills are not among them. They are published about the 18th of the month after next, and a positive figure is a purchase by foreigners.',
  'Futures positions are futures only, of leveraged funds (hedge funds and the like); contracts of different maturities are not added up. Much of their short is held against bonds they own.',
] as const

const id = 'bonds.context'

/**
 * Who stands ready to hold Treasuries. State from what primary dealers hold against 13 weeks before: `dealers loading` from 25 % more until
 * less than 10 % more, `dealers unloading` from 25 % less until less than 10 % less, else `dealers steady`.
 */
export const bondsContext: Briefer = {
  id,
  deciders: ['dealer-treasuries'],
  state: (day) => quarterLabel(day, dealers),
  tell: (day) => ({
    nothing: 'No Treasury yield, purchase or position is on record for this day.',
    ranked: rankedBeside(id),
    facts: demandFacts(day),
    turns: quarterTurns(day, dealers),
    sections: [...demandSection(day), ...dealerSection(day)],
    notes: [...demandNotes, 'Prices of bond funds belong to their exchanges and are omitted.'],
  }),
}
