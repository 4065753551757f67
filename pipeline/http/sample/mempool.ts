import { dayMs, dayOf } from '../../calendar/day.ts'
import { json, notThere, type WireFormat } from './answer.ts'
import { historyAt } from './history.ts'
import { networkDay } from './network.ts'
import { normal, seedOf, uniform } from './noise.ts'

const crowd = seedOf('who waits in the mempool')
const blocksPerEpoch = 2_016
const targetMs = 600_000

/** Blocks of the running epoch and the mean time between them, milliseconds, seen at the end of `day`. */
function epochAt(day: number): { blocks: number; timeAvg: number } {
  const height = networkDay(day).height
  const wanted = height % blocksPerEpoch || blocksPerEpoch
  let blocks = 0
  let days = 0
  while (blocks < wanted) blocks += networkDay(day - days++).blocks
  return { blocks: wanted, timeAvg: Math.round((days * dayMs) / blocks) }
}

function difficultyAdjustment(now: number) {
  const { blocks, timeAvg } = epochAt(historyAt(now).last)
  const remainingBlocks = blocksPerEpoch - blocks
  const remainingTime = remainingBlocks * timeAvg
  return {
    progressPercent: (100 * blocks) / blocksPerEpoch,
    difficultyChange: 100 * (targetMs / timeAvg - 1),
    estimatedRetargetDate: now + remainingTime,
    remainingBlocks,
    remainingTime,
    previousRetarget: 100 * (networkDay(historyAt(now).last).difficulty / networkDay(historyAt(now).last - 14).difficulty - 1),
    nextRetargetHeight: networkDay(historyAt(now).last).height + remainingBlocks,
    timeAvg,
    adjustedTimeAvg: timeAvg,
    timeOffset: 0,
  }
}

function fees(now: number) {
  const fastestFee = Math.max(1, Math.round(networkDay(historyAt(now).last).fees / 4 + 3 * uniform(crowd, dayOf(now))))
  const part = (share: number) => Math.max(1, Math.round(share * fastestFee))
  return { fastestFee, halfHourFee: part(0.8), hourFee: part(0.6), economyFee: part(0.3), minimumFee: 1 }
}

function waiting(now: number) {
  const count = Math.round(60_000 * Math.exp(0.6 * normal(crowd, dayOf(now))))
  const vsize = count * 620
  return { count, vsize, total_fee: vsize * fees(now).hourFee, fee_histogram: [] }
}

function hashrates(now: number) {
  const { last } = historyAt(now)
  const day = (at: number) => ({ timestamp: (at * dayMs) / 1_000, avgHashrate: networkDay(at).hashRate * 1e12 })
  const { difficulty, hashRate } = networkDay(last)
  return {
    hashrates: Array.from({ length: 184 }, (_, i) => day(last + 1 - 183 + i)),
    difficulty: [],
    currentHashrate: hashRate * 1e12,
    currentDifficulty: difficulty,
  }
}

const pages: Readonly<Record<string, (now: number) => unknown>> = {
  '/api/v1/fees/recommended': fees,
  '/api/mempool': waiting,
  '/api/v1/difficulty-adjustment': difficultyAdjustment,
  '/api/v1/mining/hashrate/6m': hashrates,
}

/** The state of the invented Bitcoin network as mempool.space puts it; times of the adjustment in milliseconds. */
export const mempool: WireFormat = {
  host: 'mempool.space',
  path: (pathname) => pathname.startsWith('/api/'),
  answer(url, now) {
    const page = pages[url.pathname]
    if (!page) throw notThere(url, 'no such page')
    return json(page(now))
  },
}
