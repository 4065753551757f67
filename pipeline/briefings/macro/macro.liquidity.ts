import type { Briefer } from '../day.ts'
import { labelOfSignal } from '../signals.ts'
import { signalDecision } from '../story/decisions.ts'
import { flowSection } from './flows.ts'

const labels = { bullish: 'expanding', bearish: 'draining', neutral: 'flat' } as const

/**
 * Where dollars are. State from the signal of net liquidity: `expanding` (bullish), `draining` (bearish), `flat` (neutral).
 */
export const liquidity: Briefer = {
  id: 'macro.liquidity',
  deciders: ['net-liquidity'],
  state: (day) => labelOfSignal(day, 'net-liquidity', labels),
  tell: (day) => ({
    nothing: 'No liquidity data is on record for this day.',
    decides: { metrics: ['net-liquidity'], decision: () => signalDecision('net-liquidity', labels) },
    sections: flowSection(day),
    notes: [],
  }),
}
