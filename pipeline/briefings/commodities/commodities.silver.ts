import { commodityBriefing } from './commodity.ts'

export const commoditiesSilver = commodityBriefing({
  briefing: 'commodities.silver',
  name: 'silver',
  fund: 'slv-share',
  months: ['silver-month', 'gold-month', 'gold-silver-ratio'],
  futures: { market: 'silver', name: 'Silver (COMEX)' },
  drivers: ['gld-share', 'real-yield-10y', 'dollar-index', 'cper-share', 'wti-spot'],
  driver: 'real-yield-10y',
  notes: [
    'SLV holds bars: a share is about an ounce less its fees, and not the price of silver.',
    'Not included: the London price and COMEX settlements and stocks, which need a licence.',
  ],
})
