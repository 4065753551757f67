import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { readingAt } from './reading.ts'

const at = '2026-11-20T12:00:00Z'
const now = Date.parse(at) / 1_000
const candles = 'https://api.exchange.coinbase.com/products/BTC-USD/candles?granularity=86400'
const ohlc = 'https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1440'
const adjustment = 'https://mempool.space/api/v1/difficulty-adjustment'
const hashrate = 'https://mempool.space/api/v1/mining/hashrate/6m'
const shares = 'https://api.coingecko.com/api/v3/global'

const { parse: parsed, values, refusal } = readingAt(at)
const parse = (url: string, body: unknown, made?: string) => ({
  rows: values(url, body, made),
  rejected: parsed(url, body, made).rejected,
})

const midnight = Date.UTC(2026, 10, 19) / 1_000

describe('candles', () => {
  test('Coinbase: the close of each whole day; the one still open is left out', () => {
    const body = [
      [midnight + 86_400, 1, 9, 2, 3.5, 10],
      [midnight, 60_000.5, 63_000, 61_000, 61_842.78, 4_000.1],
    ]
    expect(parse(candles, body).rows).toEqual([['coinbase.BTC-USD', '2026-11-19', 61_842.78]])
  })
  test('Kraken: under whatever name the pair has', () => {
    const body = { error: [], result: { XXBTZUSD: [[midnight, '1', '2', '3', '61842.1', '5', '6', 7]], last: midnight } }
    expect(parse(ohlc, body).rows).toEqual([['kraken.XBTUSD', '2026-11-19', 61_842.1]])
  })
  test('a candle of another length and one that is none are rejected, the others read', () => {
    const body = [[midnight + 3_600, 1, 2, 3, 4, 5], [midnight], 'x', [midnight, 1, 2, 3, 4, 5]]
    const { rows, rejected } = parse(candles, body)
    expect(rows).toHaveLength(1)
    expect(rejected).toHaveLength(3)
  })
  test('errors inside a 200 are errors', () => {
    expect(refusal(ohlc, { error: ['EGeneral:Too many requests'], result: {} })).toBe('UPSTREAM_SAYS')
    expect(refusal(ohlc, { error: [], result: { last: 1 } })).toBe('DATA_MISSING')
    expect(refusal(ohlc, { error: [], result: { XXBTZUSD: [] } })).toBe('PAGE_EMPTY')
    expect(refusal(candles, { message: 'NotFound' })).toBe('BODY_NOT_ARRAY')
    expect(refusal(candles, [])).toBe('PAGE_EMPTY')
    expect(refusal(candles, '<html></html>')).toBe('BODY_IS_HTML')
  })
  test('only daily candles of bitcoin and ether are theirs', () => {
    expect(feedFor(candles)?.id).toBe('coinbase-candles')
    expect(feedFor(candles.replace('86400', '3600'))).toBeNull()
    expect(feedFor(candles.replace('BTC-USD', 'ETH-USD'))?.id).toBe('coinbase-candles')
    expect(feedFor(candles.replace('BTC-USD', 'SOL-USD'))).toBeNull()
    expect(feedFor(ohlc.replace('1440', '60'))).toBeNull()
  })
})

