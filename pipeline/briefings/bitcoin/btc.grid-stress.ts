import type { HysteresisSide } from '../../analysis/hysteresis.ts'
import { type Day, unknown } from '../../days/day.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import { levelTolerance } from '../../documents/near-level.ts'
import { isoDay } from '../../time/day.ts'
import { dayInWords, figure } from '../../values/amounts.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading } from '../readings.ts'
import { measureOf } from '../states/level.ts'
import { customState, foldSideUntil } from '../states/rule.ts'
import { type Fact, signOfChange, subjectFact } from '../story/ranking.ts'

/** Forecasts in a row that must agree, and days they may span. */
const inARow = 5
const spanDays = 7

const forecasts = (pick: (...values: number[]) => number) =>
  measureOf(['bitcoin-next-difficulty-change'], ([column], i) => {
    const first = i - inARow + 1
    const isRow = first >= 0 && column!.period[i]! - column!.period[first]! < spanDays
    return isRow ? pick(...column!.value.subarray(first, i + 1)) : Number.NaN
  })
const lowest = forecasts(Math.min)
const highest = forecasts(Math.max)

/** Percent that five forecasts in a row must reach to enter a state, and must all have fallen below to leave it. */
const [enter, leave] = [3, 0] as const
const labels = { [-1]: 'stressed', 0: 'on pace', 1: 'growing' } as const

/** What would change the state: forecasts of a week on one side of a level, for one from the first blocks of an epoch says little. */
function turnsFrom(standing: string): StateTurn[] {
  const turn = (to: HysteresisSide, side: 'above' | 'below', value: number): StateTurn => ({
    to: labels[to],
    needs: [{ metric: 'bitcoin-next-difficulty-change', side, value, held: 'week' }],
    by: null,
  })
  const [growing, stressed] = [turn(1, 'above', enter), turn(-1, 'below', -enter)]
  if (standing === labels[1]) return [turn(0, 'below', leave - levelTolerance), stressed]
  if (standing === labels[-1]) return [turn(0, 'above', leave + levelTolerance), growing]
  return standing === labels[0] ? [growing, stressed] : []
}

/** How hard the network runs against its schedule: blocks come late while machines are off. */
export const btcGridStress: BriefingDefinition = {
  id: 'btc.grid-stress',
  state: customState({
    labels: [labels[-1], labels[0], labels[1]],
    words:
      'by five daily forecasts in a row of the coming difficulty adjustment: `growing` once all are 3% or more, until all are below 0; `stressed` once all are -3% or less, until all are above 0; else `on pace`',
    inputs: ['bitcoin-next-difficulty-change'],
    label: (day) => {
      const side = foldSideUntil(day, [lowest, highest], (before, [low, high]) => {
        if (Number.isNaN(low!) || Number.isNaN(high!)) return null
        if (low! >= enter || (before > 0 && high! >= leave)) return 1
        return high! <= -enter || (before < 0 && low! <= -leave) ? -1 : 0
      })
      return side === null ? unknown : labels[side]
    },
    turns: (_, standing) => turnsFrom(standing),
  }),
  tell: (day) => ({
    nothing: 'No block production data is on record for this day.',
    facts: forecastFacts(day),
    also: paceSentences(day),
    sections: [],
    notes: [],
  }),
}

/** Percent of a difficulty adjustment that weighs as much as one unit of strength. */
const usualAdjustment = 3

/** The forecast of the coming difficulty adjustment. */
const forecastFacts = (day: Day): Fact[] =>
  currentOf(day, ['bitcoin-next-difficulty-change'], ({ metric, reading: { value, period } }) => {
    const way = signOfChange(value)
    const goes = way === 0 ? 'stay as it is' : `${way > 0 ? 'rise' : 'fall'} ${figure(Math.abs(value), 1)}%`
    const strength = Math.abs(value) / usualAdjustment
    return subjectFact({
      ...{ metric, about: 'difficulty', weight: strength, strength, way, meaning: 0 },
      text: `Mining difficulty is forecast to ${goes} at its next adjustment (${dayInWords(period, isoDay(day.asOf))}).`,
      clauses: [
        [`Mining difficulty is forecast to ${goes} at its next adjustment`, `The next adjustment should see difficulty ${goes}`],
        [
          `Difficulty looks set to ${goes} at the next adjustment`,
          `At its next adjustment mining difficulty is expected to ${goes}`,
        ],
      ],
      asides: [`difficulty is forecast to ${goes}`],
    })
  })

/** How fast blocks have come in this epoch. */
function paceSentences(day: Day): string[] {
  const pace = currentReading(day, 'bitcoin-epoch-pace')?.value
  if (pace === undefined) return []
  return [
    `Blocks of this epoch have come ${figure(Math.abs(pace), 1)}% ${pace >= 0 ? 'faster' : 'slower'} than one in ten minutes.`,
  ]
}
