import { averageSection, averageSentences, bitcoinAverage } from '../average.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { signalVoteState } from '../states/signals.ts'
import { crossMarketSentence } from '../story/across.ts'

/** What surrounds the price. */
export const btcContext: BriefingDefinition = {
  id: 'btc.context',
  // three more in weight one way than the other to begin, one to go on
  state: signalVoteState(['bitcoin-price', 'net-liquidity', 'dollar-index', 'hash-ribbon'], {
    enter: 3,
    stay: 1,
    quorum: 3,
    labels: ['headwind', 'mixed', 'tailwind'],
  }),
  tell: (day) => ({
    nothing: 'Nothing about bitcoin is on record for this day.',
    opening: {
      headwind: ['The backdrop weighs on bitcoin', 'Bitcoin faces a headwind'],
      mixed: ['The backdrop for bitcoin is mixed', 'Bitcoin has a mixed backdrop'],
      tailwind: ['The backdrop favours bitcoin', 'Bitcoin has a tailwind'],
    },
    across: crossMarketSentence(day),
    also: averageSentences(day, bitcoinAverage),
    sections: averageSection(day, bitcoinAverage),
    notes: [],
  }),
}
