import type { Series } from './row.ts'

/** Series of the Federal Reserve Board's own releases. The yen rate is FRED's DEXJPUS at its source. */
export const frbSeries = [
  {
    id: 'H10.JPY',
    key: 'H10/H10/RXI_N.B.JA',
    upstream: 'frb',
    title: 'Yen per dollar, noon in New York, H.10 release',
    unit: 'JPY/USD',
    frequency: 'business',
    holidays: 'us-federal',
    rule: 'h10',
    revised: 'seldom',
    range: [20, 600],
    url: 'https://www.federalreserve.gov/releases/h10/hist/',
  },
] as const satisfies readonly Series[]
