import type { Series } from './row.ts'

const debt = <const Key extends string>(key: Key, title: string) =>
  ({
    id: `fiscaldata.${key}`,
    key,
    upstream: 'fiscaldata',
    title,
    unit: 'USD',
    frequency: 'business',
    holidays: 'us-federal',
    rule: 'debt-to-penny',
    revised: 'seldom',
    range: [1_000_000_000_000, 200_000_000_000_000],
    url: 'https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/',
  }) as const

/** Series of the Daily Treasury Statement, and of Debt to the Penny. */
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
  debt('debt_held_public_amt', 'Federal debt held by the public'),
  debt('intragov_hold_amt', 'Federal debt held by government accounts'),
  debt('tot_pub_debt_out_amt', 'Federal debt, total public debt outstanding'),
] as const satisfies readonly Series[]
