import { auctionMetrics } from './metrics/auctions.ts'
import { bitcoinMetrics } from './metrics/bitcoin.ts'
import { bondMetrics } from './metrics/bonds.ts'
import { commodityMetrics } from './metrics/commodities.ts'
import { energyMetrics } from './metrics/energy.ts'
import { equityMetrics } from './metrics/equities.ts'
import { etfMetrics } from './metrics/etf.ts'
import { etherMetrics } from './metrics/ether.ts'
import { grainMetrics } from './metrics/grains.ts'
import { growthMetrics } from './metrics/growth.ts'
import { inflationMetrics } from './metrics/inflation.ts'
import { jobsMetrics } from './metrics/jobs.ts'
import { macroMetrics } from './metrics/macro.ts'
import { metalMetrics } from './metrics/metals.ts'
import { miningMetrics } from './metrics/mining.ts'
import { networkMetrics } from './metrics/network.ts'
import { ratesMetrics } from './metrics/rates.ts'
import type { Metric } from './metrics/row.ts'
import { treasuryMetrics } from './metrics/treasuries.ts'
import type { SeriesName } from './series.ts'

export type { FormulaName, Metric } from './metrics/row.ts'

const metrics = [
  ...bitcoinMetrics,
  ...miningMetrics,
  ...networkMetrics,
  ...etherMetrics,
  ...etfMetrics,
  ...macroMetrics,
  ...commodityMetrics,
  ...energyMetrics,
  ...metalMetrics,
  ...grainMetrics,
  ...treasuryMetrics,
  ...equityMetrics,
  ...ratesMetrics,
  ...inflationMetrics,
  ...jobsMetrics,
  ...growthMetrics,
  ...bondMetrics,
  ...auctionMetrics,
] as const

export type MetricName = (typeof metrics)[number]['metric']
/** Every metric; one that reads a series or metric that does not exist does not compile. */
export const metricRows: readonly Metric<MetricName | SeriesName>[] = metrics

export const categories = [
  { id: 'bitcoin', title: 'Bitcoin' },
  { id: 'ether', title: 'Ether' },
  { id: 'macro', title: 'Macro' },
  { id: 'bonds', title: 'Bonds' },
  { id: 'equities', title: 'Equities' },
  { id: 'commodities', title: 'Commodities' },
  { id: 'treasuries', title: 'Corporate treasuries' },
] as const
