/** A two-state Gaussian hidden Markov model of returns: of each state its mean, its variance and the chance that it stays. */
interface Markov {
  readonly mean: readonly [number, number]
  readonly variance: readonly [number, number]
  readonly stays: readonly [number, number]
}

/**
 * The chance that each return came from the wilder of two states, by what was known up to it: the model is fitted (Baum-Welch, 60 rounds) on
 * the first `fitted` returns alone.
 */
export function wildChances(returns: readonly number[], fitted: number): number[] {
  const spread = returns.slice(0, fitted).reduce((sum, value) => sum + value ** 2, 0) / fitted
  let model: Markov = { mean: [0, 0], variance: [0.4 * spread, 2.5 * spread], stays: [0.98, 0.95] }
  for (let round = 0; round < 60; round++) model = improved(model, returns.slice(0, fitted))
  return filtered(model, returns).map(([, wild]) => wild)
}

function density({ mean, variance }: Markov, state: 0 | 1, value: number): number {
  return Math.exp(-((value - mean[state]) ** 2) / (2 * variance[state])) / Math.sqrt(2 * Math.PI * variance[state])
}

/** The chance of each state after each return. */
function filtered(model: Markov, returns: readonly number[]): [number, number][] {
  let before: readonly [number, number] = [0.5, 0.5]
  return returns.map((value) => {
    const [calm, wild] = ahead(model, before)
    const joint = [calm * density(model, 0, value), wild * density(model, 1, value)] as const
    const all = joint[0] + joint[1] + Number.MIN_VALUE
    const after: [number, number] = [joint[0] / all, joint[1] / all]
    before = after
    return after
  })
}

function ahead({ stays }: Markov, [calm, wild]: readonly [number, number]): [number, number] {
  return [calm * stays[0] + wild * (1 - stays[1]), calm * (1 - stays[0]) + wild * stays[1]]
}

function improved(model: Markov, returns: readonly number[]): Markov {
  const forward = filtered(model, returns)
  const sums = { weight: [0, 0], value: [0, 0], square: [0, 0], stayed: [0, 0], left: [0, 0] }
  let after: [number, number] = forward.at(-1)!
  count(sums, after, returns.at(-1)!)
  for (let t = returns.length - 2; t >= 0; t--) {
    const next = ahead(model, forward[t]!)
    const now: [number, number] = [0, 0]
    for (const state of [0, 1] as const) {
      const stays = (forward[t]![state] * model.stays[state] * after[state]) / next[state]
      const other = (1 - state) as 0 | 1
      const leaves = (forward[t]![state] * (1 - model.stays[state]) * after[other]) / next[other]
      sums.stayed[state]! += stays
      sums.left[state]! += leaves
      now[state] = stays + leaves
    }
    count(sums, now, returns[t]!)
    after = now
  }
  const both = (figure: (state: 0 | 1) => number): [number, number] => [figure(0), figure(1)]
  const mean = both((state) => sums.value[state]! / sums.weight[state]!)
  return {
    mean,
    variance: both((state) => sums.square[state]! / sums.weight[state]! - mean[state] ** 2),
    stays: both((state) => sums.stayed[state]! / (sums.stayed[state]! + sums.left[state]!)),
  }
}

function count(sums: Record<'weight' | 'value' | 'square', number[]>, chances: readonly [number, number], value: number): void {
  for (const state of [0, 1] as const) {
    sums.weight[state]! += chances[state]
    sums.value[state]! += chances[state] * value
    sums.square[state]! += chances[state] * value ** 2
  }
}
