import { namedRows } from '../named-rows.ts'
import type { BriefingRows } from './row.ts'

export const fxBriefings = namedRows('id', {
  'fx.liquidity': {
    path: '/api/fx',
    tier: 'pro',
    title: 'FX and Liquidity',
    description: 'The dollar against the euro, the yuan and the yen, net liquidity, and how closely bitcoin has moved with each.',
    metrics: ['dollar-index', 'eur-usd', 'cny-usd', 'jpy-usd', 'net-liquidity', 'bitcoin-price'],
    subjects: ['dollar-index', 'eur-usd', 'jpy-usd', 'cny-usd'],
    lead: 'dollar-index',
    pairs: [
      ['bitcoin-price', 'dollar-index'],
      ['bitcoin-price', 'eur-usd'],
      ['bitcoin-price', 'cny-usd'],
      ['bitcoin-price', 'net-liquidity'],
    ],
  },
} as const satisfies BriefingRows)
