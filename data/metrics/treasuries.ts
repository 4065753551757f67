import type { Metric } from './row.ts'

/** Corporate holders of bitcoin. */
export const treasuryMetrics = [
  {
    metric: 'mstr-bitcoin-holdings',
    aliases: ['mstr', 'mstr-holdings', 'mstr-btc', 'strategy-holdings', 'microstrategy-holdings'],
    title: 'Strategy bitcoin holdings',
    description: 'Newest total of bitcoin held that Strategy has filed with the SEC.',
    why: 'The largest corporate holder; its buying is a flow of its own.',
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
