import { namedRows } from '../named-rows.ts'
import type { ReleaseRuleId } from '../release-rules.ts'
import type { Series } from './row.ts'

const link = (key: string) => ({ key, upstream: 'fred', url: `https://fred.stlouisfed.org/series/${key}` }) as const
type Link = ReturnType<typeof link>

/** Series of FRED, by their keys there. */
export type FredRows = Readonly<Record<string, Omit<Series, 'id' | keyof Link>>>

export const fredRows = <const Rows extends FredRows>(rows: Rows) =>
  namedRows(
    'id',
    Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...link(key), ...row }])) as unknown as {
      readonly [Key in keyof Rows]: Link & Rows[Key]
    },
  )

/** A value each business day, of which only errors are corrected. */
const daily = (
  title: string,
  unit: string,
  holidays: NonNullable<Series['holidays']>,
  rule: ReleaseRuleId,
  range: Series['range'],
) => ({ title, unit, frequency: 'business', holidays, rule, revised: 'seldom', range }) as const
/** Constant-maturity yields of the H.15 release, percent a year. */
const yieldOf = (tenor: string, range: Series['range'] = [-2, 25]) =>
  daily(`Treasury yield, ${tenor} constant maturity`, 'percent', 'us-money-market', 'h15', range)
/** Worked out by the Federal Reserve Bank of St. Louis from the par yields of the Treasury on their own day. */
const breakeven = (title: string) => daily(title, 'percent', 'us-money-market', 'breakevens', [-10, 20])
/** Noon rates in New York of the H.10 release. */
const noonRate = (title: string, unit: string, range: Series['range']) => daily(title, unit, 'us-federal', 'h10', range)
/** Lines of the balance sheet of the Federal Reserve; averages of the week have been served in billions. */
const h41 = (title: string, range: Series['range']) =>
  ({ title, unit: 'USD mn', frequency: 'weekly', rule: 'h41', revised: 'seldom', range }) as const
const average = (title: string, range: Series['range']) =>
  ({ ...h41(title, range), alsoIn: { unit: 'USD bn', factor: 1_000 } }) as const
const claims = (title: string, rule: ReleaseRuleId, range: Series['range']) =>
  ({ title, unit: 'persons', frequency: 'weekly', rule, revised: 'every release', range, vintages: 'all' }) as const
/** Rates that the Federal Reserve sets. */
const target = (title: string, range: Series['range']) =>
  ({ title, unit: 'percent', frequency: 'daily', rule: 'fed-target', revised: 'never', range }) as const
