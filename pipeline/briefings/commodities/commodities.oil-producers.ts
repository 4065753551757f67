import { companiesComparedWith, producerBriefer } from './producers.ts'

export const oilProducers = producerBriefer({
  briefing: 'commodities.oil-producers',
  name: 'oil companies',
  subject: 'oil',
  commodity: 'wti-spot',
  called: 'WTI',
  months: [],
  companies: companiesComparedWith('wti-spot', 'XOM', 'CVX', 'COP', 'EOG', 'OXY', 'DVN', 'SLB', 'HAL', 'VLO', 'MPC', 'PSX'),
  notes: [
    'Exxon Mobil to Devon produce, SLB and Halliburton serve producers, Valero to Phillips 66 refine: for a refiner crude is a cost.',
    'Spot WTI is published on Wednesdays for the week before: comparisons end on its newest day.',
  ],
})
