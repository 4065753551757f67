import { levelText } from '../analysis/amounts.ts'
import type { Reading, Turn } from '../documents/reading.ts'
import { toneOfSignal } from '../documents/tones.ts'
import { pageNumber } from './page-figures.ts'
import type { Level } from './plot.ts'

const mostLevels = 3
const sideInWords = { above: 'or higher', below: 'or lower' } as const
const zoneTitles = [
  { held: 'next_release', title: 'At the next release' },
  { held: 'week', title: 'If it stays for a week' },
] as const

/** The levels a chart has room for. */
export function levelsOf({ metric, unit, signal }: Pick<Reading, 'metric' | 'unit' | 'signal'>): Level[] {
  return (signal?.turns ?? []).slice(0, mostLevels).map((turn) => {
    const { to, side, value } = turn
    return { value, text: pageNumber(levelText(metric, turn, unit)), side: sideInWords[side], to, tone: toneOfSignal(to) }
  })
}

/** What stands over these levels: when they count. */
export function zoneOf(turns: readonly Turn[]): string {
  return (
    zoneTitles.find((zoned) => turns.slice(0, mostLevels).every((turn) => turn.held === zoned.held))?.title ??
    'Where it would turn'
  )
}
