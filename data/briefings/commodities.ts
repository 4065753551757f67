import type { Briefing } from './row.ts'

export const commodityBriefings = [
  {
    id: 'commodities.energy-basket',
    path: '/api/commodities/energy-basket',
    tier: 'pro',
    title: 'Energy Basket',
    description:
      'US oil, fuel and gas stocks against the same week of five years, spot prices, Brent less WTI, realised volatility and fund positions.',
    metrics: [
      'petroleum-stocks-gap',
      'wti-spot',
      'brent-spot',
      'henry-hub-spot',
      'brent-wti-spread',
      'crude-stocks-gap',
      'gasoline-stocks-gap',
      'distillate-stocks-gap',
      'gas-storage-gap',
      'refinery-utilisation',
      'crude-production',
      'petroleum-demand',
      'wti-realised-volatility',
      'brent-realised-volatility',
      'henry-hub-realised-volatility',
      'wti-managed-money-net',
      'henry-hub-managed-money-net',
    ],
    lead: 'wti-spot',
    pairs: [],
  },
] as const satisfies readonly Briefing[]
