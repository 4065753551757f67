import type { MetricName } from '../metrics.ts'
import { namedRows } from '../named-rows.ts'
import type { BriefingRows } from './row.ts'

/** What the whole picture of bitcoin is made of, in the order of its groups. */
export const fullGroups = [
  { name: 'Price and momentum', metrics: ['bitcoin-price', 'bitcoin-volatility', 'bitcoin-drawdown', 'usdt-dominance'] },
  { name: 'Macro', metrics: ['net-liquidity', 'dollar-index', 'real-yield-10y', 'vix', 'financial-conditions'] },
  {
    name: 'Network',
    metrics: ['hash-ribbon', 'bitcoin-active-addresses', 'bitcoin-realised-price', 'bitcoin-mvrv', 'bitcoin-exchange-balance'],
  },
  { name: 'Miners', metrics: ['hashprice', 'bitcoin-fees-day', 'mara-share'] },
  {
    name: 'Positions',
    metrics: [
      'btc-etf-flow-20d',
      'bitcoin-funding',
      'bitcoin-futures-open-interest',
      'bitcoin-leveraged-funds-net',
      'bitcoin-asset-managers-net',
    ],
  },
] as const satisfies readonly { readonly name: string; readonly metrics: readonly MetricName[] }[]

export const fullBriefings = namedRows('id', {
  'btc.full': {
    tier: 'pro',
    title: 'Bitcoin in Full',
    description:
      'All bitcoin briefings in one: what is most unusual in price, macro, network, miners and positions, the state of each briefing, and where its tables are.',
    metrics: fullGroups.flatMap(({ metrics }): MetricName[] => [...metrics]),
    subjects: [
      'bitcoin-volatility',
      'bitcoin-drawdown',
      'usdt-dominance',
      'bitcoin-realised-price',
      'bitcoin-mvrv',
      'bitcoin-exchange-balance',
      'bitcoin-funding',
      'bitcoin-futures-open-interest',
      'bitcoin-leveraged-funds-net',
      'bitcoin-asset-managers-net',
    ],
    lead: 'bitcoin-price',
    pairs: [
      ['bitcoin-price', 'mara-share'],
      ['bitcoin-price', 'bitcoin-funding'],
    ],
  },
} as const satisfies BriefingRows)
