import { activitySection, activitySentences } from './activity.ts'
import { type Briefer, unknown } from './day.ts'

/** Distance of the hash ribbon from 1 that counts as nothing. */
const band = 0.01

/**
 * The network itself. State from the hash ribbon: `contracting` below 0.99 (machines are being switched off), `expanding` above 1.01,
 * `steady` between.
 */
export const onChain: Briefer = {
  id: 'btc.on-chain',
  deciders: ['hash-ribbon'],
  state: (day) => {
    const ribbon = day.reading('hash-ribbon')
    if (!ribbon || ribbon.freshness.status === 'stale') return unknown
    if (ribbon.value < 1 - band) return 'contracting'
    return ribbon.value > 1 + band ? 'expanding' : 'steady'
  },
  tell: (day) => ({
    nothing: 'No network data is on record for this day.',
    ranked: ['bitcoin-hash-rate', 'hash-ribbon', 'hashprice', 'bitcoin-difficulty'],
    also: activitySentences(day),
    sections: activitySection(day),
    notes: [],
  }),
}
