import type { Series } from './row.ts'

const snapshot = <Key extends string>(key: Key, title: string, unit: string, range: Series['range']) =>
  ({
    id: `mempool.${key}`,
    upstream: 'mempool',
    key,
    title,
    unit,
    frequency: 'daily',
    rule: 'snapshot',
    revised: 'never',
    range,
    url: 'https://mempool.space/',
  }) as const

const counted = <Key extends string>(key: Key, title: string, unit: string, range: Series['range']) =>
  ({
    ...snapshot(key, title, unit, range),
    rule: 'crypto-daily',
    // counted from blocks: the day before may still gain one
    revised: 'seldom',
    url: 'https://mempool.space/graphs/mining/hashrate-difficulty',
  }) as const

/** The Bitcoin network now: each value is the newest of its UTC day. */
export const mempoolSeries = [
  snapshot('fastestFee', 'Fee for the next block', 'sat/vB', [0.1, 100_000]),
  snapshot('vsize', 'Size of the mempool', 'vB', [0, 1e11]),
  snapshot('difficultyChange', 'Forecast of the next difficulty adjustment', 'percent', [-76, 310]),
  snapshot('timeAvg', 'Mean time between blocks of the epoch', 'seconds', [30, 7_200]),
  snapshot('totalReward', 'Bitcoin earned with the last 144 blocks, fees included', 'BTC', [1, 20_000]),
  snapshot('totalFee', 'Fees of the last 144 blocks', 'BTC', [0, 20_000]),
  counted('difficulty', 'Bitcoin mining difficulty at the end of the day', '1', [0.5, 1e18]),
  counted('adjustment', 'Last difficulty adjustment', 'percent', [-76, 301]),
  counted('avgHashrate', 'Bitcoin hash rate, daily mean, as estimated by mempool.space', 'H/s', [0, 1e26]),
] as const satisfies readonly Series[]
