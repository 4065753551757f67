import { isoDay } from '../../calendar/day.ts'
import type { Briefer } from '../day.ts'
import { signalOf } from '../states/signals.ts'
import { factOf } from '../story/sentences.ts'
import { subjectOf } from '../story/subject.ts'
import { quoteSection, quotesPerDollar } from './fx-quotes.ts'

/** The dollar against other money. A rise of the broad dollar index tightens. */
export const fx: Briefer = {
  id: 'fx.liquidity',
  state: signalOf('dollar-index', { bullish: 'dollar weak', bearish: 'dollar strong', neutral: 'dollar steady' }),
  tell: (day) => {
    const quotes = quotesPerDollar(day)
    return {
      nothing: 'No exchange rate is on record for this day.',
      ranked: ['dollar-index', 'net-liquidity', 'bitcoin-price'],
      facts: quotes.map(({ reading, name }) => factOf(subjectOf(reading, day.column(reading.metric), isoDay(day.asOf), name))),
      sections: quoteSection(quotes),
      notes: ['Rates are the noon buying rates in New York of the H.10 release, published on Mondays for the week before.'],
    }
  },
}
