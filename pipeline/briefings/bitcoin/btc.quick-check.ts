import type { Side } from '../../analysis/hysteresis.ts'
import type { SignalDirection } from '../../documents/reading.ts'
import { averageSection, averageSentences, bitcoin } from '../average.ts'
import { type Briefer, type Day, unknown } from '../day.ts'
import { signalOn } from '../signals.ts'

/**
 * Price, net liquidity and their correlation. State, from the signals of the two: `supported` (price bullish, liquidity not bearish),
 * `pressured` (price bearish, liquidity not bullish), `diverging` (they point opposite ways), `undecided` (price neutral, whatever liquidity
 * says).
 */
export const quickCheck: Briefer = {
  id: 'btc.quick-check',
  deciders: ['bitcoin-price', 'net-liquidity'],
  state: (day) => {
    const price = signalOn(day, 'bitcoin-price')
    return stateOf(price, price === null || price === 0 ? 0 : signalOn(day, 'net-liquidity'))
  },
  tell: (day) => ({
    nothing: 'No bitcoin price or net liquidity is on record for this day.',
    also: [...averageSentences(day, bitcoin), ...linkSentences(day)],
    decides: {
      metrics: ['bitcoin-price', 'net-liquidity'],
      decision: () => (directions) => stateOf(sideOf(directions.get('bitcoin-price')), sideOf(directions.get('net-liquidity'))),
    },
    sections: averageSection(day, bitcoin),
    notes: [],
  }),
}

/** How the price has moved with net liquidity. */
function linkSentences(day: Day): string[] {
  const link = day.correlation('bitcoin-price', 'net-liquidity')
  if (!link) return []
  return [`The correlation of the two over ${link.n} weekly changes is ${link.value.toFixed(2)}: ${link.word}.`]
}

function stateOf(price: Side | null, liquidity: Side | null): string {
  if (price === null) return unknown
  if (price === 0) return 'undecided'
  if (liquidity === null) return unknown
  if (price * liquidity < 0) return 'diverging'
  return price > 0 ? 'supported' : 'pressured'
}

const sides: Readonly<Record<SignalDirection, Side>> = { bullish: 1, neutral: 0, bearish: -1 }

function sideOf(direction: SignalDirection | undefined): Side | null {
  return direction === undefined ? null : sides[direction]
}
