import { type SampleLevel, sampleLevels } from '../../../data/sample-levels.ts'
import { meanReverting } from './path.ts'

const rows = new Map<string, SampleLevel>(sampleLevels.map((row) => [row.key, row]))
const paths = new Map<string, (day: number) => number>()

/** The row of a key; for a registered series without one a calm wander inside its range. */
export function levelOf(key: string, range: readonly [number, number]): SampleLevel {
  const low = Math.max(range[0], range[1] / 1e6)
  return (
    rows.get(key) ?? {
      key,
      level: Math.sqrt(low * range[1]),
      volatility: 0.2,
      halfLifeDays: 180,
      risk: 0,
      floor: 0,
      decimals: 2,
      moves: 'every day',
    }
  )
}

/** The wandering path of a key, in the unit of its row. */
export function pathOf(key: string, range: readonly [number, number] = [0, 1e12]): (day: number) => number {
  let path = paths.get(key)
  if (!path) {
    path = meanReverting(levelOf(key, range))
    paths.set(key, path)
  }
  return path
}
