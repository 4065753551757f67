import type { BriefingDefinition } from '../briefer.ts'
import { levelState } from '../states/level.ts'

/** The network itself: contracting while machines are being switched off. */
export const btcOnChain: BriefingDefinition = {
  id: 'btc.on-chain',
  state: levelState('hash-ribbon', { middle: 1, enter: 0.01, leave: 0.005, labels: ['contracting', 'steady', 'expanding'] }),
  tell: () => ({ nothing: 'No network data is on record for this day.', sections: [], notes: [] }),
}
