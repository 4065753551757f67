import { namedRows } from '../named-rows.ts'
import type { MetricRows } from './row.ts'

/** Percent over the year, of an index. */
const overTheYear = { rise: 'bearish for bonds', formula: { name: 'percent-change', over: '1y' } } as const
/** Percent against the month before: one print. */
const overTheMonth = { rise: 'bearish for bonds', formula: { name: 'percent-change', over: '1m' }, mechanical: true } as const
/** The pace of three months, as a rate a year. */
const pace = { rise: 'bearish for bonds', formula: 'annualised-3m', mechanical: true } as const

/** Consumer and producer prices: over the year, over the month, and the pace of three months. */
export const inflationMetrics = namedRows('metric', {
  'cpi-inflation': {
    ...overTheYear,
    aliases: ['cpi-yoy', 'inflation-rate', 'headline-cpi'],
    title: 'Consumer price inflation',
    why: 'The figure most people mean by inflation.',
    description: 'Consumer price index, all items, against the same month a year before.',
    repeats: 'consumer-prices',
    of: ['CPIAUCSL'],
  },
  'cpi-monthly': {
    ...overTheMonth,
    aliases: ['cpi-mom'],
    title: 'Consumer prices over the month',
    why: 'The print that moves markets on the day.',
    description: 'Consumer price index, all items, seasonally adjusted, against the month before.',
    of: ['CPIAUCSL'],
  },
  'core-cpi-inflation': {
    ...overTheYear,
    aliases: ['core-cpi', 'core-cpi-yoy', 'cpilfesl'],
    title: 'Core consumer price inflation',
    prose: 'core consumer price inflation',
    why: 'Inflation without its two most volatile parts.',
    description: 'Consumer prices without food and energy against the same month a year before.',
    of: ['CPILFESL'],
  },
  'core-cpi-monthly': {
    ...overTheMonth,
    aliases: ['core-cpi-mom'],
    title: 'Core consumer prices over the month',
    why: 'The first figure read in the release.',
    description: 'Consumer prices without food and energy, seasonally adjusted, against the month before.',
    of: ['CPILFESL'],
  },
  'core-cpi-pace': {
    ...pace,
    aliases: ['core-cpi-3m'],
    title: 'Core consumer prices, pace of three months',
    why: 'Turns before the rate over the year does.',
    description: 'Consumer prices without food and energy over three months, as a rate per year.',
    of: ['CPILFESL'],
  },
  'median-cpi-inflation': {
    aliases: ['median-cpi'],
    title: 'Median consumer price inflation',
    why: 'Unmoved by a few extreme prices; it tells broad inflation from noise.',
    description: 'Inflation of the middle component of consumer prices over the year (Cleveland Fed).',
    rise: 'bearish for bonds',
    of: ['MEDCPIM159SFRBCLE'],
    repeats: 'core-cpi-inflation',
  },
  'trimmed-cpi-inflation': {
    aliases: ['trimmed-mean-cpi', 'trimmed-cpi'],
    title: 'Trimmed-mean consumer price inflation',
    why: 'Consumer inflation without the largest moves of the month.',
    description: 'Consumer prices over the year without the most extreme 16% of components (Cleveland Fed).',
    rise: 'bearish for bonds',
    of: ['TRMMEANCPIM159SFRBCLE'],
    repeats: 'core-cpi-inflation',
  },
  'sticky-cpi-inflation': {
    aliases: ['sticky-cpi'],
    title: 'Sticky-price inflation',
    why: 'Prices set for a long time hold what firms expect inflation to be.',
    description: 'Consumer prices that change seldom, over the year (Atlanta Fed).',
    rise: 'bearish for bonds',
    of: ['STICKCPIM159SFRBATL'],
    repeats: 'core-cpi-inflation',
  },
  'pce-inflation': {
    ...overTheYear,
    aliases: ['pce', 'pce-yoy', 'pcepi'],
    title: 'PCE inflation',
    why: 'The measure of the Federal Reserve’s 2% goal.',
    description: 'Prices of personal consumption against the same month a year before.',
    of: ['PCEPI'],
  },
  'core-pce-inflation': {
    ...overTheYear,
    aliases: ['core-pce', 'core-pce-yoy', 'pcepilfe'],
    title: 'Core PCE inflation',
    prose: 'core PCE inflation',
    why: 'What the Federal Reserve judges its progress by.',
    description: 'Prices of personal consumption without food and energy against the same month a year before.',
    of: ['PCEPILFE'],
  },
  'core-pce-monthly': {
    ...overTheMonth,
    aliases: ['core-pce-mom'],
    title: 'Core PCE prices over the month',
    why: 'Below 0.17% a month inflation is at the goal.',
    description: 'Prices of personal consumption without food and energy against the month before.',
    of: ['PCEPILFE'],
  },
  'core-pce-pace': {
    ...pace,
    aliases: ['core-pce-3m'],
    title: 'Core PCE prices, pace of three months',
    why: 'Turns before the rate over the year does.',
    description: 'Prices of personal consumption without food and energy over three months, as a rate per year.',
    of: ['PCEPILFE'],
  },
  'producer-inflation': {
    ...overTheYear,
    aliases: ['ppi', 'ppi-yoy', 'ppifis'],
    title: 'Producer price inflation',
    why: 'Some of its parts go into the PCE prices of the same month.',
    description: 'Producer prices for final demand against the same month a year before.',
    of: ['PPIFIS'],
  },
} as const satisfies MetricRows)
