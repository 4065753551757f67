import { bondsContext } from './bonds.context.ts'
import { bondsFull } from './bonds.full.ts'
import { context } from './btc.context.ts'
import { gridStress } from './btc.grid-stress.ts'
import { momentum } from './btc.momentum.ts'
import { onChain } from './btc.on-chain.ts'
import { pulse } from './btc.pulse.ts'
import { quickCheck } from './btc.quick-check.ts'
import { treasury } from './btc.treasury.ts'
import { correlations } from './cross.correlations.ts'
import { regime } from './cross.regime.ts'
import type { Briefer } from './day.ts'
import { fx } from './fx.liquidity.ts'
import { liquidity } from './macro.liquidity.ts'
import { rates } from './macro.rates.ts'
import { snapshot } from './macro.snapshot.ts'

/** The briefings there are code for, by the ids of `data/briefings.ts`. */
export const briefers: readonly Briefer[] = [
  quickCheck,
  context,
  pulse,
  gridStress,
  momentum,
  onChain,
  treasury,
  snapshot,
  liquidity,
  rates,
  bondsContext,
  bondsFull,
  correlations,
  regime,
  fx,
]