describe('mempool.space', () => {
  const page = {
    difficultyChange: -2.5,
    timeAvg: 615_384,
    estimatedRetargetDate: (now + 86_400 * 5) * 1_000,
  }

  test('the adjustment to come, its mean block time in seconds, as of the recording', () => {
    expect(parse(adjustment, page).rows).toEqual([
      ['mempool.difficultyChange', '2026-11-20', -2.5],
      ['mempool.timeAvg', '2026-11-20', 615.384],
    ])
  })
  test('times in seconds, as the documentation prints them, are refused', () => {
    expect(refusal(adjustment, { ...page, estimatedRetargetDate: now + 86_400 })).toBe('UNIT')
    expect(parse(adjustment, { ...page, timeAvg: 615 }).rejected).toMatchObject([{ rule: 'range' }])
  })
  test('fees and the mempool', () => {
    const fees = 'https://mempool.space/api/v1/fees/recommended'
    expect(parse(fees, { fastestFee: 7, hourFee: 2 }).rows).toEqual([['mempool.fastestFee', '2026-11-20', 7]])
    expect(refusal(fees, { fastestFee: '7' })).toBe('DATA_MISSING')
    const vsize = parse('https://mempool.space/api/mempool', { count: 3, vsize: 41_000_000, total_fee: 9 }).rows
    expect(vsize).toEqual([['mempool.vsize', '2026-11-20', 41_000_000]])
  })
  test('rewards of the last 144 blocks are texts in satoshis, and become bitcoin', () => {
    const rewards = 'https://mempool.space/api/v1/mining/reward-stats/144'
    const body = { startBlock: 736_556, endBlock: 736_655, totalReward: '63811748254', totalFee: '1311748254', totalTx: '164216' }
    expect(parse(rewards, body).rows).toEqual([
      ['mempool.totalReward', '2026-11-20', 638.11748254],
      ['mempool.totalFee', '2026-11-20', 13.11748254],
    ])
    expect(refusal(rewards, { ...body, totalFee: 1_311_748_254 })).toBe('DATA_MISSING')
    expect(refusal(rewards, { ...body, totalReward: '638.11' })).toBe('DATA_MISSING')
  })
  test('difficulty and its last adjustment in percent stand on each whole day, from the block that set them on', () => {
    const hashrates = [-3, -2, -1].map((days) => ({ timestamp: midnight + days * 86_400, avgHashrate: 1e21 }))
    const difficulty = [
      { time: midnight - 2 * 86_400 + 3_600, height: 951_552, difficulty: 138_955_357_012_247.3, adjustment: 1.0172 },
      { time: midnight - 3_600, height: 953_568, difficulty: 124_932_866_006_548.2, adjustment: 0.8991 },
    ]
    expect(parse(hashrate, { hashrates, difficulty }).rows.slice(3)).toEqual([
      ['mempool.difficulty', '2026-11-17', 138_955_357_012_247.3],
      ['mempool.difficulty', '2026-11-18', 124_932_866_006_548.2],
      ['mempool.adjustment', '2026-11-17', 1.72],
      ['mempool.adjustment', '2026-11-18', -10.09],
    ])
    const wrong = [{ ...difficulty[0], time: 'soon' }, difficulty[1]]
    expect(parse(hashrate, { hashrates, difficulty: wrong }).rejected).toMatchObject([{ rule: 'row' }])
  })
  test('hash rates of whole days, in either way of writing numbers beyond 2^53', () => {
    const text = `{"hashrates":[{"timestamp":${midnight},"avgHashrate":875695838925887500000},{"timestamp":${midnight - 86_400},"avgHashrate":1.044555533346379e+21},{"timestamp":${midnight + 86_400},"avgHashrate":1}]}`
    expect(parse(hashrate, text).rows).toEqual([
      ['mempool.avgHashrate', '2026-11-19', 875_695_838_925_887_500_000],
      ['mempool.avgHashrate', '2026-11-18', 1.044555533346379e21],
    ])
    expect(refusal(hashrate, { hashrates: [] })).toBe('PAGE_EMPTY')
  })
})

describe('CoinGecko', () => {
  const page = (more: object = {}) => ({
    data: { market_cap_percentage: { btc: 56.43, usdt: 7.9 }, updated_at: now - 300, ...more },
  })
  test('shares of the whole market, as of the time they state', () => {
    expect(parse(shares, page()).rows).toEqual([
      ['coingecko.btc-share', '2026-11-20', 56.43],
      ['coingecko.usdt-share', '2026-11-20', 7.9],
    ])
  })
  test('an old answer, a missing share and a refusal in a 200 are refused', () => {
    expect(refusal(shares, page({ updated_at: now - 200_000 }))).toBe('TIME')
    expect(refusal(shares, page({ updated_at: now * 1_000 }))).toBe('TIME')
    expect(refusal(shares, page({ market_cap_percentage: { btc: 56.43 } }))).toBe('DATA_MISSING')
    expect(refusal(shares, { status: { error_code: 429 } })).toBe('DATA_MISSING')
  })
})
