import { withoutNoise } from '../../analysis/rounding.ts'
import type { Briefer, Measured } from '../day.ts'
import { labelOfSide } from '../state.ts'
import { labelTurns } from '../story/state-turns.ts'

/** Distance of the hash ribbon from 1. */
const ribbon: Measured = {
  metrics: ['hash-ribbon'],
  measuring:
    () =>
    ([column], i) =>
      withoutNoise(column!.value[i]! - 1, column!.value[i]),
}

/** Distances at which a state is entered and left. */
const ribbonLevels = { enter: 0.01, leave: 0.005 } as const

const labels = { [-1]: 'contracting', 0: 'steady', 1: 'expanding' } as const

/**
 * The network itself. State from the hash ribbon: `contracting` from 0.99 down (machines are being switched off) until it is above 0.995
 * again, `expanding` from 1.01 up until it is below 1.005, `steady` between.
 */
export const onChain: Briefer = {
  id: 'btc.on-chain',
  deciders: ['hash-ribbon'],
  state: (day) => labelOfSide(day, ribbon, ribbonLevels, labels),
  tell: (day) => ({
    nothing: 'No network data is on record for this day.',
    turns: labelTurns({ metric: 'hash-ribbon', middle: 1, by: null }, ribbonLevels, onChain.state(day), labels),
    sections: [],
    notes: [],
  }),
}
