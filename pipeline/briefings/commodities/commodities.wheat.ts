import { commodityBriefing, futuresRollNote } from './commodity.ts'

export const commoditiesWheat = commodityBriefing({
  briefing: 'commodities.wheat',
  name: 'wheat',
  fund: 'weat-share',
  months: ['wheat-srw-month', 'wheat-hrw-month', 'corn-month', 'wheat-corn-ratio'],
  futures: { market: 'wheat-srw', name: 'Soft red winter wheat (Chicago)' },
  drivers: ['dollar-index', 'wti-spot', 'henry-hub-spot', 'spy-share'],
  driver: 'dollar-index',
  notes: [
    'WEAT and the futures are soft red winter wheat; the headline price of the World Bank is hard red winter. The table of months has both.',
    futuresRollNote('WEAT', 'wheat'),
    'Not included: harvest and stock estimates of the Department of Agriculture (WASDE), and Black Sea prices.',
  ],
})
