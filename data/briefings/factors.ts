import { namedRows } from '../named-rows.ts'
import type { BriefingRows } from './row.ts'

export const factorBriefings = namedRows('id', {
  'btc.factors': {
    tier: 'pro',
    title: 'Bitcoin Factors',
    description:
      'A stated regression of bitcoin on the dollar, real yields, the VIX and net liquidity, with standard errors, stability and the last four weeks.',
    metrics: ['bitcoin-price', 'dollar-index', 'real-yield-10y', 'vix', 'net-liquidity'],
    subjects: [],
    lead: 'bitcoin-price',
  },
} as const satisfies BriefingRows)
