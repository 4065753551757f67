import type { MetricRow } from './row.ts'

export const commodityMetrics = [
  {
    metric: 'wti-spot',
    aliases: ['wti', 'oil', 'oil-price', 'crude', 'crude-oil', 'wti-crude', 'dcoilwtico'],
    title: 'WTI crude oil spot',
    prose: 'WTI',
    description: 'West Texas Intermediate at Cushing, dollars per barrel.',
    why: 'The energy price behind inflation and transport.',
    rise: 'bullish for producers',
    formula: 'first-of',
    of: ['DCOILWTICO', 'eia.RWTC'],
    witnesses: [{ series: 'eia.RWTC', tolerance: 0.02, in: 'unit' }],
  },
  {
    metric: 'henry-hub-spot',
    aliases: ['henry-hub', 'natgas', 'natural-gas', 'dhhngsp'],
    title: 'Henry Hub natural gas spot',
    prose: 'Henry Hub gas',
    description: 'Natural gas at Henry Hub, dollars per million Btu.',
    why: 'Sets the marginal price of power, and with it of mining.',
    rise: 'bullish for producers',
    formula: 'first-of',
    of: ['DHHNGSP', 'eia.RNGWHHD'],
    witnesses: [{ series: 'eia.RNGWHHD', tolerance: 0.02, in: 'unit' }],
  },
] as const satisfies readonly MetricRow[]
