import type { Briefing } from './row.ts'

export const factorBriefings = [
  {
    id: 'btc.factors',
    path: '/api/btc/factors',
    tier: 'pro',
    title: 'Bitcoin Factors',
    description:
      'A stated regression of bitcoin on the dollar, real yields, the VIX and net liquidity, with standard errors, stability and the last four weeks.',
    metrics: ['bitcoin-price', 'dollar-index', 'real-yield-10y', 'vix', 'net-liquidity'],
    subjects: [],
    lead: 'bitcoin-price',
    pairs: [],
  },
] as const satisfies readonly Briefing[]
