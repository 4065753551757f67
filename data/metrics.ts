import { bitcoinMetrics } from './metrics/bitcoin.ts'
import { commodityMetrics } from './metrics/commodities.ts'
import { macroMetrics } from './metrics/macro.ts'
import type { Metric } from './metrics/row.ts'
import { treasuryMetrics } from './metrics/treasuries.ts'

export type { Metric } from './metrics/row.ts'

const metrics = [...bitcoinMetrics, ...macroMetrics, ...commodityMetrics, ...treasuryMetrics] as const

export type MetricName = (typeof metrics)[number]['metric']
export const metricRows: readonly Metric[] = metrics

export const categories = [
  { id: 'bitcoin', title: 'Bitcoin' },
  { id: 'macro', title: 'Macro' },
  { id: 'commodities', title: 'Commodities' },
  { id: 'treasuries', title: 'Corporate treasuries' },
] as const
