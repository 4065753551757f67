import type { StateTurn } from '../../documents/briefing.ts'
import type { Briefer, Day, Measured } from '../day.ts'
import { labelOfSide } from '../state.ts'
import { levelTurns } from '../story/state-turns.ts'
import { priceSection } from './energy-prices.ts'
import { gasSentences, stockFacts, stockSection } from './energy-stocks.ts'
import { positionSection } from './fund-positions.ts'

/** Percent that crude, gasoline and distillate stocks together are from their five-year mean. */
const gap: Measured = {
  metrics: ['petroleum-stocks-gap'],
  measuring:
    () =>
    ([column], i) =>
      column!.value[i]!,
}

/** Percent at which a state is entered and left: on the recorded weeks of 2020 to 2026 it changed nine times. */
const gapLevels = { enter: 5, leave: 2 } as const
/** A gap of exactly 2 % leaves a state, so that the level printed is the one that turns it. */
const stateLevels = { enter: gapLevels.enter, leave: gapLevels.leave + 1e-9 } as const

const sides = [-1, 0, 1] as const
const labels = { [-1]: 'tight', 0: 'balanced', 1: 'loose' } as const

const markets = [
  { market: 'wti', name: 'WTI (NYMEX)' },
  { market: 'henry-hub', name: 'Henry Hub (NYMEX)' },
] as const

/**
 * How much oil and fuel there is for the time of year. State from crude, gasoline and distillate stocks together against their five-year
 * mean: `tight` from 5 % below until they are 2 % below or less, `loose` from 5 % above until 2 % above or less, else `balanced`. Gas
 * is another market: it is in the tables and decides nothing.
 */
export const energyBasket: Briefer = {
  id: 'commodities.energy-basket',
  deciders: ['petroleum-stocks-gap'],
  state: (day) => labelOfSide(day, gap, stateLevels, labels),
  tell: (day) => ({
    nothing: 'No energy stocks or prices are on record for this day.',
    facts: stockFacts(day),
    ranked: [
      'wti-spot',
      'brent-spot',
      'henry-hub-spot',
      'brent-wti-spread',
      'refinery-utilisation',
      'crude-production',
      'petroleum-demand',
      'wti-managed-money-net',
      'henry-hub-managed-money-net',
    ],
    also: gasSentences(day),
    turns: turnsFrom(energyBasket.state(day)),
    sections: [...stockSection(day), ...priceSection(day), ...positionSection(day, markets)],
    notes: notesOn(day),
  }),
}

function turnsFrom(label: string): StateTurn[] {
  const side = sides.find((each) => labels[each] === label)
  return side === undefined ? [] : levelTurns({ metric: 'petroleum-stocks-gap', middle: 0, by: null }, gapLevels, side, labels)
}

function notesOn(day: Day): string[] {
  return [
    'The state counts crude, gasoline and distillate together; gas is another market and does not decide it.',
    'Crude stocks are commercial ones: the strategic reserve is not included. The EIA’s own five-year band for gas is made of interpolated days and differs a little.',
    'Not included: stocks outside the United States, refining margins and futures curves, for which no free source may be resold.',
  ].concat(day.reading('petroleum-stocks-gap') === null ? ['The five-year mean needs five years of weeks.'] : [])
}
