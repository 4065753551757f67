import type { Series } from './row.ts'

/** Par yields are quoted a year for bills, notes and bonds alike; short ones have been zero, none has been negative. */
const tenor = <Key extends string>(key: Key, title: string) =>
  ({
    id: `treasury.${key}`,
    key,
    upstream: 'treasury',
    title: `Treasury par yield, ${title}`,
    unit: 'percent',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'par-curve',
    revised: 'seldom',
    range: [-2, 25],
    url: 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve',
  }) as const

/** The daily par yield curve of the US Treasury; the tenors come and go with what is issued. */
export const treasurySeries = [
  tenor('BC_1MONTH', '1 month'),
  tenor('BC_1_5MONTH', '6 weeks'),
  tenor('BC_2MONTH', '2 months'),
  tenor('BC_3MONTH', '3 months'),
  tenor('BC_4MONTH', '4 months'),
  tenor('BC_6MONTH', '6 months'),
  tenor('BC_1YEAR', '1 year'),
  tenor('BC_2YEAR', '2 years'),
  tenor('BC_3YEAR', '3 years'),
  tenor('BC_5YEAR', '5 years'),
  tenor('BC_7YEAR', '7 years'),
  tenor('BC_10YEAR', '10 years'),
  tenor('BC_20YEAR', '20 years'),
  tenor('BC_30YEAR', '30 years'),
] as const satisfies readonly Series[]

/** Par yields of inflation-indexed securities, which have been negative for years. */
const realTenor = <Key extends string>(key: Key, title: string) =>
  ({
    ...tenor(key, title),
    title: `Treasury par real yield, ${title}`,
    range: [-10, 20],
    url: 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_real_yield_curve',
  }) as const

/** The daily par real yield curve of the US Treasury, since 2003; 30 years since 2010, 20 years since 2004. */
export const treasuryRealSeries = [
  realTenor('TC_5YEAR', '5 years'),
  realTenor('TC_7YEAR', '7 years'),
  realTenor('TC_10YEAR', '10 years'),
  realTenor('TC_20YEAR', '20 years'),
  realTenor('TC_30YEAR', '30 years'),
] as const satisfies readonly Series[]
