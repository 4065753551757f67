/**
 * What the regime is read from. `level`: how far the value stands from its middle of three years; `move`: how unusual its change over 30
 * days is. Both as robust z, turned by the metric's polarity so that a high score means expansion. `weight` says how much a score counts:
 * prices of risk and credit more than money and currencies, and those more than what moves with them.
 */
export interface RegimeInput {
  readonly metric: string
  readonly measure: 'level' | 'move'
  readonly weight: number
}

export const regimeInputs = [
  { metric: 'financial-conditions', measure: 'level', weight: 2 },
  { metric: 'vix', measure: 'level', weight: 1.5 },
  { metric: 'net-liquidity', measure: 'move', weight: 1 },
  { metric: 'dollar-index', measure: 'move', weight: 1 },
  { metric: 'real-yield-10y', measure: 'move', weight: 0.5 },
  { metric: 'bitcoin-price', measure: 'move', weight: 1 },
  { metric: 'usdt-dominance', measure: 'move', weight: 0.5 },
] as const satisfies readonly RegimeInput[]
