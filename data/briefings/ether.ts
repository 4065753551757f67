import { namedRows } from '../named-rows.ts'
import type { BriefingRows } from './row.ts'

export const etherBriefings = namedRows('id', {
  'eth.context': {
    tier: 'basic',
    title: 'Ether Context',
    description:
      'Ether against its 200-day average and against bitcoin, volume, staking rate, funding, who holds CME futures, and use of the network.',
    metrics: [
      'ether-price',
      'ether-gap-200d',
      'ether-price-200d-ma',
      'ether-spot',
      'ether-change-24h',
      'ether-bitcoin-ratio',
      'ether-volume-24h',
      'ether-staking-rate',
      'ether-funding',
      'ether-leveraged-net',
      'ether-leveraged-share',
      'ether-asset-managers-net',
      'ether-dealers-net',
      'ether-futures-open-interest',
      'ether-active-addresses',
      'ether-tx-count',
      'ether-fees',
      'ether-supply',
    ],
    subjects: [
      'ether-price',
      'ether-bitcoin-ratio',
      'ether-volume-24h',
      'ether-staking-rate',
      'ether-funding',
      'ether-leveraged-net',
      'ether-asset-managers-net',
      'ether-active-addresses',
      'ether-tx-count',
      'ether-fees',
    ],
    lead: 'ether-price',
  },
} as const satisfies BriefingRows)
