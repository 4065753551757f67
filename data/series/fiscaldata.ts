import type { Series } from './row.ts'

/** Series of the Daily Treasury Statement. */
export const fiscaldataSeries = [
  {
    id: 'fiscaldata.TGA',
    key: 'TGA',
    upstream: 'fiscaldata',
    title: 'Treasury General Account, close of the day',
    unit: 'USD mn',
    frequency: 'business',
    holidays: 'us-bank',
    rule: 'dts',
    revised: 'seldom',
    range: [2_000, 10_000_000],
    url: 'https://fiscaldata.treasury.gov/datasets/daily-treasury-statement/operating-cash-balance',
  },
] as const satisfies readonly Series[]
