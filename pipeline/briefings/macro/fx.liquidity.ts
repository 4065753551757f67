import { isoDay } from '../../calendar/day.ts'
import type { Briefer } from '../day.ts'
import { labelOfSignal } from '../signals.ts'
import { signalDecision } from '../story/decisions.ts'
import { factOf } from '../story/sentences.ts'
import { subjectOf } from '../story/subject.ts'
import { quoteSection, quotesPerDollar } from './fx-quotes.ts'

const labels = { bullish: 'dollar weak', bearish: 'dollar strong', neutral: 'dollar steady' } as const

/**
 * The dollar against other money. State from the signal of the broad dollar index, whose rise tightens: `dollar strong` (bearish), `dollar
 * weak` (bullish), `dollar steady` (neutral).
 */
export const fx: Briefer = {
  id: 'fx.liquidity',
  deciders: ['dollar-index'],
  state: (day) => labelOfSignal(day, 'dollar-index', labels),
  tell: (day) => {
    const quotes = quotesPerDollar(day)
    return {
      nothing: 'No exchange rate is on record for this day.',
      ranked: ['dollar-index', 'net-liquidity', 'bitcoin-price'],
      facts: quotes.map(({ reading, name }) => factOf(subjectOf(reading, day.column(reading.metric), isoDay(day.asOf), name))),
      decides: { metrics: ['dollar-index'], decision: () => signalDecision('dollar-index', labels) },
      sections: quoteSection(quotes),
      notes: ['Rates are the noon buying rates in New York of the H.10 release, published on Mondays for the week before.'],
    }
  },
}
