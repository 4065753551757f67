import { stateTones, type Tone } from '../../data/charts.ts'
import type { Signal } from './reading.ts'

export const toneOfState = (label: string): Tone => stateTones[label] ?? 'mixed'

export function toneOfSignal(direction: Signal['direction'] | undefined): Tone {
  if (direction === undefined) return 'unknown'
  return direction === 'neutral' ? 'flat' : direction === 'bullish' ? 'up' : 'down'
}

export function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** `1 day`, `2 days` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
