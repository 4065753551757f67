import { companiesComparedWith, producerBriefer } from './producers.ts'

export const grainsAgribusiness = producerBriefer({
  briefing: 'commodities.grains-agribusiness',
  name: 'agribusiness companies',
  subject: 'wheat',
  commodity: 'weat-share',
  called: 'the wheat fund WEAT',
  months: [
    'wheat-srw-month',
    'corn-month',
    'soybeans-month',
    'soybean-meal-month',
    'soybean-oil-month',
    'urea-month',
    'dap-month',
    'potash-month',
  ],
  companies: [
    ...companiesComparedWith('weat-share', 'ADM', 'BG'),
    ...companiesComparedWith('henry-hub-spot', 'CF'),
    ...companiesComparedWith('weat-share', 'MOS', 'DE', 'CTVA', 'TSN'),
  ],
  notes: [
    'CF Industries makes nitrogen of natural gas: it is correlated with Henry Hub, its cost. For Tyson grain is a cost too.',
    'Of grains only wheat has a fund with daily closes here; maize, soybeans and fertilisers are given by the month.',
    'No closes are available of Nutrien.',
  ],
})
