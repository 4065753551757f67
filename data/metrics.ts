import { auctionMetrics } from './metrics/auctions.ts'
import { bitcoinMetrics } from './metrics/bitcoin.ts'
import { bondMetrics } from './metrics/bonds.ts'
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
import { completedMetrics, type Metric, type MetricRow } from './metrics/row.ts'
import { treasuryMetrics } from './metrics/treasuries.ts'
import { type SeriesName, series } from './series.ts'

export {
  type Formulation,
  type FundFlowBasis as OwnFlow,
  formulaName,
  type Metric,
  type MetricProse as Prose,
  type Quotation,
  type SentenceLead as Lead,
} from './metrics/row.ts'

/** The files of rows, with the category of those that state no other. */
const files = [
  ['bitcoin', bitcoinMetrics],
  ['bitcoin', miningMetrics],
  ['bitcoin', networkMetrics],
  ['ether', etherMetrics],
  ['bitcoin', etfMetrics],
  ['macro', macroMetrics],
  ['commodities', energyMetrics],
  ['commodities', metalMetrics],
  ['commodities', grainMetrics],
  ['treasuries', treasuryMetrics],
  ['equities', equityMetrics],
  ['macro', ratesMetrics],
  ['macro', inflationMetrics],
  ['macro', jobsMetrics],
  ['macro', growthMetrics],
  ['bonds', bondMetrics],
  ['bonds', auctionMetrics],
] as const

export type MetricName = (typeof files)[number][1][number]['metric']
type Source = MetricName | SeriesName

/** One that reads a series or metric that does not exist does not compile. */
const rows = files.flatMap(([category, ofFile]) => (ofFile as readonly MetricRow<Source>[]).map((row) => ({ category, ...row })))

/** Every metric. */
export const metricRows = completedMetrics(rows, series) as readonly Metric<Source>[]
export const metricByName: ReadonlyMap<string, Metric<Source>> = new Map(metricRows.map((row) => [row.metric, row]))

export const metricCategories = [
  { id: 'bitcoin', title: 'Bitcoin' },
  { id: 'ether', title: 'Ether' },
  { id: 'macro', title: 'Macro' },
  { id: 'bonds', title: 'Bonds' },
  { id: 'equities', title: 'Equities' },
  { id: 'commodities', title: 'Commodities' },
  { id: 'treasuries', title: 'Corporate treasuries' },
] as const
