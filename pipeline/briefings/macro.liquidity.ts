import { type Briefer, unknown } from './day.ts'
import { flowSection } from './flows.ts'
import { signalDecision } from './story/decisions.ts'

const labels = { bullish: 'expanding', bearish: 'draining', neutral: 'flat' } as const

/**
 * Where dollars are. State from the signal of net liquidity: `expanding` (bullish), `draining` (bearish), `flat` (neutral).
 */
export const liquidity: Briefer = {
  id: 'macro.liquidity',
  deciders: ['net-liquidity'],
  state: (day) => {
    const net = day.reading('net-liquidity')
    if (!net?.signal || net.freshness.status === 'stale') return unknown
    return labels[net.signal.direction]
  },
  tell: (day) => ({
    nothing: 'No liquidity data is on record for this day.',
    decides: { metrics: ['net-liquidity'], decision: () => signalDecision('net-liquidity', labels) },
    sections: flowSection(day),
    notes: [],
  }),
}
