import { producerBriefer } from './producers.ts'

export const oilProducers = producerBriefer({
  briefing: 'commodities.oil-producers',
  name: 'oil companies',
  subject: 'oil',
  commodity: 'wti-spot',
  called: 'WTI',
  months: [],
  companies: [
    { series: 'XOM.close', name: 'Exxon Mobil', beside: 'wti-spot' },
    { series: 'CVX.close', name: 'Chevron', beside: 'wti-spot' },
    { series: 'COP.close', name: 'ConocoPhillips', beside: 'wti-spot' },
    { series: 'EOG.close', name: 'EOG Resources', beside: 'wti-spot' },
    { series: 'OXY.close', name: 'Occidental Petroleum', beside: 'wti-spot' },
    { series: 'DVN.close', name: 'Devon Energy', beside: 'wti-spot' },
    { series: 'SLB.close', name: 'SLB', beside: 'wti-spot' },
    { series: 'HAL.close', name: 'Halliburton', beside: 'wti-spot' },
    { series: 'VLO.close', name: 'Valero Energy', beside: 'wti-spot' },
    { series: 'MPC.close', name: 'Marathon Petroleum', beside: 'wti-spot' },
    { series: 'PSX.close', name: 'Phillips 66', beside: 'wti-spot' },
  ],
  notes: [
    'Exxon Mobil to Devon produce, SLB and Halliburton serve producers, Valero to Phillips 66 refine: for a refiner crude is a cost.',
    'Spot WTI is published on Wednesdays for the week before: comparisons end on its newest day.',
  ],
})
