import type { Series } from './row.ts'

/** Net positions of the primary dealers, long less short, by the key of the statistics. */
const dealers = <const Key extends string>(key: Key, what: string) =>
  ({
    id: `nyfed.${key}`,
    key,
    upstream: 'nyfed',
    title: `Primary dealers, net positions: ${what}`,
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'primary-dealers',
    revised: 'seldom',
    range: [-1_000_000, 2_000_000],
    url: 'https://www.newyorkfed.org/markets/counterparties/primary-dealers-statistics',
  }) as const

/** Securities of the System Open Market Account, at par unless said otherwise. */
const account = <const Key extends string>(key: Key, what: string) =>
  ({
    id: `nyfed.soma.${key}`,
    key: `soma/${key}`,
    upstream: 'nyfed',
    title: `System Open Market Account: ${what}`,
    unit: 'USD',
    frequency: 'weekly',
    rule: 'h41',
    revised: 'seldom',
    range: [0, 20_000_000_000_000],
    url: 'https://www.newyorkfed.org/markets/soma-holdings',
  }) as const

const referenceRate = <const Type extends string>(type: Type, what: string) =>
  ({
    id: `nyfed.${type}`,
    key: `rate/${type}`,
    upstream: 'nyfed',
    title: what,
    unit: 'percent',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'nyfed-rates',
    // only on the same day, by 14:30
    revised: 'never',
    range: [-2, 25],
    url: 'https://www.newyorkfed.org/markets/reference-rates',
  }) as const

/**
 * Series of the Federal Reserve Bank of New York. The dealers' total holds bills, floating-rate notes, coupons and inflation-linked
 * securities: over 225 recorded weeks it is their sum to the million. The buckets of coupons and of inflation-linked securities are
 * those since January 2022, when the longest was parted at 21 years.
 */
export const nyfedSeries = [
  dealers('PDPOSGST-TOT', 'US Treasury securities, inflation-linked included'),
  dealers('PDPOSGS-B', 'Treasury bills'),
  dealers('PDPOSGS-BFRN', 'Treasury floating-rate notes'),
  dealers('PDPOSGSC-L2', 'Treasury coupons due in 2 years or less'),
  dealers('PDPOSGSC-G2L3', 'Treasury coupons due in 2 to 3 years'),
  dealers('PDPOSGSC-G3L6', 'Treasury coupons due in 3 to 6 years'),
  dealers('PDPOSGSC-G6L7', 'Treasury coupons due in 6 to 7 years'),
  dealers('PDPOSGSC-G7L11', 'Treasury coupons due in 7 to 11 years'),
  dealers('PDPOSGSC-G11L21', 'Treasury coupons due in 11 to 21 years'),
  dealers('PDPOSGSC-G21', 'Treasury coupons due in more than 21 years'),
  dealers('PDPOSTIPS-L2', 'inflation-linked Treasury securities due in 2 years or less'),
  dealers('PDPOSTIPS-G2', 'inflation-linked Treasury securities due in 2 to 6 years'),
  dealers('PDPOSTIPS-G6L11', 'inflation-linked Treasury securities due in 6 to 11 years'),
  dealers('PDPOSTIPS-G11', 'inflation-linked Treasury securities due in more than 11 years'),
  account('bills', 'Treasury bills'),
  account('notesbonds', 'Treasury notes and bonds'),
  account('tips', 'inflation-linked Treasury securities, without compensation'),
  account('tipsInflationCompensation', 'inflation compensation of inflation-linked Treasury securities'),
  account('frn', 'Treasury floating-rate notes'),
  account('agencies', 'debt of federal agencies'),
  account('mbs', 'agency mortgage-backed securities'),
  account('cmbs', 'agency commercial mortgage-backed securities'),
  referenceRate('SOFR', 'Secured overnight financing rate, as the New York Fed publishes it'),
  referenceRate('EFFR', 'Effective federal funds rate, as the New York Fed publishes it'),
] as const satisfies readonly Series[]