/** Monthly figures that are revised; their vintages are asked for. */
const monthly = (
  title: string,
  unit: string,
  rule: ReleaseRuleId,
  revised: 'annually' | 'every release',
  range: Series['range'],
) => ({ title, unit, frequency: 'monthly', rule, revised, range, vintages: 'all' }) as const

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
export const fredSeries = fredRows({
  // reprinted by FRED with permission: to use it otherwise takes that of Cboe
  VIXCLS: { ...daily('CBOE Volatility Index, close', 'points', 'us-market', 'vix-fred', [1, 500]), owner: 'cboe' },
  DCOILWTICO: daily('WTI crude oil spot, Cushing', 'USD/bbl', 'us-money-market', 'eia-spot', [-100, 1_000]),
  DCOILBRENTEU: daily('Brent crude oil spot, Europe', 'USD/bbl', 'england', 'eia-spot', [1, 1_000]),
  DHHNGSP: daily('Henry Hub natural gas spot', 'USD/MMBtu', 'us-market', 'eia-spot', [-10, 500]),
  WALCL: h41('Federal Reserve total assets, Wednesday level', [100_000, 50_000_000]),
  WDTGAL: h41('Treasury General Account, Wednesday level', [3_000, 10_000_000]),
  WTREGEN: average('Treasury General Account, weekly average', [3_000, 10_000_000]),
  RRPONTSYD: daily('Overnight reverse repurchase agreements', 'USD bn', 'us-money-market', 'nyfed-rrp', [0, 10_000]),
  ICSA: claims('Initial claims, seasonally adjusted', 'claims-initial', [50_000, 20_000_000]),
  CCSA: claims('Continued claims, seasonally adjusted', 'claims-continued', [200_000, 50_000_000]),
  DGS1MO: yieldOf('1-month'),
  DGS3MO: yieldOf('3-month'),
  DGS6MO: yieldOf('6-month'),
  DGS1: yieldOf('1-year'),
  DGS2: yieldOf('2-year'),
  DGS3: yieldOf('3-year'),
  DGS5: yieldOf('5-year'),
  DGS7: yieldOf('7-year'),
  DGS10: yieldOf('10-year'),
  // none was sold from 1987 to 1993: FRED has no values for those years
  DGS20: yieldOf('20-year'),
  // none was sold from 2002-02-19 to 2006-02-08: values of those days are the Board's estimate from the 20-year
  DGS30: yieldOf('30-year'),
  DFII5: yieldOf('5-year, inflation-indexed', [-10, 20]),
  DFII7: yieldOf('7-year, inflation-indexed', [-10, 20]),
  DFII10: yieldOf('10-year, inflation-indexed', [-10, 20]),
  DFII20: yieldOf('20-year, inflation-indexed', [-10, 20]),
  DFII30: yieldOf('30-year, inflation-indexed', [-10, 20]),
  T5YIE: breakeven('Breakeven inflation over 5 years'),
  T10YIE: breakeven('Breakeven inflation over 10 years'),
  // of par yields, not of inflation swaps
  T5YIFR: breakeven('Breakeven inflation of the five years that begin in five years'),
  DTWEXBGS: { ...noonRate('Dollar index, broad, nominal (January 2006 = 100)', 'index', [50, 250]), revised: 'annually' },
  DEXUSEU: noonRate('Dollars per euro, noon in New York', 'USD/EUR', [0.3, 4]),
  DEXCHUS: noonRate('Yuan per dollar, noon in New York', 'CNY/USD', [1, 30]),
  DEXJPUS: noonRate('Yen per dollar, noon in New York', 'JPY/USD', [20, 600]),
  DEXUSUK: noonRate('Dollars per pound, noon in New York', 'USD/GBP', [0.5, 5]),
  DEXSZUS: noonRate('Swiss francs per dollar, noon in New York', 'CHF/USD', [0.3, 10]),
  DEXCAUS: noonRate('Canadian dollars per dollar, noon in New York', 'CAD/USD', [0.5, 4]),
  DEXUSAL: noonRate('Dollars per Australian dollar, noon in New York', 'USD/AUD', [0.2, 3]),
  DEXMXUS: noonRate('Mexican pesos per dollar, noon in New York', 'MXN/USD', [1, 200]),
  DEXKOUS: noonRate('Won per dollar, noon in New York', 'KRW/USD', [100, 10_000]),
  DEXINUS: noonRate('Rupees per dollar, noon in New York', 'INR/USD', [2, 1_000]),
  DEXBZUS: noonRate('Reais per dollar, noon in New York', 'BRL/USD', [0.3, 100]),
  SOFR: daily('Secured Overnight Financing Rate', 'percent', 'us-money-market', 'nyfed-rates', [-2, 25]),
  EFFR: daily('Effective federal funds rate', 'percent', 'us-money-market', 'nyfed-rates', [-2, 25]),
  IORB: target('Interest rate on reserve balances', [-2, 25]),
  DPRIME: daily('Bank prime loan rate', 'percent', 'us-federal', 'h15', [0, 30]),
  DFEDTARU: target('Federal funds target range, upper limit', [-2, 30]),
  DFEDTARL: target('Federal funds target range, lower limit', [-2, 30]),
  WRESBAL: average('Reserve balances with Federal Reserve Banks, weekly average', [2_000, 20_000_000]),
  TREAST: h41('Federal Reserve: Treasury securities held outright, Wednesday level', [1_000, 20_000_000]),
  NFCI: {
    title: 'Chicago Fed National Financial Conditions Index',
    unit: 'standard deviations',
    frequency: 'weekly',
    rule: 'nfci',
    revised: 'every release',
    range: [-5, 10],
    vintages: 'from now on',
  },
  // published each week from 1979 to 2021
  M2SL: {
    ...monthly('Money stock M2, seasonally adjusted', 'USD bn', 'h6', 'every release', [100, 100_000]),
    weeklyVintages: true,
  },
  UNRATE: monthly('Unemployment rate, seasonally adjusted', 'percent', 'employment', 'annually', [0, 50]),
  PAYEMS: monthly(
    'Employees on nonfarm payrolls, seasonally adjusted',
    'thousand persons',
    'employment',
    'every release',
    [10_000, 500_000],
  ),
  CPIAUCSL: monthly(
    'Consumer price index, all items, seasonally adjusted (1982-84 = 100)',
    'index',
    'cpi',
    'annually',
    [10, 2_000],
  ),
} as const satisfies FredRows)
