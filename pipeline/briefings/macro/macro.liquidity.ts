import type { Briefer } from '../day.ts'
import { signalOf } from '../states/signals.ts'
import { flowSection } from './flows.ts'

/** Where dollars are. */
export const liquidity: Briefer = {
  id: 'macro.liquidity',
  state: signalOf('net-liquidity', { bullish: 'expanding', bearish: 'draining', neutral: 'flat' }),
  tell: (day) => ({
    nothing: 'No liquidity data is on record for this day.',
    sections: flowSection(day),
    notes: [],
  }),
}
