import { dayMs } from '../../pipeline/time/day.ts'
import { networkDay } from '../world/network.ts'
import { noiseSeedOf, normalNoise, uniformNoise } from '../world/noise.ts'
import { roundTo } from '../world/random-walk.ts'
import { dayOfRun, lastDays, type SampleAnswers, seriesAnswer } from './publication.ts'

const crowd = noiseSeedOf('who waits in the mempool')
const blocksPerEpoch = 2_016
const targetMs = 600_000

/** Milliseconds a block took, of the difficulty epoch that runs at the end of the last day. */
function blockTime(last: number): number {
  const blocks = networkDay(last).height % blocksPerEpoch || blocksPerEpoch
  let [mined, days] = [0, 0]
  while (mined < blocks) mined += networkDay(last - days++).blocks
  return Math.round((days * dayMs) / mined)
}

/** What the last 144 blocks earned, here those of the last day and as many of the day before as it lacks. */
function reward(last: number, earned: 'issued' | 'fees'): number {
  let [sum, left] = [0, 144]
  for (let at = last; left > 0; at--) {
    const day = networkDay(at)
    sum += Math.min(1, left / day.blocks) * day[earned]
    left -= day.blocks
  }
  return sum
}

const figures: Readonly<Record<string, (last: number) => number>> = {
  fastestFee: (last) => Math.max(1, Math.round(networkDay(last).fees / 4 + 3 * uniformNoise(crowd, last + 1))),
  vsize: (last) => 620 * Math.round(60_000 * Math.exp(0.6 * normalNoise(crowd, last + 1))),
  difficultyChange: (last) => 100 * (targetMs / blockTime(last) - 1),
  timeAvg: (last) => blockTime(last) / 1_000,
  totalReward: (last) => roundTo(reward(last, 'issued') + reward(last, 'fees'), 8),
  totalFee: (last) => roundTo(reward(last, 'fees'), 8),
}
const pages: Readonly<Record<string, RegExp>> = {
  '/api/v1/fees/recommended': /^fastestFee$/,
  '/api/mempool': /^vsize$/,
  '/api/v1/difficulty-adjustment': /^(?:difficultyChange|timeAvg)$/,
  '/api/v1/mining/reward-stats/144': /^total/,
}

/** Adjustments of the last six months: of each the first day all of whose blocks have the new difficulty. */
const adjustmentsBy = (last: number): number[] => {
  const isNew = (at: number) => networkDay(at).difficulty !== networkDay(at - 1).difficulty
  return lastDays(182, last).filter((at) => isNew(at) && !isNew(at + 1))
}

export const mempool: SampleAnswers = {
  /** The state of the invented Bitcoin network. */
  'mempool-now': seriesAnswer({
    keys: ({ pathname }) => pages[pathname]!,
    days: dayOfRun,
    value: ({ key }, day) => figures[key]!(day - 1),
  }),
  /** Hash rate by day, and the difficulty that an adjustment of this time has set. */
  'mempool-hashrate': seriesAnswer({
    keys: /^(?:avgHashrate|difficulty|adjustment)$/,
    days: (_, { last }) => lastDays(183, last),
    value: ({ key }, day, { last }) => {
      if (key === 'avgHashrate') return networkDay(day).hashRate * 1e12
      const at = adjustmentsBy(last).findLast((each) => each <= day)
      if (at === undefined) return null
      const { difficulty } = networkDay(at)
      return key === 'difficulty' ? difficulty : roundTo(100 * (difficulty / networkDay(at - 10).difficulty - 1), 8)
    },
  }),
}
