import type { Briefer, Day } from '../day.ts'
import { level } from '../states/level.ts'
import { priceSection } from './energy-prices.ts'
import { gasSentences, stockFacts, stockSection } from './energy-stocks.ts'
import { positionSection } from './fund-positions.ts'

const markets = [
  { market: 'wti', name: 'WTI (NYMEX)' },
  { market: 'henry-hub', name: 'Henry Hub (NYMEX)' },
] as const

/** How much oil and fuel there is for the time of year. Gas is another market: it is in the tables and decides nothing. */
export const energyBasket: Briefer = {
  id: 'commodities.energy-basket',
  state: level('petroleum-stocks-gap', { enter: 5, leave: 2, labels: ['tight', 'balanced', 'loose'] }),
  tell: (day) => ({
    nothing: 'No energy stocks or prices are on record for this day.',
    facts: stockFacts(day),
    ranked: [
      'wti-spot',
      'brent-spot',
      'henry-hub-spot',
      'brent-wti-spread',
      'refinery-utilisation',
      'crude-production',
      'petroleum-demand',
      'wti-managed-money-net',
      'henry-hub-managed-money-net',
    ],
    also: gasSentences(day),
    sections: [...stockSection(day), ...priceSection(day), ...positionSection(day, markets)],
    notes: notesOn(day),
  }),
}

function notesOn(day: Day): string[] {
  return [
    'The state counts crude, gasoline and distillate together; gas is another market and does not decide it.',
    'Crude stocks are commercial ones: the strategic reserve is not included. The EIA’s own five-year band for gas is made of interpolated days and differs a little.',
    'Not included: stocks outside the United States, refining margins and futures curves, for which no free source may be resold.',
  ].concat(day.reading('petroleum-stocks-gap') === null ? ['The five-year mean needs five years of weeks.'] : [])
}
