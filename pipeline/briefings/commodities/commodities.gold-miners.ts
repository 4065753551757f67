import { producerBriefer } from './producers.ts'

export const goldMiners = producerBriefer({
  briefing: 'commodities.gold-miners',
  name: 'mining companies',
  subject: 'gold',
  commodity: 'gld-share',
  called: 'the gold fund GLD',
  months: ['gold-month', 'silver-month', 'copper-month'],
  companies: [
    { series: 'NEM.close', name: 'Newmont', beside: 'gld-share' },
    { series: 'B.close', name: 'Barrick Mining', beside: 'gld-share' },
    { series: 'FCX.close', name: 'Freeport-McMoRan', beside: 'cper-share' },
  ],
  notes: [
    'Freeport-McMoRan mines copper first and gold with it: it is correlated with the copper fund CPER.',
    'No closes are available of Agnico Eagle, Royal Gold and Hecla.',
    'The daily gauges are shares of funds (GLD, CPER), not the prices of the metals; those are given by the month.',
  ],
})
