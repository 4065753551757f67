import type { Series } from './row.ts'

/** Series of the Deutsche Bundesbank. */
export const bundesbankSeries = [
  {
    id: 'bundesbank.germany-10y',
    key: 'BBSIS.D.I.ZST.ZI.EUR.S1311.B.A604.R10XX.R.A.A._Z._Z.A',
    upstream: 'bundesbank',
    title: 'German federal securities, zero-coupon yield with ten years to run (Svensson method)',
    unit: 'percent',
    frequency: 'business',
    holidays: 'target',
    rule: 'frankfurt-noon',
    // the curve is estimated once a day; errors are corrected
    revised: 'seldom',
    range: [-3, 20],
    url: 'https://www.bundesbank.de/en/statistics/money-and-capital-markets/interest-rates-and-yields',
  },
] as const satisfies readonly Series[]
