/** How far apart the two values of a move lie; of months, the last values of two calendar months. */
export interface RegimeSpan {
  readonly n: number
  readonly unit: 'days' | 'weeks' | 'months'
}

/**
 * What the regime is read from. `level`: how far the value stands from the middle of its last three years; `move`: how unusual its change over
 * `span` is among the changes of three years. Both are robust z-scores. `sign` is 1 where a high value or a rise speaks for expansion and -1
 * where it speaks for contraction. `weight` is how much the score counts.
 */
export interface RegimeInput {
  readonly metric: string
  readonly about: 'conditions' | 'growth' | 'inflation'
  readonly measure: 'level' | 'move'
  readonly span: RegimeSpan | null
  readonly sign: 1 | -1
  readonly weight: number
}

const conditions = { about: 'conditions', measure: 'move', span: { n: 30, unit: 'days' } } as const
const level = { measure: 'level', span: null } as const

/** The weights are a judgement: prices of risk, credit and jobs count more than money and currencies. They are not fitted to prices. */
export const regimeInputs = [
  { ...conditions, ...level, metric: 'financial-conditions', sign: -1, weight: 2 },
  { ...conditions, ...level, metric: 'vix', sign: -1, weight: 1.5 },
  { ...conditions, metric: 'net-liquidity', span: { n: 4, unit: 'weeks' }, sign: 1, weight: 1 },
  { ...conditions, metric: 'dollar-index', sign: -1, weight: 1 },
  { ...conditions, metric: 'real-yield-10y', sign: -1, weight: 0.5 },
  { ...conditions, metric: 'bitcoin-price', sign: 1, weight: 1 },
  { ...conditions, metric: 'usdt-dominance', sign: -1, weight: 0.5 },
  { ...level, about: 'growth', metric: 'initial-claims', sign: -1, weight: 1.5 },
  { about: 'growth', measure: 'move', metric: 'payrolls', span: { n: 3, unit: 'months' }, sign: 1, weight: 1 },
  { about: 'inflation', measure: 'move', metric: 'consumer-prices', span: { n: 12, unit: 'months' }, sign: -1, weight: 1 },
] as const satisfies readonly RegimeInput[]

/**
 * The rule that names the regime. A day's score is the weighted mean of its inputs' scores, known for at least `quorum` of all weights; the
 * mean of the scores of `meanDays` days is compared with `enter` and `leave` (with the other sign for contraction): one calm or wild week
 * is not a regime.
 */
export const regimeRule = { quorum: 0.6, meanDays: 21, enter: 0.5, leave: 0.2 } as const

/**
 * How likely each regime is `stateHorizonDays` days from now: a multinomial logit against transition, on the 21-day mean, the day's score less
 * that mean, and the regime of the day. Fitted by `npm run regime` on the recorded histories of days whose outcome was known by `through`;
 * it prints these figures.
 */
export const regimeForecast = {
  horizonDays: 30,
  through: '2014-12-31',
  fitted: '2026-11-25',
  expansion: { constant: -3.698, mean: 10.464, gap: 5.417, inExpansion: 0.7, inContraction: -0.436 },
  contraction: { constant: -3.174, mean: -7.561, gap: -6.178, inExpansion: -1.055, inContraction: 0.982 },
} as const
