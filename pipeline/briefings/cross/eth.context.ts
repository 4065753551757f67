import { averageSection, ether, pathFacts } from '../average.ts'
import type { Briefer } from '../day.ts'
import { labelOfSide, ownValue } from '../state.ts'
import { labelTurns } from '../story/state-turns.ts'
import { carrySection, holderSection } from './ether-tables.ts'

/** Percent that ether is above its 200-day average. */
const gap = ownValue('ether-gap-200d')

/** Percent from the average at which a side is entered and left. */
const gapLevels = { enter: 5, leave: 2 } as const

const labels = { [-1]: 'below average', 0: 'near average', 1: 'above average' } as const

/**
 * What surrounds ether. State from its distance to the 200-day average: `above average` from 5 % up until it is less than 2 % above,
 * `below average` the other way round, `near average` between.
 */
export const etherContext: Briefer = {
  id: 'eth.context',
  deciders: ['ether-gap-200d'],
  state: (day) => labelOfSide(day, gap, gapLevels, labels),
  tell: (day) => ({
    nothing: 'Nothing about ether is on record for this day.',
    facts: pathFacts(day, ether),
    // the month of the price is in the first fact
    ranked: ['ether-bitcoin-ratio', 'ether-leveraged-net', 'ether-asset-managers-net', 'ether-funding', 'ether-fees'],
    turns: labelTurns({ metric: 'ether-gap-200d', middle: 0, by: null }, gapLevels, etherContext.state(day), labels),
    sections: [...averageSection(day, ether), ...holderSection(day), ...carrySection(day)],
    notes: [
      'Positions are those of the CME futures of 50 ether, futures only: neither options nor the smaller contracts are in them.',
      'The staking rate is Lido’s and after its fee; other validators earn another. Funding is that of one swap on OKX.',
      'Transactions and fees are those of the main chain; what happens on chains built on it is not counted. No free source gives the validators’ queue.',
    ],
  }),
}
