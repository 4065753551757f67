import type { ReleaseRuleId } from '../release-rules.ts'
import { type FredRows, fredRows } from './fred.ts'
import type { Series } from './row.ts'

type Of = readonly [title: string, unit: string, rule: ReleaseRuleId, range: Series['range']]
const row = (frequency: 'weekly' | 'monthly' | 'quarterly', [title, unit, rule, range]: Of) => ({
  title,
  unit,
  frequency,
  rule,
  range,
})

/** What is corrected with every release, or once a year when seasonal factors are estimated: its vintages are asked for. */
const revised = (...of: Of) => ({ ...row('monthly', of), revised: 'every release', vintages: 'all' }) as const
const annually = (...of: Of) => ({ ...row('monthly', of), revised: 'annually', vintages: 'all' }) as const
const quarterly = (...of: Of) => ({ ...row('quarterly', of), revised: 'every release', vintages: 'all' }) as const
const seldom = (...of: Of) => ({ ...row('monthly', of), revised: 'seldom' }) as const
/** Each release estimates the whole history, so the first run asks only for what stands. */
const estimated = (...of: Of) => ({ ...row('weekly', of), revised: 'every release', vintages: 'from now on' }) as const

const ofBanks = (what: string) => estimated(`Commercial banks: ${what}, seasonally adjusted`, 'USD bn', 'h8', [10, 200_000])
const conditions = (what: string) =>
  estimated(`Chicago Fed National Financial Conditions Index: ${what}`, 'standard deviations', 'nfci', [-10, 15])

/**
 * Inflation, jobs, growth, money and debt on FRED. All are of the United States government or of Federal Reserve Banks: the first are in the
 * public domain, the second may be cited with their source. Consumer sentiment of the University of Michigan, the bond indices of ICE BofA,
 * Moody's yields and the mortgage rate of Freddie Mac belong to third parties and are not read.
 *
 * GDPNow of the Atlanta Fed is not read either: it is published before the quarter it is about has ended, and a value is dated here by the
 * end of its period.
 */
