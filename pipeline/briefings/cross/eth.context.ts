import { averageSection, ether, pathFacts } from '../average.ts'
import type { Briefer } from '../day.ts'
import { level } from '../states/level.ts'
import { carrySection, holderSection } from './ether-tables.ts'

/** What surrounds ether. */
export const etherContext: Briefer = {
  id: 'eth.context',
  state: level('ether-gap-200d', { enter: 5, leave: 2, labels: ['below average', 'near average', 'above average'] }),
  tell: (day) => ({
    nothing: 'Nothing about ether is on record for this day.',
    facts: pathFacts(day, ether),
    // the month of the price is in the first fact
    ranked: ['ether-bitcoin-ratio', 'ether-leveraged-net', 'ether-asset-managers-net', 'ether-funding', 'ether-fees'],
    sections: [...averageSection(day, ether), ...holderSection(day), ...carrySection(day)],
    notes: [
      'Positions are those of the CME futures of 50 ether, futures only: neither options nor the smaller contracts are in them.',
      'The staking rate is Lido’s and after its fee; other validators earn another. Funding is that of one swap on OKX.',
      'Transactions and fees are those of the main chain; what happens on chains built on it is not counted. No free source gives the validators’ queue.',
    ],
  }),
}
