import { companiesComparedWith, producerBriefer } from './producers.ts'

export const goldMiners = producerBriefer({
  briefing: 'commodities.gold-miners',
  name: 'mining companies',
  subject: 'gold',
  commodity: 'gld-share',
  called: 'the gold fund GLD',
  months: ['gold-month', 'silver-month', 'copper-month'],
  companies: [...companiesComparedWith('gld-share', 'NEM', 'B'), ...companiesComparedWith('cper-share', 'FCX')],
  notes: [
    'Freeport-McMoRan mines copper first and gold with it: it is correlated with the copper fund CPER.',
    'No closes are available of Agnico Eagle, Royal Gold and Hecla.',
    'The daily gauges are shares of funds (GLD, CPER), not the prices of the metals; those are given by the month.',
  ],
})