export const fredEconomySeries = fredRows({
  CPILFESL: annually('Consumer prices without food and energy, seasonally adjusted (1982-84 = 100)', 'index', 'cpi', [10, 2_000]),
  PCEPI: revised('Prices of personal consumption, seasonally adjusted', 'index', 'personal-income', [5, 1_000]),
  PCEPILFE: revised(
    'Prices of personal consumption without food and energy, seasonally adjusted',
    'index',
    'personal-income',
    [5, 1_000],
  ),
  PPIFIS: revised(
    'Producer prices, final demand, seasonally adjusted (November 2009 = 100)',
    'index',
    'producer-prices',
    [20, 1_000],
  ),
  MEDCPIM159SFRBCLE: annually(
    'Median consumer price inflation over the year, seasonally adjusted',
    'percent',
    'cpi-measures',
    [-10, 40],
  ),
  TRMMEANCPIM159SFRBCLE: annually(
    'Trimmed-mean consumer price inflation over the year (16%), seasonally adjusted',
    'percent',
    'cpi-measures',
    [-10, 40],
  ),
  STICKCPIM159SFRBATL: annually(
    'Sticky-price consumer inflation over the year, seasonally adjusted',
    'percent',
    'cpi-measures',
    [-10, 40],
  ),
  SAHMREALTIME: seldom('Sahm recession indicator, as it was in real time', 'percentage points', 'employment', [-5, 20]),
  U6RATE: annually(
    'Unemployed, marginally attached and part time for economic reasons (U-6), seasonally adjusted',
    'percent',
    'employment',
    [0, 60],
  ),
  CIVPART: annually('Labour force participation rate, seasonally adjusted', 'percent', 'employment', [30, 90]),
  LNS12300060: annually('Employed share of the population aged 25 to 54, seasonally adjusted', 'percent', 'employment', [40, 99]),
  AWHAETP: revised('Average weekly hours of all private employees, seasonally adjusted', 'hours', 'employment', [20, 60]),
  CES0500000003: revised(
    'Average hourly earnings of all private employees, seasonally adjusted',
    'USD/hour',
    'employment',
    [5, 500],
  ),
  TEMPHELPS: revised(
    'Employees of temporary help services, seasonally adjusted',
    'thousand persons',
    'employment',
    [500, 10_000],
  ),
  JTSJOL: revised('Job openings, seasonally adjusted', 'thousand persons', 'job-openings', [1_000, 40_000]),
  JTSQUR: revised('Quits in percent of employment, seasonally adjusted', 'percent', 'job-openings', [0, 20]),
  JTSLDR: revised('Layoffs and discharges in percent of employment, seasonally adjusted', 'percent', 'job-openings', [0, 30]),
  ECIWAG: {
    ...quarterly(
      'Employment cost index, wages and salaries of private employees, seasonally adjusted (December 2005 = 100)',
      'index',
      'employment-cost',
      [20, 1_000],
    ),
    revised: 'annually',
  },
  GDPC1: quarterly(
    'Gross domestic product at constant prices, seasonally adjusted, annual rate',
    'USD bn',
    'gdp',
    [1_000, 100_000],
  ),
  INDPRO: revised('Industrial production, seasonally adjusted', 'index', 'industrial-production', [2, 500]),
  TCU: revised('Capacity utilisation of industry, seasonally adjusted', 'percent', 'industrial-production', [30, 110]),
  RSAFS: revised('Retail and food services sales, seasonally adjusted', 'USD mn', 'retail-sales', [100_000, 5_000_000]),
  DGORDER: revised('New orders of durable goods, seasonally adjusted', 'USD mn', 'durable-goods', [50_000, 2_000_000]),
  NEWORDER: revised(
    'New orders of capital goods without defence and aircraft, seasonally adjusted',
    'USD mn',
    'durable-goods',
    [10_000, 1_000_000],
  ),
  HOUST: revised('Housing starts, seasonally adjusted annual rate', 'thousand units', 'housing-starts', [100, 5_000]),
  PERMIT: revised(
    'Building permits for housing, seasonally adjusted annual rate',
    'thousand units',
    'housing-starts',
    [100, 5_000],
  ),
  HSN1F: revised('New houses sold, seasonally adjusted annual rate', 'thousand units', 'new-home-sales', [50, 3_000]),
  PCEC96: revised(
    'Personal consumption at constant prices, seasonally adjusted annual rate',
    'USD bn',
    'personal-income',
    [500, 100_000],
  ),
  W875RX1: revised(
    'Personal income without transfers at constant prices, seasonally adjusted annual rate',
    'USD bn',
    'personal-income',
    [500, 100_000],
  ),
  PSAVERT: revised('Personal saving rate, seasonally adjusted', 'percent', 'personal-income', [-20, 60]),
  WEI: estimated('Weekly Economic Index, in percent growth of GDP over the year', 'percent', 'wei', [-30, 40]),
  CFNAI: {
    ...estimated('Chicago Fed National Activity Index; zero is growth on trend', 'standard deviations', 'cfnai', [-30, 15]),
    frequency: 'monthly',
  },
  ANFCI: conditions('adjusted for the state of the economy'),
  NFCIRISK: conditions('risk'),
  NFCICREDIT: conditions('credit'),
  NFCILEVERAGE: conditions('leverage'),
  STLFSI4: estimated('St. Louis Fed Financial Stress Index; zero is normal', 'standard deviations', 'stress-index', [-10, 20]),
  TOTBKCR: ofBanks('credit'),
  TOTLL: ofBanks('loans and leases'),
  TOTCI: ofBanks('loans to businesses'),
  DPSACBW027SBOG: ofBanks('deposits'),
  BOGMBASE: { ...seldom('Monetary base', 'USD mn', 'h6', [100_000, 50_000_000]), alsoIn: { unit: 'USD bn', factor: 1_000 } },
  RMFSL: revised('Retail money market funds, seasonally adjusted', 'USD bn', 'h6', [1, 50_000]),
  GFDEGDQ188S: quarterly(
    'Federal debt in percent of gross domestic product, seasonally adjusted',
    'percent',
    'debt-ratio',
    [10, 500],
  ),
  A091RC1Q027SBEA: quarterly('Federal interest payments, seasonally adjusted annual rate', 'USD bn', 'gdp', [1, 10_000]),
  MTSDS133FMS: seldom('Federal surplus or deficit of the month', 'USD mn', 'monthly-treasury-statement', [-2_000_000, 1_000_000]),
} as const satisfies FredRows)
