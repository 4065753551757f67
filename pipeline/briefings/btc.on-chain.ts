import { type Briefer, unknown } from './day.ts'
import { figure, summaryOf, told } from './words.ts'

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
  tell: (day) => {
    const rate = day.reading('bitcoin-hash-rate')
    const ribbon = day.reading('hash-ribbon')
    const difficulty = day.reading('bitcoin-difficulty')
    const sentences = [
      rate && `${told(rate, '30d')}.`,
      ribbon && `Hash ribbon ${figure(ribbon.value, 3)} on ${ribbon.period}.`,
      difficulty && `${told(difficulty, '30d', 0)}.`,
    ]
    return {
      summary: summaryOf(sentences, 'No network data is on record for this day.'),
      sections: [],
      notes: [],
    }
  },
}
