import { weekday } from '../../pipeline/time/day.ts'
import { noiseSeedOf, normalNoise } from './noise.ts'
import { memoizedWalk, pathOf, sampleEpoch } from './random-walk.ts'

/** One UTC day of the invented Bitcoin network. */
export interface NetworkDay {
  readonly blocks: number
  /** Blocks mined by the end of the day. */
  readonly height: number
  /** Mean over the blocks of the day. */
  readonly difficulty: number
  /** TH/s: what difficulty and number of blocks imply, seen a little unsharply. */
  readonly hashRate: number
  /** BTC. */
  readonly issued: number
  readonly supply: number
  readonly fees: number
  readonly transactions: number
  readonly addresses: number
  /** USD, the close of the day. */
  readonly price: number
}

const blocksPerPeriod = 2_016
const hashesPerDifficulty = 2 ** 32
const startHeight = 277_995
const startHashRate = 4.1e5
const seeds = {
  blocks: noiseSeedOf('blocks of the day'),
  sight: noiseSeedOf('hash rate, seen'),
  usage: noiseSeedOf('use of the day'),
}

/** BTC issued by the first `height` blocks: 50 each, halved every 210,000. */
export function supplyAt(height: number): number {
  let [left, subsidy, supply] = [height, 50, 0]
  for (; left > 0; left -= 210_000, subsidy /= 2) supply += Math.min(left, 210_000) * subsidy
  return supply
}

interface Chain {
  readonly blocks: number
  readonly height: number
  readonly mean: number
  readonly difficulty: number
  /** Logarithm of the trend of true hash rate, TH/s. */
  readonly trend: number
  /** When the running difficulty period began, in days. */
  readonly periodSince: number
}

const difficultyFor = (teraHashes: number): number => (teraHashes * 1e12 * 600) / hashesPerDifficulty

/**
 * The chain itself: miners find blocks as fast as their hash rate and the difficulty allow, with the chance of a Poisson process, and
 * every 2,016 blocks the difficulty is set again so that the last ones would have taken fourteen days (Nakamoto 2008, section 4).
 */
const chain = memoizedWalk<Chain>(
  (day) => ({
    blocks: 144,
    height: startHeight,
    mean: difficultyFor(startHashRate),
    difficulty: difficultyFor(startHashRate),
    trend: Math.log(startHashRate),
    periodSince: day - (startHeight % blocksPerPeriod) / 144,
  }),
  (before, day) => {
    const growth = Math.max(0.15, 0.95 - (0.05 * (day - sampleEpoch)) / 365.25)
    const trend = before.trend + growth / 365.25
    const teraHashes = Math.exp(trend) * pathOf('hash rate deviation')(day)
    const expected = (teraHashes * 1e12 * 86_400) / (before.difficulty * hashesPerDifficulty)
    const blocks = Math.max(1, Math.round(expected + Math.sqrt(expected) * normalNoise(seeds.blocks, day)))
    const height = before.height + blocks
    const boundary = Math.floor(height / blocksPerPeriod) * blocksPerPeriod
    if (boundary <= before.height) return { ...before, blocks, height, trend, mean: before.difficulty }
    const early = boundary - before.height
    const periodSince = day + early / blocks
    const difficulty = before.difficulty * (14 / (periodSince - before.periodSince))
    const mean = (before.difficulty * early + difficulty * (blocks - early)) / blocks
    return { blocks, height, mean, difficulty, trend, periodSince }
  },
)

/** The network on `day` (a day number, from the epoch on). */
export function networkDay(day: number): NetworkDay {
  const { blocks, height, mean } = chain(day)
  const quiet = weekday(day) > 5 ? 0.92 : 1
  const supply = supplyAt(height)
  const implied = (mean * hashesPerDifficulty * blocks) / 86_400 / 1e12
  return {
    blocks,
    height,
    difficulty: mean,
    hashRate: implied * (1 + 0.005 * normalNoise(seeds.sight, day)),
    issued: supply - supplyAt(height - blocks),
    supply,
    fees: pathOf('FeeTotNtv')(day),
    transactions: Math.round(pathOf('TxCnt')(day) * quiet * (1 + 0.04 * normalNoise(seeds.usage, day))),
    addresses: Math.round(pathOf('AdrActCnt')(day) * quiet * (1 + 0.03 * normalNoise(seeds.usage, day))),
    price: pathOf('PriceUSD')(day),
  }
}

/** Whole cents, so that capitalisation is exactly price times supply of what is printed. */
export const wholeCents = (usd: number): number => Math.round(usd * 100) / 100
