import { commodityBriefing, futuresRollNote } from './commodity.ts'

export const commoditiesCopper = commodityBriefing({
  briefing: 'commodities.copper',
  name: 'copper',
  fund: 'cper-share',
  months: ['copper-month', 'aluminium-month', 'zinc-month', 'copper-gold-ratio'],
  futures: { market: 'copper', name: 'Copper (COMEX)' },
  drivers: ['spy-share', 'dollar-index', 'cny-usd', 'real-yield-10y', 'wti-spot'],
  driver: 'dollar-index',
  notes: [
    futuresRollNote('CPER', 'copper'),
    'Not included: prices and stocks of the London Metal Exchange and of Shanghai by the day, which need a licence. The price of the month is that of London, the positions are those of New York.',
  ],
})
