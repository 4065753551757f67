import { type Briefer, unknown } from './day.ts'
import { readingsOf } from './signals.ts'
import { summaryOf, told } from './words.ts'

/**
 * The dollar against other money. State from the signal of the broad dollar index, whose rise tightens: `dollar strong` (bearish), `dollar
 * weak` (bullish), `dollar steady` (neutral).
 */
export const fx: Briefer = {
  id: 'fx.liquidity',
  deciders: ['dollar-index'],
  state: (day) => {
    const dollar = day.reading('dollar-index')
    if (!dollar?.signal || dollar.freshness.status === 'stale') return unknown
    return { bullish: 'dollar weak', bearish: 'dollar strong', neutral: 'dollar steady' }[dollar.signal.direction]
  },
  tell: (day) => {
    const parts = readingsOf(day, ['dollar-index', 'eur-usd', 'cny-usd', 'net-liquidity'])
    return {
      summary: summaryOf(
        parts.map((reading) => `${told(reading, '30d')}.`),
        'No exchange rate is on record for this day.',
      ),
      sections: [],
      notes: ['Rates are the noon buying rates in New York of the H.10 release, published on Mondays for the week before.'],
    }
  },
}
