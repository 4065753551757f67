import type { HysteresisSide } from '../../analysis/hysteresis.ts'
import { type Day, unknown } from '../../days/day.ts'

import { averageSection, averageSentences, bitcoinAverage } from '../average.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { signalsState } from '../states/signals.ts'

/** What the signal of the price says beside that of net liquidity. */
function stateOf(price: HysteresisSide | undefined, liquidity: HysteresisSide | undefined): string {
  if (price === undefined) return unknown
  if (price === 0) return 'undecided'
  if (liquidity === undefined) return unknown
  if (price * liquidity < 0) return 'diverging'
  return price > 0 ? 'supported' : 'pressured'
}

const inputs = ['bitcoin-price', 'net-liquidity'] as const

/** Price, net liquidity and their correlation. */
export const btcQuickCheck: BriefingDefinition = {
  id: 'btc.quick-check',
  state: signalsState({
    labels: ['supported', 'pressured', 'diverging', 'undecided'],
    words:
      'by the signals of bitcoin and net liquidity: `supported` while bitcoin is bullish and net liquidity not bearish, `pressured` while bitcoin is bearish and net liquidity not bullish, `diverging` while they point opposite ways, `undecided` while bitcoin is neutral',
    inputs: () => inputs,
    reads: inputs,
    decide: (ways) => stateOf(ways.get('bitcoin-price'), ways.get('net-liquidity')),
  }),
  tell: (day) => ({
    nothing: 'No bitcoin price or net liquidity is on record for this day.',
    also: [...averageSentences(day, bitcoinAverage), ...linkSentences(day)],
    sections: averageSection(day, bitcoinAverage),
    notes: [],
  }),
}

/** How the price has moved with net liquidity. */
function linkSentences(day: Day): string[] {
  const link = day.correlation('bitcoin-price', 'net-liquidity')
  if (!link) return []
  return [`The correlation of bitcoin and net liquidity over ${link.n} weekly changes is ${link.value.toFixed(2)}: ${link.word}.`]
}
