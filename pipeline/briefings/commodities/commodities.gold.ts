import { commodityBriefing } from './commodity.ts'

export const commoditiesGold = commodityBriefing({
  briefing: 'commodities.gold',
  name: 'gold',
  fund: 'gld-share',
  months: ['gold-month', 'silver-month', 'gold-silver-ratio'],
  futures: { market: 'gold', name: 'Gold (COMEX)' },
  drivers: ['real-yield-10y', 'dollar-index', 'gdx-share', 'slv-share', 'vix', 'wti-spot'],
  driver: 'real-yield-10y',
  notes: [
    'GLD holds bars: a share is about a tenth of an ounce less its fees. Neither it nor its net asset value over its ounces is the price of gold.',
    'Not included: the London fix and COMEX settlements, which need a licence, and the holdings of central banks.',
  ],
})
