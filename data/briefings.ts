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
    description: 'Bitcoin price, net dollar liquidity and the correlation between them.',
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
  {
    id: 'btc.treasury',
    path: '/api/btc/treasury',
    tier: 'pro',
    title: 'Corporate Bitcoin Treasury',
    description:
      'Bitcoin holdings of listed companies from their filings, with mNAV and senior claims, and the recent purchases of the largest holder.',
    metrics: ['mstr-bitcoin-holdings', 'bitcoin-price'],
    lead: 'mstr-bitcoin-holdings',
    pairs: [],
  },
  {
    id: 'btc.context',
    path: '/api/btc/context',
    tier: 'free',
    title: 'BTC Context',
    description: 'The backdrop to the bitcoin price: liquidity, the dollar, hash ribbon and difficulty.',
    metrics: ['bitcoin-price', 'btc-price-200d-ma', 'net-liquidity', 'dollar-index', 'hash-ribbon', 'bitcoin-difficulty'],
    lead: 'bitcoin-price',
    pairs: [],
  },
  {
    id: 'btc.pulse',
    path: '/api/btc/pulse',
    tier: 'free',
    title: 'BTC Pulse',
    description: 'Bitcoin today: price, 24-hour change, dominance, fees and the mempool.',
    metrics: ['bitcoin-price', 'bitcoin-change-24h', 'bitcoin-dominance', 'bitcoin-fee-fast', 'bitcoin-mempool-size'],
    lead: 'bitcoin-price',
    pairs: [],
  },
  {
    id: 'btc.grid-stress',
    path: '/api/btc/grid',
    tier: 'free',
    title: 'Grid Stress',
    description: 'Block production against schedule, the forecast for the next difficulty adjustment, hash rate and fees.',
    metrics: [
      'bitcoin-epoch-pace',
      'bitcoin-next-difficulty-change',
      'bitcoin-difficulty',
      'mempool-hash-rate',
      'hashprice',
      'bitcoin-fee-fast',
    ],
    lead: 'mempool-hash-rate',
    pairs: [],
  },
  {
    id: 'btc.momentum',
    path: '/api/btc/momentum',
    tier: 'basic',
    title: 'BTC Momentum',
    description: 'Bitcoin price momentum over 7, 30 and 90 days, against the 200-day average and the dollar.',
    metrics: ['bitcoin-price', 'bitcoin-change-24h', 'btc-price-200d-ma', 'dollar-index'],
    lead: 'bitcoin-price',
    pairs: [['bitcoin-price', 'dollar-index']],
  },
  {
    id: 'macro.snapshot',
    path: '/api/macro',
    tier: 'free',
    title: 'Macro Snapshot',
    description:
      'Policy rate, jobs, prices, the Federal Reserve’s balance sheet, M2, Treasury yields, the dollar and net liquidity.',
    metrics: [
      'net-liquidity',
      'fed-balance',
      'm2-supply',
      'tga',
      'rrp',
      'treasury-2y',
      'treasury-10y',
      'treasury-30y',
      'yield-curve',
      'real-yield-10y',
      'dollar-index',
      'eur-usd',
      'vix',
      'financial-conditions',
      'fed-funds-upper',
      'unemployment',
      'payrolls',
      'initial-claims',
      'consumer-prices',
    ],
    lead: 'net-liquidity',
    pairs: [],
  },
  {
    id: 'macro.liquidity',
    path: '/api/macro/liquidity',
    tier: 'basic',
    title: 'Liquidity',
    description:
      'Where dollars sit and which way they are flowing: Fed balance sheet, Treasury account, reverse repo, reserves, M2, SOFR.',
    metrics: ['net-liquidity', 'fed-balance', 'tga', 'rrp', 'bank-reserves', 'm2-supply', 'sofr'],
    lead: 'net-liquidity',
    pairs: [],
  },
  {
    id: 'fx.liquidity',
    path: '/api/fx',
    tier: 'pro',
    title: 'FX and Liquidity',
    description: 'The dollar against the euro, the yuan and the yen, net liquidity, and how closely bitcoin has moved with each.',
    metrics: ['dollar-index', 'eur-usd', 'cny-usd', 'jpy-usd', 'net-liquidity', 'bitcoin-price'],
    lead: 'dollar-index',
    pairs: [
      ['bitcoin-price', 'dollar-index'],
      ['bitcoin-price', 'eur-usd'],
      ['bitcoin-price', 'cny-usd'],
      ['bitcoin-price', 'net-liquidity'],
    ],
  },
  {
    id: 'cross.regime',
    path: '/api/cross/regime',
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
    ],
    lead: null,
    pairs: [],
  },
] as const satisfies readonly Briefing[]

/** What briefings are about, by the first part of their ids: in words, and the other names callers know it by. */
export const topics = [
  { id: 'btc', title: 'bitcoin', aliases: ['bitcoin', 'xbt'] },
  { id: 'cross', title: 'cross-asset', aliases: [] },
  { id: 'fx', title: 'FX', aliases: ['forex', 'currencies'] },
  { id: 'macro', title: 'macro', aliases: [] },
] as const satisfies readonly { id: string; title: string; aliases: readonly string[] }[]

export type BriefingId = (typeof briefings)[number]['id']
export const briefingRows: readonly Briefing[] = briefings
