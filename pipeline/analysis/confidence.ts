import type { Confidence } from './reading.ts'

/** The confidence of a metric for which no calibrated score is published: no score, no factors, and why. */
export function notYetScored(horizonDays: number): Confidence {
  return {
    score: null,
    why: 'No calibrated score is published for this metric yet.',
    horizon_days: horizonDays,
    factors: [],
    calibration: null,
  }
}
