import type { Series } from './row.ts'

const snapshot = {
  upstream: 'mempool',
  frequency: 'daily',
  rule: 'snapshot',
  revised: 'never',
  url: 'https://mempool.space/',
} as const

const counted = {
  upstream: 'mempool',
  frequency: 'daily',
  rule: 'crypto-daily',
  // counted from blocks: the day before may still gain one
  revised: 'seldom',
  url: 'https://mempool.space/graphs/mining/hashrate-difficulty',
} as const

/** The Bitcoin network now: each value is the newest of its UTC day. */
export const mempoolSeries = [
  {
    ...snapshot,
    id: 'mempool.fastestFee',
    key: 'fastestFee',
    title: 'Fee for the next block',
    unit: 'sat/vB',
    range: [0.1, 100_000],
  },
  { ...snapshot, id: 'mempool.vsize', key: 'vsize', title: 'Size of the mempool', unit: 'vB', range: [0, 1e11] },
  {
    ...snapshot,
    id: 'mempool.difficultyChange',
    key: 'difficultyChange',
    title: 'Forecast of the next difficulty adjustment',
    unit: 'percent',
    range: [-76, 310],
  },
  {
    ...snapshot,
    id: 'mempool.timeAvg',
    key: 'timeAvg',
    title: 'Mean time between blocks of the epoch',
    unit: 'seconds',
    range: [30, 7_200],
  },
  {
    ...snapshot,
    id: 'mempool.totalReward',
    key: 'totalReward',
    title: 'Bitcoin earned with the last 144 blocks, fees included',
    unit: 'BTC',
    range: [1, 20_000],
  },
  {
    ...snapshot,
    id: 'mempool.totalFee',
    key: 'totalFee',
    title: 'Fees of the last 144 blocks',
    unit: 'BTC',
    range: [0, 20_000],
  },
  {
    ...counted,
    id: 'mempool.difficulty',
    key: 'difficulty',
    title: 'Bitcoin mining difficulty at the end of the day',
    unit: '1',
    range: [0.5, 1e18],
  },
  {
    ...counted,
    id: 'mempool.adjustment',
    key: 'adjustment',
    title: 'Last difficulty adjustment',
    unit: 'percent',
    range: [-76, 301],
  },
  {
    ...counted,
    id: 'mempool.avgHashrate',
    key: 'avgHashrate',
    title: 'Bitcoin hash rate, daily mean, as estimated by mempool.space',
    unit: 'H/s',
    range: [0, 1e26],
  },
] as const satisfies readonly Series[]
