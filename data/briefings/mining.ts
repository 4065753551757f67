import { namedRows } from '../named-rows.ts'
import type { BriefingRows } from './row.ts'

const minerShares = ['corz-share', 'iren-share', 'clsk-share', 'riot-share', 'mara-share', 'hut-share'] as const

/** Mining: what it earns, what it costs, and the load it shares with data centres. */
export const miningBriefings = namedRows('id', {
  'btc.miner-survival': {
    path: '/api/btc/miners',
    tier: 'basic',
    title: 'Miner Survival',
    description:
      'Which machines still earn their power: hashprice against declared machines and power prices, fees, hash rate, difficulty and miners’ shares.',
    metrics: [
      'hashprice',
      'hashprice-btc',
      'hashprice-30d',
      'fee-share',
      'hash-rate-7d',
      'bitcoin-difficulty',
      'bitcoin-last-difficulty-change',
      'bitcoin-next-difficulty-change',
      'break-even-power',
      ...minerShares,
    ],
    subjects: [
      'hashprice',
      'hashprice-btc',
      'hashprice-30d',
      'fee-share',
      'hash-rate-7d',
      'bitcoin-last-difficulty-change',
      'break-even-power',
    ],
    lead: 'hashprice',
  },
  'btc.energy': {
    tier: 'pro',
    title: 'Bitcoin Energy',
    description:
      'What the power for a bitcoin costs, as a range of declared machines and power prices beside the price, and what natural gas adds to it.',
    metrics: [
      'gas-power-cost',
      'henry-hub-spot',
      'break-even-power',
      'mining-cost-low',
      'mining-cost-middle',
      'mining-cost-high',
      'bitcoin-price',
      'bitcoin-network-power',
      'miner-revenue',
      'hash-rate-7d',
      'us-industrial-power-price',
    ],
    subjects: [
      'gas-power-cost',
      'mining-cost-low',
      'mining-cost-middle',
      'mining-cost-high',
      'bitcoin-network-power',
      'miner-revenue',
      'us-industrial-power-price',
    ],
    lead: 'henry-hub-spot',
  },
  'cross.ai-compute': {
    tier: 'pro',
    title: 'AI and Compute',
    description:
      'US electricity demand of four weeks against the same weekdays a year before, agreements that miners have filed, and the shares of those that host computers.',
    metrics: [
      'grid-demand-28d',
      'grid-demand-change',
      'corz-share',
      'iren-share',
      'hut-share',
      'henry-hub-spot',
      'bitcoin-network-power',
    ],
    subjects: ['grid-demand-28d', 'grid-demand-change', 'corz-share', 'iren-share', 'hut-share'],
    lead: null,
  },
} as const satisfies BriefingRows)
