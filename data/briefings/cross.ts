import { namedRows } from '../named-rows.ts'
import type { BriefingRows } from './row.ts'

export const crossBriefings = namedRows('id', {
  'cross.correlations': {
    tier: 'free',
    title: 'Cross-Asset Correlations',
    description: 'How closely bitcoin has moved with volatility, energy, rates, the dollar and liquidity.',
    metrics: [
      'bitcoin-price',
      'vix',
      'wti-spot',
      'henry-hub-spot',
      'net-liquidity',
      'dollar-index',
      'treasury-10y',
      'real-yield-10y',
      'eur-usd',
      'financial-conditions',
    ],
    subjects: [],
    lead: null,
    pairs: [
      ['bitcoin-price', 'vix'],
      ['bitcoin-price', 'wti-spot'],
      ['bitcoin-price', 'henry-hub-spot'],
      ['bitcoin-price', 'net-liquidity'],
      ['bitcoin-price', 'dollar-index'],
      ['bitcoin-price', 'treasury-10y'],
      ['bitcoin-price', 'real-yield-10y'],
      ['bitcoin-price', 'eur-usd'],
      ['bitcoin-price', 'financial-conditions'],
      ['vix', 'wti-spot'],
      ['vix', 'henry-hub-spot'],
      ['wti-spot', 'henry-hub-spot'],
    ],
  },
  'cross.regime': {
    tier: 'pro',
    title: 'Regime',
    description:
      'Expansion, contraction or transition from conditions, growth and inflation, the probability of each in 30 days, and what followed in the past.',
    metrics: [
      'financial-conditions',
      'vix',
      'net-liquidity',
      'dollar-index',
      'real-yield-10y',
      'bitcoin-price',
      'usdt-dominance',
      'initial-claims',
      'payrolls',
      'consumer-prices',
      'cpi-inflation',
    ],
    subjects: [],
    lead: null,
  },
} as const satisfies BriefingRows)
