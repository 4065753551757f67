import type { MetricName } from './metrics.ts'

/**
 * A finished document for sale. The route alias, price, catalogue entry and docs follow from the row; its contents from the file of the
 * same name in `pipeline/briefings/`. `lead` is the metric whose signal and confidence stand at the head, `pairs` the correlations shown.
 */
export interface Briefing {
  readonly id: string
  readonly path: string
  readonly tier: 'free' | 'basic' | 'pro'
  readonly title: string
  readonly description: string
  readonly metrics: readonly MetricName[]
  readonly lead: MetricName | null
  readonly pairs: readonly (readonly [MetricName, MetricName])[]
}

const briefings = [
  {
    id: 'btc.quick-check',
    path: '/api/btc',
    tier: 'free',
    title: 'Bitcoin Quick Check',
    description: 'Bitcoin price, net dollar liquidity, and how closely the two have moved.',
    metrics: ['bitcoin-price', 'bitcoin-change-24h', 'btc-price-200d-ma', 'net-liquidity'],
    lead: 'bitcoin-price',
    pairs: [['bitcoin-price', 'net-liquidity']],
  },
  {
    id: 'btc.on-chain',
    path: '/api/btc/onchain',
    tier: 'basic',
    title: 'Bitcoin On-Chain',
    description: 'Hash rate, difficulty, transactions, active addresses, hash ribbon and hashprice.',
    metrics: [
      'bitcoin-hash-rate',
      'bitcoin-difficulty',
      'hash-ribbon',
      'hashprice',
      'bitcoin-tx-count',
      'bitcoin-active-addresses',
    ],
    lead: 'hash-ribbon',
    pairs: [],
  },
  {
    id: 'cross.correlations',
    path: '/api/cross/correlations',
    tier: 'free',
    title: 'Cross-Asset Correlations',
    description: 'How bitcoin has moved with volatility, energy and dollar liquidity over the last 30 common changes.',
    metrics: ['bitcoin-price', 'vix', 'wti-spot', 'henry-hub-spot', 'net-liquidity'],
    lead: null,
    pairs: [
      ['bitcoin-price', 'vix'],
      ['bitcoin-price', 'wti-spot'],
      ['bitcoin-price', 'henry-hub-spot'],
      ['bitcoin-price', 'net-liquidity'],
      ['vix', 'wti-spot'],
      ['vix', 'henry-hub-spot'],
      ['wti-spot', 'henry-hub-spot'],
    ],
  },
  {
    id: 'btc.treasury',
    path: '/api/btc/treasury',
    tier: 'pro',
    title: 'Corporate Bitcoin Treasury',
    description: 'Bitcoin totals one company has filed with the SEC, each step with the 8-K it comes from.',
    metrics: ['mstr-bitcoin-holdings', 'bitcoin-price'],
    lead: 'mstr-bitcoin-holdings',
    pairs: [],
  },
] as const satisfies readonly Briefing[]

export type BriefingId = (typeof briefings)[number]['id']
export const briefingRows: readonly Briefing[] = briefings
