import { auctionMetrics } from '../metrics/auctions.ts'
import type { Briefing } from './row.ts'

export const macroBriefings = [
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
    id: 'macro.auctions',
    path: '/api/macro/auctions',
    tier: 'basic',
    title: 'Treasury Auctions',
    description:
      'Who bought at the latest Treasury auction of each maturity, bid to cover, yield and dispersion, against the twelve before; auctions announced and scheduled.',
    metrics: auctionMetrics.map(({ metric }) => metric),
    lead: null,
    pairs: [],
  },
  {
    id: 'macro.calendar',
    path: '/api/macro/calendar',
    tier: 'basic',
    title: 'Release Calendar',
    description:
      'Releases and Treasury auctions of the next 14 days in local and UTC time, what has moved, which briefings each can change, and what last week’s releases changed.',
    metrics: [
      'payrolls',
      'unemployment',
      'consumer-prices',
      'core-cpi-inflation',
      'core-pce-inflation',
      'gdp-growth',
      'initial-claims',
      'fed-funds-upper',
    ],
    lead: null,
    pairs: [],
  },
] as const satisfies readonly Briefing[]
