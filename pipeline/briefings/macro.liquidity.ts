import { type Briefer, unknown } from './day.ts'
import { readingsOf } from './signals.ts'
import { summaryOf, told } from './words.ts'

/**
 * Where dollars are. State from the signal of net liquidity: `expanding` (bullish), `draining` (bearish), `flat` (neutral).
 */
export const liquidity: Briefer = {
  id: 'macro.liquidity',
  deciders: ['net-liquidity'],
  state: (day) => {
    const net = day.reading('net-liquidity')
    if (!net?.signal || net.freshness.status === 'stale') return unknown
    return { bullish: 'expanding', bearish: 'draining', neutral: 'flat' }[net.signal.direction]
  },
  tell: (day) => {
    const parts = readingsOf(day, ['net-liquidity', 'fed-balance', 'tga', 'rrp'])
    return {
      summary: summaryOf(
        parts.map((reading) => `${told(reading, '30d')}.`),
        'No liquidity data is on record for this day.',
      ),
      sections: [],
      notes: [],
    }
  },
}
