import { dayNumber, weekday } from '../../pipeline/time/day.ts'
import { type SeriesLevel, seriesLevelOf } from './levels.ts'
import { noiseSeedOf, normalNoise, uniformNoise } from './noise.ts'

/** Every invented series starts here, so that the value of a past day is the same whichever day the run is. */
export const sampleEpoch = dayNumber('2014-01-01')!

/**
 * The states of a walk that begins at the epoch, by day number; each is computed once in a process and grows out of the previous one.
 * Days before the epoch have the state of its first day.
 */
export function memoizedWalk<State>(
  first: (day: number) => State,
  step: (before: State, day: number) => State,
): (day: number) => State {
  const states: State[] = []
  return (day) => {
    if (states.length === 0) states.push(first(sampleEpoch))
    for (let at = sampleEpoch + states.length; at <= day; at++) states.push(step(states.at(-1)!, at))
    return states[Math.max(0, day - sampleEpoch)]!
  }
}

const riskSeed = noiseSeedOf('surprises all markets share')

/**
 * An Ornstein-Uhlenbeck walk of the logarithm (Uhlenbeck and Ornstein 1930) in daily steps, with calm and restless times and now and then
 * a jump. Returns the value of a day, unrounded.
 */
export function meanReverting(row: SeriesLevel): (day: number) => number {
  const seed = noiseSeedOf(row.key)
  const [own, mood, jump] = [seed, seed ^ 0x5bd1e995, seed ^ 0x1b873593]
  const stepsPerYear = row.moves === 'weekdays' ? 261 : 365.25
  const halfLife = (row.halfLifeDays * stepsPerYear) / 365.25
  const keep = 1 - Math.LN2 / halfLife
  const scale = row.volatility / Math.sqrt(stepsPerYear)
  const alone = Math.sqrt(1 - row.risk * row.risk)
  const states = memoizedWalk(
    () => ({ log: 0, restless: 0 }),
    (before, day) => {
      if (row.moves === 'weekdays' && weekday(day) > 5) return before
      const restless = 0.97 * before.restless + 0.07 * normalNoise(mood, day)
      const surprise = row.risk * normalNoise(riskSeed, day) + alone * normalNoise(own, day)
      const size = uniformNoise(jump, day) > 0.99 ? 2 : 0.96
      return { log: keep * before.log + scale * size * Math.exp(restless - 0.08) * surprise, restless }
    },
  )
  return (day) => row.floor + row.level * Math.exp(states(day).log)
}

const paths = new Map<string, (day: number) => number>()

/** The wandering path of a key, in the unit of its row. */
export function pathOf(key: string, range: readonly [number, number] = [0, 1e12]): (day: number) => number {
  const path = paths.get(key) ?? meanReverting(seriesLevelOf(key, range))
  if (!paths.has(key)) paths.set(key, path)
  return path
}

/** A value as an upstream prints it: so many decimals, or with fewer than none rounded to tens, hundreds, thousands. */
export function roundTo(value: number, decimals: number): number {
  return decimals >= 0 ? Number(value.toFixed(decimals)) : Math.round(value * 10 ** decimals) * 10 ** -decimals
}
