import { producerBriefer } from './producers.ts'

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
    { series: 'ADM.close', name: 'Archer-Daniels-Midland', beside: 'weat-share' },
    { series: 'BG.close', name: 'Bunge', beside: 'weat-share' },
    { series: 'CF.close', name: 'CF Industries', beside: 'henry-hub-spot' },
    { series: 'MOS.close', name: 'Mosaic', beside: 'weat-share' },
    { series: 'DE.close', name: 'Deere', beside: 'weat-share' },
    { series: 'CTVA.close', name: 'Corteva', beside: 'weat-share' },
    { series: 'TSN.close', name: 'Tyson Foods', beside: 'weat-share' },
  ],
  notes: [
    'CF Industries makes nitrogen of natural gas: it is correlated with Henry Hub, its cost. For Tyson grain is a cost too.',
    'Of grains only wheat has a fund with daily closes here; maize, soybeans and fertilisers are given by the month.',
    'No closes are available of Nutrien.',
  ],
})
