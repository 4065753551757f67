import type { SignalDirection } from '../../documents/reading.ts'
import { unknown } from '../day.ts'
import type { Vote } from '../signals.ts'
import type { Decision } from './state-turns.ts'

const worth: Readonly<Record<SignalDirection, number>> = { bullish: 1, neutral: 0, bearish: -1 }

/** The state the signals vote for from the one that stands; `unknown` where signals that are not given could decide it either way. */
export function voteDecision({ drivers, enter, stay, labels }: Vote, standing: string): Decision {
  const labelAt = (balance: number): string => {
    if (balance >= (standing === labels.up ? stay : enter)) return labels.up
    return balance <= -(standing === labels.down ? stay : enter) ? labels.down : labels.mixed
  }
  return (directions) => {
    const votes = drivers.flatMap((metric) => {
      const direction = directions.get(metric)
      return direction === undefined ? [] : [worth[direction]]
    })
    const balance = votes.reduce((sum, vote) => sum + vote, 0)
    const open = drivers.length - votes.length
    const label = labelAt(balance - open)
    return label === labelAt(balance + open) ? label : unknown
  }
}

/** The state that one signal names. */
export function signalDecision(metric: string, labels: Readonly<Record<SignalDirection, string>>): Decision {
  return (directions) => {
    const direction = directions.get(metric)
    return direction === undefined ? unknown : labels[direction]
  }
}
