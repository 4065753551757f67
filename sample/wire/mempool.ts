import { dayMs } from '../../pipeline/calendar/day.ts'
import { networkDay } from '../world/network.ts'
import { normal, seedOf, uniform } from '../world/noise.ts'
import { json, notThere, type WireFormat } from './answer.ts'

const crowd = seedOf('who waits in the mempool')
const blocksPerEpoch = 2_016
const targetMs = 600_000

/** The difficulty epoch that runs at the end of the last day, times in milliseconds. */
function difficultyAdjustment(now: number, last: number) {
  const { height, difficulty } = networkDay(last)
  const blocks = height % blocksPerEpoch || blocksPerEpoch
  let [mined, days] = [0, 0]
  while (mined < blocks) mined += networkDay(last - days++).blocks
  const timeAvg = Math.round((days * dayMs) / mined)
  const remainingBlocks = blocksPerEpoch - blocks
  const remainingTime = remainingBlocks * timeAvg
  return {
    progressPercent: (100 * blocks) / blocksPerEpoch,
    difficultyChange: 100 * (targetMs / timeAvg - 1),
    estimatedRetargetDate: now + remainingTime,
    remainingBlocks,
    remainingTime,
    previousRetarget: 100 * (difficulty / networkDay(last - 14).difficulty - 1),
    nextRetargetHeight: height + remainingBlocks,
    timeAvg,
    adjustedTimeAvg: timeAvg,
    timeOffset: 0,
  }
}

function fees(_now: number, last: number) {
  const fastestFee = Math.max(1, Math.round(networkDay(last).fees / 4 + 3 * uniform(crowd, last + 1)))
  const part = (share: number) => Math.max(1, Math.round(share * fastestFee))
  return { fastestFee, halfHourFee: part(0.8), hourFee: part(0.6), economyFee: part(0.3), minimumFee: 1 }
}

function waiting(now: number, last: number) {
  const count = Math.round(60_000 * Math.exp(0.6 * normal(crowd, last + 1)))
  const vsize = count * 620
  return { count, vsize, total_fee: vsize * fees(now, last).hourFee, fee_histogram: [] }
}

/** Adjustments of the last six months: of each the first day all of whose blocks have the new difficulty. */
function adjustments(last: number) {
  const isNew = (at: number) => networkDay(at).difficulty !== networkDay(at - 1).difficulty
  const days = Array.from({ length: 182 }, (_, at) => last - 181 + at).filter((at) => isNew(at) && !isNew(at + 1))
  return days.map((at) => {
    const { difficulty, height } = networkDay(at)
    const before = networkDay(at - 10).difficulty
    const boundary = height - (height % blocksPerEpoch)
    return { time: (at * dayMs) / 1_000 + 3_600, height: boundary, difficulty, adjustment: difficulty / before }
  })
}

function hashrates(_now: number, last: number) {
  const day = (at: number) => ({ timestamp: (at * dayMs) / 1_000, avgHashrate: networkDay(at).hashRate * 1e12 })
  const { difficulty, hashRate } = networkDay(last)
  return {
    hashrates: Array.from({ length: 184 }, (_, at) => day(last - 182 + at)),
    ...{ difficulty: adjustments(last), currentHashrate: hashRate * 1e12, currentDifficulty: difficulty },
  }
}

/** What the last 144 blocks earned, here those of the last day and as many of the day before as it lacks. */
function rewards(_now: number, last: number) {
  const { height } = networkDay(last)
  let [issued, fees, left] = [0, 0, 144]
  for (let at = last; left > 0; at--) {
    const day = networkDay(at)
    const share = Math.min(1, left / day.blocks)
    issued += share * day.issued
    fees += share * day.fees
    left -= day.blocks
  }
  const satoshis = (coins: number) => String(Math.round(coins * 1e8))
  return {
    startBlock: height - 143,
    endBlock: height,
    totalReward: satoshis(issued + fees),
    totalFee: satoshis(fees),
    totalTx: String(networkDay(last).transactions),
  }
}

const pages: Readonly<Record<string, (now: number, last: number) => unknown>> = {
  'v1/fees/recommended': fees,
  mempool: waiting,
  'v1/difficulty-adjustment': difficultyAdjustment,
  'v1/mining/hashrate/6m': hashrates,
  'v1/mining/reward-stats/144': rewards,
}

/** The state of the invented Bitcoin network as mempool.space puts it. */
export const mempool: WireFormat = {
  host: 'mempool.space',
  path: /^\/api\/(.+)$/,
  answer({ url, now, last, parts: [name = ''] }) {
    const page = pages[name]
    if (!page) throw notThere(url, 'no such page')
    return json(page(now, last))
  },
}
