import { type Briefer, unknown } from './day.ts'
import { figure, summaryOf, told } from './words.ts'

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
  tell: (day) => {
    const price = day.reading('bitcoin-price')
    const change = day.reading('bitcoin-change-24h')
    const dominance = day.reading('bitcoin-dominance')
    const fee = day.reading('bitcoin-fee-fast')
    const sentences = [
      price && `${told(price, '7d')}.`,
      change && `Change in 24 hours ${figure(change.value)} % to ${change.period}.`,
      dominance && `Dominance ${figure(dominance.value)} % on ${dominance.period}.`,
      fee && `A fast transaction costs ${figure(fee.value)} sat/vB on ${fee.period}.`,
    ]
    return {
      summary: summaryOf(sentences, 'No bitcoin price is on record for this day.'),
      sections: [],
      notes: [],
    }
  },
}
