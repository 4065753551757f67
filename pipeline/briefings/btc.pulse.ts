import { type Briefer, unknown } from './day.ts'
import { lastDayFacts } from './last-day.ts'

/** Shares of the last 90 days, percent, beyond which a day's change is called fast. */
const fast = 90
const slow = 10

/**
 * The last day. State from where the change of 24 hours lies among those of the last 90 days: `rising fast` above nine in ten of them and
 * up, `falling fast` below nine in ten and down, else `calm`.
 */
export const pulse: Briefer = {
  id: 'btc.pulse',
  deciders: ['bitcoin-change-24h'],
  state: (day) => {
    const change = day.reading('bitcoin-change-24h')
    if (!change?.percentile_90d || change.freshness.status === 'stale') return unknown
    if (change.percentile_90d.value >= fast && change.value > 0) return 'rising fast'
    return change.percentile_90d.value <= slow && change.value < 0 ? 'falling fast' : 'calm'
  },
  tell: (day) => ({
    nothing: 'No bitcoin price is on record for this day.',
    facts: lastDayFacts(day),
    sections: [],
    notes: [],
  }),
}
