import type { Series } from './row.ts'

const fred = <Key extends string>(key: Key) =>
  ({ id: key, key, upstream: 'fred', url: `https://fred.stlouisfed.org/series/${key}` }) as const

/** Constant-maturity yields of the H.15 release, percent a year. */
const yieldOf = <Key extends string>(key: Key, tenor: string, range: readonly [number, number] = [-2, 25]) =>
  ({
    ...fred(key),
    title: `Treasury yield, ${tenor} constant maturity`,
    unit: 'percent',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'h15',
    revised: 'seldom',
    range,
  }) as const
/** Worked out by the Federal Reserve Bank of St. Louis from the par yields of the Treasury on their own day. */
const breakeven = <Key extends string>(key: Key, title: string) =>
  ({
    ...fred(key),
    title,
    unit: 'percent',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'breakevens',
    revised: 'seldom',
    range: [-10, 20],
  }) as const
/** Noon rates in New York of the H.10 release. */
const noonRate = <Key extends string>(key: Key, title: string, unit: string, range: readonly [number, number]) =>
  ({ ...fred(key), title, unit, frequency: 'business', holidays: 'us-federal', rule: 'h10', revised: 'seldom', range }) as const
/** Monthly figures that are revised; their vintages are asked for. */
const revisedMonthly = { frequency: 'monthly', vintages: 'all' } as const

/**
 * Series of FRED, the Federal Reserve Bank of St. Louis. How they are revised, by their makers:
 *
 * - NFCI: estimated again over its whole history with each release (Chicago Fed, "About the NFCI"; recorded vintages of 2026 differ in up to
 *   84 of 86 weeks); first published in 2011, so that no value of a day before was known on it.
 * - M2SL: late reports of banks change recent months with each H.6, seasonal factors and benchmarks all months once a year (H.6, "About";
 *   the vintage of 2026-08-08 changed 561 months).
 * - PAYEMS: the two months before with each release, benchmark and seasonal factors once a year (BLS Handbook of Methods, CES).
 * - UNRATE, CPIAUCSL: seasonal factors of five years once a year (BLS Handbook of Methods, CPS and CPI; CPI's of 2026-02-14 is recorded).
 * - ICSA, CCSA: the week before with each release, seasonal factors once a year (Department of Labor, weekly claims).
 * - DTWEXBGS: trade weights once a year, and the index of past years with them; first published in 2019 (Federal Reserve, "Revisions to
 *   the Federal Reserve Dollar Indexes").
 * - All others are prices, rates and balance sheets: only errors are corrected.
 */
