import { namedRows } from '../named-rows.ts'
import type { MetricRows } from './row.ts'

const filed = { unit: 'BTC', cadence: 'as filed', rise: 'bullish for bitcoin', proOnly: true } as const

/** Corporate holders of bitcoin. */
export const treasuryMetrics = namedRows('metric', {
  'mstr-bitcoin-holdings': {
    aliases: ['mstr', 'mstr-holdings', 'mstr-btc', 'strategy-holdings', 'microstrategy-holdings'],
    title: 'Strategy bitcoin holdings',
    prose: { name: 'Strategy’s filed holding', ends: ['largest', 'smallest'] },
    description: 'Latest total of bitcoin held, as filed by Strategy with the SEC.',
    why: 'The largest corporate holder, whose purchases are a market flow in themselves.',
    ...filed,
    of: ['MSTR.bitcoin'],
  },
  'hrbx-bitcoin-holdings': {
    title: 'Harbour Example bitcoin holdings',
    description: 'Latest total of bitcoin held, as filed by Harbour Example Holdings, which is invented: in sample data only.',
    why: 'Shows in sample data what a metric is like that only Pro reads in full.',
    ...filed,
    of: ['HRBX.bitcoin'],
  },
} as const satisfies MetricRows)
