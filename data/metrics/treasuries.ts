import type { Metric } from './row.ts'

/** Corporate holders of bitcoin. */
export const treasuryMetrics = [
  {
    metric: 'mstr-bitcoin-holdings',
    aliases: ['mstr', 'mstr-holdings', 'mstr-btc', 'strategy-holdings', 'microstrategy-holdings'],
    title: 'Strategy bitcoin holdings',
    description: 'Latest total of bitcoin held, as filed by Strategy with the SEC.',
    why: 'The largest corporate holder, whose purchases are a market flow in themselves.',
    category: 'treasuries',
    unit: 'BTC',
    cadence: 'as filed',
    polarity: 'higher_is_bullish',
    for: 'bitcoin',
    window: '30d',
    change: 'percent',
    proOnly: true,
    formula: 'series',
    of: ['MSTR.bitcoin'],
    clock: 'MSTR.bitcoin',
    version: 1,
  },
] as const satisfies readonly Metric[]