export const fredSeries = [
  {
    ...fred('VIXCLS'),
    title: 'CBOE Volatility Index, close',
    unit: 'points',
    frequency: 'business',
    holidays: 'us-market',
    rule: 'vix-fred',
    revised: 'seldom',
    range: [1, 500],
  },
  {
    ...fred('DCOILWTICO'),
    title: 'WTI crude oil spot, Cushing',
    unit: 'USD/bbl',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'eia-spot',
    revised: 'seldom',
    range: [-100, 1_000],
  },
  {
    ...fred('DCOILBRENTEU'),
    title: 'Brent crude oil spot, Europe',
    unit: 'USD/bbl',
    frequency: 'business',
    holidays: 'england',
    rule: 'eia-spot',
    revised: 'seldom',
    range: [1, 1_000],
  },
  {
    ...fred('DHHNGSP'),
    title: 'Henry Hub natural gas spot',
    unit: 'USD/MMBtu',
    frequency: 'business',
    holidays: 'us-market',
    rule: 'eia-spot',
    revised: 'seldom',
    range: [-10, 500],
  },
  {
    ...fred('WALCL'),
    title: 'Federal Reserve total assets, Wednesday level',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    revised: 'seldom',
    range: [100_000, 50_000_000],
  },
  {
    ...fred('WDTGAL'),
    title: 'Treasury General Account, Wednesday level',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    revised: 'seldom',
    range: [3_000, 10_000_000],
  },
  {
    ...fred('WTREGEN'),
    title: 'Treasury General Account, weekly average',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    revised: 'seldom',
    range: [3_000, 10_000_000],
    alsoIn: { unit: 'USD bn', factor: 1_000 },
  },
  {
    ...fred('RRPONTSYD'),
    title: 'Overnight reverse repurchase agreements',
    unit: 'USD bn',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'nyfed-rrp',
    revised: 'seldom',
    range: [0, 10_000],
  },
  {
    ...fred('ICSA'),
    title: 'Initial claims, seasonally adjusted',
    unit: 'persons',
    frequency: 'weekly',
    rule: 'claims-initial',
    revised: 'every release',
    range: [50_000, 20_000_000],
    vintages: 'all',
  },
  {
    ...fred('CCSA'),
    title: 'Continued claims, seasonally adjusted',
    unit: 'persons',
    frequency: 'weekly',
    rule: 'claims-continued',
    revised: 'every release',
    range: [200_000, 50_000_000],
    vintages: 'all',
  },
  yieldOf('DGS1MO', '1-month'),
  yieldOf('DGS3MO', '3-month'),
  yieldOf('DGS6MO', '6-month'),
  yieldOf('DGS1', '1-year'),
  yieldOf('DGS2', '2-year'),
  yieldOf('DGS3', '3-year'),
  yieldOf('DGS5', '5-year'),
  yieldOf('DGS7', '7-year'),
  yieldOf('DGS10', '10-year'),
  // none was sold from 1987 to 1993: FRED has no values for those years
  yieldOf('DGS20', '20-year'),
  // none was sold from 2002-02-19 to 2006-02-08: values of those days are the Board's estimate from the 20-year
  yieldOf('DGS30', '30-year'),
  yieldOf('DFII5', '5-year, inflation-indexed', [-10, 20]),
  yieldOf('DFII7', '7-year, inflation-indexed', [-10, 20]),
  yieldOf('DFII10', '10-year, inflation-indexed', [-10, 20]),
  yieldOf('DFII20', '20-year, inflation-indexed', [-10, 20]),
  yieldOf('DFII30', '30-year, inflation-indexed', [-10, 20]),
  breakeven('T5YIE', 'Breakeven inflation over 5 years'),
  breakeven('T10YIE', 'Breakeven inflation over 10 years'),
  // of par yields, not of inflation swaps
  breakeven('T5YIFR', 'Breakeven inflation of the five years that begin in five years'),
  { ...noonRate('DTWEXBGS', 'Dollar index, broad, nominal (January 2006 = 100)', 'index', [50, 250]), revised: 'annually' },
  noonRate('DEXUSEU', 'Dollars per euro, noon in New York', 'USD/EUR', [0.3, 4]),
  noonRate('DEXCHUS', 'Yuan per dollar, noon in New York', 'CNY/USD', [1, 30]),
  noonRate('DEXJPUS', 'Yen per dollar, noon in New York', 'JPY/USD', [20, 600]),
  noonRate('DEXUSUK', 'Dollars per pound, noon in New York', 'USD/GBP', [0.5, 5]),
  noonRate('DEXSZUS', 'Swiss francs per dollar, noon in New York', 'CHF/USD', [0.3, 10]),
  noonRate('DEXCAUS', 'Canadian dollars per dollar, noon in New York', 'CAD/USD', [0.5, 4]),
  noonRate('DEXUSAL', 'Dollars per Australian dollar, noon in New York', 'USD/AUD', [0.2, 3]),
  noonRate('DEXMXUS', 'Mexican pesos per dollar, noon in New York', 'MXN/USD', [1, 200]),
  noonRate('DEXKOUS', 'Won per dollar, noon in New York', 'KRW/USD', [100, 10_000]),
  noonRate('DEXINUS', 'Rupees per dollar, noon in New York', 'INR/USD', [2, 1_000]),
  noonRate('DEXBZUS', 'Reais per dollar, noon in New York', 'BRL/USD', [0.3, 100]),
  {
    ...fred('SOFR'),
    title: 'Secured Overnight Financing Rate',
    unit: 'percent',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'nyfed-rates',
    revised: 'seldom',
    range: [-2, 25],
  },
  {
    ...fred('EFFR'),
    title: 'Effective federal funds rate',
    unit: 'percent',
    frequency: 'business',
    holidays: 'us-money-market',
    rule: 'nyfed-rates',
    revised: 'seldom',
    range: [-2, 25],
  },
  {
    ...fred('IORB'),
    title: 'Interest rate on reserve balances',
    unit: 'percent',
    frequency: 'daily',
    rule: 'fed-target',
    revised: 'never',
    range: [-2, 25],
  },
  {
    ...fred('DPRIME'),
    title: 'Bank prime loan rate',
    unit: 'percent',
    frequency: 'business',
    holidays: 'us-federal',
    rule: 'h15',
    revised: 'seldom',
    range: [0, 30],
  },
  {
    ...fred('DFEDTARU'),
    title: 'Federal funds target range, upper limit',
    unit: 'percent',
    frequency: 'daily',
    rule: 'fed-target',
    revised: 'never',
    range: [-2, 30],
  },
  {
    ...fred('DFEDTARL'),
    title: 'Federal funds target range, lower limit',
    unit: 'percent',
    frequency: 'daily',
    rule: 'fed-target',
    revised: 'never',
    range: [-2, 30],
  },
  {
    ...fred('WRESBAL'),
    title: 'Reserve balances with Federal Reserve Banks, weekly average',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    revised: 'seldom',
    range: [2_000, 20_000_000],
    alsoIn: { unit: 'USD bn', factor: 1_000 },
  },
  {
    ...fred('TREAST'),
    title: 'Federal Reserve: Treasury securities held outright, Wednesday level',
    unit: 'USD mn',
    frequency: 'weekly',
    rule: 'h41',
    revised: 'seldom',
    range: [1_000, 20_000_000],
  },
  {
    ...fred('NFCI'),
    title: 'Chicago Fed National Financial Conditions Index',
    unit: 'standard deviations',
    frequency: 'weekly',
    rule: 'nfci',
    revised: 'every release',
    range: [-5, 10],
    vintages: 'from now on',
  },
  {
    ...fred('M2SL'),
    ...revisedMonthly,
    title: 'Money stock M2, seasonally adjusted',
    unit: 'USD bn',
    rule: 'h6',
    revised: 'every release',
    range: [100, 100_000],
  },
  {
    ...fred('UNRATE'),
    ...revisedMonthly,
    title: 'Unemployment rate, seasonally adjusted',
    unit: 'percent',
    rule: 'employment',
    revised: 'annually',
    range: [0, 50],
  },
  {
    ...fred('PAYEMS'),
    ...revisedMonthly,
    title: 'Employees on nonfarm payrolls, seasonally adjusted',
    unit: 'thousand persons',
    rule: 'employment',
    revised: 'every release',
    range: [10_000, 500_000],
  },
  {
    ...fred('CPIAUCSL'),
    ...revisedMonthly,
    title: 'Consumer price index, all items, seasonally adjusted (1982-84 = 100)',
    unit: 'index',
    rule: 'cpi',
    revised: 'annually',
    range: [10, 2_000],
  },
] as const satisfies readonly Series[]
